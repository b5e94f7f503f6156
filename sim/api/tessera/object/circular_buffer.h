// Circular buffers as objects (the vendor's CircularBuffer and DataflowBuffer, kernel-api.md 2.1), and as ends of
// transactions: read from the front, written to the back, unless a view says otherwise.
#pragma once

#include "tessera/cb.h"
#include "tessera/object/local_mem.h"

namespace tessera::object {

class CircularBuffer {
  public:
    enum class AddrSelector { WRITE_PTR, READ_PTR };

    explicit CircularBuffer(uint32_t cb_id) : cb_id_(cb_id) {}
    uint32_t get_cb_id() const { return cb_id_; }

    void reserve_back(int32_t pages) const { cb_reserve_back(cb_id_, pages); }
    void push_back(int32_t pages) const { cb_push_back(cb_id_, pages); }
    void wait_front(int32_t pages) const { cb_wait_front(cb_id_, pages); }
    void pop_front(int32_t pages) const { cb_pop_front(cb_id_, pages); }

#if defined(COMPILE_FOR_TRISC)
    uint32_t get_tile_address(uint32_t tile) const { return ckernel::get_tile_address(cb_id_, tile); }
    uint32_t read_tile_value(uint32_t tile, uint32_t element) const {
        return ckernel::read_tile_value(cb_id_, tile, element);
    }
#else
    uint32_t get_tile_size() const { return ::get_tile_size(cb_id_); }
    uint32_t get_tile_hw() const { return ::get_tile_hw(cb_id_); }
    DataFormat get_dataformat() const { return ::get_dataformat(cb_id_); }
    bool pages_reservable_at_back(int32_t pages) const { return cb_pages_reservable_at_back(cb_id_, pages); }
    bool pages_available_at_front(int32_t pages) const { return cb_pages_available_at_front(cb_id_, pages); }
#endif
    uint32_t get_write_ptr() const { return ckernel::get_write_ptr(cb_id_); }
    uint32_t get_read_ptr() const { return ckernel::get_read_ptr(cb_id_); }

    [[nodiscard]] auto scoped_lock() { return no_lock(); }

  private:
    uint32_t cb_id_;
};

// The newer object over the same buffer: an entry is a page, sizes are bytes on every RISC.
class DataflowBuffer {
  public:
    DataflowBuffer(uint16_t id) : buffer_(id) {}

    uint16_t get_id() const { return static_cast<uint16_t>(buffer_.get_cb_id()); }
    uint32_t get_entry_size() const { return get_local_cb_interface(get_id()).fifo_page_size * tessera::cb_unit; }
    uint32_t get_stride_size() const { return get_entry_size(); }
    uint32_t get_total_num_entries() const { return get_local_cb_interface(get_id()).fifo_num_pages; }
    uint32_t get_total_size_bytes() const { return get_local_cb_interface(get_id()).fifo_size * tessera::cb_unit; }
    uint32_t get_local_num_entries() const { return get_total_num_entries(); }
    uint32_t get_local_size_bytes() const { return get_total_size_bytes(); }
    uint32_t get_ring_span_bytes() const { return get_total_size_bytes(); }
    uint32_t get_ring_span_num_entries() const { return get_total_num_entries(); }

    void reserve_back(uint16_t entries) const { buffer_.reserve_back(entries); }
    void push_back(uint16_t entries) const { buffer_.push_back(entries); }
    void wait_front(uint16_t entries) const { buffer_.wait_front(entries); }
    void pop_front(uint16_t entries) const { buffer_.pop_front(entries); }

    uint32_t get_tile_size() const { return ::get_tile_size(get_id()); }
    uint32_t get_tile_hw() const { return ::get_tile_hw(get_id()); }
    uint32_t get_tile_num_faces() const { return ::get_tile_num_faces(get_id()); }
    DataFormat get_dataformat() const { return ::get_dataformat(get_id()); }
#if defined(COMPILE_FOR_TRISC)
    uint32_t get_tile_address(uint32_t tile) const { return buffer_.get_tile_address(tile); }
    template <class T = uint32_t>
    T read_tile_value(uint32_t tile, uint32_t element) const {
        return reinterpret_cast<const volatile T*>(buffer_.get_tile_address(tile))[element];
    }
#else
    bool pages_reservable_at_back(int32_t pages) const { return buffer_.pages_reservable_at_back(pages); }
    bool pages_available_at_front(int32_t pages) const { return buffer_.pages_available_at_front(pages); }
    void write_barrier(const Noc& noc) const { noc.async_write_barrier(); }
#endif
    uint32_t get_write_ptr() const { return buffer_.get_write_ptr(); }
    uint32_t get_read_ptr() const { return buffer_.get_read_ptr(); }

    // Transfers of the buffer end at barriers of their own: nothing is left to drain.
    void finish() {}
    [[nodiscard]] auto scoped_lock() { return no_lock(); }
    [[nodiscard]] auto scoped_write_lock(uint16_t = 1) { return ScopedPointer<true>(get_write_ptr()); }
    [[nodiscard]] auto scoped_read_lock(uint16_t = 1) { return ScopedPointer<false>(get_read_ptr()); }

  private:
    template <bool writes>
    struct ScopedPointer {
        explicit ScopedPointer(uint32_t address) : address_(address) {}
        ScopedPointer(const ScopedPointer&) = delete;
        ScopedPointer& operator=(const ScopedPointer&) = delete;
        template <class T = uint32_t>
        [[nodiscard]] auto get_ptr() const {
            return CoreLocalMem<std::conditional_t<writes, T, const T>>(address_);
        }

      private:
        uint32_t address_;
    };

    CircularBuffer buffer_;
};

#if !defined(COMPILE_FOR_TRISC)

template <CircularBuffer::AddrSelector AddrSel>
struct CircularBufferView {
    const CircularBuffer& cb;
    explicit constexpr CircularBufferView(const CircularBuffer& buffer) : cb(buffer) {}
};
template <CircularBuffer::AddrSelector AddrSel>
constexpr auto use(const CircularBuffer& cb) {
    return CircularBufferView<AddrSel>(cb);
}

template <class Buffer>
struct BufferTraits {
    struct src_args_type {
        uint32_t offset_bytes{};
    };
    using dst_args_type = src_args_type;
    using dst_args_mcast_type = RectangleArgs;
    template <Noc::AddressType type>
    static uint32_t src_addr(const Buffer& buffer, const Noc&, const src_args_type& args) {
        static_assert(type == Noc::AddressType::LOCAL_L1, "a buffer without a rectangle is the end on this core");
        return noc_traits_t<Buffer>::front(buffer) + args.offset_bytes;
    }
    template <Noc::AddressType type>
    static uint32_t dst_addr(const Buffer& buffer, const Noc&, const dst_args_type& args) {
        static_assert(type == Noc::AddressType::LOCAL_L1, "a buffer without a rectangle is the end on this core");
        return noc_traits_t<Buffer>::back(buffer) + args.offset_bytes;
    }
    template <Noc::AddressType type>
    static uint64_t dst_addr_mcast(const Buffer& buffer, const Noc& noc, const dst_args_mcast_type& args) {
        static_assert(type == Noc::AddressType::NOC, "a buffer with a rectangle is the other end");
        return args.address(noc_traits_t<Buffer>::back(buffer), noc);
    }
};
template <>
struct noc_traits_t<CircularBuffer> : BufferTraits<CircularBuffer> {
    static uint32_t front(const CircularBuffer& buffer) { return buffer.get_read_ptr(); }
    static uint32_t back(const CircularBuffer& buffer) { return buffer.get_write_ptr(); }
};
template <>
struct noc_traits_t<DataflowBuffer> : BufferTraits<DataflowBuffer> {
    static uint32_t front(const DataflowBuffer& buffer) { return buffer.get_read_ptr(); }
    static uint32_t back(const DataflowBuffer& buffer) { return buffer.get_write_ptr(); }
};
template <CircularBuffer::AddrSelector AddrSel>
struct noc_traits_t<CircularBufferView<AddrSel>> : BufferTraits<CircularBufferView<AddrSel>> {
    static uint32_t get_local_addr(const CircularBufferView<AddrSel>& view) {
        return AddrSel == CircularBuffer::AddrSelector::READ_PTR ? view.cb.get_read_ptr() : view.cb.get_write_ptr();
    }
    static uint32_t front(const CircularBufferView<AddrSel>& view) { return get_local_addr(view); }
    static uint32_t back(const CircularBufferView<AddrSel>& view) { return get_local_addr(view); }
};

#endif

}  // namespace tessera::object
