#include "host/compile/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "host/compile/files.hpp"
#include "host/compile/folders.hpp"
#include "host/compile/hash.hpp"
#include "host/compile/lookups.hpp"
#include "host/compile/messages.hpp"
#include "host/compile/program.hpp"
#include "host/compile/statements.hpp"
#include "host/compile/vendor_tree.hpp"
#include "host/compile/wrapper.hpp"
#include "sim/fault/fault.hpp"
#include "sim/riscv/source_names.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

// The prerequisites of make's one rule: blank-separated, a blank within a name escaped, lines joined by backslashes.
std::vector<fs::path> dependencies(const std::string& rule, const fs::path& wrapper) {
    std::vector<fs::path> files;
    std::string word;
    const auto finish = [&] {
        if (!word.empty() && word != wrapper) files.emplace_back(word);
        word.clear();
    };
    const std::size_t colon = rule.find(": ");
    for (std::size_t i = colon == std::string::npos ? rule.size() : colon + 2; i < rule.size(); ++i) {
        const char c = rule[i];
        if (c == '\\' && i + 1 < rule.size() && rule[i + 1] != '\n') {
            word += rule[++i];
        } else if (c == '$' && i + 1 < rule.size() && rule[i + 1] == '$') {
            word += rule[++i];
        } else if (c == ' ' || c == '\n' || c == '\\') {
            finish();
        } else {
            word += c;
        }
    }
    finish();
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

// Removes files on the way out.
class Removed {
  public:
    explicit Removed(std::vector<fs::path> files) : files_(std::move(files)) {}
    ~Removed() {
        std::error_code ignored;
        for (const fs::path& file : files_) fs::remove(file, ignored);
    }
    Removed(const Removed&) = delete;
    Removed& operator=(const Removed&) = delete;

  private:
    std::vector<fs::path> files_;
};

std::string_view name_of(abi::Risc risc) {
    static constexpr std::array<std::string_view, 5> names{"BRISC", "NCRISC", "TRISC0", "TRISC1", "TRISC2"};
    return names[static_cast<std::size_t>(risc)];
}

}  // namespace

const std::vector<fs::path>& ToolFiles::operator()() {
    std::call_once(asked_, [&] { files_ = tool_files(tools_); });
    return files_;
}

Caches::Caches() : folder_(kept_folder()), kept_(folder_), kept_fails_(folder_.empty()) {
    if (folder_.empty()) say_no_cache("the folder for them among the temporary files is open to others");
}

KernelCache& Caches::scratch() {
    std::call_once(made_, [&] { scratch_.emplace(scratch_folder()); });
    return *scratch_;
}

std::optional<CompiledKernel> Caches::find(const std::string& name) {
    std::optional<CompiledKernel> found;
    if (!folder_.empty()) found = kept_.find(name);
    if (!found && has_scratch_folder()) found = scratch().find(name);
    return found;
}

CompiledKernel Caches::build_in(const std::function<CompiledKernel(KernelCache&)>& build) {
    if (!kept_fails_) {
        try {
            CompiledKernel kernel = build(kept_);
            stored_ = true;
            return kernel;
        } catch (const NotWritten& reason) {
            kept_fails_ = true;
            say_no_cache(reason.what());
        }
    }
    return build(scratch());
}

void Caches::tidy() const {
    if (stored_) evict(folder_);
}

Build::Build(const CompileRequest& request, const Toolchain& tools, ToolFiles& tool_files, Caches& caches)
    : request_(request), tools_(tools), tool_files_(tool_files), caches_(caches), limits_(compiler_limits()) {
    const bool has_tree = request.tree != nullptr && is_compute(request.risc);
    if (!has_tree || !(request.tree->for_all || request.library_of_tree)) attempts_.push_back(request);
    if (!has_tree) return;
    attempts_.push_back(request);
    attempts_.back().library_of_tree = true;
}

CompiledKernel Build::run() {
    const std::string script = linker_script(request_);
    Hash known;
    known.field(tools_.identity).field(script);
    for (const CompileRequest& attempt : attempts_) {
        known.field(wrapper_text(attempt));
        for (const std::string& word : command(tools_, attempt, "", "", "", "")) known.field(word);
    }
    const std::string name = known.hex();
    if (const auto found = caches_.find(name)) {
        // The room a core has may be another than it was (--set).
        check_size(request_, read_file(found->elf).value_or(""));
        return *found;
    }
    return caches_.build_in([&](KernelCache& cache) { return build(cache, name, script); });
}

CompiledKernel Build::build(KernelCache& cache, const std::string& name, const std::string& script) const {
    const fs::path script_file = cache.path(name + ".ld");
    write_file(script_file, script);
    const fs::path elf = aside(cache.path(name + ".elf")), rule = elf.string() + ".d";
    const Removed at_the_end({elf, rule});
    const auto begin = std::chrono::system_clock::now();
    Read read;
    std::string refusal;
    for (const CompileRequest& attempt : attempts_) {
        const fs::path wrapper = cache.path(name + (attempt.library_of_tree ? ".tree.cpp" : ".cpp"));
        write_file(wrapper, wrapper_text(attempt));
        const ProcessResult result = attempt.library_of_tree
                                         ? run_with_tree(attempt, wrapper, script_file, rule, elf)
                                         : compile(attempt, wrapper, wrapper, script_file, rule, elf);
        if (lacked_room(result)) throw NotWritten(fmt::format("no room in {}", wrapper.parent_path().string()));
        note(read, dependencies(read_file(rule).value_or(""), wrapper), wrapper, attempt);
        if (result.status == 0) {
            check_size(request_, read_file(elf).value_or(""));
            MadeFrom from = made_from(read, attempt, begin);
            from.warnings =
                users_warnings(result.output, [&](const std::string& file) { return is_users(file, wrapper); });
            return cache.store(name, elf, from);
        }
        // Of two refusals the first is about the library that the kernel was meant for.
        if (refusal.empty()) refusal = message(result, wrapper);
    }
    if (attempts_.size() > 1)
        refusal += fmt::format("nor does it with the library of {}\n", request_.tree->root.string());
    throw fault::InputError(refusal);
}

// The tree is for the vendor's compiler: what ours refuses of it is taken out between preprocessing and compiling.
ProcessResult Build::run_with_tree(const CompileRequest& attempt, const fs::path& wrapper, const fs::path& script,
                                   const fs::path& rule, const fs::path& elf) const {
    const fs::path text = elf.string() + ".ii", no_rule = elf.string() + ".none";
    const Removed at_the_end({text, no_rule});
    const ProcessResult result = run_compiler(part_command(tools_, attempt, "-E", wrapper, rule, text), limits_);
    if (result.status != 0) return result;
    write_file(text, attempt.tree->acceptable(read_file(text).value_or("")));
    return compile(attempt, text, wrapper, script, no_rule, elf);
}

ProcessResult Build::compile(const CompileRequest& attempt, const fs::path& source, const fs::path& wrapper,
                             const fs::path& script, const fs::path& rule, const fs::path& elf) const {
    if (!attempt.for_debugger) return run_compiler(command(tools_, attempt, source, script, rule, elf), limits_);
    const fs::path assembly = elf.string() + ".s", no_rule = elf.string() + ".no";
    const Removed at_the_end({assembly, no_rule});
    const ProcessResult compiled = run_compiler(part_command(tools_, attempt, "-S", source, rule, assembly), limits_);
    if (compiled.status != 0) return compiled;
    write_file(assembly, with_users_statements(read_file(assembly).value_or(""),
                                               [&](const std::string& file) { return is_users(file, wrapper); }));
    ProcessResult linked = run_compiler(command(tools_, attempt, assembly, script, no_rule, elf), limits_);
    linked.output = compiled.output + linked.output;
    return linked;
}

void Build::note(Read& read, std::vector<fs::path> sources, const fs::path& wrapper,
                 const CompileRequest& attempt) const {
    read.sources.insert(sources.begin(), sources.end());
    sources.push_back(wrapper);
    const Lookups found = lookups(sources, include_folders(tools_, attempt), shown_source(request_));
    read.absent.insert(found.absent.begin(), found.absent.end());
    read.present.insert(found.present.begin(), found.present.end());
    read.complete = read.complete && found.complete;
    read.names_working_folder = read.names_working_folder || found.names_working_folder;
}

MadeFrom Build::made_from(const Read& read, const CompileRequest& attempt,
                          std::chrono::system_clock::time_point begin) const {
    // The compiler's own folders change with its packages only, which the dates of their files tell.
    const auto is_tool = [&](const fs::path& file) {
        return std::ranges::any_of(tools_.header_folders,
                                   [&](const std::string& folder) { return riscv::is_below(file.string(), folder); });
    };
    const auto changed = [&](const fs::path& file) { return changed_since(file, begin); };
    MadeFrom from{.tools = tool_files_(),
                  .folder = read.names_working_folder ? fs::current_path() : fs::path(),
                  .library = attempt.library_of_tree ? attempt.tree->name(*attempt.arch) : "",
                  .known = read.complete && std::ranges::none_of(read.sources, changed)};
    for (const fs::path& source : read.sources) (is_tool(source) ? from.tools : from.sources).push_back(source);
    for (const fs::path& file : read.absent)
        if (!is_tool(file)) from.absent.push_back(file);
    for (const fs::path& file : read.present)
        if (!is_tool(file) && !read.sources.contains(file)) from.present.push_back(file);
    from.known = from.known && std::ranges::none_of(from.present, changed);
    return from;
}

bool Build::is_users(const std::string& file, const fs::path& wrapper) const {
    const auto below = [&](const fs::path& folder) {
        return riscv::is_below(fs::path(file).lexically_normal().string(), folder.lexically_normal().string());
    };
    if (file == wrapper.string() || below(tools_.forwarding)) return false;
    // Kernels may lie in the vendor's tree; its headers are the vendor's.
    if (request_.tree != nullptr && below(request_.tree->root) && fs::path(file).extension() != ".cpp") return false;
    return std::ranges::none_of(tools_.library_folders, below);
}

std::string Build::message(const ProcessResult& result, const fs::path& wrapper) const {
    if (result.status == -1) return fmt::format("cannot run the cross compiler {}", tools_.compiler);
    if (result.output.find(no_entry_message) != std::string::npos)
        return fmt::format("kernel {}: {}", request_.source.string(), no_entry_message);
    const std::string kernel = request_.source.string();
    if (const std::string bound = beyond_limits(result, limits_); !bound.empty())
        return fmt::format("kernel {} was not compiled for {}: {}", kernel, name_of(request_.risc), bound);
    return fmt::format("kernel {} does not compile for {}:\n{}", kernel, name_of(request_.risc),
                       users_lines(result.output, wrapper));
}

}  // namespace tessera::host
