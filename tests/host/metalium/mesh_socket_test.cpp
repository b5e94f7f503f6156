// Sockets between cores of one chip: bytes arrive in order, whatever the pages at either end (spec/kernel-api.md 5.2).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/sockets/mesh_socket.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "tests/host/metalium/environment.hpp"

namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using tessera::host::test::thrown_by;
using testing::HasSubstr;

// Compile-time arguments: the socket's words, the data, bytes of a page, pages.
constexpr const char* sends = R"(
#include "api/socket_api.h"
void kernel_main() {
    constexpr uint32_t data = get_compile_time_arg_val(1), page = get_compile_time_arg_val(2);
    SocketSenderInterface socket = create_sender_socket_interface(get_compile_time_arg_val(0));
    set_sender_socket_page_size(socket, page);
    for (uint32_t i = 0; i < get_compile_time_arg_val(3); ++i) {
        socket_reserve_pages(socket, 1);
        for (uint32_t to = 0; to < socket.num_downstreams; ++to) {
            const auto there = get_downstream_encoding(socket, to);
            noc_async_write(data + i * page,
                            get_noc_addr(there.d2d.downstream_noc_x, there.d2d.downstream_noc_y,
                                         socket.downstream_fifo_addr + socket.write_ptr), page);
        }
        noc_async_write_barrier();
        socket_push_pages(socket, 1);
        socket_notify_receiver(socket);
    }
    socket_barrier(socket);
    update_socket_config(socket);
}
)";

constexpr const char* receives = R"(
#include "socket_api.h"
void kernel_main() {
    constexpr uint32_t data = get_compile_time_arg_val(1), page = get_compile_time_arg_val(2);
    SocketReceiverInterface socket = create_receiver_socket_interface(get_compile_time_arg_val(0));
    set_receiver_socket_page_size(socket, page);
    for (uint32_t i = 0; i < get_compile_time_arg_val(3); ++i) {
        if (i % 2 == 0)
            socket_wait_for_pages(socket, 1);
        else
            while (!socket_wait_for_pages(socket, 1, 3));
        noc_async_write(socket.read_ptr, get_noc_addr(data + i * page), page);
        noc_async_write_barrier();
        socket_pop_pages(socket, 1);
        socket_notify_sender(socket);
    }
    update_socket_config(socket);
    noc_async_write_barrier();
}
)";

// What the unpacker takes from the FIFO through a local buffer, packed to another.
constexpr const char* copies = R"(
#include "compute_kernel_api/tile_move_copy.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "socket_api.h"
void kernel_main() {
    unary_op_init_common(0, 16);
    SocketReceiverInterface socket = create_receiver_socket_interface(get_compile_time_arg_val(0));
    set_receiver_socket_page_size(socket, 2048);
    UNPACK((assign_local_cb_to_socket(socket, 0)));
    for (uint32_t i = 0; i < 3; ++i) {
        tile_regs_acquire();
        cb_wait_front(0, 1);
        copy_tile(0, 0, 0);
        cb_pop_front(0, 1);
        tile_regs_commit();
        tile_regs_wait();
        cb_reserve_back(16, 1);
        pack_tile(0, 16);
        cb_push_back(16, 1);
        tile_regs_release();
    }
}
)";

class Sockets : public tessera::host::test::Metalium {
  protected:
    static SocketConnection between(const CoreCoord& from, const CoreCoord& to) {
        return {{MeshCoordinate(0, 0), from}, {MeshCoordinate(0, 0), to}};
    }
    std::pair<MeshSocket, MeshSocket> pair(const std::vector<SocketConnection>& connections, std::uint32_t fifo) const {
        return MeshSocket::create_socket_pair(mesh, mesh, {connections, {BufferType::L1, fifo}});
    }
    // A word for each core of the grid is there as well, so that nothing lies at the same place on all.
    std::uint32_t room(std::uint32_t bytes) {
        rooms.push_back(MeshBuffer::create(ReplicatedBufferConfig{DeviceAddr{bytes} * 64},
                                           {.page_size = bytes, .buffer_type = BufferType::L1}, mesh.get()));
        return static_cast<std::uint32_t>(rooms.back()->address());
    }
    void add(Program& program, const char* text, const CoreCoord& core, const MeshSocket& socket, std::uint32_t data,
             std::uint32_t page, std::uint32_t pages) const {
        const auto config = static_cast<std::uint32_t>(socket.get_config_buffer()->address());
        CreateKernelFromString(program, text, core, DataMovementConfig{.compile_args = {config, data, page, pages}});
    }
    void run(Program program) const {
        MeshWorkload workload;
        workload.add_program(MeshCoordinateRange(mesh->shape()), std::move(program));
        EnqueueMeshWorkload(mesh->mesh_command_queue(), workload, true);
    }
    std::vector<std::uint32_t> words(const CoreCoord& core, std::uint32_t address, std::uint32_t bytes) const {
        std::vector<std::uint32_t> out;
        detail::ReadFromDeviceL1(mesh.get(), core, address, bytes, out);
        return out;
    }
    const std::shared_ptr<MeshDevice> mesh = MeshDevice::create_unit_mesh(0);
    std::vector<std::shared_ptr<MeshBuffer>> rooms;
    std::vector<std::uint32_t> numbers = [] {
        std::vector<std::uint32_t> out(1536);
        std::iota(out.begin(), out.end(), 1u);
        return out;
    }();
};

// 6144 bytes through a FIFO of 1024, which neither pages of 192 nor of 384 divide, to two receivers; and again, since
// both ends keep where they were.
TEST_F(Sockets, BytesArriveInOrder) {
    const auto [from, to] = pair({between({0, 0}, {1, 0}), between({0, 0}, {3, 2})}, 1024);
    EXPECT_EQ(to.get_active_cores().size(), 2u);
    EXPECT_EQ(from.get_active_cores().size(), 1u);
    EXPECT_EQ(to.get_data_buffer()->device(), to.get_mesh_device());
    EXPECT_THAT(thrown_by([&, end = from] { end.get_data_buffer(); }), HasSubstr("receivers' end"));
    const std::uint32_t data = room(6144), copy = room(6144);
    for (const std::uint32_t page : {192u, 384u}) {
        detail::WriteToDeviceL1(mesh.get(), {0, 0}, data, numbers);
        Program program = CreateProgram();
        add(program, sends, {0, 0}, from, data, page, 6144 / page);
        for (const CoreCoord& core : {CoreCoord{1, 0}, CoreCoord{3, 2}})
            add(program, receives, core, to, copy, page, 6144 / page);
        run(std::move(program));
        EXPECT_EQ(words({1, 0}, copy, 6144), numbers);
        EXPECT_EQ(words({3, 2}, copy, 6144), numbers);
        for (std::uint32_t& number : numbers) number += 10000;
    }
}

TEST_F(Sockets, FeedTheUnpackerThroughALocalBuffer) {
    const auto [from, to] = pair({between({0, 0}, {1, 0})}, 3 * 2048);
    const std::uint32_t data = room(6144), copy = room(6144);
    detail::WriteToDeviceL1(mesh.get(), {0, 0}, data, std::vector<std::uint32_t>(1536, 0x3F803F80));
    Program program = CreateProgram();
    add(program, sends, {0, 0}, from, data, 2048, 3);
    const CoreCoord there{1, 0};
    const auto config = static_cast<std::uint32_t>(to.get_config_buffer()->address());
    CreateCircularBuffer(program, there,
                         CircularBufferConfig(3 * 2048, {{0, tt::DataFormat::Float16_b}})
                             .set_page_size(0, 2048)
                             .set_globally_allocated_address(*to.get_data_buffer()->get_backing_buffer()));
    CreateCircularBuffer(program, there,
                         CircularBufferConfig(3 * 2048, {{16, tt::DataFormat::Float16_b}}).set_page_size(16, 2048));
    CreateKernelFromString(program, R"(
#include "socket_api.h"
void kernel_main() {
    SocketReceiverInterface socket = create_receiver_socket_interface(get_compile_time_arg_val(0));
    set_receiver_socket_page_size(socket, 2048);
    assign_local_cb_to_socket(socket, 0);
    for (uint32_t i = 0; i < 3; ++i) {
        cb_reserve_back(0, 1);
        socket_wait_for_pages(socket, 1);
        cb_push_back(0, 1);
        socket_pop_pages(socket, 1);
    }
    cb_wait_front(16, 3);
    noc_async_write(get_read_ptr(16), get_noc_addr(get_compile_time_arg_val(1)), 6144);
    noc_async_write_barrier();
    cb_pop_front(16, 3);
    socket_notify_sender(socket);
    noc_async_write_barrier();
})",
                           there, DataMovementConfig{.compile_args = {config, copy}});
    CreateKernelFromString(program, copies, there, ComputeConfig{.compile_args = {config}});
    run(std::move(program));
    EXPECT_EQ(words(there, copy, 6144), std::vector<std::uint32_t>(1536, 0x3F803F80));
}

TEST_F(Sockets, RefuseWhatTheyCannotConnect) {
    const auto refused = [&](const std::vector<SocketConnection>& connections, std::uint32_t fifo = 1024) {
        return thrown_by([&] { pair(connections, fifo); });
    };
    EXPECT_THAT(refused({}), HasSubstr("without connections"));
    EXPECT_THAT(refused({between({0, 0}, {1, 0})}, 1000), HasSubstr("a multiple of 16"));
    EXPECT_THAT(refused({between({0, 0}, {1, 0}), between({2, 0}, {1, 0})}), HasSubstr("receives on two"));
    EXPECT_THAT(refused({between({0, 0}, {0, 0})}), HasSubstr("sends and receives"));
    EXPECT_THAT(refused({{{MeshCoordinate(0, 0), {0, 0}}, {MeshCoordinate(0, 1), {1, 0}}}}),
                HasSubstr("from device (0, 0) to device (0, 1): devices of a mesh have no links here"));
    EXPECT_THAT(thrown_by([&] {
                    MeshSocket::create_socket_pair(mesh, MeshDevice::create_unit_mesh(1),
                                                   {{between({0, 0}, {1, 0})}, {BufferType::L1, 1024}});
                }),
                HasSubstr("two meshes"));
}

}  // namespace
