// tessera elf: programs linked elsewhere, from the command line (spec/design.md 8.1).
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using testing::HasSubstr;

class ElfCommand : public Command {};

TEST_F(ElfCommand, WritesRunsAndReads) {
    std::ofstream(scratch.path() / "double.S") << ".globl _start\n_start:\n  li a0, 0x21000\n  lw a1, 0(a0)\n"
                                                  "  add a1, a1, a1\n  sw a1, 4(a0)\n1: j 1b\n";
    const std::string folder = scratch.path().string();
    ASSERT_EQ(std::system(("cd '" + folder +
                           "' && riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 -nostdlib -Wl,-Ttext=0x6000 -o "
                           "double.elf double.S")
                              .c_str()),
              0);
    const Outcome text = run({"elf", "brisc=double.elf", "--write", "0x21000=21", "--read", "0x21000+8"});
    expect_good(text);
    EXPECT_THAT(text.out, HasSubstr("0,0:0x21000\n00000015 0000002a\n"));
    const Outcome json = run({"elf", "trisc2=double.elf", "--write", "0x21000=0x80", "--read", "0x21004+4", "--json"});
    expect_good(json);
    EXPECT_EQ(nlohmann::json::parse(json.out).at("read").at(0).at("words").at(0), 256);
    expect_good(run({"elf", "brisc=double.elf", "--write", "0x21000=1", "--read", "0x21004+4=out.bin"}));
    EXPECT_EQ(std::filesystem::file_size(scratch.path() / "out.bin"), 4u);
    expect_refused(run({"elf", "brisc=double.elf", "--write", "0x21000=1", "--read", "0x21004+4=out.bin"}),
                   {"out.bin", "exists"});
    EXPECT_THAT(run({"elf", "brisc=double.elf"}).err, HasSubstr("core (0,0) BRISC: load of 4 bytes at 0x00021000"));
    expect_refused(run({"elf", "brisc=double.S"}), {"double.S is not an ELF file"});
    expect_refused(run({"elf", "brisc=double.elf", "--write", "0x21000"}), {"expected ADDRESS=WORD"});
    expect_refused(run({"elf", "9,9:brisc=double.elf"}), {"core (9,9) is outside the compute grid of 8 x 7"});
}

}  // namespace
}  // namespace tessera::end_to_end
