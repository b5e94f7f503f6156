#include "host/compile/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <sstream>
#include <thread>

#include "host/compile/cache.hpp"
#include "host/compile/files.hpp"
#include "host/compile/hash.hpp"
#include "host/compile/lookups.hpp"
#include "host/compile/program.hpp"
#include "host/compile/toolchain.hpp"
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
        : request_(request), tools_(tools), tool_files_(tool_files), cache_(cache) {}

    CompiledKernel run() {
        const std::string text = wrapper_text(request_);
        const std::string script = linker_script(request_);
        const std::vector<std::string> plain = command(tools_, request_, "", "", "", "");
        Hash known;
        known.field(tools_.identity).field(text).field(script);
        for (const std::string& word : plain) known.field(word);
        const std::string name = known.hex();
        if (const auto found = cache_.find(name)) {
            // The room a core has may be another than it was (--set).
            check_size(request_, read_file(found->elf).value_or(""));
            return *found;
        }
        return build(name, text, script);
    }

  private:
    CompiledKernel build(const std::string& name, const std::string& text, const std::string& script) {
        const fs::path wrapper = cache_.path(name + ".cpp"), script_file = cache_.path(name + ".ld");
        write_file(wrapper, text);
        write_file(script_file, script);
        const fs::path elf = aside(cache_.path(name + ".elf")), rule = elf.string() + ".d";
        const auto begin = std::chrono::system_clock::now();
        const ProcessResult result =
            run_process(command(tools_, request_, wrapper, script_file, rule, elf), {}, hidden_variables);
        const std::vector<fs::path> sources = dependencies(read_file(rule).value_or(""), wrapper);
        std::error_code error;
        fs::remove(rule, error);
        if (result.status != 0) {
            fs::remove(elf, error);
            throw fault::InputError(message(result, wrapper));
        }
        try {
            check_size(request_, read_file(elf).value_or(""));
        } catch (...) {
            fs::remove(elf, error);
            throw;
        }
        return cache_.store(name, elf, made_from(sources, wrapper, begin));
    }

    MadeFrom made_from(const std::vector<fs::path>& sources, const fs::path& wrapper,
                       std::chrono::system_clock::time_point begin) const {
        std::vector<fs::path> read = sources;
        read.push_back(wrapper);
        const std::vector<fs::path> folders = include_folders(tools_, request_);
        Lookups found = lookups(read, folders, shown_source(request_));
        // The compiler's own folders change with its packages only, which the dates of their files tell.
        const auto is_tool = [&](const fs::path& file) {
            return std::ranges::any_of(tools_.header_folders, [&](const std::string& folder) {
                return riscv::is_below(file.string(), folder);
            });
        };
        std::vector<fs::path> tools = tool_files_(), own;
        for (const fs::path& source : sources) (is_tool(source) ? tools : own).push_back(source);
        std::erase_if(found.absent, is_tool);
        std::erase_if(found.present, is_tool);
        const auto changed = [&](const fs::path& file) { return changed_since(file, begin); };
        return {.sources = own,
                .tools = tools,
                .absent = found.absent,
                .present = found.present,
                .folder = found.names_working_folder ? fs::current_path() : fs::path(),
                .known = found.complete && std::ranges::none_of(sources, changed) &&
                         std::ranges::none_of(found.present, changed)};
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
    std::vector<CompiledKernel> kernels(requests.size());
    std::vector<std::exception_ptr> failures(requests.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i; (i = next.fetch_add(1)) < requests.size();) {
            try {
                kernels[i] = Job(requests[i], tools, files, cache).run();
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
