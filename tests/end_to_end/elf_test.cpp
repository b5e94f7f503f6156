// tessera elf: programs linked elsewhere, from the command line (spec/design.md 8.1).
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class ElfCommand : public Command {
  protected:
    void link(const std::string& name, const std::string& assembly) {
        std::ofstream(scratch.path() / (name + ".S")) << assembly;
        const std::string line =
            "cd '" + scratch.path().string() +
            "' && riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 -nostdlib -Wl,-Ttext=0x6000 -o " + name + ".elf " +
            name + ".S";
        ASSERT_EQ(std::system(line.c_str()), 0);
    }
};

// Writes and waits are done in the order in which they are given; the last wait ends the run, whoever polls on.
TEST_F(ElfCommand, WaitsBetweenWrites) {
    link("server",
         ".globl _start\n_start:\n  li a0, 0x21000\n1: lw a1, 0(a0)\n  beqz a1, 1b\n  sw zero, 0(a0)\n"
         "  lw a2, 4(a0)\n  add a2, a2, a1\n  sw a2, 4(a0)\n  j 1b\n");
    const Outcome served = run({"elf", "brisc=server.elf", "--write", "0x21000=5,0", "--wait", "0x21004=5", "--write",
                                "0x21000=7", "--wait", "0x21004=12", "--read", "0x21000+8"});
    expect_good(served);
    EXPECT_THAT(served.out, HasSubstr("0,0:0x21000\n00000000 0000000c\n"));
    const Outcome never = run({"elf", "brisc=server.elf", "--write", "0x21000=5,0", "--wait", "0x21004=6"});
    EXPECT_EQ(never.status, 1);
    EXPECT_THAT(never.err, HasSubstr("BRISC"));
    const Outcome held = run({"elf", "1,0:trisc1=server.elf", "--in-reset", "1,0:trisc1", "--wait", "1,0:0x21004=6"});
    EXPECT_THAT(held.err, AllOf(HasSubstr("every program has ended or is in reset"),
                                HasSubstr("the host waits for 1,0:0x21004 to become 0x6; it is 0x0")));
    expect_refused(run({"elf", "brisc=server.elf", "--wait", "0x21004"}), {"expected ADDRESS=WORD"});
    expect_refused(run({"elf", "brisc=server.elf", "--in-reset", "trisc1"}), {"TRISC1", "has no program"});
}

TEST_F(ElfCommand, WritesRunsAndReads) {
    link("double",
         ".globl _start\n_start:\n  li a0, 0x21000\n  lw a1, 0(a0)\n  add a1, a1, a1\n  sw a1, 4(a0)\n1: j 1b\n");
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
