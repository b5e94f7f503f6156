#include "host/compile/api_names.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>

#include "host/compile/home.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {

std::vector<ApiName> api_names() { return api_names(find_home().api / "names.csv"); }

std::vector<ApiName> api_names(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) throw fault::InputError(fmt::format("{}: the list of API names cannot be read", file.string()));
    std::vector<ApiName> names;
    std::string line;
    std::getline(in, line);  // the head
    for (int number = 2; std::getline(in, line); ++number) {
        ApiName row;
        std::string_view rest = line;
        for (std::string* field : std::array{&row.api, &row.header, &row.kind, &row.name, &row.test}) {
            const std::size_t comma = rest.find(',');
            if (comma == std::string_view::npos)
                throw fault::InputError(
                    fmt::format("{}:{}: expected api,header,kind,name,test,because", file.string(), number));
            *field = rest.substr(0, comma);
            rest.remove_prefix(comma + 1);
        }
        row.because = rest;
        names.push_back(std::move(row));
    }
    return names;
}

}  // namespace tessera::host
