#include "host/study/vendor_bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "host/compile/toolchain.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::accuracy {

std::string to_text(const Difference& d) {
    if (d.words == 0) return "0";
    return fmt::format("{}:{}{}", d.words, d.ulp, d.other_kind ? "*" : "");
}

namespace {

// A NaN or an infinity for a number differs in kind.
std::string in_words(const std::string& cell) {
    if (cell == "0") return "vendor's bits";
    const std::size_t colon = cell.find(':');
    const bool kind = cell.back() == '*';
    const std::string ulp = cell.substr(colon + 1, cell.size() - colon - 1 - (kind ? 1 : 0));
    return fmt::format("{} of 1024 differ{}{}", cell.substr(0, colon), ulp == "0" ? "" : fmt::format(" by {} ULP", ulp),
                       !kind        ? ""
                       : ulp == "0" ? " in kind"
                                    : " or in kind");
}

}  // namespace

std::string VendorBits::words() const {
    const auto known = [](const std::string& cell) { return cell != "-"; };
    if (std::ranges::all_of(cells, [&](const std::string& cell) { return cell == "0" || !known(cell); }))
        return "vendor's bits";
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!known(cells[i])) continue;
        text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", bit_columns[i], in_words(cells[i]));
    }
    return text;
}

std::vector<VendorBits> read_vendor_bits(const std::filesystem::path& csv) {
    std::ifstream file(csv);
    if (!file) throw fault::InputError(fmt::format("cannot read {}", csv.string()));
    std::vector<VendorBits> all;
    std::string line;
    std::getline(file, line);  // the names of the columns
    for (std::size_t number = 2; std::getline(file, line); ++number) {
        std::vector<std::string> fields;
        std::istringstream in(line);
        for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
        if (fields.size() != 7)
            throw fault::InputError(fmt::format("{}:{}: {} fields for 7", csv.string(), number, fields.size()));
        all.push_back({fields[0], std::stod(fields[1]), std::stod(fields[2]), {}});
        std::copy_n(fields.begin() + 3, 4, all.back().cells.begin());
    }
    return all;
}

std::vector<VendorBits> vendor_bits() { return read_vendor_bits(host::find_toolchain().api / "vendor/bits.csv"); }

}  // namespace tessera::accuracy
