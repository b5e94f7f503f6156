#include "host/plots/folder.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "host/compile/files.hpp"
#include "host/compile/process.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/output_file.hpp"

namespace tessera::accuracy {
namespace {

using fault::InputError;
namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text, bool overwrite) {
    views::OutputFile file(path, overwrite);
    file.write(text);
    file.commit();
}

void make(const fs::path& folder, const std::string& name) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) throw InputError(fmt::format("--plots {}: cannot be made: {}", name, failed.message()));
}

// gnuplot does not say when the disk is full, but its drawings then lack their ends.
std::string complete_drawing(const fs::path& path, std::string_view end) {
    std::string text = host::read_file(path).value_or("");
    if (text.find(end, text.size() - std::min<std::size_t>(text.size(), 32)) == std::string::npos)
        throw InputError(fmt::format("{}: gnuplot left it incomplete; is there room on the disk?", path.string()));
    return text;
}

// The SVG of a plot; PNG stays beside it. Empty where there is no gnuplot.
std::string draw(const fs::path& folder, const std::string& name) {
    const views::Unfinished svg(folder / (name + ".svg")), png(folder / (name + ".png"));
    const host::ProcessResult result = host::run_process({"gnuplot", name + ".gp"}, {.folder = folder});
    // A shell's code for a command that is not there is what a script may leave too.
    if (result.status == -1 || result.status == 127) return "";
    if (result.status != 0) {
        const std::string said = result.output.substr(0, result.output.find_last_not_of(" \n") + 1);
        throw InputError(fmt::format("{}: gnuplot failed: {}", (folder / (name + ".gp")).string(),
                                     said.substr(said.find_last_of('\n') + 1)));
    }
    complete_drawing(folder / (name + ".png"), "IEND");
    return complete_drawing(folder / (name + ".svg"), "</svg>");
}

}  // namespace

void check_folder(const std::string& name, std::span<const std::string> plots, bool overwrite) {
    const fs::path folder = name;
    if (fs::exists(folder) && !fs::is_directory(folder))
        throw InputError(fmt::format("--plots {}: is a file; name a folder", name));
    if (!fs::exists(folder)) {
        // Made and taken away again: whether it can be made shows in no other way.
        std::vector<fs::path> made;
        for (fs::path path = fs::absolute(folder); !fs::exists(path); path = path.parent_path()) made.push_back(path);
        make(folder, name);
        for (const fs::path& path : made) fs::remove(path);
        return;
    }
    for (const std::string& plot : plots)
        for (const char* kind : {"tsv", "gp", "svg", "png"})
            views::OutputFile::check(folder / fmt::format("{}.{}", plot, kind), overwrite);
    views::OutputFile::check(folder / "index.html", overwrite);
}

void write_folder(const std::string& name, std::span<const Plot> plots, bool overwrite,
                  const std::function<std::string(const Drawings&)>& page) {
    const fs::path folder = name;
    make(folder, name);
    for (const Plot& plot : plots) {
        write(folder / (plot.name + ".tsv"), plot.data, overwrite);
        write(folder / (plot.name + ".gp"), plot.script, overwrite);
    }
    Drawings drawings;
    for (const Plot& plot : plots) {
        std::string drawing = draw(folder, plot.name);
        if (drawing.empty()) {
            fmt::print(stderr,
                       "tessera: {}: no gnuplot, so there are data and scripts only; apt-get install gnuplot-nox, then "
                       "run them\n",
                       name);
            break;
        }
        drawings.emplace(plot.name, std::move(drawing));
    }
    write(folder / "index.html", page(drawings), overwrite);
}

}  // namespace tessera::accuracy
