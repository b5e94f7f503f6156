// Rings between cores that outlive programs: a sender, its receivers, and what each is told of the others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/global_circular_buffer.hpp>
#include <tt-metalium/program_descriptors.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "tests/host/metalium/environment.hpp"

namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::experimental;
using tessera::host::test::thrown_by;
using testing::HasSubstr;

constexpr std::uint32_t page_bytes = 256, ring_pages = 4;

// Sends pages whose words count on from a first number: receiver r gets the r-th half of each local row.
constexpr const char* sender = R"(
#include "api/remote_circular_buffer.h"
void kernel_main() {
    constexpr uint32_t remote = 31, page = get_compile_time_arg_val(0), receivers = get_compile_time_arg_val(1);
    uint32_t next = get_arg_val<uint32_t>(0);
    const uint32_t local = get_write_ptr(0);
    for (uint32_t i = 0; i < get_arg_val<uint32_t>(1); ++i) {
        experimental::remote_cb_reserve_back(remote, 1);
        noc_async_writes_flushed();
        volatile uint32_t* words = reinterpret_cast<volatile uint32_t*>(local);
        for (uint32_t w = 0; w < receivers * page / 4; ++w) words[w] = next++;
        experimental::remote_cb_push_back_and_write_pages<false>(remote, local, 1, 1, 1, page);
        noc_async_write_barrier();
    }
    experimental::remote_cb_sender_barrier(remote);
    experimental::update_remote_cb_config_in_l1(remote);
    noc_async_full_barrier();
}
)";
// Adds up the first words of the pages that come, by the local buffer on the ring's memory, and leaves the sum in L1.
constexpr const char* receiver = R"(
#include "api/remote_circular_buffer.h"
void kernel_main() {
    constexpr uint32_t remote = 31, local = 1;
    const uint32_t indices[] = {local};
    experimental::align_local_cbs_to_remote_cb(remote, indices);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < get_arg_val<uint32_t>(0); ++i) {
        cb_reserve_back(local, 1);
        experimental::remote_cb_wait_front(remote, 1);
        cb_push_back(local, 1);
        cb_wait_front(local, 1);
        sum += *reinterpret_cast<volatile uint32_t*>(get_read_ptr(local));
        cb_pop_front(local, 1);
        experimental::remote_cb_pop_front(remote, 1);
    }
    experimental::update_remote_cb_config_in_l1(remote);
    *reinterpret_cast<volatile uint32_t*>(get_arg_val<uint32_t>(1)) = sum;
    noc_async_full_barrier();
}
)";

class GlobalBuffers : public tessera::host::test::Metalium, public testing::WithParamInterface<const char*> {
  protected:
    const tessera::host::test::Variable arch_{"TESSERA_ARCH", GetParam()};
    const std::shared_ptr<distributed::MeshDevice> device = distributed::MeshDevice::create_unit_mesh(0);
    const CoreCoord from{0, 0};
    const CoreRangeSet to = CoreRangeSet(CoreRange({1, 0}, {1, 1}));
    const std::shared_ptr<Buffer> sums = CreateBuffer(InterleavedBufferConfig{
        .device = device.get(), .size = 56 * 64, .page_size = 64, .buffer_type = BufferType::L1});

    Program program(const GlobalCircularBuffer& ring, std::uint32_t first, std::uint32_t pages) const {
        Program out = CreateProgram();
        CreateCircularBuffer(
            out, from,
            CircularBufferConfig(2 * page_bytes, {{0, tt::DataFormat::UInt32}}).set_page_size(0, 2 * page_bytes));
        CircularBufferConfig sends(ring.size());
        sends.remote_index(31).set_page_size(page_bytes).set_data_format(tt::DataFormat::UInt32);
        EXPECT_THAT(sends.remote_buffer_indices(), testing::ElementsAre(31));
        EXPECT_THAT(sends.local_buffer_indices(), testing::IsEmpty());
        experimental::CreateCircularBuffer(out, from, sends, ring);
        CircularBufferConfig takes = sends;
        takes.index(1).set_page_size(page_bytes).set_data_format(tt::DataFormat::UInt32);
        experimental::CreateCircularBuffer(out, to, takes, ring);
        const KernelHandle sending =
            CreateKernelFromString(out, sender, from, DataMovementConfig{.compile_args = {page_bytes, 2}});
        SetRuntimeArgs(out, sending, from, {first, pages});
        const KernelHandle taking = CreateKernelFromString(out, receiver, to, DataMovementConfig{});
        SetRuntimeArgs(out, taking, to, {pages, sums->address()});
        return out;
    }
    std::uint32_t sum_on(const CoreCoord& core) const {
        std::vector<std::uint32_t> words;
        detail::ReadFromDeviceL1(device.get(), core, sums->address(), 4, words);
        return words[0];
    }
};

TEST_P(GlobalBuffers, LiveAcrossPrograms) {
    const GlobalCircularBuffer ring = CreateGlobalCircularBuffer(device.get(), {{from, to}}, ring_pages * page_bytes);
    EXPECT_EQ(ring.all_cores().num_cores(), 3u);
    EXPECT_TRUE(ring.sender_cores().contains(from) && ring.receiver_cores().contains(to));
    EXPECT_NE(ring.buffer_address(), ring.config_address());
    // Six pages and then seven: the second program finds the ring where the first left it, in its middle.
    constexpr std::uint32_t words = page_bytes / 4;
    for (const std::uint32_t pages : {6u, 7u}) {
        Program sends = program(ring, 1000, pages);
        detail::LaunchProgram(device.get(), sends);
        std::uint32_t first = 0, second = 0;
        for (std::uint32_t i = 0; i < pages; ++i) {
            first += 1000 + 2 * i * words;
            second += 1000 + (2 * i + 1) * words;
        }
        EXPECT_EQ(sum_on({1, 0}), first);
        EXPECT_EQ(sum_on({1, 1}), second);
    }
}

TEST_P(GlobalBuffers, AreGivenToAProgramAnew) {
    const GlobalCircularBuffer one(device.get(), {{from, to}}, ring_pages * page_bytes);
    const GlobalCircularBuffer other(device.get(), {{from, to}}, 2 * ring_pages * page_bytes);
    Program sends = program(one, 5, 3);
    for (const CBHandle handle : {1, 2}) UpdateDynamicCircularBufferAddress(sends, handle, other);
    detail::LaunchProgram(device.get(), sends);
    EXPECT_EQ(sum_on({1, 0}), 3 * 5 + 2 * (page_bytes / 4) * 3);
    std::vector<std::uint32_t> untouched;
    detail::ReadFromDeviceL1(device.get(), {1, 0}, static_cast<std::uint32_t>(one.buffer_address()), 4, untouched);
    EXPECT_EQ(untouched[0], 0u);
}

TEST_P(GlobalBuffers, AreDescribed) {
    const GlobalCircularBuffer ring(device.get(), {{from, to}}, ring_pages * page_bytes);
    const CBFormatDescriptor remote{.buffer_index = 31, .data_format = tt::DataFormat::UInt32, .page_size = page_bytes};
    const Program described(ProgramDescriptor{.cbs = {CBDescriptor{.total_size = ring.size(),
                                                                   .core_ranges = CoreRangeSet(from),
                                                                   .remote_format_descriptors = {remote},
                                                                   .global_circular_buffer = &ring}}});
    EXPECT_EQ(described.spec().circular_buffers().at(0).remote_page_bytes.at(31), page_bytes);
}

TEST_P(GlobalBuffers, RefuseWhatCannotBe) {
    const auto make = [&](const GlobalCircularBuffer::Mapping& mapping, std::uint32_t size,
                          BufferType type = BufferType::L1) {
        return thrown_by([&] { GlobalCircularBuffer(device.get(), mapping, size, type); });
    };
    EXPECT_THAT(make({{from, CoreRangeSet(from)}}, page_bytes), HasSubstr("in two places"));
    EXPECT_THAT(make({{from, {}}}, page_bytes), HasSubstr("has no receivers"));
    EXPECT_THAT(make({}, page_bytes), HasSubstr("without cores"));
    EXPECT_THAT(make({{from, to}}, 100), HasSubstr("give a multiple of"));
    EXPECT_THAT(make({{from, to}}, page_bytes, BufferType::DRAM), HasSubstr("lies in L1"));
    const GlobalCircularBuffer ring(device.get(), {{from, to}}, page_bytes);
    Program out = CreateProgram();
    CircularBufferConfig local(page_bytes, {{0, tt::DataFormat::UInt32}});
    local.set_page_size(0, page_bytes);
    EXPECT_THAT(thrown_by([&] { experimental::CreateCircularBuffer(out, from, local, ring); }),
                HasSubstr("call remote_index"));
    CircularBufferConfig remote(page_bytes);
    remote.remote_index(31).set_page_size(page_bytes).set_data_format(tt::DataFormat::UInt32);
    EXPECT_THAT(thrown_by([&] { tt::tt_metal::CreateCircularBuffer(out, from, remote); }),
                HasSubstr("global circular buffer"));
    EXPECT_THAT(thrown_by([&] {
                    experimental::CreateCircularBuffer(out, CoreCoord{5, 5}, remote, ring);
                }),
                HasSubstr("the global one has"));
}

INSTANTIATE_TEST_SUITE_P(Machines, GlobalBuffers, testing::Values("wormhole_b0", "blackhole"),
                         [](const auto& machine) { return std::string(machine.param); });

}  // namespace
