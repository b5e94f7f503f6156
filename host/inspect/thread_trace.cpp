#include "host/inspect/thread_trace.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "host/compile/compile.hpp"
#include "host/device/device.hpp"
#include "host/inspect/inspected_core.hpp"
#include "sim/core/kernel.hpp"
#include "sim/core/machine/machine.hpp"
#include "sim/core/word_listener.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

constexpr std::array riscs{abi::Risc::t0, abi::Risc::t1, abi::Risc::t2};

class Steps final : public core::WordListener {
  public:
    explicit Steps(core::Core& core) : core_(core) {
        for (std::size_t t = 0; t < riscs.size(); ++t) traces_[t].risc = riscs[t];
    }
    void issued(const core::IssuedWord& word) override {
        const auto thread = static_cast<std::size_t>(word.thread);
        const auto& [call, line] = place(thread, word.pc);
        traces_[thread].steps.push_back({.word = word.word,
                                         .vector_instructions = word.vector_instructions,
                                         .pc = word.pc,
                                         .expanded = word.mop_pc != 0,
                                         .call = call,
                                         .line = line,
                                         .begin = word.begin,
                                         .waited = word.waited,
                                         .end = word.end});
    }
    std::vector<ThreadTrace> take() { return {traces_.begin(), traces_.end()}; }

  private:
    const std::pair<std::string, std::string>& place(std::size_t thread, std::uint32_t pc) {
        const auto [at, first] = places_[thread].try_emplace(pc);
        if (first) {
            const core::Kernel& kernel = *core_.kernels[static_cast<std::size_t>(riscs[thread])];
            at->second = {kernel.api_function(pc), kernel.position(pc)};
        }
        return at->second;
    }

    core::Core& core_;
    std::array<ThreadTrace, riscs.size()> traces_;
    std::array<std::map<std::uint32_t, std::pair<std::string, std::string>>, riscs.size()> places_;
};

}  // namespace

std::vector<ThreadTrace> trace_threads(const TraceRequest& request) {
    if (!request.function.empty()) return {};
    std::vector<CompileRequest> builds;
    for (const abi::Risc risc : riscs) builds.push_back(build_of(request, risc));
    const std::vector<CompiledKernel> compiled = compile(builds);

    core::Machine machine(*request.arch);
    core::Core& core = machine.core(0);
    core.begin_program({.fp32_dest_acc = request.fp32_dest_acc}, 0, 0);
    fill_memory(core, request);
    Steps steps(core);
    core::Options options;
    name_places(options);
    options.lowering = request.lowering;
    options.compute_alone = options.blind_time = true;
    options.races = false;
    options.words = &steps;
    options.max_cycles = request.max_cycles;
    machine.begin(std::move(options));
    std::vector<core::Launch> launches;
    for (std::size_t t = 0; t < riscs.size(); ++t)
        launches.push_back(
            {.core = 0, .risc = riscs[t], .program = riscv::load_program(compiled[t].elf), .name = request.path});
    machine.run(launches);
    return steps.take();
}

}  // namespace tessera::host
