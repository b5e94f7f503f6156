// A device with three cores on which the litmus programs run.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>

#include "host/device/device.hpp"
#include "tests/faults/litmus.hpp"

namespace tessera::faults {

class LitmusMachine {
  public:
    using Cores = std::array<host::CoreCoord, 3>;  // A, C, D
    static constexpr Cores first_row{{{0, 0}, {1, 0}, {2, 0}}};

    explicit LitmusMachine(const arch::Arch& arch, const Cores& cores = first_row) : device_(arch), cores_(cores) {
        for (int i = 0; i < 2; ++i) buffers_.push_back(device_.create_buffer(8192, 8192));
        device_.write(*buffers_[0], std::vector<std::uint8_t>(8192, 1));
    }
    std::optional<fault::Fault> run(const std::vector<Part>& parts, std::uint32_t pages, bool pedantic,
                                    std::uint32_t data_caches = 0) {
        host::Program program;
        const host::CoreRangeSet cores{std::span<const host::CoreCoord>(cores_)};
        program.add(
            host::CircularBufferSpec{cores, pages * 4096, {{0, {tensix::DataFormat::fp32, 4096}}}, std::nullopt});
        program.add_semaphore(cores, 0);
        program.add_semaphore(cores, 0);
        for (const Part& part : parts) add(program, part);
        core::Options options;
        options.max_cycles = 200'000;
        options.faults.pedantic = pedantic;
        options.data_caches = data_caches;
        // A warning is a report as well.
        std::optional<fault::Fault> warning;
        options.warned = [&](const fault::Fault& first) {
            if (!warning) warning = first;
        };
        try {
            device_.run(program, std::move(options));
        } catch (const fault::Fault& fault) {
            return fault;
        }
        return warning;
    }
    const std::string& text(const std::string& kernel) const { return texts_.at(kernel); }

  private:
    static std::size_t index(char core) { return core == 'A' ? 0 : core == 'C' ? 1 : 2; }

    void add(host::Program& program, const Part& part) {
        const bool compute = part.risc[0] == 'T';
        host::KernelSpec spec;
        spec.path = fmt::format("{}_{}.cpp", part.core, part.risc);
        spec.text = compute ? fmt::format(
                                  "#include \"compute_kernel_api/eltwise_unary/fill.h\"\n"
                                  "#include \"compute_kernel_api/tile_move_copy.h\"\n"
                                  "#include \"compute_kernel_api/eltwise_unary/eltwise_unary.h\"\n"
                                  "void kernel_main() {{\nunary_op_init_common(0, 0); fill_tile_init();\n{}\n}}\n",
                                  part.body)
                            : fmt::format("{}\nvoid kernel_main() {{\n{}\n}}\n", names, part.body);
        texts_[spec.path] = *spec.text;
        const host::CoreCoord core = cores_[index(part.core)];
        spec.cores = host::CoreRangeSet{core};
        if (compute)
            spec.compute = host::ComputeKernel{.fp32_dest_acc = true};
        else
            spec.data_movement = part.risc[0] == 'B' ? host::DataMovementKernel{abi::Risc::b, 0}
                                                     : host::DataMovementKernel{abi::Risc::nc, 1};
        const host::KernelId id = program.add(std::move(spec));
        if (compute) return;
        std::vector<std::uint32_t> args;
        for (std::size_t x = 0; x < 3; ++x) {
            const arch::Coord at =
                device_.machine()
                    .core(device_.machine().core_index(static_cast<int>(cores_[x].x), static_cast<int>(cores_[x].y)))
                    .physical;
            args.insert(args.end(), {static_cast<std::uint32_t>(at.x), static_cast<std::uint32_t>(at.y)});
        }
        for (const auto& buffer : buffers_) args.push_back(buffer->address());
        program.set_args(id, core, args);
    }

    host::Device device_;
    Cores cores_;
    std::vector<std::shared_ptr<host::Buffer>> buffers_;
    std::map<std::string, std::string> texts_;
};

}  // namespace tessera::faults
