// Programs linked elsewhere run on bare cores (spec/design.md 8.1): loaded where their segments say, ended by a jump to
// themselves, judged by faults.
#include <gmock/gmock.h>

#include <cstring>

#include "host/elf/elf_image.hpp"
#include "host/elf/elf_words.hpp"
#include "sim/fault/fault.hpp"
#include "tests/sim/riscv/cross.hpp"

namespace tessera::host {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

// A text at 0x6000; `counter` is initialised in local memory, its first value lies at 0xa000 of L1.
class Elf : public testing::Test {
  protected:
    std::filesystem::path linked(const std::string& name, const std::string& body,
                                 const std::string& march = "rv32im") {
        riscv::cross::write(folder_.path() / (name + ".c"),
                            "volatile unsigned counter = 5;\n"
                            "#define AT(address) (*(volatile unsigned*)(address))\n"
                            "void work(void) {\n" +
                                body +
                                "}\n"
                                "__attribute__((section(\".init\"), naked)) void _start(void) {\n"
                                "  __asm__ volatile(\"li sp, 0xffb007f0\\n call work\\n 1: j 1b\");\n}\n");
        riscv::cross::write(folder_.path() / "elf.ld",
                            "ENTRY(_start)\nSECTIONS { . = 0x6000; .text : { *(.init) *(.text*) }\n"
                            "  .data 0xffb00000 : AT(0xa000) { *(.data*) *(.sdata*) }\n"
                            "  /DISCARD/ : { *(.eh_frame) *(.comment) *(.riscv.attributes) } }\n");
        const std::string command = "cd '" + folder_.path().string() + "' && riscv64-unknown-elf-gcc -march=" + march +
                                    " -mabi=ilp32 -O2 -g -ffreestanding "
                                    "-nostdlib -T elf.ld -o " +
                                    name + ".elf " + name + ".c 2>&1";
        if (std::system(command.c_str()) != 0) throw std::runtime_error("cross compiler failed: " + command);
        return folder_.path() / (name + ".elf");
    }

    static std::vector<std::uint32_t> words(const std::vector<std::uint8_t>& bytes) {
        std::vector<std::uint32_t> out(bytes.size() / 4);
        std::memcpy(out.data(), bytes.data(), bytes.size());
        return out;
    }

    test::TemporaryFolder folder_;
};

// On two cores at once, with a file of the host's bytes, and a bank of DRAM that nobody touches.
TEST_F(Elf, RunsUntilAllHaveEnded) {
    const auto file = linked("add", "AT(0x21004) = AT(0x21000) + counter++;\nAT(0x21008) = counter;\n");
    Device device(arch::wormhole_b0());
    ElfRequest request;
    request.programs = {{{{0, 0}, abi::Risc::b}, file}, {{{1, 0}, abi::Risc::t1}, file}};
    request.steps = {{memory_place("0x21000"), {7, 0, 0, 0}},
                     {memory_place("1,0:0x21000"), {9, 0, 0, 0}},
                     {memory_place("dram3:64"), {1, 2, 3, 4}}};
    request.reads = {{memory_place("0x21004"), 8},
                     {memory_place("1,0:0x21004"), 8},
                     {memory_place("dram3:64"), 4},
                     {memory_place("0xa000"), 4}};
    const ElfResult result = run_elf(device, request, {});
    EXPECT_GT(result.cycles, 0u);
    EXPECT_THAT(words(result.read[0]), ElementsAre(12, 6));
    EXPECT_THAT(words(result.read[1]), ElementsAre(14, 6));
    EXPECT_THAT(result.read[2], ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(words(result.read[3]), ElementsAre(5));
}

// One that waits for the other's word, on an address that a kernel would be refused.
TEST_F(Elf, TwoOfACoreMeetInL1) {
    const auto first = linked("first", "AT(0x9000) = 1;\n"), second = linked("second",
                                                                             "while (AT(0x9000) != 1);\n"
                                                                             "AT(0x9004) = 2;\n");
    Device device(arch::blackhole());
    ElfRequest request;
    request.programs = {{{{0, 0}, abi::Risc::nc}, first}, {{{0, 0}, abi::Risc::t2}, second}};
    request.steps = {{memory_place("0x9000"), {0, 0, 0, 0}}};
    request.reads = {{memory_place("0x9004"), 4}};
    core::Options options;
    options.races = false;
    EXPECT_THAT(words(run_elf(device, request, options).read[0]), ElementsAre(2));
}

// Code that a program writes runs: it stores an addition where it then jumps, changes its number, and jumps there
// again.
TEST_F(Elf, WhatIsWrittenIsFetched) {
    const auto writes = linked("writes",
                               "typedef unsigned (*Adds)(unsigned);\n"
                               "AT(0x30000) = 0x00550513;\n"  // addi a0, a0, 5
                               "AT(0x30004) = 0x00008067;\n"  // ret
                               "AT(0x21000) = ((Adds)0x30000)(100);\n"
                               "AT(0x30000) = 0x00750513;\n"
                               "AT(0x21004) = ((Adds)0x30000)(100);\n"
                               "((Adds)0x31000)(0);\n");
    Device device(arch::wormhole_b0());
    ElfRequest request;
    request.programs = {{{{0, 0}, abi::Risc::b}, writes}};
    request.steps = {{memory_place("0x31000"), {0x67, 0x80, 0, 0}}};
    request.reads = {{memory_place("0x21000"), 8}};
    EXPECT_THAT(words(run_elf(device, request, {}).read[0]), ElementsAre(105, 107));
    request.steps.clear();
    Device again(arch::wormhole_b0());
    EXPECT_THAT(
        [&] { run_elf(again, request, {}); },
        ThrowsMessage<fault::Fault>(AllOf(HasSubstr("fetched at 0x00031000"), HasSubstr("nobody has written"))));
}

// The host puts words in L1 and a RISC on the first of them, without a file; another program's text can be one's own.
TEST_F(Elf, ARiscBeginsAnywhereInL1) {
    const auto file = linked("shared", "AT(0x21000) = AT(0x21000) + 1;\n");
    ElfRequest request;
    request.programs = {{{{0, 0}, abi::Risc::b}, file}, elf_program("trisc1=@0x8000"), elf_program("ncrisc=@0x8000")};
    request.steps = {{memory_place("0x21000"), {0, 0, 0, 0}}, memory_write("0x8000=0x00021337,0x00032383,0x0000006f")};
    request.reads = {{memory_place("0x21000"), 4}};
    core::Options options;
    options.races = false;
    Device device(arch::wormhole_b0());
    EXPECT_THAT(words(run_elf(device, request, options).read[0]), ElementsAre(1));
    EXPECT_THAT([] { elf_program("brisc=@here"); }, ThrowsMessage<fault::InputError>(HasSubstr("no address in L1")));
    request.programs = {elf_program("brisc=@0x8002")};
    EXPECT_THAT([&] { run_elf(device, request, options); },
                ThrowsMessage<fault::InputError>(HasSubstr("multiples of 4")));
}

// No addition is lost, whoever comes between the load and the store of another's.
TEST_F(Elf, AtomicsOfSeveralCoresAddUp) {
    const auto adds =
        linked("adds", "for (int i = 0; i < 1000; ++i) __atomic_fetch_add(&AT(0x21000), 1, __ATOMIC_RELAXED);\n",
               "rv32ima_zba_zbb");
    ElfRequest request;
    for (const auto risc : {abi::Risc::b, abi::Risc::nc, abi::Risc::t0})
        request.programs.push_back({{{0, 0}, risc}, adds});
    request.steps = {{memory_place("0x21000"), {0, 0, 0, 0}}};
    request.reads = {{memory_place("0x21000"), 4}};
    Device device(arch::blackhole());
    EXPECT_THAT(words(run_elf(device, request, {}).read[0]), ElementsAre(3000));
    Device older(arch::wormhole_b0());
    EXPECT_THAT([&] { run_elf(older, request, {}); },
                ThrowsMessage<fault::Fault>(HasSubstr("which the cores of this chip do not have")));
}

// BRISC ends the reset of a compute RISC, waits for its word, and does both again: each time it begins anew, with its
// local memory as loaded. The host gives the word to start, and looks on.
TEST_F(Elf, BriscAndTheHostBootACore) {
    const auto boot = linked("boot",
                             "while (AT(0x21000) != 1);\n"
                             "for (unsigned round = 1; round <= 2; ++round) {\n"
                             "  AT(0xffb121b0) &= ~0x1000u;\n"
                             "  while (AT(0x21004) != round);\n"
                             "  AT(0xffb121b0) |= 0x1000u;\n"
                             "}\n"
                             "AT(0x2100c) = AT(0xffb121b0);\n"
                             "AT(0x21008) = 0xff;\n"
                             "while (1) AT(0x21000);\n");
    const auto booted = linked("booted", "AT(0x21010) = counter++;\nAT(0x21004) = AT(0x21004) + 1;\n");
    for (const arch::Arch* chip : {&arch::wormhole_b0(), &arch::blackhole()}) {
        Device device(*chip);
        ElfRequest request;
        request.programs = {{{{0, 0}, abi::Risc::b}, boot}, {{{0, 0}, abi::Risc::t0}, booted}};
        request.in_reset = {{{0, 0}, abi::Risc::t0}};
        request.steps = {memory_write("0x21000=0,0"), memory_wait("0x21000=0"), memory_write("0x21000=1"),
                         memory_wait("0x21008=0xff")};
        request.reads = {{memory_place("0x21004"), 4}, {memory_place("0x2100c"), 8}};
        const ElfResult result = run_elf(device, request, {});
        EXPECT_THAT(words(result.read[0]), ElementsAre(2)) << chip->name;
        EXPECT_THAT(words(result.read[1]), ElementsAre(0x47000, 5)) << chip->name << ": all but BRISC are held";
    }
}

// BRISC's words are taken by a thread that has no program, and what is wrong with one is BRISC's.
TEST_F(Elf, BriscPushesInstructions) {
    const auto pushes = [&](const char* word) {
        Device device(arch::wormhole_b0());
        ElfRequest request;
        request.programs = {
            {{{0, 0}, abi::Risc::b}, linked("pushes", std::string("AT(0xffe40000) = ") + word + ";\n")}};
        run_elf(device, request, {});
    };
    pushes("0x02000000");
    try {
        pushes("0xff000000");
        FAIL() << "0xff is no opcode";
    } catch (const fault::Fault& fault) {
        EXPECT_EQ(fault.where().risc, "BRISC");
        EXPECT_EQ(fault.where().line, 4);
    }
}

// Wormhole's configuration says where T0 begins; its program ends at 0x6040 or before.
TEST_F(Elf, AResetPcIsWhereOneBegins) {
    const auto boot = linked("pc",
                             "AT(0xffef0000 + 4 * 158) = AT(0x21000);\n"
                             "AT(0xffef0000 + 4 * 161) = 1;\n"
                             "AT(0xffb121b0) &= ~0x1000u;\n");
    const auto booted = linked("any", "AT(0x21004) = 7;\n");
    const auto run_at = [&](const char* pc) {
        Device device(arch::wormhole_b0());
        ElfRequest request;
        request.programs = {{{{0, 0}, abi::Risc::b}, boot}, {{{0, 0}, abi::Risc::t0}, booted}};
        request.in_reset = {{{0, 0}, abi::Risc::t0}};
        request.steps = {memory_write(std::string("0x21000=") + pc)};
        request.reads = {{memory_place("0x21004"), 4}};
        return words(run_elf(device, request, {}).read[0]);
    };
    EXPECT_THAT(run_at("0x6000"), ElementsAre(7));
    EXPECT_THAT([&] { run_at("0x5000"); },
                ThrowsMessage<fault::Fault>(HasSubstr("fetched at 0x00005000 of L1, where nobody has written one")));
}

TEST_F(Elf, WhatNeverComesIsAFault) {
    const auto text_with = [&](const std::filesystem::path& file) {
        Device device(arch::wormhole_b0());
        ElfRequest request;
        request.programs = {{{{0, 0}, abi::Risc::b}, file}};
        request.steps = {memory_write("0x21000=0"), memory_wait("0x21004=2")};
        try {
            run_elf(device, request, {});
        } catch (const fault::Fault& fault) {
            return fault.text();
        }
        return std::string();
    };
    constexpr auto host = "note: the host waits for 0,0:0x21004 to become 0x2; it is 0x0";
    EXPECT_THAT(text_with(linked("ends", "")), AllOf(HasSubstr("every program has ended"), HasSubstr(host)));
    EXPECT_THAT(text_with(linked("polls", "while (AT(0x21000) != 1);\n")),
                AllOf(HasSubstr("L1 word 0x21000"), HasSubstr(host)));
}

TEST_F(Elf, AnEbreakIsAFailedAssertion) {
    const auto file = linked("asserts", "__asm__ volatile(\"ebreak\");\n");
    Device device(arch::wormhole_b0());
    ElfRequest request;
    request.programs = {{{{0, 0}, abi::Risc::t1}, file}};
    try {
        run_elf(device, request, {});
        FAIL();
    } catch (const fault::Fault& fault) {
        EXPECT_EQ(fault.id(), fault::Id::kernel_assert);
        EXPECT_EQ(fault.where().line, 4);
    }
}

TEST_F(Elf, FaultsNameFileAndLine) {
    const auto file = linked("wrong", "AT(0x21004) = AT(0x21000);\n");
    Device device(arch::wormhole_b0());
    ElfRequest request;
    request.programs = {{{{0, 0}, abi::Risc::b}, file}};
    try {
        run_elf(device, request, {});
        FAIL() << "nobody has written what it loads";
    } catch (const fault::Fault& fault) {
        EXPECT_THAT(fault.text(), HasSubstr("BRISC"));
        EXPECT_THAT(fault.where().file, HasSubstr("wrong.c"));
        EXPECT_EQ(fault.where().line, 4);
    }
}

TEST_F(Elf, RefusesInALine) {
    const auto file = linked("good", "");
    const auto run = [](const ElfRequest& request) {
        Device device(arch::wormhole_b0());
        run_elf(device, request, {});
    };
    using fault::InputError;
    ElfRequest twice;
    twice.programs = {{{{0, 0}, abi::Risc::b}, file}, {{{0, 0}, abi::Risc::b}, file}};
    EXPECT_THROW(run(twice), InputError);
    EXPECT_THROW(run({}), InputError);
    EXPECT_THAT([] { elf_program("brisk=a.elf"); },
                ThrowsMessage<InputError>(HasSubstr("expected [X,Y:]RISC, as trisc1")));
    EXPECT_EQ(elf_program("1,2:NCRISC=a=b.elf").file, "a=b.elf");
    EXPECT_THAT(memory_write("010=0x10,10").bytes, ElementsAre(16, 0, 0, 0, 10, 0, 0, 0));
    EXPECT_EQ(memory_write("010=1").place.address, 10u);
    EXPECT_THAT([] { memory_write("0x10=1,,2"); }, ThrowsMessage<InputError>(HasSubstr("`` is no word of 32 bits")));
    EXPECT_THAT([] { memory_write("0x10=-1"); }, ThrowsMessage<InputError>(HasSubstr("`-1` is no word of 32 bits")));
    EXPECT_THAT([] { memory_wait("0x10"); }, ThrowsMessage<InputError>(HasSubstr("expected ADDRESS=WORD, as")));
    ElfRequest held;
    held.programs = {{{{0, 0}, abi::Risc::b}, file}};
    held.in_reset = {{{0, 0}, abi::Risc::t1}};
    EXPECT_THAT([&] { run(held); }, ThrowsMessage<InputError>(HasSubstr("is to be in reset and has no program")));
    EXPECT_THAT([] { memory_read("0x10"); }, ThrowsMessage<InputError>(HasSubstr("expected ADDRESS+BYTES")));
    ElfRequest beyond;
    beyond.programs = {{{{0, 0}, abi::Risc::b}, file}};
    beyond.reads = {{memory_place("0x100000000"), 4}};
    EXPECT_THROW(run(beyond), InputError);
    EXPECT_THAT([&] { l1_image(file, 0x6004); }, ThrowsMessage<InputError>(HasSubstr("leaves the L1 of 24580 bytes")));
    EXPECT_THAT([] { elf_program("trisc1="); }, ThrowsMessage<InputError>(HasSubstr("trisc1=: expected")));
    EXPECT_THAT([] { memory_place("dramx:1"); }, ThrowsMessage<InputError>(HasSubstr("dramx:1: expected an address")));
    EXPECT_THAT([&] { l1_image(folder_.path() / "good.c", 1024); },
                ThrowsMessage<InputError>(HasSubstr("has no table of what is loaded where")));
}

}  // namespace
}  // namespace tessera::host
