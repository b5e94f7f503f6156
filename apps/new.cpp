// tessera new NAME: a folder with a program to start from. Its files are those of kernels/new and apps/new.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/cli.hpp"
#include "apps/help_job_file.hpp"
#include "host/compile/home.hpp"
#include "host/run/terminal.hpp"
#include "sim/views/text_file.hpp"
#include "sim/views/unfinished.hpp"

namespace tessera::apps {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct NewProject {
    std::string name;
    bool host = false, json = false;
};

bool is_plain(std::string_view name) {
    return !name.empty() && name.size() <= 64 && std::isalpha(static_cast<unsigned char>(name.front())) &&
           std::ranges::all_of(
               name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'; });
}

// A template's text with the name put in.
std::string named(std::string text, const std::string& name) {
    static constexpr std::string_view mark = "@NAME@";
    for (std::size_t at = 0; (at = text.find(mark, at)) != text.npos; at += name.size())
        text.replace(at, mark.size(), name);
    return text;
}

struct File {
    std::string name, text;
};

std::vector<File> files_of(const NewProject& project) {
    const fs::path tree = find_home().api.parent_path().parent_path();
    std::vector<File> out;
    const auto take = [&](const char* folder, const char* file, std::string as) {
        out.push_back({std::move(as), named(text_of_file(tree / folder / file), project.name)});
    };
    for (const char* kernel : {"reader.cpp", "compute.cpp", "writer.cpp"}) take("kernels/new", kernel, kernel);
    if (project.host) {
        for (const char* file : {"main.cpp", "CMakeLists.txt", "README.md"}) take("apps/new", file, file);
        return out;
    }
    take("kernels/new", "job.toml", project.name + ".toml");
    out.back().text.insert(0, "#:schema job.schema.json\n");
    out.push_back({"job.schema.json", job_file_schema()});
    for (const char* file : {"test", "README.md"}) take("kernels/new", file, file);
    return out;
}

void write_new(const fs::path& path, const std::string& text) {
    views::TextFile file(path.string(), false);
    file.text(text);
    file.finish();
    if (text.starts_with("#!"))
        fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                        fs::perm_options::add);
}

// All of them or none.
void make(const fs::path& folder, const std::vector<File>& files) {
    if (fs::exists(fs::symlink_status(folder)) || !fs::create_directory(folder))
        throw fault::InputError(
            fmt::format("new {}: it exists here; nothing is overwritten, choose another name", folder.string()));
    try {
        const views::Unfinished unfinished(folder);
        for (const File& file : files) write_new(folder / file.name, file.text);
    } catch (...) {
        std::error_code none;
        fs::remove_all(folder, none);
        throw;
    }
}

// Where find_package(tessera) looks: around an installed command, or the build tree.
std::string package_folder() {
    const fs::path folder = fs::canonical("/proc/self/exe").parent_path();
    return (folder.filename() == "bin" ? folder.parent_path() : folder).string();
}

std::vector<std::string> next_steps(const NewProject& project) {
    const std::string& name = project.name;
    if (!project.host) return {fmt::format("tessera run {0}/{0}.toml", name), fmt::format("{}/test", name)};
    return {fmt::format("cmake -S {0} -B {0}/build -DCMAKE_PREFIX_PATH={1}", name, package_folder()),
            fmt::format("cmake --build {}/build", name), fmt::format("tessera exec -- {}/build/host", name),
            fmt::format("ctest --test-dir {}/build", name)};
}

int run(const NewProject& project) {
    if (!is_plain(project.name))
        throw fault::InputError(fmt::format(
            "new `{}`: a name of letters, digits, _ and - is expected, a letter first, at most 64", project.name));
    const std::vector<File> files = files_of(project);
    make(project.name, files);
    std::vector<std::string> names;
    for (const File& file : files) names.push_back(file.name);
    const std::vector<std::string> steps = next_steps(project);
    if (project.json) {
        const ordered_json out = {{"schema_version", 1}, {"folder", project.name}, {"files", names}, {"next", steps}};
        fmt::print("{}\n", out.dump(2));
        return good;
    }
    const views::Screen screen = screen_of(stdout);
    show(views::labelled(project.name, fmt::format("{}", fmt::join(names, ", ")), project.name.size() + 2, screen));
    fmt::print("\n");
    for (const std::string& step : steps) fmt::print("    {}\n", step);
    return good;
}

}  // namespace

void add_new(CLI::App& app, CommandLine& line) {
    CLI::App* command = app.add_subcommand("new", "make a folder with kernels, a job file and a test to start from");
    if (!line.names(*command)) return;
    auto project = std::make_shared<NewProject>();
    command->add_option("name", project->name, "the folder, which must not exist")->type_name("NAME")->required();
    command->add_flag("--host", project->host, "a host program of the vendor's API in place of the job file");
    command->add_flag("--json", project->json, "print what was made as one JSON object");
    command->footer(
        "Examples:\n"
        "  tessera new mine && tessera run mine/mine.toml\n"
        "  tessera new mine --host\n"
        "The job file names its JSON schema, by which editors check and complete its keys.");
    command->callback([=, &line] { line.exit_code = run(*project); });
}

}  // namespace tessera::apps
