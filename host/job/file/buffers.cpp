// Circular buffers and semaphores of a job file.
#include <fmt/format.h>

#include "host/job/file/kernels.hpp"
#include "host/job/file/keys.hpp"

namespace tessera::host::job_file {
namespace {

Cores own_cores(const Reader& reader, const Item& table, const Placing& placing) {
    const auto item = reader.find(table, "cores");
    return item ? cores_of(reader, *item) : placing.cores;
}

}  // namespace

void read_semaphores(const Reader& reader, const Item& root, const Placing& placing, Job& job) {
    Program rules;
    for (const Reader::Named& named : reader.named(root, "semaphore")) {
        reader.keys(named.item, names_of(Table::semaphore));
        Program::Semaphore semaphore{set_of(own_cores(reader, named.item, placing)), 0};
        if (const auto item = reader.find(named.item, "initial"))
            semaphore.initial = static_cast<std::uint32_t>(reader.whole(*item, 0, UINT32_MAX));
        reader.at(named.item, [&] { rules.add_semaphore(semaphore.cores, semaphore.initial); });
        job.semaphores.push_back(std::move(semaphore));
        reader.scope().semaphores.push_back(named.name);
    }
}

void read_circular_buffers(const Reader& reader, const Item& root, const Placing& placing, Job& job) {
    const auto found = reader.find(root, "circular_buffer");
    if (!found) return;
    Program rules;
    for (const Item& table : reader.items(*found, "an array of tables, [[circular_buffer]],")) {
        reader.keys(table, names_of(Table::circular_buffer));
        const auto index = static_cast<std::uint32_t>(
            reader.whole(reader.need(table, "index", "tt::CBIndex of the kernels"), 0, abi::most_circular_buffers - 1));
        const tensix::DataFormat format = reader.format(reader.need(table, "format", "of the elements, as \"bf16\""));
        auto page = static_cast<std::uint32_t>(tensix::tile_bytes(format));
        if (const auto item = reader.find(table, "page_bytes"))
            page = static_cast<std::uint32_t>(reader.whole(*item, 4, 1 << 24));
        const std::int64_t most = (std::int64_t{1} << 24) / page;  // beyond any L1
        const auto pages = static_cast<std::uint32_t>(reader.whole(
            reader.need(table, "pages", "2 to read ahead while another is used"), 1, std::max<std::int64_t>(most, 1)));
        CircularBufferSpec spec{set_of(own_cores(reader, table, placing)), page * pages, {{index, {format, page}}}, {}};
        reader.at(table, [&] { rules.add(spec); });
        job.circular_buffers.push_back(std::move(spec));
    }
}

}  // namespace tessera::host::job_file
