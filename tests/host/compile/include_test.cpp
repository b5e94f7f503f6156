// Every include name of tier 1 resolves in each build (kernel-api.md 1.1).
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <map>

#include "host/compile/api_names.hpp"
#include "tests/host/compile/kernels.hpp"
#include "tests/support/forwarding.hpp"

namespace tessera::host::test {
namespace {

class Include : public KernelTest {};

const std::vector<std::string>& data_movement() {
    static const std::vector<std::string> names{"cstdint",
                                                "cinttypes",
                                                "string.h",
                                                "algorithm",
                                                "dataflow_api.h",
                                                "api/dataflow/dataflow_api.h",
                                                "accessor/tensor_accessor.h",
                                                "api/tensor/tensor_accessor.h",
                                                "hostdevcommon/common_values.hpp",
                                                "tt-metalium/constants.hpp",
                                                "noc_parameters.h",
                                                "noc/noc_parameters.h",
                                                "api/tensor/tensor_accessor_args.h",
                                                "api/tensor/noc_traits.h",
                                                "internal/dataflow/dataflow_api_addrgen.h",
                                                "api/dataflow/noc.h",
                                                "api/dataflow/noc_semaphore.h",
                                                "api/dataflow/endpoints.h",
                                                "experimental/noc.h",
                                                "experimental/tensor.h"};
    return names;
}

const std::vector<std::string>& both() {
    static const std::vector<std::string> names{"debug/dprint.h",
                                                "api/debug/dprint.h",
                                                "tools/profiler/kernel_profiler.hpp",
                                                "debug/dprint_tensix.h",
                                                "api/debug/dprint_tensix.h",
                                                "tt_metal/tools/profiler/kernel_profiler.hpp",
                                                "debug/assert.h",
                                                "debug/waypoint.h",
                                                "api/debug/dprint_tile.h",
                                                "debug/dprint_pages.h",
                                                "api/debug/device_print.h",
                                                "api/debug/ring_buffer.h",
                                                "api/debug/pause.h",
                                                "api/debug/noc_logging.h",
                                                "api/debug/timing_perturbation.h",
                                                "risc_common.h",
                                                "api/compile_time_args.h",
                                                "api/alignment.h",
                                                "api/numeric/bfloat16.h",
                                                "internal/mod_div_lib.h",
                                                "experimental/circular_buffer.h",
                                                "api/core_local_mem.h",
                                                "api/dataflow/circular_buffer.h",
                                                "api/dataflow/dataflow_buffer.h"};
    return names;
}

std::vector<std::string> compute() {
    std::vector<std::string> names{"compute_kernel_api.h",
                                   "api/compute/compute_kernel_api.h",
                                   "sfpi.h",
                                   "ckernel.h",
                                   "ckernel_defs.h",
                                   "ckernel_sfpu_exp.h",
                                   "sfpu/ckernel_sfpu_exp.h",
                                   "sfpu/ckernel_sfpu_recip.h",
                                   "llk_math_eltwise_unary_sfpu_params.h",
                                   "llk_math_eltwise_binary_sfpu_params.h",
                                   "experimental/llk_sfpu/ckernel_sfpu_custom_add.h",
                                   "compute_kernel_api/eltwise_unary/ceil.h",
                                   "compute_kernel_api/eltwise_unary/floor.h",
                                   "compute_kernel_api/eltwise_unary/trunc.h",
                                   "api/compute/transpose.h",
                                   "api/compute/transpose_dest.h",
                                   "api/compute/binary_fmod.h",
                                   "api/compute/eltwise_unary/addcdiv.h",
                                   "api/compute/eltwise_unary/lerp.h",
                                   "api/compute/eltwise_unary/lgamma.h",
                                   "api/compute/eltwise_unary/logical_not.h",
                                   "api/compute/eltwise_unary/xielu.h"};
    for (const std::string root : {"compute_kernel_api/", "api/compute/"}) {
        for (const std::string name : {"common",
                                       "common_globals",
                                       "cb_api",
                                       "reg_api",
                                       "pack",
                                       "tile_move_copy",
                                       "eltwise_binary",
                                       "eltwise_binary_sfpu",
                                       "binary_max_min",
                                       "add_int_sfpu",
                                       "binary_bitwise_sfpu",
                                       "binary_shift",
                                       "bcast",
                                       "matmul",
                                       "reduce",
                                       "tilize",
                                       "untilize",
                                       "pack_untilize",
                                       "transpose_wh",
                                       "copy_dest_values",
                                       "reconfig_data_format",
                                       "mask",
                                       "compute_kernel_hw_startup"})
            names.push_back(root + name + ".h");
        for (const std::string name : {"eltwise_unary",
                                       "exp",
                                       "recip",
                                       "identity",
                                       "trigonometry",
                                       "sqrt",
                                       "rsqrt",
                                       "fill",
                                       "relu",
                                       "gelu",
                                       "typecast",
                                       "negative",
                                       "binop_with_scalar",
                                       "comp",
                                       "where",
                                       "clamp",
                                       "rounding",
                                       "bitwise_and",
                                       "left_shift",
                                       "isinf_isnan",
                                       "prelu",
                                       "selu",
                                       "activations"})
            names.push_back(root + "eltwise_unary/" + name + ".h");
    }
    return names;
}

// One kernel per build includes every name, in angle and in quote form; the compiler names one that is missing.
std::string includes(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += fmt::format("#if !__has_include(<{0}>)\n#error missing {0}\n#endif\n#include <{0}>\n#include \"{0}\"\n",
                            name);
    return text + "void kernel_main() {}\n";
}

TEST_F(Include, EveryNameResolvesInEachBuild) {
    std::vector<CompileRequest> requests;
    for (const arch::Arch* arch : arch::all()) {
        for (const abi::Risc risc : all_riscs) {
            std::vector<std::string> names = both();
            const std::vector<std::string> more = risc < abi::Risc::t0 ? data_movement() : compute();
            names.insert(names.end(), more.begin(), more.end());
            CompileRequest r = request(risc, includes(names));
            r.arch = arch;
            requests.push_back(r);
        }
    }
    EXPECT_NO_THROW(compile(requests));
}

// What the vendor's name of a header of the compute API leads to.
std::map<std::string, std::string> compute_headers() {
    std::map<std::string, std::string> found;
    std::ifstream list(TESSERA_SOURCE_DIR "/sim/api/forwarding.txt");
    for (std::string line; std::getline(list, line);)
        if (const std::size_t arrow = line.find(" -> "); arrow != std::string::npos)
            for (const std::string& name : tessera::test::forwarded_names(line.substr(0, arrow)))
                if (name.starts_with("compute_kernel_api")) found[name] = line.substr(arrow + 4);
    return found;
}

// The vector unit's functions of tiles come by their headers alone, as on silicon. Which of these include each other
// differs from one year's tree to the next, so that each brings all.
TEST_F(Include, FunctionsOfTilesComeByAnyOfTheirHeaders) {
    const std::map<std::string, std::string> headers = compute_headers();
    std::string uses;
    for (const ApiName& name : api_names())
        if (const auto at = headers.find(name.header); at != headers.end() && at->second == "tessera/sfpu_tiles.h" &&
                                                       name.kind == "function" && name.state() == "runs")
            uses += fmt::format("using ckernel::{};\n", name.name);
    EXPECT_NE(uses, "");
    const std::string text =
        "#include \"compute_kernel_api/eltwise_unary/exp.h\"\nnamespace uses {\n" + uses + "}\nvoid kernel_main() {}\n";
    // A file that a data movement kernel shares with a compute kernel may include them too.
    const CompileRequest requests[] = {request(abi::Risc::t1, text), request(abi::Risc::b, includes(compute()))};
    EXPECT_NO_THROW(compile(requests));
    EXPECT_THROW(compile_one(request(abi::Risc::t1, "void kernel_main() { exp_tile_init(); }\n")), fault::InputError);
}

TEST_F(Include, FilesBesideTheKernelAndIncludeFolders) {
    fs::create_directories(folder / "more");
    write("beside.hpp", "constexpr uint32_t beside = 1;\n");
    write("more/further.hpp", "constexpr uint32_t further = 2;\n");
    write("kernel.cpp",
          "#include \"beside.hpp\"\n#include \"further.hpp\"\nvoid kernel_main() { static_assert(beside + further == "
          "3); }\n");
    CompileRequest r;
    r.source = folder / "kernel.cpp";
    r.include_dirs = {folder / "more"};
    EXPECT_NO_THROW(compile_one(r));
}

// Folders of a tree from which its kernels name its headers; tessera's own come first.
TEST_F(Include, FromTheFoldersOfATree) {
    const std::vector<std::string> folders{
        "", "ttnn", "ttnn/cpp", "tt_metal", "tt_metal/hw/inc", "tt_metal/hostdevcommon/api", "tt_metal/api"};
    std::string text;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        std::filesystem::create_directories(folder / "tree" / folders[i] / "mine");
        write(fmt::format("tree/{}/mine/of_{}.h", folders[i], i), fmt::format("inline int of_{}() {{ return 0; }}", i));
        text += fmt::format("#include \"mine/of_{}.h\"\n", i);
    }
    write("tree/tt_metal/api/dataflow_api.h", "#error not tessera's");
    const Environment home("TT_METAL_HOME", (folder / "tree").string());
    text += "#include \"dataflow_api.h\"\nvoid kernel_main() { of_0(); of_6(); }";
    EXPECT_NO_THROW(compile_one(request(abi::Risc::b, text)));
    EXPECT_NO_THROW(compile_one(request(abi::Risc::t1, "#include \"mine/of_2.h\"\nvoid kernel_main() { of_2(); }")));
}

TEST_F(Include, FromFoldersOfTheCommandLine) {
    std::filesystem::create_directories(folder / "more");
    write("more/mine.h", "inline void mine() {}");
    const CompileRequest r = request(abi::Risc::b, "#include \"mine.h\"\nvoid kernel_main() { mine(); }");
    EXPECT_THAT(input_error(r), testing::HasSubstr("mine.h: No such file"));
    const Environment given("TESSERA_INCLUDE", (folder / "more").string() + ":");
    EXPECT_NO_THROW(compile_one(r));
    const Environment wrong("TESSERA_INCLUDE", (folder / "none").string());
    EXPECT_THAT(input_error(r), testing::HasSubstr("none: there is no such folder for kernels to include from"));
}

// A kernel's own defines, above its include of the vendor's header, name the reduction as the host's do.
TEST_F(Include, ReductionsThatTheKernelDefines) {
    for (const char* prefix : {"compute_kernel_api/", "api/compute/"})
        for (const abi::Risc risc : {abi::Risc::t0, abi::Risc::t1, abi::Risc::t2})
            EXPECT_NO_THROW(compile_one(request(risc, fmt::format(R"(
#define REDUCE_OP PoolType::SUM
#define REDUCE_DIM ReduceDim::REDUCE_ROW
#include "{}reduce.h"
namespace NAMESPACE {{ void MAIN {{
    reduce_init(0, 1, 16);
    reduce_init_delta<false>();
    reduce_tile(0, 1, 0, 0, 0);
    reduce_uninit();
}} }})",
                                                                  prefix))));
}

}  // namespace
}  // namespace tessera::host::test
