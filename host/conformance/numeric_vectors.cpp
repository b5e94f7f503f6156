#include "host/conformance/numeric_vectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "host/conformance/published_sequences.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/executor.hpp"

namespace tessera::conformance {
namespace {

constexpr std::size_t block = 16;  // vectors run together

std::string ending(const arch::Arch& arch) { return fmt::format("_{}.txt", tag_of(arch)); }

// NAME of NAME_wh.txt or NAME_bh.txt; empty where the file is called otherwise.
std::string function_of(const std::filesystem::path& values) {
    const std::string name = values.filename().string();
    for (const std::string_view end : {"_wh.txt", "_bh.txt"})
        if (name.ends_with(end)) return name.substr(0, name.size() - end.size());
    return "";
}

std::filesystem::path beside(const std::filesystem::path& values) {
    return values.parent_path() / (function_of(values) + ".seq.txt");
}

Sequence sequence_of(const std::filesystem::path& values, const arch::Arch& arch) {
    if (!values.filename().string().ends_with(ending(arch)))
        throw fault::InputError{fmt::format("{}: values of {} end in {}", values.string(), arch.name, ending(arch))};
    if (std::filesystem::exists(beside(values))) return read_sequence(beside(values), arch.sfpu);
    return published_sequence(function_of(values), arch.sfpu);
}

}  // namespace

bool has_sequence(const std::filesystem::path& values) {
    const std::string name = function_of(values);
    return !name.empty() && (std::filesystem::exists(beside(values)) || is_published(name));
}

Sequence read_sequence(const std::filesystem::path& path, const arch::Sfpu& arch) {
    return read_sequence(read_lines(path), arch);
}

Sequence read_sequence(const TextFile& file, const arch::Sfpu& arch) {
    const std::string key = "output register L";
    const std::size_t at = file.comments.empty() ? std::string::npos : file.comments[0].find(key);
    if (at == std::string::npos || at + key.size() >= file.comments[0].size())
        throw fault::InputError{fmt::format("{}:1: expected a comment that names the output register", file.path)};
    const Line named{1, {file.comments[0].substr(at + key.size())}};
    Sequence sequence{.program = {}, .output = static_cast<int>(file.number(named, 0, 10, 7))};
    for (const Line& line : file.lines) {
        if (line.token[0] != "op" || line.token.size() < 3) file.refuse(line, "op WORD MNEMONIC");
        sequence.program.push_back(sfpu::decode(file.number(line, 1, 16), arch.isa_column));
    }
    return sequence;
}

Outcome run_numeric(const std::filesystem::path& values, const arch::Arch& arch, std::size_t mismatches_kept) {
    const Sequence sequence = sequence_of(values, arch);
    const TextFile file = read_lines(values);
    Outcome outcome;
    std::vector<sfpu::State> states(block);
    for (std::size_t first = 0; first < file.lines.size(); first += block * lane::count) {
        const std::size_t count = std::min(file.lines.size() - first, block * lane::count);
        std::fill(states.begin(), states.end(), sfpu::initial_state());
        for (std::size_t i = 0; i < count; ++i) {
            const Line& line = file.lines[first + i];
            file.expect_tokens(line, 2);
            states[i / lane::count].lreg[0][static_cast<int>(i % lane::count)] = file.number(line, 0, 16);
        }
        sfpu::execute_block(arch.sfpu, states, sequence.program);
        for (std::size_t i = 0; i < count; ++i) {
            const Line& line = file.lines[first + i];
            const std::uint32_t expected = file.number(line, 1, 16);
            const std::uint32_t got = states[i / lane::count].lreg[sequence.output][static_cast<int>(i % lane::count)];
            ++outcome.run;
            if (got == expected)
                ++outcome.passed;
            else if (outcome.mismatches.size() < mismatches_kept)
                outcome.mismatches.push_back(fmt::format("{}:{}: f({}): expected {:08x}, got {:08x}", file.path,
                                                         line.number, line.token[0], expected, got));
        }
    }
    return outcome;
}

std::vector<std::filesystem::path> numeric_files(const std::filesystem::path& folder, const arch::Arch& arch) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::filesystem::path& path = entry.path();
        if (path.filename().string().ends_with(ending(arch)) && has_sequence(path)) files.push_back(path);
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace tessera::conformance
