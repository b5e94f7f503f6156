#include "apps/dump.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "sim/fault/fault.hpp"

namespace tessera::apps {

using fault::InputError;

void add_dump_option(CLI::App& app, std::vector<std::string>& requests) {
    app.add_option("--dump", requests,
                   "show a circular buffer, Dst tile or LReg (cb0, dst0, lreg0; bits with .raw) as a kernel gets to a "
                   "line for the Nth time, or write it to OUT, .npy, .svg or .txt")
        ->type_name("WHAT@FILE:LINE[@X,Y[:RISC]][#N][=OUT]")
        ->allow_extra_args(false)
        ->group("Run");
}

void check_dump(const std::vector<std::string>& requests, const host::RunOptions& run) {
    if (requests.empty()) return;
    const host::Dump parsed(requests, {}, {});
    if (!run.gdb.empty()) throw InputError("--dump contradicts --gdb, which stops kernels where gdb says");
    if (run.blind_time) throw InputError("--dump contradicts --blind-time, which computes no values");
}

std::unique_ptr<host::Dump> dump_of(const std::vector<std::string>& requests, const host::DumpOptions& options,
                                    host::Progress& progress) {
    if (requests.empty()) return nullptr;
    return std::make_unique<host::Dump>(requests, options, [&progress](const std::string& lines) {
        progress.erase();
        say(lines);
    });
}

bool say_missed(const host::Dump* dump) {
    if (dump == nullptr) return true;
    const std::vector<std::string> missed = dump->missed();
    for (const std::string& line : missed) say(fmt::format("tessera: {}\n", line));
    return missed.empty();
}

}  // namespace tessera::apps
