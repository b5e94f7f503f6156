#include "host/run/view_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "sim/fault/fault.hpp"
#include "sim/views/output_file.hpp"
#include "sim/views/screen.hpp"

namespace tessera::host {

namespace fs = std::filesystem;

void check_outputs(const std::vector<OutputPath>& outputs, bool json, bool overwrite,
                   const std::vector<InputPath>& inputs) {
    std::vector<std::string> on_stdout;
    if (json) on_stdout.emplace_back("--json");
    const auto are_same = [](const std::string& a, const std::string& b) {
        std::error_code failed;
        return fs::weakly_canonical(fs::absolute(a)) == fs::weakly_canonical(fs::absolute(b)) ||
               fs::equivalent(a, b, failed);  // by other names
    };
    for (auto output = outputs.begin(); output != outputs.end(); ++output) {
        if (output->on_stdout()) {
            on_stdout.push_back(fmt::format("{} -", output->option));
            continue;
        }
        if (views::OutputFile::discards(output->path)) {
            views::OutputFile::check(output->path, overwrite);
            continue;
        }
        for (const InputPath& input : inputs)
            if (!input.path.empty() && are_same(input.path, output->path))
                throw fault::InputError(
                    fmt::format("{} would replace {}, which {} reads", output->option, output->path, input.option));
        for (auto other = outputs.begin(); other != output; ++other)
            if (!other->on_stdout() && are_same(other->path, output->path))
                throw fault::InputError(
                    fmt::format("{} and {} both name {}", other->option, output->option, output->path));
        if (output->kind != OutputPath::Kind::folder)
            views::OutputFile::check(output->path, overwrite || output->kind == OutputPath::Kind::state);
    }
    if (on_stdout.size() > 1)
        throw fault::InputError(fmt::format("only one of {} can have stdout", fmt::join(on_stdout, " and ")));
}

std::string ViewFileOptions::path(std::string_view view) const {
    const auto at = paths.find(view);
    return at == paths.end() ? "" : at->second;
}

std::vector<OutputPath> ViewFileOptions::outputs() const {
    std::vector<OutputPath> all;
    for (const views::FileViewRow& row : views::file_views())
        if (const std::string file = path(row.name); !file.empty())
            all.push_back({fmt::format("--{}", row.name), file});
    return all;
}

views::ChromeTraceOptions chrome_trace_options(const ViewFileOptions& options, const arch::Arch& arch) {
    views::ChromeTraceOptions out;
    out.real_time = options.trace_time == "real";
    if ((!options.trace_cores.empty() || !options.trace_window.empty()) && options.path("trace").empty())
        throw fault::InputError("--trace-cores and --trace-window choose from the trace; give --trace FILE as well");
    const auto number = [](std::string_view option, std::string_view whole, std::string_view text) {
        Cycle value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size())
            throw fault::InputError(fmt::format("{} {}: `{}` is not a whole number of 0 or more", option, whole, text));
        return value;
    };
    for (std::string_view rest = options.trace_cores; !rest.empty();) {
        const std::string_view one = rest.substr(0, rest.find(';'));
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
        const std::size_t comma = one.find(',');
        if (comma == one.npos)
            throw fault::InputError(
                fmt::format("--trace-cores {}: `{}` is not X,Y of a logical core", options.trace_cores, one));
        const Cycle x = number("--trace-cores", options.trace_cores, one.substr(0, comma)),
                    y = number("--trace-cores", options.trace_cores, one.substr(comma + 1));
        if (x >= static_cast<Cycle>(arch.grid.compute_width) || y >= static_cast<Cycle>(arch.grid.compute_height))
            throw fault::InputError(fmt::format("--trace-cores {}: {} has logical cores 0,0 to {},{}",
                                                options.trace_cores, arch.name, arch.grid.compute_width - 1,
                                                arch.grid.compute_height - 1));
        out.cores.push_back({static_cast<int>(x), static_cast<int>(y)});
    }
    if (const std::string_view window = options.trace_window; !window.empty()) {
        const std::size_t colon = window.find(':');
        if (colon == window.npos)
            throw fault::InputError(fmt::format("--trace-window {}: expected two cycles, A:B", window));
        if (colon != 0) out.from = number("--trace-window", window, window.substr(0, colon));
        if (colon + 1 != window.size()) out.to = number("--trace-window", window, window.substr(colon + 1));
        if (out.to <= out.from)
            throw fault::InputError(fmt::format("--trace-window {}: ends before it begins", window));
    }
    return out;
}

ViewFiles::ViewFiles(const ViewFileOptions& options, const arch::Arch& arch, const std::string& program) {
    const views::FileViewOptions how{
        chrome_trace_options(options, arch),
        options.profiler_columns == 13 ? views::LogColumns::thirteen : views::LogColumns::fifteen, program};
    for (const views::FileViewRow& row : views::file_views())
        if (const std::string path = options.path(row.name); !path.empty())
            files_.push_back({path, row.make(arch, how)});
}

std::vector<watch::Listener*> ViewFiles::listeners() {
    std::vector<watch::Listener*> all;
    for (const File& file : files_)
        for (watch::Listener* listener : file.view->listeners()) all.push_back(listener);
    return all;
}

void ViewFiles::write(views::ReportHeader header, bool overwrite, const std::set<std::string>& kernel_files) const {
    header.source = [&](const std::string& name) { return sources_.text(name, kernel_files); };
    for (const File& file : files_)
        for (const std::string& notice : file.view->write(file.path, header, overwrite))
            views::print_text(stderr, fmt::format("tessera: {}\n", notice));
}

}  // namespace tessera::host
