#include "host/inspect/kernel_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "host/compile/compile.hpp"
#include "host/compile/toolchain.hpp"
#include "host/device/device.hpp"
#include "host/inspect/function_wrapper.hpp"
#include "host/inspect/inspected_core.hpp"
#include "sim/core/machine/machine.hpp"
#include "sim/core/risc/access_judge.hpp"
#include "sim/core/risc/risc_agent.hpp"
#include "sim/fault/fault.hpp"
#include "sim/riscv/source_names.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;
using fault::Fault;
using fault::InputError;

// Names of places: the user's line; for a function of the library called from the wrapper, the library's.
class Places {
  public:
    Places(std::shared_ptr<const riscv::Program> program, std::string kernel)
        : program_(std::move(program)), kernel_(std::move(kernel)), tools_(find_toolchain()) {
        home_ = fs::canonical(tools_.api / "../..").string();
        vectors_ = {(tools_.api / "sfpi").lexically_normal().string(),
                    (tools_.api / "../abi").lexically_normal().string()};
    }

    fault::Where where(std::uint32_t pc) const {
        fault::Where at;
        at.risc = "TRISC1";
        auto frame = riscv::user_frame(*program_, pc, tools_.library_folders);
        const auto in_wrapper = [](const auto& f) { return f && f->file.ends_with(function_wrapper_name); };
        if (!frame || in_wrapper(frame)) frame = library_frame(pc);
        // Loads of the arguments and the store of the result belong to no line.
        if (in_wrapper(frame)) {
            at.file = "(call)";
        } else {
            at.file = shown(frame ? frame->file : "");
            at.line = frame ? frame->line : 0;
        }
        return at;
    }
    std::string line(std::uint32_t pc) const {
        const fault::Where at = where(pc);
        return at.line == 0 ? at.file : fmt::format("{}:{}", at.file, at.line);
    }

  private:
    // The innermost frame above the vector types, whose lines say nothing.
    std::optional<riscv::Frame> library_frame(std::uint32_t pc) const {
        for (riscv::Frame& frame : program_->lines->frames(pc))
            if (frame.file.starts_with('/') && std::none_of(vectors_.begin(), vectors_.end(), [&](const auto& folder) {
                    return riscv::is_below(frame.file, folder);
                }))
                return std::move(frame);
        return std::nullopt;
    }
    std::string shown(const std::string& file) const {
        if (file.empty()) return kernel_;
        if (riscv::is_below(file, home_ + "/sim/api")) return file.substr(home_.size() + 1);
        return riscv::shown_file(file, kernel_, home_, fs::current_path().string());
    }

    std::shared_ptr<const riscv::Program> program_;
    std::string kernel_;
    Toolchain tools_;
    std::string home_;
    std::vector<std::string> vectors_;
};

// What the machine tells of T1, as listings and segments.
class Collector final : public core::MathListener {
  public:
    explicit Collector(const Places& places) : places_(places) {}

    void tile_written(std::uint32_t dst_tile) override {
        if (std::find(new_tiles_.begin(), new_tiles_.end(), dst_tile) == new_tiles_.end())
            new_tiles_.push_back(dst_tile);
    }

    void taken(const core::VectorSegment& segment) override {
        const auto [known, is_new] = listing_of_.try_emplace(segment.program.get(), trace.listings.size());
        if (is_new) list(segment);
        Listing& entry = trace.listings[known->second];
        const auto& ops = segment.recording.ops;
        const Cycle scalar = ops.back().at - ops.front().at, push = segment.pushes.repeated();
        entry.scalar_cycles = is_new ? scalar : std::min(entry.scalar_cycles, scalar);
        // The first run finds its code elsewhere than the others do.
        entry.push_cycles = entry.runs < 2 ? push : std::min(entry.push_cycles, push);
        entry.fits_cache = entry.runs < 2 ? segment.pushes.fits : entry.fits_cache || segment.pushes.fits;
        ++entry.runs;
        std::vector<std::string> lines;
        if (is_new)
            for (const sfpu::Recorded& op : ops) lines.push_back(places_.line(op.pc));
        trace.segments.push_back({.listing = known->second,
                                  .recording = segment.recording,
                                  .line = std::move(lines),
                                  .math_offset = segment.math_offset,
                                  .slot_base = segment.slot_base,
                                  .new_tiles = std::move(new_tiles_)});
        new_tiles_.clear();
    }

    KernelTrace trace;

  private:
    void list(const core::VectorSegment& segment) {
        Listing entry;
        entry.program = segment.program;
        entry.first_fetch_cycles = segment.pushes.needed - segment.pushes.repeated();
        for (const std::uint32_t origin : segment.program->origin)
            entry.line.push_back(places_.line(segment.recording.ops[origin].pc));
        trace.listings.push_back(std::move(entry));
    }

    const Places& places_;
    std::map<const sfpu::Program*, std::size_t> listing_of_;
    std::vector<std::uint32_t> new_tiles_;
};

// What the user can mend in a line, and a fault by the names that the listing has for places.
[[noreturn]] void explain(const TraceRequest& request, const Places& places, std::uint32_t pc) {
    try {
        throw;
    } catch (const core::MissingArgument& missing) {
        throw InputError(fmt::format("{}: the kernel reads {}runtime argument {}, but {} gives {} value(s)",
                                     places.line(pc), missing.common ? "common " : "", missing.index,
                                     missing.common ? "--common-args" : "--args", missing.set));
    } catch (sfpu::LoweringFault& fault) {
        if (!fault.pcs().empty()) pc = fault.pcs().back();
        fault.set_where(places.where(pc));
        throw;
    } catch (Fault& fault) {
        if (fault.id() == fault::Id::cycle_limit)
            throw InputError(
                fmt::format("{}: the kernel has not ended after {} cycles at {}: do its arguments end the loop?",
                            request.path, request.max_cycles, places.line(pc)));
        if (fault.id() == fault::Id::kernel_assert)
            throw InputError(fmt::format("{}: ASSERT failed on generated data", places.line(pc)));
        fault::Where where = places.where(pc);
        if (fault.where().line != 0 && !fault.where().file.ends_with(function_wrapper_name)) {
            where.file = fault.where().file;
            where.line = fault.where().line;
        }
        fault.set_where(std::move(where));
        throw;
    }
}

KernelTrace run_alone(const TraceRequest& request, const std::string& source,
                      const std::shared_ptr<const riscv::Program>& program) {
    const Places places(program, request.path);
    Collector collector(places);
    core::Machine machine(*request.arch);
    core::Core& core = machine.core(0);
    core.begin_program({.fp32_dest_acc = request.fp32_dest_acc}, 0, 0);
    fill_memory(core, request);
    core::Options options;
    name_places(options);
    options.lowering = request.lowering;
    options.t1_alone = true;
    options.math = &collector;
    options.max_cycles = request.max_cycles;
    machine.begin(std::move(options));
    try {
        machine.run({{.core = 0, .risc = abi::Risc::t1, .program = program, .name = source}});
    } catch (const Fault&) {
        explain(request, places, machine.risc(0, static_cast<int>(abi::Risc::t1))->hart().pc());
    }
    return std::move(collector.trace);
}

// Whether the compiler found an error elsewhere than in the wrapper.
bool blames_a_file(std::string_view said) {
    const std::string mark = fmt::format("{}:", function_wrapper_name);
    while (!said.empty()) {
        const std::string_view line = said.substr(0, said.find('\n'));
        said.remove_prefix(std::min(said.size(), line.size() + 1));
        if (line.find(": error: ") != line.npos && !line.starts_with(mark)) return true;
    }
    return false;
}

// What the compiler says about the wrapper means the option, in one line; errors of the user's file stay as they are,
// and may be why the wrapper finds nothing.
CompiledKernel compile_math(const CompileRequest& build, const TraceRequest& request) {
    try {
        return compile({&build, 1}).front();
    } catch (const InputError& error) {
        const std::string said = error.what();
        if (request.function.empty()) {
            if (said.find("neither kernel_main()") == std::string::npos) throw;
            throw InputError(fmt::format("{}; name one of its functions by --function", said));
        }
        if (blames_a_file(said)) throw;
        if (said.find(function_not_found) != std::string::npos)
            throw InputError(
                fmt::format("--function {}: {} has no such function of at most three vFloat, vInt or vUInt",
                            request.function, request.path.empty() ? "the kernel library" : request.path));
        const std::string mark = fmt::format("{}:", function_wrapper_name);
        const std::size_t first = said.find(": error: ");
        const std::size_t line = first == std::string::npos ? first : said.rfind('\n', first);
        if (line == std::string::npos || said.compare(line + 1, mark.size(), mark) != 0) throw;
        const std::size_t begin = first + std::string_view(": error: ").size();
        throw InputError(
            fmt::format("--function {}: {}", request.function, said.substr(begin, said.find('\n', begin) - begin)));
    }
}

}  // namespace

KernelTrace trace_kernel(const TraceRequest& request) {
    CompileRequest build = build_of(request, abi::Risc::t1);
    if (!request.function.empty()) {
        std::error_code error;
        if (!request.path.empty() && !fs::is_regular_file(request.path, error))
            throw InputError(fmt::format("{}: no such file", request.path));
        build.text =
            function_wrapper(request.path.empty() ? "" : fs::canonical(request.path).string(), request.function);
        build.source = function_wrapper_name;
    }
    const CompiledKernel compiled = compile_math(build, request);
    KernelTrace trace = run_alone(request, build.source.string(), riscv::load_program(compiled.elf));
    if (trace.listings.empty() && !request.may_be_empty)
        throw InputError(fmt::format(
            "{}: T1 recorded no vector instruction{}", request.path,
            request.function.empty()
                ? request.args.empty() ? "; name one of its functions by --function, or give --args that make it work"
                                       : "; do these --args give it work to do?"
                : ""));
    return trace;
}

}  // namespace tessera::host
