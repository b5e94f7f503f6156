#include "host/compile/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <set>
#include <sstream>
#include <thread>

#include "host/compile/cache.hpp"
#include "host/compile/files.hpp"
#include "host/compile/hash.hpp"
#include "host/compile/lookups.hpp"
#include "host/compile/program.hpp"
#include "host/compile/toolchain.hpp"
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

// The compiler's words without the lines about our wrapper: the user sees the kernel's own lines.
std::string users_lines(const std::string& output, const fs::path& wrapper) {
    std::string kept;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);)
        if (line.find(wrapper.filename().string()) == std::string::npos && line.find("collect2:") == std::string::npos)
            kept += line + "\n";
    return kept;
}

// The compiler is asked for its parts by the first job that compiles, if there is one.
class ToolFiles {
  public:
    explicit ToolFiles(const Toolchain& tools) : tools_(tools) {}
    const std::vector<fs::path>& operator()() {
        std::call_once(asked_, [&] { files_ = tool_files(tools_); });
        return files_;
    }

  private:
    const Toolchain& tools_;
    std::once_flag asked_;
    std::vector<fs::path> files_;
};

class Job {
  public:
    Job(const CompileRequest& request, const Toolchain& tools, ToolFiles& tool_files, KernelCache& cache)
        : request_(request), tools_(tools), tool_files_(tool_files), cache_(cache) {
        if (request.tree == nullptr || !is_compute(request.risc)) {
            attempts_ = {request};
            return;
        }
        CompileRequest tree = request;
        tree.library_of_tree = true;
        if (!request.tree->first) attempts_.push_back(request);
        attempts_.push_back(tree);
    }

    CompiledKernel run() {
        const std::string script = linker_script(request_);
        Hash known;
        known.field(tools_.identity).field(script);
        for (const CompileRequest& attempt : attempts_) {
            known.field(wrapper_text(attempt));
            for (const std::string& word : command(tools_, attempt, "", "", "", "")) known.field(word);
        }
        const std::string name = known.hex();
        if (const auto found = cache_.find(name)) {
            // The room a core has may be another than it was (--set).
            check_size(request_, read_file(found->elf).value_or(""));
            return *found;
        }
        return build(name, script);
    }

  private:
    // What the attempts so far have read and looked for: those that failed decided that the next was made.
    struct Read {
        std::set<fs::path> sources, absent, present;
        bool complete = true, names_working_folder = false;
    };

    CompiledKernel build(const std::string& name, const std::string& script) {
        const fs::path script_file = cache_.path(name + ".ld");
        write_file(script_file, script);
        const fs::path elf = aside(cache_.path(name + ".elf")), rule = elf.string() + ".d";
        const auto begin = std::chrono::system_clock::now();
        Read read;
        std::string refusal;
        for (const CompileRequest& attempt : attempts_) {
            const fs::path wrapper = cache_.path(name + (attempt.library_of_tree ? ".tree.cpp" : ".cpp"));
            write_file(wrapper, wrapper_text(attempt));
            const ProcessResult result = attempt.library_of_tree
                                             ? run_with_tree(attempt, wrapper, script_file, rule, elf)
                                             : run(command(tools_, attempt, wrapper, script_file, rule, elf));
            note(read, dependencies(read_file(rule).value_or(""), wrapper), wrapper, attempt);
            std::error_code error;
            fs::remove(rule, error);
            if (result.status == 0) return finish(name, elf, made_from(read, attempt, begin));
            fs::remove(elf, error);
            // Of two refusals the first is about the library that the kernel was meant for.
            if (refusal.empty()) refusal = message(result, wrapper);
        }
        if (attempts_.size() > 1)
            refusal +=
                fmt::format("nor does it with the vector unit's functions of {}\n", request_.tree->root.string());
        throw fault::InputError(refusal);
    }

    static ProcessResult run(const std::vector<std::string>& line) { return run_process(line, {}, hidden_variables); }

    // The tree is for the vendor's compiler: what ours refuses of it is taken out between preprocessing and compiling.
    ProcessResult run_with_tree(const CompileRequest& attempt, const fs::path& wrapper, const fs::path& script,
                                const fs::path& rule, const fs::path& elf) const {
        const fs::path text = elf.string() + ".ii";
        ProcessResult result = run(preprocess_command(tools_, attempt, wrapper, rule, text));
        if (result.status == 0) {
            write_file(text, attempt.tree->acceptable(read_file(text).value_or("")));
            result = run(command(tools_, attempt, text, script, elf.string() + ".none", elf));
        }
        std::error_code error;
        fs::remove(text, error);
        fs::remove(elf.string() + ".none", error);
        return result;
    }

    CompiledKernel finish(const std::string& name, const fs::path& elf, const MadeFrom& made_from) {
        try {
            check_size(request_, read_file(elf).value_or(""));
        } catch (...) {
            std::error_code error;
            fs::remove(elf, error);
            throw;
        }
        return cache_.store(name, elf, made_from);
    }

    void note(Read& read, std::vector<fs::path> sources, const fs::path& wrapper, const CompileRequest& attempt) const {
        read.sources.insert(sources.begin(), sources.end());
        sources.push_back(wrapper);
        const Lookups found = lookups(sources, include_folders(tools_, attempt), shown_source(request_));
        read.absent.insert(found.absent.begin(), found.absent.end());
        read.present.insert(found.present.begin(), found.present.end());
        read.complete = read.complete && found.complete;
        read.names_working_folder = read.names_working_folder || found.names_working_folder;
    }

    MadeFrom made_from(const Read& read, const CompileRequest& attempt,
                       std::chrono::system_clock::time_point begin) const {
        // The compiler's own folders change with its packages only, which the dates of their files tell.
        const auto is_tool = [&](const fs::path& file) {
            return std::ranges::any_of(tools_.header_folders, [&](const std::string& folder) {
                return riscv::is_below(file.string(), folder);
            });
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

    std::string message(const ProcessResult& result, const fs::path& wrapper) const {
        if (result.status == -1) return fmt::format("cannot run the cross compiler {}", tools_.compiler);
        if (result.output.find(no_entry_message) != std::string::npos)
            return fmt::format("kernel {}: {}", request_.source.string(), no_entry_message);
        return fmt::format("kernel {} does not compile for {}:\n{}", request_.source.string(), risc_name(),
                           users_lines(result.output, wrapper));
    }

    std::string_view risc_name() const {
        static constexpr std::array<std::string_view, 5> names{"BRISC", "NCRISC", "TRISC0", "TRISC1", "TRISC2"};
        return names[static_cast<std::size_t>(request_.risc)];
    }

    const CompileRequest& request_;
    std::vector<CompileRequest> attempts_;
    const Toolchain& tools_;
    ToolFiles& tool_files_;
    KernelCache& cache_;
};

}  // namespace

std::uint32_t text_address(const arch::Arch& arch, abi::Risc risc) {
    std::uint32_t address = arch.l1.code_base;
    for (std::size_t earlier = 0; earlier < static_cast<std::size_t>(risc); ++earlier)
        address += static_cast<std::uint32_t>(arch.riscv.code_limit_bytes[earlier].count());
    return address;
}

std::vector<CompiledKernel> compile(std::span<const CompileRequest> requests) {
    const Toolchain tools = find_toolchain();
    ToolFiles files(tools);
    KernelCache cache;
    const std::shared_ptr<const VendorTree> tree = find_vendor_tree();
    std::vector<CompiledKernel> kernels(requests.size());
    std::vector<std::exception_ptr> failures(requests.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i; (i = next.fetch_add(1)) < requests.size();) {
            try {
                CompileRequest request = requests[i];
                request.tree = tree;
                kernels[i] = Job(request, tools, files, cache).run();
            } catch (...) {
                failures[i] = std::current_exception();
            }
        }
    };
    {
        const std::size_t threads =
            std::min<std::size_t>(requests.size(), std::max(1u, std::thread::hardware_concurrency()));
        std::vector<std::jthread> workers;
        for (std::size_t i = 0; i < threads; ++i) workers.emplace_back(work);
    }
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
    return kernels;
}

}  // namespace tessera::host
