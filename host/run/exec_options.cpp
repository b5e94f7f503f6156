#include "host/run/exec_options.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <fstream>
#include <iterator>

#include "host/debug/dump_request.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using views::PlainValue;

std::optional<std::string> text_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    return std::string{std::istreambuf_iterator<char>(in), {}};
}

void write_text(const fs::path& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary);
    out << text;
    if (!out.flush()) throw fault::InputError(fmt::format("{}: cannot be written", path.string()));
}

// Calls `visit(name, member)` for every option, so that reading and writing know the same ones.
template <class Options, class Visit>
void visit_options(Options& o, const Visit& visit) {
    visit("program", o.program);
    visit("arch", o.arch);
    visit("lowering", o.run.lowering);
    visit("profiler_overhead", o.run.profiler_overhead);
    visit("no_profiler", o.run.no_profiler);
    visit("strict", o.run.strict);
    visit("pedantic", o.run.pedantic);
    visit("faults", o.run.faults);
    visit("keep_going", o.run.keep_going);
    visit("races", o.run.races);
    visit("schedule", o.run.schedule);
    visit("delay", o.run.delay);
    visit("blind_time", o.run.blind_time);
    visit("first_nan", o.run.first_nan);
    visit("dprint", o.run.dprint);
    visit("gdb", o.run.gdb);
    visit("threads", o.run.threads);
    visit("max_cycles", o.run.max_cycles);
    visit("set", o.run.what_if.set);
    visit("board", o.run.what_if.board);
    visit("harvest", o.run.what_if.harvest);
    visit("overhead_given", o.overhead_given);
    visit("files", o.files.paths);
    visit("trace_cores", o.files.trace_cores);
    visit("trace_window", o.files.trace_window);
    visit("trace_time", o.files.trace_time);
    visit("profiler_columns", o.files.profiler_columns);
    visit("limits", o.limits);
    visit("profile", o.profile);
    visit("all", o.all);
    visit("quiet", o.quiet);
    visit("verbose", o.verbose);
    visit("force", o.force);
    visit("text", o.text);
    visit("json", o.json);
    visit("profile_json", o.profile_json);
    visit("csv", o.csv);
    visit("sarif", o.sarif);
    visit("junit", o.junit);
    visit("dump", o.dump);
}

}  // namespace

std::vector<OutputPath> ExecOptions::outputs() const {
    std::vector<OutputPath> paths = files.outputs();
    for (const OutputPath& one :
         {OutputPath{"-o", text}, OutputPath{"--json", json}, OutputPath{"--profile-json", profile_json},
          OutputPath{"--csv", csv}, OutputPath{"--sarif", sarif}, OutputPath{"--junit", junit}})
        if (!one.path.empty()) paths.push_back(one);
    for (const std::string& one : dump)
        if (const std::string file = parse_dump(one).out; !file.empty()) paths.push_back({"--dump", file});
    return paths;
}

void ExecOptions::make_paths_absolute() {
    const auto whole = [](std::string& path) {
        if (!path.empty() && path != "-") path = fs::absolute(path).string();
    };
    for (std::string* path : {&text, &json, &profile_json, &csv, &sarif, &junit}) whole(*path);
    for (auto& [view, path] : files.paths) whole(path);
    for (std::string& one : dump) one = with_absolute_out(one);
}

std::string to_json(const ExecOptions& options) {
    json out;
    visit_options(options, [&](const char* name, const auto& member) { out[name] = member; });
    return views::json_dump(out);
}

ExecOptions exec_options_from_json(const std::string& text) {
    ExecOptions options;
    const std::string lead = "options of `tessera exec`";
    const json in = views::parse_json<json>(text, lead);
    const PlainValue root(in, lead);
    visit_options(options, [&](const char* name, auto& member) { root.at(name).get_to(member); });
    return options;
}

void ExecFolder::write(const ExecOptions& options) const { write_text(path_ / "options", to_json(options)); }

ExecOptions ExecFolder::read() const {
    const std::optional<std::string> text = text_of(path_ / "options");
    try {
        if (text) return exec_options_from_json(*text);
    } catch (const fault::InputError&) {  // said below
    }
    throw fault::InputError(fmt::format("{}={}: no options of a `tessera exec` under way; leave the variable unset",
                                        exec_variable, path_.string()));
}

void ExecFolder::note_linked() const { write_text(path_ / "linked", ""); }
bool ExecFolder::linked() const { return fs::exists(path_ / "linked"); }

bool ExecFolder::take(int process) const {
    const int descriptor = ::open((path_ / "taken").c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        write_text(path_ / "more", "");
        return false;
    }
    ::close(descriptor);
    write_text(path_ / "taken", fmt::to_string(process));
    return true;
}

std::optional<int> ExecFolder::taker() const {
    const std::optional<std::string> text = text_of(path_ / "taken");
    int process = 0;
    if (!text || std::from_chars(text->data(), text->data() + text->size(), process).ec != std::errc{})
        return std::nullopt;
    return process;
}

bool ExecFolder::wanted_by_more() const { return fs::exists(path_ / "more"); }

void ExecFolder::write(const End& end) const {
    json races = json::array();
    for (const FoundRace& race : end.races) races.push_back({{"headline", race.headline}, {"lines", race.lines}});
    write_text(path_ / "end", views::json_dump(json{{"workloads", end.workloads},
                                                    {"error", end.error},
                                                    {"reads", end.reads},
                                                    {"races", races},
                                                    {"missed", end.missed},
                                                    {"fault", end.fault}}));
}

std::optional<ExecFolder::End> ExecFolder::end() const {
    const std::optional<std::string> text = text_of(path_ / "end");
    if (!text) return std::nullopt;
    try {
        const std::string lead = "end of `tessera exec`";
        const json in = views::parse_json<json>(*text, lead);
        const PlainValue root(in, lead);
        End end;
        root.at("workloads").get_to(end.workloads);
        root.at("error").get_to(end.error);
        root.at("reads").get_to(end.reads);
        root.at("missed").get_to(end.missed);
        root.at("fault").get_to(end.fault);
        root.at("races").each([&](const PlainValue& race) {
            FoundRace& found = end.races.emplace_back();
            race.at("headline").get_to(found.headline);
            race.at("lines").get_to(found.lines);
        });
        return end;
    } catch (const fault::InputError&) {  // the process died while it wrote this
        return std::nullopt;
    }
}

}  // namespace tessera::host
