// The public names of the vendor's kernel and host API, and what becomes of each here: sim/api/names.csv, a line a
// name.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::host {

struct ApiName {
    std::string api;     // compute, dataflow, debug or host
    std::string header;  // below the folder of that API; of a member its class
    std::string kind;    // function, macro, type or member
    std::string name;
    std::string test;     // a test in which it runs, as PROGRAM or PROGRAM/SUITE.NAME; empty where none does
    std::string because;  // why it is refused; empty where it is not

    // runs, refused or absent
    std::string_view state() const { return !test.empty() ? "runs" : !because.empty() ? "refused" : "absent"; }
};

// Whose names they are: all of one date, and those that kernels of the months after it call.
inline constexpr std::string_view api_dates = "the headers of February 2026 and of kernels until autumn 2026";

// Of the tree this program uses. InputError when the list is missing or a line of it is not one.
std::vector<ApiName> api_names();
std::vector<ApiName> api_names(const std::filesystem::path& file);

}  // namespace tessera::host
