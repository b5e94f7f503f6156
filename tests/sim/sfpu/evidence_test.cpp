// What is called golden has a vector: the modifiers of the golden files' instructions against the table.
#include "sim/sfpu/evidence.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim/arch/arch.hpp"
#include "tests/support/paths.hpp"

namespace tessera::sfpu {
namespace {

namespace fs = std::filesystem;

struct Covered {
    std::array<std::array<Modifiers, 256>, 2> by_column{};  // and opcode
};

// Reads the words of the `op` lines, each for the architectures of its case.
void read(const fs::path& folder, Covered& covered) {
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".tvec") continue;
        std::ifstream in(entry.path());
        bool on[2] = {};
        for (std::string line; std::getline(in, line);) {
            std::istringstream tokens(line);
            std::string kind, first, second;
            tokens >> kind >> first >> second;
            if (kind == "case") {
                on[0] = second.find("wh") != std::string::npos;
                on[1] = second.find("bh") != std::string::npos;
            }
            if (!kind.starts_with("op")) continue;
            const auto word = static_cast<std::uint32_t>(std::stoul(first, nullptr, 16));
            for (std::size_t column = 0; column < 2; ++column) {
                const arch::Sfpu& sfpu = arch::all()[column]->sfpu;
                if (!on[column] || (kind != "op" && kind != (column == 0 ? "op.wh" : "op.bh"))) continue;
                const Instr instr = decode(word, sfpu.isa_column);
                auto& set = covered.by_column[column][static_cast<std::size_t>(instr.op)];
                set = static_cast<Modifiers>(set | 1u << instr.mod);
            }
        }
    }
}

Modifiers golden(const Row& row, int column) {
    Modifiers set = 0;
    for (int mod = 0; mod < 16; ++mod)
        if (evidence_of(row, column, mod) == Evidence::golden) set = static_cast<Modifiers>(set | 1u << mod);
    return set;
}

TEST(EvidenceTable, EveryModifierWithAVectorIsGolden) {
    Covered covered;
    read(TESSERA_SOURCE_DIR "/tests/data/sfpu", covered);
    for (const Row& row : rows)
        for (std::size_t column = 0; column < 2; ++column) {
            const Modifiers seen = covered.by_column[column][static_cast<std::size_t>(row.op)];
            EXPECT_EQ(seen & ~golden(row, static_cast<int>(column)), 0) << row.name << " column " << column;
        }
}

// The tree holds a part of the golden data; SFPCONFIG of an immediate is only in the rest.
TEST(EvidenceTable, EveryGoldenModifierHasAVector) {
    Covered covered;
    read(TESSERA_SOURCE_DIR "/tests/data/sfpu", covered);
    const char* shared = std::getenv("TESSERA_SHARED");
    const fs::path all = fs::path(shared ? shared : TESSERA_SOURCE_DIR "/../shared") / "vectors/sfpu";
    const bool whole = fs::exists(all);
    if (whole) read(all, covered);
    for (const Row& row : rows)
        for (std::size_t column = 0; column < 2; ++column) {
            const Modifiers seen = covered.by_column[column][static_cast<std::size_t>(row.op)];
            const Modifiers elsewhere = !whole && row.op == Op::config ? modifiers(1) : Modifiers{0};
            EXPECT_EQ(golden(row, static_cast<int>(column)) & ~seen & ~elsewhere, 0)
                << row.name << " column " << column;
        }
}

TEST(EvidenceTable, GoldenModifiersAreModelled) {
    for (const Row& row : rows)
        for (std::size_t column = 0; column < 2; ++column)
            EXPECT_EQ(golden(row, static_cast<int>(column)) & ~row.column[column].modelled, 0) << row.name;
}

}  // namespace
}  // namespace tessera::sfpu
