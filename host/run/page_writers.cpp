#include "host/run/page_writers.hpp"

#include <algorithm>
#include <numeric>

#include "host/job/image.hpp"

namespace tessera::host {

void PageWriters::follow(const Device& device, std::size_t tensor, const Buffer& buffer) {
    if (buffer.type() != BufferType::dram || buffer.shards() != nullptr) return;
    followed_.push_back({tensor, buffer.address(), buffer.address() + buffer.bank_bytes(), buffer.row_size(),
                         static_cast<std::uint64_t>(device.num_banks(BufferType::dram)),
                         std::vector<std::int32_t>(buffer.num_pages(), -1)});
}

void PageWriters::on_core_name(const watch::CoreName& event) { cores_.push_back(event); }

void PageWriters::on_transfer(const watch::Transfer& event) {
    if (event.is_read || event.bank < 0) return;
    for (Pages& pages : followed_) {
        if (event.address < pages.begin || event.address >= pages.end) continue;
        const std::uint64_t first = (event.address - pages.begin) / pages.row_bytes;
        const std::uint64_t last =
            (event.address - pages.begin + std::max<std::uint64_t>(event.bytes, 1) - 1) / pages.row_bytes;
        for (std::uint64_t row = first; row <= last; ++row)
            if (const std::uint64_t page = row * pages.banks + static_cast<std::uint64_t>(event.bank);
                page < pages.core.size())
                pages.core[page] = event.track.core;
        return;
    }
}

views::Written PageWriters::written(const Job& job, std::size_t tensor, const std::vector<std::size_t>& shape) const {
    const Tensor& of = job.tensors[tensor];
    views::Written out;
    // Of a result that the host sees in another shape it is not known what lies in a tile.
    if (!of.host_shape.empty() || of.shape != shape) return out;
    out.tiles = of.layout == Layout::tiles;
    const auto pages = std::ranges::find(followed_, tensor, &Pages::tensor);
    if (pages == followed_.end()) return out;
    std::size_t units = 0, unit_bytes = 0;
    const std::size_t columns = shape.empty() ? 1 : shape.back();
    if (out.tiles) {
        const std::size_t rows = shape.size() > 1 ? shape[shape.size() - 2] : 1;
        const std::size_t matrices = element_count(shape) / std::max<std::size_t>(1, rows * columns);
        units = matrices * ((rows + 31) / 32) * ((columns + 31) / 32);
    } else {
        units = element_count(shape) / std::max<std::size_t>(1, columns);
    }
    const std::uint64_t bytes = bands(of) * band_bytes(of);
    if (units == 0 || bytes % units != 0) return out;
    unit_bytes = bytes / units;
    for (const watch::CoreName& core : cores_) out.cores.push_back(core.logical);
    out.core.assign(units, -1);
    for (std::size_t unit = 0; unit < units; ++unit) {
        const std::size_t page = unit * unit_bytes / page_bytes(of);
        const std::int32_t core = page < pages->core.size() ? pages->core[page] : -1;
        const auto at = std::ranges::find(cores_, core, &watch::CoreName::core);
        if (at != cores_.end()) out.core[unit] = static_cast<std::int32_t>(at - cores_.begin());
    }
    return out;
}

std::size_t judged_tensor(const Job& job, const views::Check& check) {
    for (const std::size_t tensor : job.outputs)
        if (job.tensors[tensor].name == check.what) return tensor;
    return job.outputs.empty() ? 0 : job.outputs.front();
}

}  // namespace tessera::host
