#include "host/job/file/keys.hpp"

#include <algorithm>

namespace tessera::host::job_file {
namespace {

constexpr std::string_view generators[] = {"uniform", "normal", "iota", "zeros", "ones", "constant"};
constexpr std::string_view layouts[] = {"tiles", "rows"};
constexpr std::string_view memories[] = {"dram", "l1"};
constexpr std::string_view processors[] = {"brisc", "ncrisc", "compute"};
constexpr std::string_view fidelities[] = {"LoFi", "HiFi2", "HiFi3", "HiFi4"};  // by phases of the matrix unit
constexpr std::string_view unpack_modes[] = {"Default", "UnpackToDestFp32"};
constexpr std::string_view optimisations[] = {"O0", "O1", "O2", "O3", "Os", "Oz", "Ofast"};

using T = Table;

constexpr Key key_rows[] = {
    {T::root, "name", Takes::text, "what reports call the job", "the file's name"},
    {T::root, "cores", Takes::cores, "cores of what names none of its own: \"X,Y\", \"X,Y-X,Y\", a list, or how many",
     "\"0,0\""},
    {T::root, "split", Takes::whole, "units to share among cores: split_begin and split_count of `args`"},
    {T::root, "outputs", Takes::words, "tensors that are results", "those that nothing fills"},
    {T::root, "parameters", Takes::parameters, "values by name, used as \"$NAME\"; --param changes them"},
    {T::root, "values", Takes::named_numbers, "numbers that follow from parameters, used in the same way"},
    {T::root, "require", Takes::tables, "conditions on parameters and tensors"},
    {T::root, "tensor", Takes::named_tables, "buffers of the host"},
    {T::root, "circular_buffer", Takes::tables, "between the kernels of a core"},
    {T::root, "semaphore", Takes::named_tables, "semaphores of kernels"},
    {T::root, "kernel", Takes::tables, "what runs", needed},
    {T::root, "expect", Takes::table_or_tables, "what results must be; nothing is checked without"},
    {T::root, "let", Takes::named_texts, "parts of references by name; `include` names a file with more"},
    {T::root, "operation", Takes::table, "makes the file a command of its own"},
    {T::root, "struct", Takes::table, "a host's block of parameters, for --params"},

    {T::operation, "about", Takes::text, "half a line of help", needed},
    {T::operation, "examples", Takes::texts, "command lines without `tessera`"},

    {T::block, "name", Takes::text, "what hosts call the block", needed},
    {T::block, "bytes", Takes::whole, "its size, a multiple of 4", needed},

    {T::parameter, "default", Takes::literal, "its value where none is given; needed unless `file`"},
    {T::parameter, "file", Takes::flag, "it names a .npy file", "false"},
    {T::parameter, "help", Takes::text, "a line of help"},
    {T::parameter, "group", Takes::text, "its heading in the help", "Parameters"},
    {T::parameter, "least", Takes::number, "the smallest number it takes"},
    {T::parameter, "most", Takes::number, "the largest number it takes"},
    {T::parameter, "choices", Takes::texts, "the words it takes"},
    {T::parameter, "order_only", Takes::flag, "no result depends on it, so `profile` tries its other words", "false"},
    {T::parameter, "at", Takes::whole, "the byte of [struct] that holds it"},

    {T::require, "that", Takes::whole, "a condition, as \"$rows % 32 == 0\"", needed},
    {T::require, "or", Takes::word, "what the user reads where it does not hold", needed},

    {T::tensor, "name", Takes::text, "of an element of [[tensor]]"},
    {T::tensor, "shape", Takes::wholes, "dimensions, outermost first; of a file those of its array"},
    {T::tensor, "format", Takes::format, "of the elements in memory; of a file that of its array"},
    {T::tensor, "layout", Takes::word, "32 x 32 tiles, or rows as on the host", "tiles", layouts},
    {T::tensor, "memory", Takes::word, "where the buffer lies, page by page over banks or cores", "dram", memories},
    {T::tensor, "page_bytes", Takes::whole, "size of a page", "a tile, or a row"},
    {T::tensor, "npy", Takes::word, "a file that fills it, or \"$x\" of a parameter that is a file"},
    {T::tensor, "generate", Takes::word, "what fills it", "", generators},
    {T::tensor, "stream", Takes::whole, "joins --seed in what is generated", "the tensor's place in the file"},
    {T::tensor, "low", Takes::number, "least value of uniform", "-1"},
    {T::tensor, "high", Takes::number, "largest value of uniform", "1"},
    {T::tensor, "value", Takes::number, "of constant; the first of iota", "0"},
    {T::tensor, "step", Takes::number, "of iota", "1"},

    {T::circular_buffer, "index", Takes::whole, "tt::CBIndex of the kernels", needed},
    {T::circular_buffer, "format", Takes::format, "of the elements", needed},
    {T::circular_buffer, "pages", Takes::whole, "2 to fill one while the other is used", needed},
    {T::circular_buffer, "page_bytes", Takes::whole, "size of a page", "a tile"},
    {T::circular_buffer, "cores", Takes::cores, "cores that have it", "those of the file"},

    {T::semaphore, "name", Takes::text, "of an element of [[semaphore]]"},
    {T::semaphore, "initial", Takes::whole, "its value at the start", "0"},
    {T::semaphore, "cores", Takes::cores, "cores that have it", "those of the file"},

    {T::kernel, "path", Takes::word, "the source, from the job file's folder"},
    {T::kernel, "text", Takes::text, "the source itself, in place of `path`"},
    {T::kernel, "processor", Takes::word, "what runs it", needed, processors},
    {T::kernel, "cores", Takes::cores, "cores that run it", "those of the file"},
    {T::kernel, "split", Takes::whole, "units to share among its cores", "those of the file"},
    {T::kernel, "args", Takes::wholes, "runtime arguments, worked out for each core"},
    {T::kernel, "args_on", Takes::named_lists, "runtime arguments of some cores: \"1,0-3,0\" = [...]"},
    {T::kernel, "common_args", Takes::wholes, "runtime arguments of all cores"},
    {T::kernel, "compile_args", Takes::wholes, "compile-time arguments, as \"accessor(x)\""},
    {T::kernel, "named_compile_args", Takes::named_numbers, "compile-time arguments by name"},
    {T::kernel, "defines", Takes::named_literals, "macros"},
    {T::kernel, "noc", Takes::whole, "of a mover", "0 of brisc, 1 of ncrisc"},
    {T::kernel, "opt_level", Takes::word, "of the compiler", "O3 of compute, O2 of movers", optimisations},
    {T::kernel, "math_fidelity", Takes::word, "phases of the matrix unit", "HiFi4", fidelities},
    {T::kernel, "fp32_dest_acc", Takes::flag, "Dst holds 32 bits", "false", {}, "fp32_dest_acc_en"},
    {T::kernel, "full_sync", Takes::flag, "Dst is one half, not two", "false", {}, "dst_full_sync_en"},
    {T::kernel, "approx", Takes::flag, "functions may approximate", "false", {}, "math_approx_mode"},
    {T::kernel, "bfp8_pack_precise", Takes::flag, "block floats are packed from all bits of Dst", "false"},
    {T::kernel, "fp16_by_fp32", Takes::flag, "a 32-bit Dst takes fp16 as fp32", "false"},
    {T::kernel, "unpack_to_dst", Takes::wholes, "circular buffers unpacked straight into Dst, with 32 bits"},
    {T::kernel, "unpack_to_dest_mode", Takes::words, "the vendor's form of it: a mode for each buffer", "",
     unpack_modes},

    {T::expect, "tensor", Takes::word, "the output; needed where there are several"},
    {T::expect, "reference", Takes::text, "an expression over whole tensors, as \"x + y\""},
    {T::expect, "npy", Takes::word, "a file of what is expected, in place of `reference`"},
    {T::expect, "atol", Takes::number, "how far an element may be off", "0"},
    {T::expect, "rtol", Takes::number, "the same, times what is expected", "0"},
    {T::expect, "bound", Takes::text, "the same, an expression over whole tensors", "0"},
};

constexpr TableRow table_rows[] = {
    {T::root, "", "Top of the file", "a string is an expression wherever a number is expected"},
    {T::parameter, "parameters", "[parameters] NAME = { ... }", "`NAME = 64` is short for its default alone"},
    {T::require, "require", "[[require]]", "a run whose parameters do not fit is refused"},
    {T::tensor, "tensor", "[tensor.NAME], or [[tensor]] with name",
     "a buffer that is filled from the host or read back"},
    {T::circular_buffer, "circular_buffer", "[[circular_buffer]]", "a queue of pages in L1"},
    {T::semaphore, "semaphore", "[semaphore.NAME], or [[semaphore]] with name",
     "`semaphore(NAME)` in args is its number"},
    {T::kernel, "kernel", "[[kernel]]", "noc is for movers; math_fidelity and all keys after it are for compute"},
    {T::expect, "expect", "[expect], or [[expect]] for each output",
     "an element may be off by atol + rtol * |expected| + bound"},
    {T::operation, "operation", "[operation]", "in kernels/NAME/NAME.toml: the file is the command `tessera NAME`"},
    {T::block, "struct", "[struct]", "the block that --params FILE reads"},
};

}  // namespace

bool Key::fixed() const {
    if (table != Table::root) return table == Table::operation || table == Table::block || table == Table::parameter;
    return name == "name" || name == "parameters" || name == "operation" || name == "struct";
}

std::span<const Key> keys() { return key_rows; }

const Key& key(Table table, std::string_view name) {
    return *std::ranges::find_if(key_rows, [&](const Key& row) { return row.table == table && row.name == name; });
}

std::vector<std::string> names_of(Table table) {
    std::vector<std::string> out;
    for (const Key& row : key_rows) {
        if (row.table != table) continue;
        out.emplace_back(row.name);
        if (!row.also.empty()) out.emplace_back(row.also);
    }
    return out;
}

std::vector<std::string> choices_of(Table table, std::string_view name) {
    const auto choices = key(table, name).choices;
    return {choices.begin(), choices.end()};
}

std::span<const TableRow> tables() { return table_rows; }

}  // namespace tessera::host::job_file
