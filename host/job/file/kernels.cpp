#include "host/job/file/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/job/file/keys.hpp"

namespace tessera::host::job_file {
namespace {

enum Processor : std::size_t { brisc, ncrisc, compute };

// What a compute kernel alone has, and the place of a flag.
struct Setting {
    std::string_view name;
    bool ComputeKernel::*flag = nullptr;
};
constexpr Setting compute_settings[] = {
    {"math_fidelity", nullptr},
    {"fp32_dest_acc", &ComputeKernel::fp32_dest_acc},
    {"full_sync", &ComputeKernel::full_sync},
    {"approx", &ComputeKernel::approx},
    {"bfp8_pack_precise", &ComputeKernel::bfp8_pack_precise},
    {"fp16_by_fp32", &ComputeKernel::fp16_by_fp32},
    {"unpack_to_dst", nullptr},
    {"unpack_to_dest_mode", nullptr},
};

class KernelReader {
  public:
    KernelReader(const Reader& reader, const Item& table, const Placing& placing)
        : reader_(reader), table_(table), placing_(placing) {}

    JobKernel kernel() {
        reader_.keys(table_, names_of(Table::kernel));
        take_source();
        take_processor();
        const auto own = reader_.find(table_, "cores");
        cores_ = own ? cores_of(reader_, *own) : placing_.cores;
        split_ = placing_.split;
        if (const auto item = reader_.find(table_, "split")) split_ = reader_.whole(*item, 0, UINT32_MAX);
        out_.spec.cores = set_of(cores_);
        take_compile_time();
        take_arguments();
        return std::move(out_);
    }

  private:
    static std::vector<std::string> choices(std::string_view name) { return choices_of(Table::kernel, name); }
    void take_source() {
        const auto path = reader_.find(table_, "path"), text = reader_.find(table_, "text");
        if (path && text) reader_.refuse(*text, "a kernel has `path` or `text`, not both");
        if (text) {
            out_.spec.path =
                fmt::format("{}.cpp", reader_.word(reader_.need(table_, "processor", "brisc, ncrisc or compute")));
            out_.spec.text = reader_.text(*text);
            if (out_.spec.text->empty()) reader_.refuse(*text, "the source is empty");
            return;
        }
        const Item item =
            path ? *path : reader_.need(table_, "path", "the kernel's source, from the job file's folder");
        const std::filesystem::path file = (placing_.folder / reader_.word(item)).lexically_normal();
        if (std::error_code error; !std::filesystem::is_regular_file(file, error))
            reader_.refuse(item,
                           fmt::format("there is no file {}; paths start at the job file's folder", file.string()));
        out_.spec.path = file.string();
    }

    void take_processor() {
        const Item item = reader_.need(table_, "processor", "brisc, ncrisc or compute");
        const std::size_t processor = reader_.choice(item, choices("processor"));
        if (processor == compute)
            take_compute();
        else
            take_mover(processor == brisc ? DataMovementKernel{abi::Risc::b, 0} : DataMovementKernel{abi::Risc::nc, 1});
    }
    void take_mover(DataMovementKernel how) {
        for (const Setting& setting : compute_settings)
            if (const auto item = find(setting)) reader_.refuse(*item, "only a compute kernel has it");
        if (const auto item = reader_.find(table_, "noc")) how.noc = static_cast<int>(reader_.whole(*item, 0, 1));
        out_.spec.data_movement = how;
    }
    void take_compute() {
        if (const auto item = reader_.find(table_, "noc")) reader_.refuse(*item, "a compute kernel has no NoC");
        ComputeKernel how;
        for (const Setting& setting : compute_settings)
            if (const auto item = find(setting)) take(*item, setting, how);
        out_.spec.compute = how;
    }
    void take(const Item& item, const Setting& setting, ComputeKernel& how) const {
        if (setting.flag != nullptr) {
            how.*setting.flag = reader_.flag(item);
        } else if (setting.name == "math_fidelity") {
            how.fidelity_phases = static_cast<int>(reader_.choice(item, choices("math_fidelity"))) + 1;
        } else if (setting.name == "unpack_to_dst") {
            for (const Item& buffer : reader_.items(item, "a list of circular buffers"))
                how.unpack_to_dst[static_cast<std::size_t>(reader_.whole(buffer, 0, abi::most_circular_buffers - 1))] =
                    true;
        } else {
            take_modes(item, how);
        }
    }
    // As the vendor's host has it: a mode for each buffer from 0 on.
    void take_modes(const Item& list, ComputeKernel& how) const {
        const std::vector<Item> modes = reader_.items(list, "a list of \"Default\" and \"UnpackToDestFp32\"");
        if (modes.size() > how.unpack_to_dst.size())
            reader_.refuse(
                list, fmt::format("{} modes; there are {} circular buffers", modes.size(), how.unpack_to_dst.size()));
        for (std::size_t cb = 0; cb < modes.size(); ++cb)
            if (reader_.choice(modes[cb], choices("unpack_to_dest_mode")) != 0) how.unpack_to_dst[cb] = true;
    }
    // A setting by either of its names.
    std::optional<Item> find(const Setting& setting) const {
        const auto own = reader_.find(table_, setting.name);
        const std::string_view also = key(Table::kernel, setting.name).also;
        if (also.empty()) return own;
        const auto vendors = reader_.find(table_, also);
        if (own && vendors)
            reader_.refuse(*vendors, fmt::format("{} and {} are one setting; give it once", setting.name, also));
        return own ? own : vendors;
    }

    void take_compile_time() {
        if (const auto item = reader_.find(table_, "opt_level")) {
            const std::vector<std::string> levels = choices("opt_level");
            out_.spec.optimisation = levels[reader_.choice(*item, levels)];
        }
        if (const auto table = reader_.find(table_, "defines"))
            for (const Reader::Named& one : reader_.members(*table))
                out_.spec.defines[identifier(one)] = define(one.item);
        if (const auto list = reader_.find(table_, "compile_args"))
            for (const Item& item : reader_.items(*list, "a list of numbers"))
                out_.spec.compile_args.push_back(word(item, {}));
        if (const auto table = reader_.find(table_, "named_compile_args"))
            for (const Reader::Named& one : reader_.members(*table))
                out_.spec.named_compile_args[identifier(one)] = word(one.item, {});
    }
    // What becomes part of a name or a macro must be one.
    const std::string& identifier(const Reader::Named& one) const {
        if (!is_identifier(one.name)) reader_.refuse(one.item, "a name of letters, digits and underscores is expected");
        return one.name;
    }
    std::string define(const Item& item) const {
        switch (item.node->kind) {
            case Node::Kind::text: {
                std::string value = reader_.word(item);
                if (value.find_first_of("\n\r") != std::string::npos) reader_.refuse(item, "one line is expected");
                return value;
            }
            case Node::Kind::flag: return item.node->flag ? "1" : "0";
            case Node::Kind::whole: return fmt::format("{}", item.node->whole);
            case Node::Kind::real: return fmt::format("{}", item.node->real);
            default:
                reader_.refuse(item, fmt::format("text or a number is expected, this is {}", name(item.node->kind)));
        }
    }

    // Every core has all its arguments before any kernel is compiled.
    void take_arguments() {
        if (const auto list = reader_.find(table_, "common_args")) out_.common_args = arguments(*list, {});
        const auto list = reader_.find(table_, "args");
        if (list)
            for (const CoreCoord& core : cores_) out_.args[core] = arguments(*list, variables(core));
        if (const auto table = reader_.find(table_, "args_on")) {
            std::vector<CoreCoord> given;
            for (const Reader::Named& one : reader_.members(*table)) take_arguments_on(one, given);
        }
    }
    void take_arguments_on(const Reader::Named& one, std::vector<CoreCoord>& given) {
        const Item& item = one.item;
        for (const CoreCoord& core : cores_of(reader_, item, one.name)) {
            if (std::ranges::find(cores_, core) == cores_.end())
                reader_.refuse(item, fmt::format("core ({},{}) does not run this kernel", core.x, core.y));
            if (std::ranges::find(given, core) != given.end())
                reader_.refuse(item, fmt::format("core ({},{}) is named twice", core.x, core.y));
            given.push_back(core);
            out_.args[core] = arguments(item, variables(core));
        }
    }
    std::vector<Argument> arguments(const Item& list, const Variables& variables) const {
        std::vector<Argument> out;
        const std::vector<Item> all = reader_.items(list, "a list of numbers or expressions");
        if (all.size() > abi::max_runtime_args)
            reader_.refuse(list, fmt::format("{} arguments; at most {} fit", all.size(), abi::max_runtime_args));
        for (const Item& item : all) {
            const Value given = reader_.value(item, variables);
            if (const auto* address = std::get_if<AddressOf>(&given))
                out.push_back(*address);
            else
                out.push_back(word(item, variables));
        }
        return out;
    }
    std::uint32_t word(const Item& item, const Variables& variables) const {
        const Value given = reader_.value(item, variables);
        if (std::holds_alternative<double>(given))
            reader_.refuse(item, fmt::format("{} is not a whole number; float_bits() makes a word of it",
                                             std::get<double>(given)));
        return static_cast<std::uint32_t>(reader_.whole(item, INT32_MIN, UINT32_MAX, variables));
    }
    Variables variables(const CoreCoord& core) const {
        const auto index = static_cast<std::size_t>(std::ranges::find(cores_, core) - cores_.begin());
        Variables out{{"core_x", static_cast<std::int64_t>(core.x)},
                      {"core_y", static_cast<std::int64_t>(core.y)},
                      {"core_index", static_cast<std::int64_t>(index)},
                      {"cores", static_cast<std::int64_t>(cores_.size())}};
        if (split_) {
            const Share share = share_of(*split_, cores_.size(), index);
            out["split_begin"] = share.begin;
            out["split_count"] = share.count;
        }
        return out;
    }

    const Reader& reader_;
    const Item& table_;
    const Placing& placing_;
    Cores cores_;
    std::optional<std::int64_t> split_;
    JobKernel out_;
};

}  // namespace

void read_kernels(const Reader& reader, const Item& root, const Placing& placing, Job& job) {
    Program rules;
    for (const Item& table : reader.items(reader.need(root, "kernel", "at least one [[kernel]] is expected"),
                                          "an array of tables, [[kernel]],")) {
        job.kernels.push_back(KernelReader(reader, table, placing).kernel());
        reader.at(table, [&] { rules.add(job.kernels.back().spec); });
    }
    if (job.kernels.empty()) reader.refuse(root, "at least one [[kernel]] is expected");
}

}  // namespace tessera::host::job_file
