// tessera: one file a subcommand; this one parses and turns every way of failing into a line and an exit code.
#include <fcntl.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <new>

#include "apps/cli.hpp"
#include "apps/help_format.hpp"
#include "apps/job_file_options.hpp"
#include "host/job/words.hpp"
#include "host/run/terminal.hpp"
#include "sim/fault/exit_code.hpp"
#include "sim/fault/killed.hpp"
#include "sim/views/unfinished.hpp"

namespace tessera::apps {

namespace {

// Names of the options or subcommands of `app`, as they are typed.
std::vector<std::string> known_words(const CLI::App& app, bool options) {
    std::vector<std::string> words;
    if (options)
        for (const CLI::Option* option : app.get_options())
            for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
    else
        for (const CLI::App* command : app.get_subcommands({})) words.push_back(command->get_name());
    return words;
}

// One line about what could not be parsed, with what may have been meant.
std::string parse_message(const CLI::App& app, const CLI::ParseError& error) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    const CLI::App* innermost = &app;
    std::string words = "tessera";
    while (!innermost->get_subcommands().empty()) {
        innermost = innermost->get_subcommands().front();
        words += fmt::format(" {}", innermost->get_name());
    }
    const CLI::App& command = *innermost;
    const std::string help = fmt::format("`{} --help`", words);
    const std::vector<std::string> left = command.remaining();
    if (left.empty()) return fmt::format("{}; see {}", error.what(), help);
    const std::string& word = left.front();
    if (word.starts_with('-')) {
        const std::string name = word.substr(0, word.find('='));
        const std::string meant = nearest(name, known_words(command, true));
        return fmt::format("unknown option {}{}; see {}", name,
                           meant.empty() ? "" : fmt::format(": did you mean `{}`?", meant), help);
    }
    if (chosen.empty())
        return fmt::format("unknown subcommand {}: {}; see {}", word, hint(word, known_words(app, false)), help);
    return fmt::format("unexpected word {}; see {}", word, help);
}

int run(int argc, char** argv) {
    CLI::App app{"tessera: runs and checks kernels of tile-based accelerators without the hardware"};
    app.set_version_flag("--version", "tessera " TESSERA_VERSION);
    app.formatter(std::make_shared<HelpFormatter>(screen_of(stdout)));
    app.require_subcommand(1);
    app.footer(
        "Example:\n"
        "  tessera rope --rows 32 --width 2048 --rotary-dim 256 --trace rope.json\n"
        "Exit codes: 0 good, 1 the simulated program or a check failed, 2 usage or input, 3 unsupported feature met,\n"
        "70 our bug. Results go to stdout, everything else to stderr.\n"
        "Environment: TT_METAL_HOME, a tree of the vendor's sources, supplies compute API and low-level kernels to\n"
        "kernels that name what tessera lacks; TESSERA_LIBRARY (or --library) vendor takes them from there for all,\n"
        "tessera for none.\n"
        "Kernels include from its folders, and from those of TESSERA_INCLUDE (or -I), separated by colons.\n"
        "Compiled kernels are kept in XDG_CACHE_HOME, TESSERA_CACHE_MEGABYTES of them (1024); the compiler may take\n"
        "TESSERA_COMPILE_SECONDS (120) and TESSERA_COMPILE_MEGABYTES of memory (2048).");
    CommandLine line{{argv + std::min(argc, 1), argv + argc}};
    try {
        add_operations(app, line);
        add_run(app, line);
        add_exec(app, line);
        add_elf(app, line);
        add_new(app, line);
        add_profile(app, line);
        add_merge(app, line);
        add_compare(app, line);
        add_conformance(app, line);
        add_accuracy(app, line);
        add_explain(app, line);
        add_list(app, line);
        add_help(app, line);
        app.parse(argc, argv);
        return line.exit_code;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        say(fmt::format("tessera: {}\n", parse_message(app, error)));
        return usage;
    } catch (const fault::Fault& fault) {
        say_fault(fault);
        say(fmt::format("  = more: tessera explain {}\n", fault::code(fault.id())));
        return fault::exit_code(fault);
    } catch (const fault::Killed& end) {
        say(fmt::format("tessera: {}\n", end.what()));
        return check_failed;
    } catch (const fault::InputError& error) {
        say(fmt::format("tessera: {}\n", error.what()));
        return usage;
    } catch (const std::filesystem::filesystem_error& error) {
        // What the file system refuses and nobody foresaw: the message names the file.
        say(fmt::format("tessera: {}\n", error.what()));
        return usage;
    } catch (const std::bad_alloc&) {
        say("tessera: not enough memory for this problem; choose smaller shapes\n");
        return usage;
    } catch (const std::exception& error) {
        if (std::ferror(stdout) != 0 || std::ferror(stderr) != 0) return usage;  // complete() says so
        say(fmt::format("tessera: internal error: {}; please report it with the command line\n", error.what()));
        return our_bug;
    }
}

// Results that did not all go out are none, whatever came of the run, and neither are those whose warnings did not.
int complete(int code) {
    const bool went_out = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (!went_out) say("tessera: stdout cannot be written, so the output is not complete; is there room for it?\n");
    const bool said_all = std::fflush(stderr) == 0 && std::ferror(stderr) == 0;
    return code == good && !(went_out && said_all) ? usage : code;
}

// A file that is opened must not take the number of a closed stream and get its text. What such a stream is told fails.
void open_closed_streams() {
    for (int stream = 0; stream <= 2; ++stream)
        if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", O_RDONLY);
}

// Ends as the signal would have, without files that are half written.
void end_by(int signal) {
    views::remove_unfinished();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void leave_nothing_when_interrupted() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(signal, end_by) == SIG_IGN) std::signal(signal, SIG_IGN);
}

}  // namespace
}  // namespace tessera::apps

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_DFL);
    tessera::apps::open_closed_streams();
    tessera::apps::leave_nothing_when_interrupted();
    return tessera::apps::complete(tessera::apps::run(argc, argv));
}
