#include "host/compile/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "host/compile/files.hpp"
#include "host/compile/folders.hpp"
#include "host/compile/hash.hpp"
#include "host/compile/messages.hpp"
#include "host/compile/program.hpp"
#include "host/compile/statements.hpp"
#include "host/compile/unrolls.hpp"
#include "host/compile/vendor_tree.hpp"
#include "host/compile/wrapper.hpp"
#include "sim/fault/fault.hpp"
#include "sim/riscv/source_names.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

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

Build::Build(const CompileRequest& request, ToolFiles& tools, Caches& caches)
    : request_(request), tool_files_(tools), tools_(tools.toolchain()), caches_(caches), limits_(compiler_limits()) {
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
    ReadFiles read;  // of the attempts together: one that fails decides that the next is made
    std::string refusal;
    for (const CompileRequest& attempt : attempts_) {
        const fs::path wrapper = cache.path(name + (attempt.library_of_tree ? ".tree.cpp" : ".cpp"));
        write_file(wrapper, wrapper_text(attempt));
        ProcessResult result;
        if (!attempt.library_of_tree) result = compile(attempt, wrapper, wrapper, script_file, rule, elf);
        if (attempt.library_of_tree || refuses_an_unroll(result.output))
            result = compile_rewritten(attempt, wrapper, script_file, rule, elf);
        if (lacked_room(result)) throw NotWritten(fmt::format("no room in {}", cache.path("").string()));
        read.note(prerequisites(read_file(rule).value_or("")), wrapper, include_folders(tools_, attempt),
                  shown_source(request_));
        if (result.status == 0) {
            check_size(request_, read_file(elf).value_or(""));
            MadeFrom from = read.made_from(tool_files_, begin);
            if (attempt.library_of_tree) from.library = attempt.tree->name(*attempt.arch);
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

// Taken out between preprocessing and compiling.
ProcessResult Build::compile_rewritten(const CompileRequest& attempt, const fs::path& wrapper, const fs::path& script,
                                       const fs::path& rule, const fs::path& elf) const {
    const fs::path text = elf.string() + ".ii", no_rule = elf.string() + ".none";
    const Removed at_the_end({text, no_rule});
    const ProcessResult result = run_compiler(part_command(tools_, attempt, "-E", wrapper, rule, text), limits_);
    if (result.status != 0) return result;
    const std::string rewritten = without_named_unrolls(read_file(text).value_or(""));
    write_file(text, attempt.library_of_tree ? attempt.tree->acceptable(rewritten) : rewritten);
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
