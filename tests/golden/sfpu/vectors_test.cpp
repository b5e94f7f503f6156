// Golden vectors of the SFPU: every case of every file passes on every architecture it names, none is skipped.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/conformance/numeric_vectors.hpp"
#include "host/conformance/tvec.hpp"
#include "sim/sfpu/isa.hpp"
#include "tests/golden/sfpu/folders.hpp"

namespace tessera {
namespace {

using testing::IsEmpty;

std::vector<std::filesystem::path> tvec_files(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".tvec") files.push_back(entry.path());
    return files;
}

TEST(SfpuVectors, EveryCaseOfEveryFilePassesOnEachArchitectureItNames) {
    for (const auto& folder : golden::folders()) {
        const auto files = tvec_files(folder);
        ASSERT_GE(files.size(), 53u) << folder;
        for (const auto& path : files) {
            const auto file = conformance::read_tvec(path);
            long named = 0, run = 0;
            for (const conformance::Case& it : file.cases) named += it.on_wh + it.on_bh;
            for (const arch::Arch* arch : arch::all()) {
                const auto outcome = conformance::run_tvec(file, *arch);
                EXPECT_THAT(outcome.mismatches, IsEmpty());
                EXPECT_EQ(outcome.passed, outcome.run) << path << " on " << arch->name;
                run += outcome.run;
            }
            EXPECT_GT(named, 0) << path;
            EXPECT_EQ(run, named) << path;
        }
    }
}

TEST(SfpuVectors, WholeFunctionsGiveEveryValue) {
    for (const auto& folder : golden::folders())
        for (const arch::Arch* arch : arch::all()) {
            const auto files = conformance::numeric_files(folder / "numeric", *arch);
            ASSERT_GE(files.size(), 3u) << folder;
            for (const auto& path : files) {
                const auto outcome = conformance::run_numeric(path, *arch);
                EXPECT_THAT(outcome.mismatches, IsEmpty());
                EXPECT_GE(outcome.run, 700) << path;
                EXPECT_EQ(outcome.passed, outcome.run) << path;
            }
        }
}

// The value of a `field=value` token, of which the file prints hexadecimal with 0x and decimal without.
std::uint32_t printed(const std::string& token) {
    return static_cast<std::uint32_t>(std::stoul(token.substr(token.find('=') + 1), nullptr, 0));
}

std::uint32_t decoded(const sfpu::Instr& in, const std::string& field) {
    const bool vb_in_imm = sfpu::row_of(in.op).layout == sfpu::Layout::imm12;
    if (field == "VA") return in.va;
    if (field == "VB") return vb_in_imm ? in.imm & 15 : in.vb;
    if (field == "VC") return in.vc;
    if (field == "VD") return in.vd;
    if (field == "Mod0" || field == "Mod1") return in.mod;
    if (field == "AddrMod") return in.addr_mod;
    if (field == "Imm10" || field == "Imm12" || field == "Imm16") return in.imm;
    ADD_FAILURE() << "unknown field " << field;
    return 0;
}

TEST(SfpuVectors, EveryPrintedWordDecodesToItsFieldsAndBack) {
    long words = 0;
    for (const auto& folder : golden::folders())
        for (const auto& path : tvec_files(folder))
            for (const conformance::Case& it : conformance::read_tvec(path).cases)
                for (const conformance::Line& line : it.lines) {
                    if (!line.token[0].starts_with("op")) continue;
                    for (const arch::Arch* arch : arch::all()) {
                        const std::string_view tag = conformance::tag_of(*arch);
                        if (!it.on(tag) || (line.token[0] != "op" && line.token[0] != fmt::format("op.{}", tag)))
                            continue;
                        const int column = arch->sfpu.isa_column;
                        const auto word = static_cast<std::uint32_t>(std::stoul(line.token[1], nullptr, 16));
                        const sfpu::Instr in = sfpu::decode(word, column);
                        ASSERT_EQ(sfpu::row_of(in.op).name, line.token[2]) << path << ":" << line.number;
                        for (std::size_t i = 3; i < line.token.size(); ++i)
                            ASSERT_EQ(decoded(in, line.token[i].substr(0, line.token[i].find('='))),
                                      printed(line.token[i]))
                                << path << ":" << line.number << " " << line.token[i];
                        ASSERT_EQ(sfpu::encode(in, column), word) << path << ":" << line.number;
                        ++words;
                    }
                }
    EXPECT_GT(words, 300);
}

}  // namespace
}  // namespace tessera
