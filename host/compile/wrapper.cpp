#include "host/compile/wrapper.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/compile/files.hpp"
#include "host/compile/unit_formats.hpp"
#include "host/compile/vendor_tree.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/config_fields.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

struct Compute {
    std::string_view role, vendor_role, name_space, main;
};
const Compute& compute(abi::Risc risc) {
    static constexpr std::array<Compute, 3> table{{{"TRISC_UNPACK", "UCK_CHLKC_UNPACK", "chlkc_unpack", "unpack_main"},
                                                   {"TRISC_MATH", "UCK_CHLKC_MATH", "chlkc_math", "math_main"},
                                                   {"TRISC_PACK", "UCK_CHLKC_PACK", "chlkc_pack", "pack_main"}}};
    return table[static_cast<std::size_t>(risc) - static_cast<std::size_t>(abi::Risc::t0)];
}

class Text {
  public:
    template <class T>
    void define(std::string_view name, const T& value) {
        text_ += fmt::format("#define {} {}\n", name, value);
    }
    void hex(std::string_view name, std::uint64_t value) { define(name, fmt::format("{:#x}", value)); }
    void line(std::string_view line) { text_ += fmt::format("{}\n", line); }
    std::string take() { return std::move(text_); }

  private:
    std::string text_;
};

// As the kernel API wants it: y above the bits of x.
std::string endpoint(arch::Coord at) { return fmt::format("{},", at.y << abi::noc_coordinate_bits | at.x); }

std::string dram_banks(const arch::Arch& arch) {
    std::string list;
    for (int bank = 0; bank < arch.dram.banks; ++bank)
        list += endpoint(arch.dram.endpoint[static_cast<std::size_t>(bank)]);
    return list;
}

// L1 banks are the compute cores, row by row.
std::string l1_banks(const arch::Arch& arch) {
    std::string list;
    for (int y = 0; y < arch.grid.compute_height; ++y)
        for (int x = 0; x < arch.grid.compute_width; ++x)
            list += endpoint({arch.grid.tensix_columns[static_cast<std::size_t>(x)],
                              arch.grid.tensix_rows[static_cast<std::size_t>(y)]});
    return list;
}

void machine_of(Text& out, const arch::Arch& arch, abi::Risc risc) {
    out.define(arch.kernel_define, 1);
    out.define("TESSERA_ARCH_HEADER", fmt::format("\"tessera/arch/{}.h\"", arch.name));
    out.hex("TESSERA_ARGS_BASE", arch.l1.args_of(static_cast<int>(risc)));
    out.hex("TESSERA_SEMAPHORE_BASE", arch.l1.semaphore_base);
    out.define("TESSERA_CIRCULAR_BUFFERS", arch.tensix.circular_buffers);
    out.hex("TESSERA_REMOTE_CB_BASE", arch.l1.remote_cb_base);
    out.hex("MEM_ZEROS_BASE", arch.l1.zeros_base);
    out.define("MEM_ZEROS_SIZE", arch.l1.zeros_bytes);
    out.define("NUM_DRAM_BANKS", arch.dram.banks);
    out.define("NUM_L1_BANKS", arch.grid.compute_width * arch.grid.compute_height);
    out.define("DRAM_ALIGNMENT", arch.dram.alignment_bytes.count());
    out.define("L1_ALIGNMENT", arch.noc.l1_alignment_bytes.count());
    out.define("NOC_MAX_BURST_SIZE", arch.noc.max_packet_bytes.count());
    out.define("TESSERA_DRAM_BANK_XY", dram_banks(arch));
    out.define("TESSERA_L1_BANK_XY", l1_banks(arch));
    out.define("TESSERA_ISA_COLUMN", arch.sfpu.isa_column);
    const auto of = [&](const tensix::ConfigField& field) { return field.at(arch.sfpu.isa_column); };
    out.define("TESSERA_ADDR_MOD_SRC_REGISTER", of(tensix::config::addr_mod_sources).word);
    out.define("TESSERA_ADDR_MOD_SRC_STEP", of(tensix::config::addr_mod_sources).step);
    out.define("TESSERA_ADDR_MOD_DST_REGISTER", of(tensix::config::addr_mod_dst).word);
    out.define("TESSERA_ADDR_MOD_BIAS_REGISTER", of(tensix::config::addr_mod_bias).word);
    out.define("TESSERA_SFPI_ADDR_MOD", arch.sfpu.sfpi_addr_mod);
    out.define("TESSERA_DST_INT_MODE", arch.sfpu.dst_reg_int_mode);
    out.hex("TESSERA_WAIT_MATH", arch.tensix.wait_math);
    out.hex("TESSERA_WAIT_SFPU", arch.tensix.wait_sfpu);
    out.define("TESSERA_SIGN_FLIPS", arch.sfpu.sign_flips ? 1 : 0);
    out.define("TESSERA_HAS_COMPARE", arch.sfpu.has_compare ? 1 : 0);
}

void role(Text& out, const CompileRequest& request) {
    out.define("KERNEL_BUILD", 1);
    out.define("TESSERA_RISC", static_cast<int>(request.risc));
    out.define("NOC_INDEX", request.noc);
    if (!is_compute(request.risc)) {
        out.define(request.risc == abi::Risc::b ? "COMPILE_FOR_BRISC" : "COMPILE_FOR_NCRISC", 1);
        return;
    }
    const Compute& core = compute(request.risc);
    out.define("COMPILE_FOR_TRISC", static_cast<int>(request.risc) - static_cast<int>(abi::Risc::t0));
    out.define(core.role, 1);
    out.define(core.vendor_role, 1);
    out.define("NAMESPACE", core.name_space);
    out.define("MAIN", fmt::format("{}()", core.main));
}

bool is_configured(std::uint8_t format) { return format != cb_not_configured; }

// What unpackers and packers are configured for, by buffer (spec/kernel-api.md 3.2). Those that are not configured, and
// 8-bit integers in the packer, are passed on as they are.
std::string unpacked_formats(const CompileRequest& request, ExponentFamily family) {
    std::string list;
    for (std::uint32_t cb = 0; cb < request.arch->tensix.circular_buffers; ++cb) {
        const std::uint8_t code = request.cb_formats[cb];
        const bool to_dst = (request.cbs_to_dst >> cb & 1) != 0;
        list += fmt::format("{},", !is_configured(code) ? code
                                                        : static_cast<std::uint8_t>(unpacked_format(
                                                              static_cast<tensix::DataFormat>(code), to_dst,
                                                              request.fp32_dest_acc, family, request.fp16_by_fp32)));
    }
    return list;
}
std::string pack_sources(const CompileRequest& request, ExponentFamily family) {
    using tensix::DataFormat;
    const tensix::DstFormat view = request.fp32_dest_acc ? tensix::DstFormat::fp32 : narrow_dst_format(family);
    std::string list;
    for (std::uint32_t cb = 0; cb < request.arch->tensix.circular_buffers; ++cb) {
        const std::uint8_t code = request.cb_formats[cb];
        const auto format = static_cast<DataFormat>(code);
        const bool is_own = !is_configured(code) || format == DataFormat::int8 || format == DataFormat::uint8;
        list += fmt::format("{},", static_cast<int>(is_own ? format
                                                           : intermediate_of(view, format, request.bfp8_pack_precise,
                                                                             request.fp16_by_fp32)));
    }
    return list;
}

void settings(Text& out, const CompileRequest& request) {
    std::string formats, args, named;
    for (std::uint32_t cb = 0; cb < request.arch->tensix.circular_buffers; ++cb)
        formats += fmt::format("{},", request.cb_formats[cb]);
    for (const std::uint32_t arg : request.compile_args) args += fmt::format("{:#x}u,", arg);
    for (const auto& [name, value] : request.named_args) named += fmt::format("{{\"{}\",{:#x}u}},", name, value);
    out.define("TESSERA_CB_FORMATS", formats);
    out.define("TESSERA_REMOTE_CBS", fmt::format("{:#x}ull", request.remote_cbs));
    const ExponentFamily family = exponent_family(configured_formats(request.cb_formats));
    if (is_compute(request.risc)) {
        out.define("TESSERA_CB_UNPACKED_FORMATS", unpacked_formats(request, family));
        out.define("TESSERA_CB_PACK_SOURCES", pack_sources(request, family));
    }
    out.define("KERNEL_COMPILE_TIME_ARGS", args);
    out.define("TESSERA_NAMED_COMPILE_TIME_ARGS", named);
    // Values, not macros: kernels ask by #ifdef whether their host defined the name.
    out.line(fmt::format("constexpr bool DST_ACCUM_MODE = {}, APPROX = {};", request.fp32_dest_acc, request.approx));
    out.define("DST_SYNC_MODE", request.dst_full_sync ? "DstSync::SyncFull" : "DstSync::SyncHalf");
    const bool typed = request.library_of_tree && request.tree->has_fidelity_type;
    const int fidelity = static_cast<int>(request.math_fidelity);
    out.define("MATH_FIDELITY",
               typed ? fmt::format("static_cast<ckernel::MathFidelity>({})", fidelity) : std::to_string(fidelity));
}

}  // namespace

namespace {

// What the host defines for the kernel stands behind the API, so that any name will do, T and SIZE among them. Before
// it stand the two that the API reads (tessera/reduce.h), and all for a user's tree, as on silicon.
bool is_read_by_the_api(std::string_view name) { return name == "REDUCE_OP" || name == "REDUCE_DIM"; }

void include(Text& out, const VendorTree& tree, const std::vector<fs::path>& headers) {
    for (const fs::path& header : headers) out.line(fmt::format("#include \"{}\"", (tree.root / header).string()));
}

// The tree's reductions have defaults that a kernel without reductions does not define.
void matrix_functions(Text& out, const VendorTree& tree) {
    out.line(
        "#if !defined(REDUCE_OP)\n#define TESSERA_NO_REDUCTION 1\n#define REDUCE_OP PoolType::SUM\n"
        "#define REDUCE_DIM ReduceDim::REDUCE_ROW\n#endif");
    include(out, tree, tree.matrix_functions);
    out.line("#if defined(TESSERA_NO_REDUCTION)\n#undef REDUCE_OP\n#undef REDUCE_DIM\n#endif");
    out.line("#include \"tessera/other_years.h\"");
}

}  // namespace

std::vector<std::string> entry_symbols(abi::Risc risc) {
    std::vector<std::string> symbols;
    if (is_compute(risc)) {
        const Compute& core = compute(risc);
        symbols.push_back(
            fmt::format("_ZN{}{}{}{}Ev", core.name_space.size(), core.name_space, core.main.size(), core.main));
    }
    symbols.emplace_back("_Z11kernel_mainv");
    return symbols;
}

fs::path find_source(const CompileRequest& request) {
    std::error_code error;
    if (fs::is_regular_file(request.source, error)) return fs::canonical(request.source);
    for (const char* name : {"TT_METAL_KERNEL_PATH", "TT_METAL_HOME"}) {
        const fs::path folder = environment(name);
        if (!folder.empty() && request.source.is_relative() && fs::is_regular_file(folder / request.source, error))
            return fs::canonical(folder / request.source);
    }
    throw fault::InputError(fmt::format(
        "kernel {}: no such file below {}, TT_METAL_KERNEL_PATH or TT_METAL_HOME: give the path of a C++ source",
        request.source.string(), fs::current_path(error).string()));
}

std::string shown_source(const CompileRequest& request) {
    return request.source.empty() ? "kernel" : request.source.string();
}

std::string wrapper_text(const CompileRequest& request) {
    Text out;
    role(out, request);
    machine_of(out, *request.arch, request.risc);
    settings(out, request);
    for (const auto& [name, value] : request.defines)
        if (request.library_of_tree || is_read_by_the_api(name)) out.define(name, value);
    if (request.tree != nullptr && is_compute(request.risc)) out.define("TESSERA_VENDOR_TREE", 1);
    if (request.library_of_tree) out.define("TESSERA_VENDOR_LIBRARY", 1);
    if (request.library_of_tree && !request.tree->sentinel.empty()) out.define("TESSERA_VENDOR_SENTINEL", 1);
    if (request.library_of_tree && !request.tree->has_tile_layout) out.define("TESSERA_NO_TILE_LAYOUT", 1);
    out.line("#include \"tessera/kernel.h\"");
    // Headers that the kernel includes further down would see the defines.
    const bool has_names_of_its_own =
        std::ranges::any_of(request.defines, [](const auto& define) { return !is_read_by_the_api(define.first); });
    if (has_names_of_its_own && !request.library_of_tree && is_compute(request.risc))
        for (const char* header : {"sfpu_tiles.h", "sum_of_products.h"})
            out.line(fmt::format("#include \"tessera/{}\"", header));
    for (const auto& [name, value] : request.defines)
        if (!request.library_of_tree && !is_read_by_the_api(name)) out.define(name, value);
    // Names of the unpackers' and packers' headers that those of the vector unit have as well come first where they are
    // meant.
    if (request.library_of_tree) {
        const bool other_unit = request.risc != abi::Risc::t1;
        include(out, *request.tree, request.tree->sentinel);
        if (other_unit) matrix_functions(out, *request.tree);
        include(out, *request.tree, request.tree->vector_functions);
        if (!other_unit) matrix_functions(out, *request.tree);
    }
    if (!request.bindings.empty()) out.line(request.bindings);
    if (request.text.empty()) {
        out.line(fmt::format("#include \"{}\"", find_source(request).string()));
    } else {
        out.line(fmt::format("#line 1 \"{}\"", shown_source(request)));
        out.line(request.text);
    }
    out.line("#include \"tessera/start.h\"");
    return out.take();
}

}  // namespace tessera::host
