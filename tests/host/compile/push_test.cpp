// Pushes of instructions in the object code of a kernel: as many as its source has, with our headers and with the
// vendor's. g++ 12 repeats volatile stores behind a loop whose other stores it moves out.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "tests/host/compile/kernels.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::host {
namespace {

using namespace test;

// Three pushes, two of them in a loop that keeps two variables in memory.
constexpr const char* kernel = R"(
#include "compute_kernel_api/common.h"
#ifdef TRISC_MATH
uint32_t state = 0, sum = 0;
extern "C" __attribute__((noinline)) void pushes(uint32_t n, uint32_t v) {
    for (uint32_t i = 0; i < n; ++i) {
        state = 1 - state;
        TT_SETC16(1, state);
        TT_SETC16(2, i);
        sum += v;
    }
    TT_SETC16(3, v);
}
#endif
namespace NAMESPACE {
void MAIN { MATH((pushes(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1)))); }
}
)";

// Stores of words to the FIFO, whose address is in the register that was given its upper bits last.
int count_pushes(const std::string& disassembly, const std::string& function) {
    static const std::regex line(R"(^\s*[0-9a-f]+:\s+[0-9a-f]+\s+(\S+)\s*(\S*))"), store(R"((\w+),0\((\w+)\))");
    std::istringstream text(disassembly);
    std::set<std::string> fifo;
    bool inside = false;
    int count = 0;
    for (std::string row; std::getline(text, row);) {
        if (row.ends_with(">:")) inside = row.ends_with("<" + function + ">:");
        std::smatch parts, operands;
        if (!inside || !std::regex_search(row, parts, line)) continue;
        const std::string operation = parts[1], rest = parts[2], target = rest.substr(0, rest.find(','));
        if (operation == "lui" || operation == "li") {
            if (rest.ends_with(",0xffe40"))
                fifo.insert(target);
            else
                fifo.erase(target);
        } else if (operation == "mv") {
            fifo.contains(rest.substr(rest.find(',') + 1)) ? void(fifo.insert(target)) : void(fifo.erase(target));
        } else if (operation == "sw") {
            count += std::regex_match(rest, operands, store) && fifo.contains(operands[2]);
        } else if (operation[0] != 'b' && operation[0] != 's') {
            fifo.erase(target);
        }
    }
    return count;
}

TEST(Pushes, AreThoseOfTheSource) {
    for (const arch::Arch* arch : arch::all()) {
        CompileRequest r = request(abi::Risc::t1, kernel);
        r.arch = arch;
        EXPECT_EQ(count_pushes(disassembly(compile_one(r)), "pushes"), 3) << arch->name;
    }
}

TEST(Pushes, AreThoseOfTheSourceWithTheVendorsHeaders) {
    const fs::path tree = tessera::test::vendor_tree();
    if (!fs::exists(tree)) GTEST_SKIP() << "no tree of the vendor's beside the project";
    const Environment home("TT_METAL_HOME", tree.string()), level("TESSERA_LIBRARY", "vendor");
    for (const arch::Arch* arch : arch::all()) {
        CompileRequest r = request(abi::Risc::t1, kernel);
        r.arch = arch;
        EXPECT_EQ(count_pushes(disassembly(compile_one(r)), "pushes"), 3) << arch->name;
    }
}

}  // namespace
}  // namespace tessera::host
