// Rows of the golden files of unpacker, packer and matrix unit (host/conformance/conversion_vectors.hpp has their
// grammar), for tests that put them through something else than the scalar functions.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "sim/arch/arch.hpp"
#include "tests/support/paths.hpp"

namespace tessera::golden {

// The sample kept beside the tests is always there, the whole set where it is at hand.
inline std::filesystem::path sample(const std::string& name) {
    return std::filesystem::path(TESSERA_SOURCE_DIR) / "tests/data/convert" / name;
}

inline std::filesystem::path whole(const std::string& name) {
    const char* shared = std::getenv("TESSERA_SHARED");
    const std::filesystem::path root = shared ? shared : TESSERA_SOURCE_DIR "/../shared";
    return root / "vectors/sfpu" / name;
}

struct Row {
    std::string text, name;  // the line; its instruction or unit
    std::map<std::string, std::string> option;
    std::map<std::string, std::vector<std::uint32_t>>
        words;  // by the name before them; of a block of results "= exp", "= x"

    std::string kind() const {
        std::string kind = name;
        for (const auto& [key, value] : option) kind.append(" ").append(key).append("=").append(value);
        return kind;
    }
};

inline Row row_of(const std::string& line) {
    Row row{.text = line, .name = {}, .option = {}, .words = {}};
    std::istringstream tokens(line);
    std::string archs, list;
    tokens >> archs >> row.name;
    // Four-bit datums look like the names of operands, which conversions have not.
    const std::string_view lists = row.name == "pack" || row.name == "unpack" ? " x exp = " : " a b d A B D = ";
    for (std::string token; tokens >> token;) {
        const std::size_t equals = token.find('=');
        if (equals != std::string::npos && equals != 0)
            row.option[token.substr(0, equals)] = token.substr(equals + 1);
        else if (lists.find(" " + token + " ") != std::string_view::npos)
            row.words[list = row.words.contains("=") ? "= " + token : token];
        else
            row.words[list].push_back(static_cast<std::uint32_t>(std::stoul(token, nullptr, 16)));
    }
    return row;
}

// Those of one architecture.
inline std::vector<Row> rows_of(const std::filesystem::path& file, const arch::Arch& arch) {
    std::vector<Row> rows;
    std::ifstream in(file);
    const std::string_view mine = arch.name == "blackhole" ? "bh" : "wh";
    for (std::string line; std::getline(in, line);)
        if (!line.empty() && line[0] != '#' && line.substr(0, line.find(' ')).find(mine) != std::string::npos)
            rows.push_back(row_of(line));
    return rows;
}

}  // namespace tessera::golden
