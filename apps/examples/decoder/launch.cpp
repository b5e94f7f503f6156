#include "launch.hpp"

#include <algorithm>
#include <tt-metalium/work_split.hpp>

namespace decoder {

std::vector<std::uint32_t> accessors(std::initializer_list<Rows> matrices) {
    std::vector<std::uint32_t> out;
    for (const Rows& rows : matrices) metal::TensorAccessorArgs(*rows.buffer).append_to(out);
    return out;
}

std::vector<Share> shares(std::uint32_t units, std::uint32_t cores) {
    std::vector<Share> out(cores);
    std::uint32_t first = 0;
    for (std::uint32_t core = 0; core < cores; ++core) {
        out[core] = {first, units / cores + (core < units % cores ? 1 : 0)};
        first += out[core].count;
    }
    return out;
}

Launch::Launch(Chip& chip, const Plan& plan, std::uint32_t most_cores) : chip_(&chip) {
    const std::uint32_t count = std::clamp(most_cores, 1u, chip.cores());
    const metal::CoreRangeSet cores = metal::num_cores_to_corerangeset(count, chip.grid(), true);
    cores_ = metal::corerange_to_cores(cores, count, true);
    for (const Ring& ring : plan.rings) {
        const std::uint32_t page = ring.page_bytes != 0 ? ring.page_bytes : tt::tile_size(ring.format);
        const auto index = static_cast<std::uint8_t>(ring.index);
        metal::CreateCircularBuffer(
            program_, cores,
            metal::CircularBufferConfig(ring.pages * page, {{index, ring.format}}).set_page_size(index, page));
    }
    metal::ComputeConfig compute{.math_fidelity = plan.fidelity,
                                 .fp32_dest_acc_en = true,
                                 .dst_full_sync_en = plan.full_sync,
                                 .unpack_to_dest_mode = std::vector(32, UnpackToDestMode::Default),
                                 .bfp8_pack_precise = plan.precise_block_floats,
                                 .defines = plan.defines,
                                 .named_compile_args = plan.named};
    for (const std::uint32_t index : plan.exact)
        compute.unpack_to_dest_mode[index] = UnpackToDestMode::UnpackToDestFp32;
    const auto path = [&](const std::string& file) { return chip.kernels() + "/" + file; };
    reader_ = metal::CreateKernel(program_, path(plan.reader), cores,
                                  metal::ReaderDataMovementConfig(plan.reader_args, plan.defines, plan.named));
    compute_ = metal::CreateKernel(program_, path(plan.compute), cores, compute);
    writer_ = metal::CreateKernel(program_, path(plan.writer), cores,
                                  metal::WriterDataMovementConfig(plan.writer_args, plan.defines, plan.named));
}

void Launch::set(std::uint32_t core, const Args& reader, const Args& compute, const Args& writer) {
    metal::SetRuntimeArgs(program_, reader_, cores_[core], reader);
    metal::SetRuntimeArgs(program_, compute_, cores_[core], compute);
    metal::SetRuntimeArgs(program_, writer_, cores_[core], writer);
}

}  // namespace decoder
