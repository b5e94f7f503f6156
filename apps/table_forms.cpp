#include "apps/table_forms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "host/run/terminal.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::apps {

void add_table_forms(CLI::App& command, TableForms& forms) {
    command.add_flag("--md", forms.markdown, "print the tables in Markdown, what is said of them as comments")
        ->group("Result");
    command.add_flag("--latex", forms.latex, "the same as tabular of LaTeX, which needs no package")->group("Result");
}

views::TableForm chosen_form(const Common& common, const TableForms& forms) {
    std::vector<const char*> given;
    if (common.json) given.push_back("--json");
    if (forms.markdown) given.push_back("--md");
    if (forms.latex) given.push_back("--latex");
    if (given.size() > 1)
        throw fault::InputError(
            fmt::format("{} are forms of the same result; give one of them", fmt::join(given, " and ")));
    return forms.markdown ? views::TableForm::markdown : forms.latex ? views::TableForm::latex : views::TableForm::text;
}

void show(const views::Document& document, views::TableForm form, std::FILE* stream) {
    show(document.in(form, screen_of(stream)), stream);
}

}  // namespace tessera::apps
