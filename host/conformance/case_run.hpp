// Lists of golden cases run on several host threads: the same table whatever their number, gone on with after an end.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "host/conformance/golden.hpp"

namespace tessera::conformance {

struct CaseRow {
    std::string name, suite, arch;
    bool done = false;
    std::string failed;  // why; empty when all is well
    std::string path;    // what the job's options say of it, where they do
    std::size_t cores = 0;
    Cycle cycles = 0;
    std::uint64_t bytes = 0;     // that must be read and written at the least
    Cycle dram_cycles = 0;       // that all banks of DRAM take for so many bytes, at the least
    double error = 0, nmse = 0;  // of the row with the largest share of its limit
    double limit = 0;
    std::string remark;
};

struct CaseTable {
    std::string list, file;  // what was run
    std::uint64_t seed = 0;
    bool blind_time = false;
    std::vector<CaseRow> rows;  // by architecture, then as the list has them
    std::size_t failed() const;
    bool is_complete() const;
};

struct CaseRequest {
    std::string list, file;
    std::string suite;  // empty: all
    std::vector<const arch::Arch*> archs;
    std::uint64_t seed = 1;
    bool blind_time = false;
    unsigned jobs = 1;
};

// The list's operation by its name; InputError with those there are.
const host::Operation& operation_of_list(const std::string& list);
bool is_case_list(const std::string& word);

// The rows there will be, none of them done.
CaseTable planned(const CaseRequest& request);
// Runs what is not done. `heard`, if given, is called after each case: how many of how many are done.
void work_on(CaseTable& table, const CaseRequest& request,
             const std::function<void(const CaseTable&, std::size_t, std::size_t)>& heard = {});

std::string to_text(const CaseTable& table);
std::string to_csv(const CaseTable& table);
std::string to_json(const CaseTable& table);  // one object, schema_version 1; what a run is gone on with from
// Takes over the rows that `text`, a table as JSON, has done. InputError where it is of other cases.
void take_over(CaseTable& table, std::string_view text, const std::string& file);

}  // namespace tessera::conformance
