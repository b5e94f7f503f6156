// tessera elf: programs that others have linked, on bare cores.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstring>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/cli.hpp"
#include "apps/run_options.hpp"
#include "host/elf/elf_words.hpp"
#include "host/run/terminal.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::apps {
namespace {

using fault::InputError;

struct ElfCommand {
    Common common;
    RunOptions run;
    std::vector<std::string> programs, in_reset, writes, waits, reads;
    std::vector<bool> waits_next;  // of writes and waits, as they are given
    bool fp32_dest_acc = false, force = false;
};

struct Read {
    MemoryRead what;
    std::string file;  // or empty: its words are printed
};

// ADDRESS+BYTES, or ADDRESS+BYTES=FILE.
Read read_of(const std::string& text) {
    const std::size_t equals = text.find('=');
    return {memory_read(text.substr(0, equals)), equals == text.npos ? "" : text.substr(equals + 1)};
}

std::vector<std::uint32_t> words(const std::vector<std::uint8_t>& bytes) {
    std::vector<std::uint32_t> out((bytes.size() + 3) / 4);
    if (!bytes.empty()) std::memcpy(out.data(), bytes.data(), bytes.size());
    return out;
}

std::string shown(const std::vector<std::uint8_t>& bytes) {
    constexpr std::size_t of_a_line = 6;
    std::string out;
    std::size_t at = 0;
    for (const std::uint32_t word : words(bytes))
        out += fmt::format("{}{:08x}", at == 0 ? "" : at % of_a_line == 0 ? "\n" : " ", word), ++at;
    return out;
}

int run(const ElfCommand& given) {
    if (given.run.first_nan)
        throw InputError("--first-nan follows values of the kernel API's tiles; `tessera elf` has none");
    const WhatIf changed = what_if(chosen_arch(given.common), given.run.what_if);
    ElfRequest request;
    for (const std::string& text : given.programs) request.programs.push_back(elf_program(text));
    for (const std::string& text : given.in_reset) request.in_reset.push_back(risc_place(text));
    auto write = given.writes.begin(), wait = given.waits.begin();
    for (const bool waits : given.waits_next)
        request.steps.push_back(waits ? memory_wait(*wait++) : memory_write(*write++));
    std::vector<Read> reads;
    std::vector<OutputPath> files;
    for (const std::string& text : given.reads) {
        reads.push_back(read_of(text));
        request.reads.push_back(reads.back().what);
        if (!reads.back().file.empty()) files.push_back({"--read", reads.back().file});
    }
    request.fp32_dest_acc = given.fp32_dest_acc;
    check_outputs(files, false, given.force);
    core::Options options = core_options(given.run);
    options.seed = static_cast<std::uint64_t>(given.common.seed);
    options.warned = [](const fault::Fault& warning) { say_fault(warning, fault::Severity::warning); };
    options.passed = [](const fault::Fault& error) { say_fault(error); };
    Device device(changed.arch);
    const ElfResult result = run_elf(device, request, std::move(options));

    const views::Screen screen = screen_of(stdout);
    nlohmann::ordered_json report{{"schema_version", 1}, {"arch", changed.arch.name}, {"cycles", result.cycles}};
    add_to(report, changed.changes);
    report["read"] = nlohmann::ordered_json::array();
    std::string text = to_text(changed.changes, screen) +
                       views::labelled("time",
                                       fmt::format("{} cycles = {:.2f} us at {:.2f} GHz", result.cycles,
                                                   static_cast<double>(result.cycles) / changed.arch.clock_ghz / 1000,
                                                   changed.arch.clock_ghz.value),
                                       views::label_width, screen);
    for (std::size_t i = 0; i < reads.size(); ++i) {
        const std::string place = reads[i].what.place.text();
        if (!reads[i].file.empty()) {
            std::ofstream out(reads[i].file, std::ios::binary);
            out.write(reinterpret_cast<const char*>(result.read[i].data()),
                      static_cast<std::streamsize>(result.read[i].size()));
            if (!out.flush()) throw InputError(fmt::format("--read: {}: cannot be written", reads[i].file));
            continue;
        }
        report["read"].push_back({{"place", place}, {"words", words(result.read[i])}});
        text += fmt::format("{}\n{}\n", place, shown(result.read[i]));
    }
    if (given.common.json)
        show(views::json_dump(report, 2) + "\n");
    else if (!given.common.quiet)
        show(text);
    return good;
}

}  // namespace

void add_elf(CLI::App& app, CommandLine& line) {
    CLI::App* command = app.add_subcommand("elf", "run programs that others have linked, on bare cores");
    if (!line.names(*command)) return;
    auto given = std::make_shared<ElfCommand>();
    command
        ->add_option("program", given->programs,
                     "[X,Y:]RISC=FILE: an ELF file for brisc, ncrisc or trisc0 to trisc2; =@ADDRESS: what lies in L1 "
                     "from there on")
        ->required()
        ->type_name("RISC=FILE ...");
    command
        ->add_option("--in-reset", given->in_reset, "RISCs that others start, by the register that holds them in reset")
        ->type_name("[X,Y:]RISC ...")
        ->group("Host");
    const CLI::Option* write =
        command
            ->add_option("--write", given->writes,
                         "[X,Y:|dramN:]ADDRESS=WORD,WORD... or =@FILE, its bytes: before the start, or after the "
                         "--wait in front of it")
            ->type_name("WHAT ...")
            ->group("Host");
    const CLI::Option* wait =
        command
            ->add_option("--wait", given->waits,
                         "[X,Y:]ADDRESS=WORD: until the word of L1 has that value; the last one ends the run")
            ->type_name("WHAT ...")
            ->group("Host");
    command
        ->add_option("--read", given->reads,
                     "at the end: [X,Y:|dramN:]ADDRESS+BYTES, printed as words, or =FILE behind it, to a file")
        ->type_name("WHAT ...")
        ->group("Host");
    command->add_flag("--fp32-dest-acc", given->fp32_dest_acc, "Dst has 32 bits until a program configures it")
        ->group("Host");
    command->add_flag("--force", given->force, "overwrite existing output files")->group("Host");
    add_common(*command, given->common);
    add_run_options(*command, given->run);
    command->footer(
        "A program ends where it jumps to itself; the run ends with the last, or with the last --wait.\n"
        "Examples:\n"
        "  tessera elf trisc0=unpack.elf trisc1=math.elf trisc2=pack.elf \\\n"
        "    --write 0x21000=@tiles.bin --read 0x1ffb8+12 --read 0x25000+2048=out.bin\n"
        "  tessera elf brisc=boot.elf trisc1=math.elf --in-reset trisc1 \\\n"
        "    --wait 0x1ffcc=1 --write 0x1ffc4=3 --wait 0x1ffbc=0xff");
    command->callback([given, command, write, wait, &line] {
        for (const CLI::Option* option : command->parse_order())
            if (option == write || option == wait) given->waits_next.push_back(option == wait);
        line.exit_code = run(*given);
    });
}

}  // namespace tessera::apps
