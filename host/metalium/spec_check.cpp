#include "host/metalium/spec_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "host/job/file/reader.hpp"
#include "sim/fault/fault.hpp"

namespace tt::tt_metal::experimental {

namespace {

class Check {
  public:
    explicit Check(const ProgramSpec& spec) : spec_(spec) {}

    void all() const {
        unique("kernel", spec_.kernels);
        unique("dataflow buffer", spec_.dataflow_buffers);
        unique("semaphore", spec_.semaphores);
        unique("scratchpad", spec_.scratchpads);
        unique("tensor parameter", spec_.tensor_parameters);
        if (spec_.kernels.empty()) wrong("it has no kernels; give it one");
        if (!spec_.cross_node_dataflow_buffers.empty())
            wrong("dataflow buffers between nodes are not modelled; use semaphores and writes");
        for (const KernelSpec& kernel : spec_.kernels) check(kernel);
        check_units();
        for (const DataflowBufferSpec& buffer : spec_.dataflow_buffers) check(buffer);
        for (const ScratchpadSpec& pad : spec_.scratchpads) {
            if (pad.size_per_node == 0)
                wrong(fmt::format("scratchpad {} has no bytes; set size_per_node", pad.unique_id));
            used("scratchpad", pad.unique_id, [&](const KernelSpec& kernel) {
                return std::ranges::any_of(kernel.scratchpad_bindings,
                                           [&](const auto& b) { return b.scratchpad_spec_name == pad.unique_id; });
            });
        }
        for (const TensorParameter& tensor : spec_.tensor_parameters) {
            const bool lent = std::ranges::any_of(spec_.dataflow_buffers, [&](const DataflowBufferSpec& buffer) {
                return buffer.borrowed_from == tensor.unique_id;
            });
            if (lent) continue;
            used("tensor parameter", tensor.unique_id, [&](const KernelSpec& kernel) {
                return std::ranges::any_of(kernel.tensor_bindings,
                                           [&](const auto& b) { return b.tensor_parameter_name == tensor.unique_id; });
            });
        }
    }

  private:
    [[noreturn]] void wrong(const std::string& what) const {
        throw tessera::fault::InputError(
            fmt::format("ProgramSpec{}{}: {}", spec_.name.empty() ? "" : " ", spec_.name, what));
    }
    template <class Parts>
    void unique(const char* kind, const Parts& parts) const {
        std::set<std::string> names;
        for (const auto& part : parts) {
            if (part.unique_id.get().empty()) wrong(fmt::format("a {} has no name; set unique_id", kind));
            if (!names.insert(part.unique_id.get()).second)
                wrong(fmt::format("{} {} is there twice; give each a name of its own", kind, part.unique_id));
        }
    }
    template <class Parts, class Name>
    void known(const KernelSpec& kernel, const char* kind, const Parts& parts, const Name& name) const {
        if (part_named(parts, name) == parts.end())
            wrong(
                fmt::format("kernel {} binds {} {}, which the program does not declare", kernel.unique_id, kind, name));
    }
    template <class Name, class Uses>
    void used(const char* kind, const Name& name, Uses uses) const {
        if (std::ranges::none_of(spec_.kernels, uses))
            wrong(fmt::format("{} {} is bound by no kernel; bind it or leave it out", kind, name));
    }

    void identifier(const KernelSpec& kernel, const std::string& name) const {
        if (!tessera::host::job_file::is_identifier(name))
            wrong(fmt::format("kernel {}: \"{}\" is no name of C++; use up to 64 letters, digits and _",
                              kernel.unique_id, name));
    }
    void names_of(const KernelSpec& kernel, std::vector<std::string> names, const char* space) const {
        for (const std::string& name : names) identifier(kernel, name);
        std::ranges::sort(names);
        const auto twice = std::ranges::adjacent_find(names);
        if (twice != names.end())
            wrong(fmt::format("kernel {}: {}::{} would be two things; rename one", kernel.unique_id, space, *twice));
    }

    void check(const KernelSpec& kernel) const {
        if (kernel.num_threads != 1)
            wrong(fmt::format("kernel {} has {} threads: a kernel of these chips has one", kernel.unique_id,
                              kernel.num_threads));
        std::vector<std::string> names = kernel.runtime_arg_schema.runtime_arg_names;
        const auto& common = kernel.runtime_arg_schema.common_runtime_arg_names;
        names.insert(names.end(), common.begin(), common.end());
        for (const auto& [name, value] : kernel.compile_time_args) names.push_back(name);
        names_of(kernel, names, "args");

        std::map<std::string, DFBSpecName> ends;
        for (const DFBBinding& binding : kernel.dfb_bindings) {
            known(kernel, "dataflow buffer", spec_.dataflow_buffers, binding.dfb_spec_name);
            identifier(kernel, binding.accessor_name);
            if (!ends.emplace(binding.accessor_name, binding.dfb_spec_name).second &&
                ends[binding.accessor_name] != binding.dfb_spec_name)
                wrong(fmt::format("kernel {}: dfb::{} would be two buffers; rename one", kernel.unique_id,
                                  binding.accessor_name));
            const auto buffer = part_named(spec_.dataflow_buffers, binding.dfb_spec_name);
            if (kernel.is_compute_kernel() && !buffer->data_format_metadata)
                wrong(fmt::format("dataflow buffer {} of compute kernel {} has no format; set data_format_metadata",
                                  buffer->unique_id, kernel.unique_id));
        }
        names = {};
        for (const SemaphoreBinding& binding : kernel.semaphore_bindings) {
            known(kernel, "semaphore", spec_.semaphores, binding.semaphore_spec_name);
            names.push_back(binding.accessor_name);
        }
        names_of(kernel, names, "sem");
        names = {};
        for (const ScratchpadBinding& binding : kernel.scratchpad_bindings) {
            known(kernel, "scratchpad", spec_.scratchpads, binding.scratchpad_spec_name);
            names.push_back(binding.accessor_name);
        }
        names_of(kernel, names, "scratch");
        names = {};
        for (const TensorBinding& binding : kernel.tensor_bindings) {
            known(kernel, "tensor parameter", spec_.tensor_parameters, binding.tensor_parameter_name);
            names.push_back(binding.accessor_name);
        }
        names_of(kernel, names, "tensor");
    }

    void check_units() const {
        std::set<CoreCoord> taken;
        for (const WorkUnitSpec& unit : spec_.work_units) {
            if (unit.kernels.empty()) wrong(fmt::format("work unit {} has no kernels", unit.name));
            for (const KernelSpecName& kernel : unit.kernels)
                if (part_named(spec_.kernels, kernel) == spec_.kernels.end())
                    wrong(fmt::format("work unit {} names kernel {}, which the program does not declare", unit.name,
                                      kernel));
            for (const CoreRange& range : to_core_range_set(unit.target_nodes))
                for (const CoreCoord& node : range)
                    if (!taken.insert(node).second)
                        wrong(fmt::format("node {} is in two work units; put its kernels into one", node.str()));
        }
        for (const KernelSpec& kernel : spec_.kernels)
            if (nodes_of(spec_, kernel.unique_id).num_cores() == 0)
                wrong(
                    fmt::format("kernel {} is in no work unit, so it runs nowhere; list it in one", kernel.unique_id));
    }

    void check(const DataflowBufferSpec& buffer) const {
        if (buffer.entry_size == 0 || buffer.num_entries == 0)
            wrong(fmt::format("dataflow buffer {} holds {} entries of {} bytes; both are at least 1", buffer.unique_id,
                              buffer.num_entries, buffer.entry_size));
        bool anywhere = false;
        for (const WorkUnitSpec& unit : spec_.work_units) {
            int producers = 0, consumers = 0;
            for (const KernelSpecName& name : unit.kernels)
                for (const DFBBinding& binding : part_named(spec_.kernels, name)->dfb_bindings)
                    if (binding.dfb_spec_name == buffer.unique_id)
                        ++(binding.endpoint_type == DFBEndpointType::PRODUCER ? producers : consumers);
            if (producers + consumers == 0) continue;
            anywhere = true;
            if (producers != 1 || consumers != 1)
                wrong(
                    fmt::format("dataflow buffer {} has {} producers and {} consumers in work unit {}: one of each "
                                "is expected",
                                buffer.unique_id, producers, consumers, unit.name));
        }
        if (!anywhere)
            wrong(fmt::format("dataflow buffer {} is bound by no kernel; bind it or leave it out", buffer.unique_id));
        if (buffer.borrowed_from) {
            const auto tensor = part_named(spec_.tensor_parameters, *buffer.borrowed_from);
            if (tensor == spec_.tensor_parameters.end())
                wrong(fmt::format("dataflow buffer {} borrows from {}, which is no tensor parameter", buffer.unique_id,
                                  *buffer.borrowed_from));
            if (!tensor->spec.memory_config().is_l1())
                wrong(fmt::format("dataflow buffer {} borrows from {}, which is not in L1; give it an L1 MemoryConfig",
                                  buffer.unique_id, *buffer.borrowed_from));
        }
        for (const DFBSpecName& name : buffer.advanced_options.alias_with) {
            const auto other = part_named(spec_.dataflow_buffers, name);
            if (other == spec_.dataflow_buffers.end() ||
                std::ranges::find(other->advanced_options.alias_with, buffer.unique_id) ==
                    other->advanced_options.alias_with.end())
                wrong(fmt::format("dataflow buffer {} shares memory with {}, which does not say so", buffer.unique_id,
                                  name));
            if (other->entry_size * other->num_entries != buffer.entry_size * buffer.num_entries)
                wrong(fmt::format("dataflow buffers {} and {} share memory and differ in size; make them alike",
                                  buffer.unique_id, name));
        }
    }

    const ProgramSpec& spec_;
};

}  // namespace

void check(const ProgramSpec& spec) { Check(spec).all(); }

CoreRangeSet nodes_of(const ProgramSpec& spec, const KernelSpecName& kernel) {
    CoreRangeSet nodes;
    for (const WorkUnitSpec& unit : spec.work_units)
        if (std::ranges::find(unit.kernels, kernel) != unit.kernels.end())
            nodes = nodes.merge(to_core_range_set(unit.target_nodes));
    return nodes;
}

}  // namespace tt::tt_metal::experimental
