// Device::run: from a Program to L1 contents and launches.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "host/compile/api_names.hpp"
#include "host/compile/compile.hpp"
#include "host/compile/toolchain.hpp"
#include "host/compile/unit_formats.hpp"
#include "host/compile/vendor_tree.hpp"
#include "host/device/device.hpp"
#include "host/device/kept_kernels.hpp"
#include "host/device/print_cores.hpp"
#include "host/device/thread_blocks.hpp"
#include "sim/fault/fault.hpp"
#include "sim/fault/policy.hpp"

namespace tessera::host {
namespace {

using fault::Fault;
using fault::Id;

MathFidelity fidelity(int phases) {
    switch (phases) {
        case 1: return MathFidelity::lofi;
        case 2: return MathFidelity::hifi2;
        case 3: return MathFidelity::hifi3;
        default: return MathFidelity::hifi4;
    }
}

// The formats of the circular buffers that any core of the kernel has; the kernel is compiled once for all of them.
CompileRequest::CbFormats formats_for(const Program& program, const KernelSpec& kernel) {
    auto formats = CompileRequest::not_configured();
    for (const CircularBufferSpec& buffer : program.circular_buffers())
        if (buffer.cores.intersects(kernel.cores))
            for (const auto& [index, view] : buffer.views) formats[index] = static_cast<std::uint8_t>(view.format);
    return formats;
}

core::ComputeMode mode_of(const Program& program, const CoreCoord& core) {
    for (const Program::Kernel& kernel : program.kernels())
        if (kernel.spec.compute && kernel.spec.cores.contains(core))
            return {.fp32_dest_acc = kernel.spec.compute->fp32_dest_acc, .full_sync = kernel.spec.compute->full_sync};
    return {};
}

// Releases of the host since 2025 refuse such a kernel; before, buffers that are packed could have other exponents.
std::optional<Fault> mixed_exponents(const Program& program, const KernelSpec& kernel) {
    const CompileRequest::CbFormats formats = formats_for(program, kernel);
    std::optional<std::size_t> of[2];  // the first buffer of a family
    for (std::size_t cb = 0; cb < formats.size(); ++cb) {
        if (formats[cb] == cb_not_configured) continue;
        const auto family = exponent_family_of(static_cast<tensix::DataFormat>(formats[cb]));
        if (family && !of[static_cast<std::size_t>(*family)]) of[static_cast<std::size_t>(*family)] = cb;
    }
    if (!of[0] || !of[1]) return std::nullopt;
    const auto name = [&](std::size_t cb) { return tensix::name(static_cast<tensix::DataFormat>(formats[cb])); };
    Fault fault(Id::mixed_exponents,
                fmt::format("exponents of 8 bits in cb {} ({}) and of 5 bits in cb {} ({}): the vendor's host refuses "
                            "the kernel",
                            *of[0], name(*of[0]), *of[1], name(*of[1])));
    fault::Where where;
    where.file = kernel.path;
    fault.set_where(where);
    return fault;
}

std::uint64_t remote_cbs_for(const Program& program, const KernelSpec& kernel) {
    std::uint64_t bits = 0;
    for (const CircularBufferSpec& buffer : program.circular_buffers())
        if (buffer.cores.intersects(kernel.cores))
            for (const auto& [index, bytes] : buffer.remote_page_bytes) bits |= std::uint64_t{1} << index;
    return bits;
}

std::vector<CoreCoord> all_cores(const Program& program) {
    std::vector<CoreCoord> cores;
    for (const Program::Kernel& kernel : program.kernels())
        for (const CoreRange& range : kernel.spec.cores)
            for (const CoreCoord& core : range)
                if (std::find(cores.begin(), cores.end(), core) == cores.end()) cores.push_back(core);
    return cores;
}

// A page that nobody hands on may be one whose call no thread carries out.
std::string idle_calls(const Program& program) {
    std::string notes;
    for (const Program::Kernel& kernel : program.kernels()) {
        if (!kernel.spec.compute) continue;
        std::string text = kernel.spec.text.value_or("");
        if (!kernel.spec.text) {
            std::ifstream in(kernel.spec.path, std::ios::binary);
            text.assign(std::istreambuf_iterator<char>(in), {});
        }
        const std::filesystem::path path(kernel.spec.path),
            near = path.lexically_proximate(std::filesystem::current_path());
        notes += notes_of_idle_calls(text, path.is_absolute() && *near.begin() != ".." ? near.string() : path.string());
    }
    return notes;
}

bool is_api_name(const std::string& name) {
    static const std::set<std::string> names = [] {
        std::set<std::string> all;
        for (ApiName& row : api_names())
            if (row.api == "compute" && row.kind == "function") all.insert(std::move(row.name));
        return all;
    }();
    return names.contains(name);
}

}  // namespace

void name_places(core::Options& options) {
    options.api_has = is_api_name;
    const Toolchain tools = find_toolchain();
    options.library_folders = tools.library_folders;
    for (const std::string& folder : vendor_header_folders()) options.library_folders.push_back(folder);
    options.home_folder = tools.api.parent_path().parent_path().string();
    options.working_folder = std::filesystem::current_path().string();
}

void Device::check_indices(const CircularBufferSpec& spec) const {
    const std::uint32_t count = arch().tensix.circular_buffers;
    std::uint32_t highest = spec.views.empty() ? 0 : spec.views.rbegin()->first;
    if (!spec.remote_page_bytes.empty()) highest = std::max(highest, spec.remote_page_bytes.rbegin()->first);
    if (highest >= count)
        throw fault::InputError(
            fmt::format("circular buffer {}: indices are 0 to {} on {}", highest, count - 1, arch().name));
}

void Device::check_cores(const Program& program) const {
    const CoreCoord grid = compute_grid();
    const auto check = [&](const CoreRangeSet& cores, const std::string& what) {
        for (const CoreRange& range : cores) {
            const CoreCoord& last = range.end_coord;
            if (last.x < grid.x && last.y < grid.y) continue;
            throw fault::InputError(
                fmt::format("{} on core ({},{}), outside the compute grid of {} x {} cores: the last is ({},{})", what,
                            last.x, last.y, grid.x, grid.y, grid.x - 1, grid.y - 1));
        }
    };
    for (const Program::Kernel& kernel : program.kernels())
        check(kernel.spec.cores, fmt::format("kernel {}", kernel.spec.path));
    for (std::size_t id = 0; id < program.semaphores().size(); ++id)
        check(program.semaphores()[id].cores, fmt::format("semaphore {}", id));
}

// Circular buffers lie at the same address on all cores of their spec: behind the highest that any of them has.
void Device::lay_out_l1(const Program& program) {
    const auto top = static_cast<std::uint32_t>(allocator(BufferType::l1).lowest_used());
    const std::uint32_t base = arch().l1.unreserved_base;
    std::map<CoreCoord, std::uint32_t> next;
    std::map<CoreCoord, std::vector<core::Owner>> rings;
    for (const CoreCoord& c : all_cores(program)) {
        next[c] = base;
        machine_.core(machine_.core_index(static_cast<int>(c.x), static_cast<int>(c.y)))
            .begin_program(mode_of(program, c), base, top);
    }
    for (const HostBytes& given : host_bytes_) machine_.core(given.core).l1.mark(given.address, given.bytes, true);
    for (const CircularBufferSpec& spec : program.circular_buffers()) {
        std::uint32_t address = base;
        for (auto& [core, end] : next)
            if (spec.cores.contains(core)) address = std::max(address, end);
        // What a DRAM page is read into must be aligned as DRAM is.
        address = round_up(address, static_cast<std::uint32_t>(arch().dram.alignment_bytes.count()));
        if (spec.fixed_address) address = *spec.fixed_address;
        for (auto& [coord, end] : next) {
            if (!spec.cores.contains(coord)) continue;
            if (!spec.fixed_address) {
                end = address + spec.total_bytes;
                if (end > top)
                    throw Fault(
                        Id::l1_overflow,
                        fmt::format("circular buffers end at 0x{:x} on core ({},{}), but L1 is free only up to 0x{:x}",
                                    end, coord.x, coord.y, top));
            }
            core::Core& core = machine_.core(machine_.core_index(static_cast<int>(coord.x), static_cast<int>(coord.y)));
            for (const auto& [index, view] : spec.views) {
                tensix::CircularBuffer& cb = core.cbs[index];
                cb.configured = true;
                cb.index = static_cast<int>(index);
                cb.base = cb.read_ptr = cb.write_ptr = address;
                cb.page_bytes = view.page_bytes;
                cb.pages = spec.total_bytes / view.page_bytes;
                cb.configured_pages = std::max(spec.total_bytes, spec.remote_bytes) / view.page_bytes;
                cb.on_buffer = spec.fixed_address.has_value();
                cb.tile_bytes = static_cast<std::uint32_t>(tensix::tile_bytes(view.format));
                cb.format = static_cast<int>(view.format);
                for (const Program::Kernel& kernel : program.kernels())
                    if (kernel.spec.compute && kernel.spec.cores.contains(coord))
                        cb.unpack_to_dst = kernel.spec.compute->unpack_to_dst[index];
            }
            if (spec.remote_bytes != 0)
                rings[coord].push_back({address, address + spec.remote_bytes, "a ring between cores"});
            for (const auto& [index, page_bytes] : spec.remote_page_bytes) {
                core.l1.store(arch().l1.remote_cb_base + 8 * index, 4, spec.remote_config);
                core.l1.store(arch().l1.remote_cb_base + 8 * index + 4, 4, page_bytes);
            }
        }
    }
    for (const auto& [coord, end] : next) {
        core::Core& core = machine_.core(machine_.core_index(static_cast<int>(coord.x), static_cast<int>(coord.y)));
        name_owners(core);
        for (const core::Owner& ring : rings[coord]) core.owners.add(ring);
    }
    for (std::size_t id = 0; id < program.semaphores().size(); ++id)
        for (const CoreRange& range : program.semaphores()[id].cores)
            for (const CoreCoord& c : range)
                machine_.core(machine_.core_index(static_cast<int>(c.x), static_cast<int>(c.y)))
                    .l1.store(arch().l1.semaphore_base + 16 * static_cast<std::uint32_t>(id), 4,
                              program.semaphores()[id].initial);
}

// Buffers first, since circular buffers may lie on them, and their pages are the buffer's then.
void Device::name_owners(core::Core& core) const {
    for (const watch::BufferPlace& place : machine_.l1_buffers().places())
        core.owners.add({static_cast<std::uint32_t>(place.begin), static_cast<std::uint32_t>(place.end), place.name()});
    for (const HostBytes& given : host_bytes_)
        if (given.core == core.index)
            core.owners.add({given.address, given.address + given.bytes, "what the host wrote there"});
    for (const tensix::CircularBuffer& cb : core.cbs)
        if (cb.configured)
            core.owners.add({cb.base, cb.limit(), fmt::format("cb {}", cb.index), cb.on_buffer ? -1 : cb.index});
}

RunResult Device::run(const Program& program, core::Options options) {
    const fault::Policy policy = options.faults;
    try {
        return launch(program, std::move(options));
    } catch (fault::Fault& fault) {
        if (fault.id() == Id::deadlock) fault.notes += idle_calls(program);
        fault::note_unheeded(fault, policy);
        throw;
    }
}

RunResult Device::launch(const Program& program, core::Options options) {
    if (program.kernels().empty()) throw fault::InputError("a program without kernels");
    check_cores(program);
    for (const CircularBufferSpec& spec : program.circular_buffers()) check_indices(spec);
    name_places(options);
    choose_print_cores(options);

    // One request per kernel and RISC, in the order of the kernels.
    std::vector<CompileRequest> requests;
    std::vector<std::size_t> owner;
    for (std::size_t k = 0; k < program.kernels().size(); ++k) {
        const KernelSpec& spec = program.kernels()[k].spec;
        CompileRequest request;
        request.source = spec.path;
        request.text = spec.text.value_or("");
        request.arch = &arch();
        request.defines = spec.defines;
        request.compile_args = spec.compile_args;
        request.optimisation = spec.optimisation;
        request.for_debugger = options.debugger != nullptr;
        request.named_args.assign(spec.named_compile_args.begin(), spec.named_compile_args.end());
        request.bindings = spec.bindings;
        request.include_dirs = spec.include_dirs;
        request.cb_formats = formats_for(program, spec);
        request.remote_cbs = remote_cbs_for(program, spec);
        if (spec.compute)
            for (std::size_t cb = 0; cb < spec.compute->unpack_to_dst.size(); ++cb)
                if (spec.compute->unpack_to_dst[cb]) request.cbs_to_dst |= std::uint64_t{1} << cb;
        if (spec.data_movement) {
            request.risc = spec.data_movement->risc;
            request.noc = spec.data_movement->noc;
            requests.push_back(request);
            owner.push_back(k);
            continue;
        }
        request.math_fidelity = fidelity(spec.compute->fidelity_phases);
        request.fp32_dest_acc = spec.compute->fp32_dest_acc;
        request.dst_full_sync = spec.compute->full_sync;
        request.approx = spec.compute->approx;
        request.bfp8_pack_precise = spec.compute->bfp8_pack_precise;
        request.fp16_by_fp32 = spec.compute->fp16_by_fp32;
        for (const abi::Risc risc : {abi::Risc::t0, abi::Risc::t1, abi::Risc::t2}) {
            request.risc = risc;
            requests.push_back(request);
            owner.push_back(k);
        }
    }
    const std::vector<CompiledKernel>& compiled = kept_kernels_->compiled(requests);
    for (const CompiledKernel& kernel : compiled)
        for (const std::filesystem::path& source : kernel.sources) kernel_files_.insert(source.string());

    has_run_ = true;
    lay_out_l1(program);
    machine_.begin(options);
    for (const Program::Kernel& kernel : program.kernels())
        if (const auto mixed = kernel.spec.compute ? mixed_exponents(program, kernel.spec) : std::nullopt)
            machine_.raise(*mixed, fault::Severity::warning);
    std::vector<core::Launch> launches;
    std::string library;
    for (const CompiledKernel& kernel : compiled)
        if (!kernel.library.empty()) library = kernel.library;
    for (std::size_t i = 0; i < compiled.size(); ++i) {
        const Program::Kernel& kernel = program.kernels()[owner[i]];
        const auto loaded = load(compiled[i]);
        for (const CoreRange& range : kernel.spec.cores)
            for (const CoreCoord& coord : range) {
                core::Launch launch;
                launch.core = machine_.core_index(static_cast<int>(coord.x), static_cast<int>(coord.y));
                launch.risc = requests[i].risc;
                launch.program = loaded;
                launch.name = kernel.spec.path;
                launch.noc = requests[i].noc;
                const auto args = kernel.args.find(coord);
                launch.words = kernel.spec.compile_args;
                launch.words.insert(launch.words.end(), kernel.common_args.begin(), kernel.common_args.end());
                if (args != kernel.args.end())
                    launch.words.insert(launch.words.end(), args->second.begin(), args->second.end());
                machine_.core(launch.core)
                    .place_args(launch.risc,
                                args == kernel.args.end() ? std::span<const std::uint32_t>{} : args->second,
                                kernel.common_args);
                launches.push_back(std::move(launch));
            }
    }
    return {machine_.run(launches), library};
}

std::shared_ptr<const riscv::Program> Device::load(const CompiledKernel& kernel) {
    auto& slot = loaded_[kernel.key];
    if (!slot) slot = riscv::load_program(kernel.elf);
    return slot;
}

}  // namespace tessera::host
