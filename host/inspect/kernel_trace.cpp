#include "host/inspect/kernel_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "host/compile/compile.hpp"
#include "host/compile/toolchain.hpp"
#include "host/inspect/function_wrapper.hpp"
#include "sim/abi/tensix_op.hpp"
#include "sim/core/replay.hpp"
#include "sim/fault/fault.hpp"
#include "sim/riscv/hart.hpp"
#include "sim/riscv/source_names.hpp"
#include "sim/sfpu/isa.hpp"

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

class MathCore final : public riscv::Coprocessor {
  public:
    MathCore(const TraceRequest& request, std::shared_ptr<const riscv::Program> program)
        : request_(request),
          arch_(*request.arch),
          places_(program, request.path),
          hart_(arch_.riscv, abi::Risc::t1, program, this),
          l1_("L1", 0, static_cast<std::uint32_t>(arch_.l1.bytes.count())) {
        if (const auto top = program->symbol("__stack_top")) hart_.set_reg(2, *top);
    }

    KernelTrace run() {
        try {
            while (!finished_) {
                const riscv::Pause pause = hart_.run(request_.max_cycles);
                pc_ = pause.pc;
                serve(pause);
            }
        } catch (Fault& fault) {
            if (fault.where().file.empty()) fault.set_where(places_.where(pc_));
            throw;
        }
        return std::move(trace_);
    }

  private:
    std::uint32_t vector(std::uint32_t op, std::uint32_t a, std::uint32_t b, bool literal, std::uint32_t pc,
                         Cycle now) override {
        pc_ = pc;
        return recorder_.record(static_cast<abi::VectorOp>(op), a, b, literal, pc, now);
    }
    bool tensix(std::uint32_t word, std::uint32_t pc, Cycle now) override {
        return !replay_.recording() && record(word, pc, now, false);
    }
    bool record(std::uint32_t word, std::uint32_t pc, Cycle now, bool replayed) {
        if (sfpu::row_index[word >> 24] < 0) return false;
        recorder_.record_word(word, pc, now, replayed);
        return true;
    }

    void serve(const riscv::Pause& pause) {
        switch (pause.touch) {
            case riscv::Touch::limit:
                throw InputError(
                    fmt::format("{}: the kernel has not ended after {} cycles at {}: do its arguments "
                                "end the loop?",
                                request_.path, request_.max_cycles, places_.line(pause.pc)));
            case riscv::Touch::load: return hart_.finish_load(load(pause), arch_.riscv.l1_load_cycles.cycles());
            case riscv::Touch::store:
                if (pause.address == abi::tensix_fifo_base) return push(pause.value, true);
                l1_.store(pause.address, pause.bytes, pause.value);
                return hart_.finish_store(1);
            case riscv::Touch::tensix: return push(pause.tensix_word, false);
            case riscv::Touch::call: flush(); return call(pause.call);
        }
    }

    // Arguments as given; other memory that the kernel has not written holds small whole numbers.
    std::uint32_t load(const riscv::Pause& pause) {
        const std::uint32_t slot =
            arch_.l1.args_base + static_cast<std::uint32_t>(abi::Risc::t1) * arch_.l1.args_stride;
        if (pause.address >= slot && pause.address < slot + arch_.l1.args_stride) {
            const bool common = pause.address - slot >= abi::common_args_offset;
            const auto& args = common ? request_.common_args : request_.args;
            const std::uint32_t index = (pause.address - slot - (common ? abi::common_args_offset : 0)) / 4;
            if (index >= args.size())
                throw InputError(fmt::format("{}: the kernel reads {}runtime argument {}, but {} gives {} value(s)",
                                             places_.line(pause.pc), common ? "common " : "", index,
                                             common ? "--common-args" : "--args", args.size()));
            return args[index] >> (8 * (pause.address & 3));
        }
        if (pause.address == abi::wall_clock_base || pause.address == abi::wall_clock_base + 8)
            return pause.address == abi::wall_clock_base ? static_cast<std::uint32_t>(hart_.clock()) : 0;
        std::uint32_t value = 0;
        if (l1_.try_load(pause.address, pause.bytes, value)) return value;
        if (!l1_.contains(pause.address, pause.bytes)) l1_.load(pause.address, pause.bytes);  // its fault
        return pause.address / 4 % 61;
    }

    void push(std::uint32_t word, bool stored) {
        const bool replay = word >> 24 == abi::op_replay;
        bool recorded = false;
        if (replay) {
            replay_.start(word);
            for (const core::ReplayBuffer::Entry& entry : replay_.played()) execute(entry.word, entry.pc, true);
        } else if (!replay_.recording() || replay_.keep(word, pc_)) {
            recorded = execute(word, pc_, false);
        }
        const Cycle cost = recorded ? 0 : 1;
        stored ? hart_.finish_store(cost) : hart_.finish_tensix(cost);
    }

    // True when the recorder keeps it.
    bool execute(std::uint32_t word, std::uint32_t pc, bool replayed) {
        if (record(word, pc, hart_.clock(), replayed)) return true;
        flush();
        if (word >> 24 == abi::op_setc16) {
            const std::uint32_t value = abi::config_value.of(word);
            if (abi::config_register.of(word) == abi::config_math_offset) math_offset_ = value;
            if (abi::config_register.of(word) == abi::config_addr_mod_base) slot_base_ = (value & 1) != 0 ? 4 : 0;
        }
        return false;
    }

    void call(abi::Call call) {
        std::uint32_t result = 0;
        switch (call) {
            case abi::Call::exit: finished_ = true; return;
            case abi::Call::assert_failed:
                throw InputError(fmt::format("{}: ASSERT failed on generated data", places_.line(pc_)));
            case abi::Call::unsupported_compute:
                throw Fault(fault::Id::tensix_unsupported, "a function that tessera knows by name only");
            case abi::Call::datacopy_tile: new_tiles_.push_back(hart_.reg(10)); break;
            case abi::Call::tile_op: {
                const bool block = abi::tile_op(hart_.reg(10)) == abi::TileOp::matmul;
                const std::uint32_t shape = hart_.reg(16), tiles = block ? (shape >> 16) * (shape & 0xFFFF) : 1;
                for (std::uint32_t tile = 0; tile < tiles; ++tile) new_tiles_.push_back(hart_.reg(15) + tile);
                break;
            }
            case abi::Call::cb_pages_available:
            case abi::Call::cb_pages_reservable: result = 1; break;
            case abi::Call::cb_read_ptr:
            case abi::Call::cb_write_ptr:
            case abi::Call::cb_tile_address: result = arch_.l1.unreserved_base; break;
            case abi::Call::cb_interface: result = 4096; break;
            default: break;
        }
        hart_.finish_call(result, 1);
    }

    void flush() {
        if (recorder_.empty()) return;
        const std::uint64_t hash = recorder_.hash();
        sfpu::Recording recording = recorder_.take();
        const auto known = by_hash_.find(hash);
        const std::size_t listing = known != by_hash_.end() ? known->second : lower(hash, recording);
        Listing& entry = trace_.listings[listing];
        recorder_.resume(entry.program->exit);
        const Cycle scalar = recording.ops.back().at - recording.ops.front().at;
        entry.scalar_cycles = entry.runs == 0 ? scalar : std::min(entry.scalar_cycles, scalar);
        ++entry.runs;
        std::vector<std::string> lines;
        if (entry.runs == 1)
            for (const sfpu::Recorded& op : recording.ops) lines.push_back(places_.line(op.pc));
        trace_.segments.push_back({.listing = listing,
                                   .recording = std::move(recording),
                                   .line = std::move(lines),
                                   .math_offset = math_offset_,
                                   .slot_base = slot_base_,
                                   .new_tiles = std::move(new_tiles_)});
        new_tiles_.clear();
    }

    std::size_t lower(std::uint64_t hash, const sfpu::Recording& recording) {
        Listing entry;
        try {
            entry.program =
                std::make_shared<const sfpu::Program>(sfpu::lower(recording, arch_.sfpu, request_.lowering));
        } catch (sfpu::LoweringFault& fault) {
            if (!fault.pcs().empty()) fault.set_where(places_.where(fault.pcs().back()));
            throw;
        }
        for (const std::uint32_t origin : entry.program->origin)
            entry.line.push_back(places_.line(recording.ops[origin].pc));
        trace_.listings.push_back(std::move(entry));
        return by_hash_[hash] = trace_.listings.size() - 1;
    }

    const TraceRequest& request_;
    const arch::Arch& arch_;
    Places places_;
    riscv::Hart hart_;
    riscv::CheckedMemory l1_;
    sfpu::Recorder recorder_;
    core::ReplayBuffer replay_;
    std::map<std::uint64_t, std::size_t> by_hash_;
    std::vector<std::uint32_t> new_tiles_;
    std::uint32_t math_offset_ = 0, pc_ = 0;
    int slot_base_ = 0;
    bool finished_ = false;
    KernelTrace trace_;
};

// What the compiler says about the wrapper means the option, in one line; errors of the user's file stay as they are.
CompiledKernel compile_math(const CompileRequest& build, const TraceRequest& request) {
    try {
        return compile({&build, 1}).front();
    } catch (const InputError& error) {
        const std::string said = error.what();
        if (request.function.empty()) {
            if (said.find("neither kernel_main()") == std::string::npos) throw;
            throw InputError(fmt::format("{}; name one of its functions by --function", said));
        }
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
    CompileRequest build;
    build.source = request.path;
    build.risc = abi::Risc::t1;
    build.arch = request.arch;
    build.defines = request.defines;
    build.compile_args = request.compile_args;
    build.named_args.assign(request.named_args.begin(), request.named_args.end());
    build.fp32_dest_acc = request.fp32_dest_acc;
    // Formats matter to the other cores only; the headers ask that a buffer they name has one.
    for (auto& format : build.cb_formats) format = 0;
    if (!request.function.empty()) {
        std::error_code error;
        if (!request.path.empty() && !fs::is_regular_file(request.path, error))
            throw InputError(fmt::format("{}: no such file", request.path));
        build.text =
            function_wrapper(request.path.empty() ? "" : fs::canonical(request.path).string(), request.function);
        build.source = function_wrapper_name;
    }
    const CompiledKernel compiled = compile_math(build, request);
    KernelTrace trace = MathCore(request, riscv::load_program(compiled.elf)).run();
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
