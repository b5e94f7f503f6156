// Kernels to ELF files: one RISC-V program per kernel and core, compiled in parallel and cached (design.md 7).
//
// A kernel is the user's source, unchanged, included by a wrapper that defines its configuration (wrapper.hpp),
// compiled for RV32IM with the vendor's settings and linked against picolibc and libgcc. Text (with the strings of
// zones and messages) lies in L1 at text_address(); data, constants and stack share the core's local memory from
// abi::local_memory_base. Symbols of use to a loader: _start, __data_end (first free byte of local memory), __stack_top
// (its end).
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/abi/abi.hpp"
#include "sim/arch/arch.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::host {

enum class MathFidelity : std::uint8_t { lofi = 0, hifi2 = 2, hifi3 = 3, hifi4 = 4 };

inline constexpr std::uint8_t cb_not_configured = 255;

struct CompileRequest {
    // A file (looked up below the working directory, TT_METAL_KERNEL_PATH and TT_METAL_HOME), or the source itself when
    // `text` is not empty; then `source` is the name shown in messages.
    std::filesystem::path source;
    std::string text;

    abi::Risc risc = abi::Risc::b;
    const arch::Arch* arch = &arch::wormhole_b0();
    std::map<std::string, std::string> defines;  // value substituted verbatim
    std::vector<std::uint32_t> compile_args;
    std::vector<std::pair<std::string, std::uint32_t>> named_args;
    std::string bindings;  // KernelSpec::bindings
    std::vector<std::filesystem::path> include_dirs;

    using CbFormats = std::array<std::uint8_t, abi::most_circular_buffers>;
    CbFormats cb_formats = not_configured();  // DataFormat codes of kernel-api.md 5.4
    std::uint64_t remote_cbs = 0;             // a bit for each index of a ring between cores
    std::uint64_t cbs_to_dst = 0;             // and of a buffer whose tiles go to Dst past the sources
    MathFidelity math_fidelity = MathFidelity::hifi4;
    bool fp32_dest_acc = false;
    bool dst_full_sync = false;
    bool approx = false;
    bool bfp8_pack_precise = false;
    bool fp16_by_fp32 = false;
    std::string optimisation;   // KernelSpec::optimisation
    bool for_debugger = false;  // with the places of variables; the instructions are the same
    int noc = 0;

    // A tree of the vendor's (vendor_tree.hpp): compile() finds it and says whether this build takes the compute API
    // from there.
    std::shared_ptr<const struct VendorTree> tree;
    bool library_of_tree = false;

    bool operator==(const CompileRequest&) const = default;

    static constexpr CbFormats not_configured() {
        CbFormats formats{};
        for (auto& format : formats) format = cb_not_configured;
        return formats;
    }
};

// The formats of the buffers that there are.
std::vector<tensix::DataFormat> configured_formats(const CompileRequest::CbFormats& formats);

struct CompiledKernel {
    std::filesystem::path elf;
    std::string key;                                  // 64 hex digits: equal keys mean equal programs
    std::string library;                              // VendorTree::name() where the tree's library is in it
    std::vector<std::string> warnings = {};           // of the compiler about the user's own lines
    std::vector<std::filesystem::path> sources = {};  // files that the compiler read, besides its own headers
};

// L1 byte address of a RISC's text: the texts lie one after the other, each with the room its core has.
std::uint32_t text_address(const arch::Arch& arch, abi::Risc risc);

// In the order of the requests. Throws fault::InputError for what the user can mend (no compiler, no such file, errors
// of the compiler with the user's own lines) and fault::Fault kernel_too_large; the first request that failed decides.
// Warnings go to stderr, once for each line of a file.
std::vector<CompiledKernel> compile(std::span<const CompileRequest> requests);

}  // namespace tessera::host
