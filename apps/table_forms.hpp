// Forms of what a command prints that a paper or a page takes: --md and --latex.
#pragma once

#include <cstdio>

#include "apps/cli.hpp"
#include "sim/views/document.hpp"

namespace tessera::apps {

struct TableForms {
    bool markdown = false, latex = false;
};
void add_table_forms(CLI::App& command, TableForms& forms);  // which must outlive the parse
// Before the long work: InputError where more than one form is asked for.
views::TableForm chosen_form(const Common& common, const TableForms& forms);

void show(const views::Document& document, views::TableForm form, std::FILE* stream = stdout);

}  // namespace tessera::apps
