// Memory of the host with elements of any trivial type: its own, shared with the caller, or borrowed. Copies share it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <typeindex>
#include <typeinfo>
#include <utility>
#include <vector>

#include "assert.hpp"
#include "memory_pin.hpp"
#include "span.hpp"

namespace tt::tt_metal {

class HostBuffer {
  public:
    HostBuffer() : HostBuffer(std::vector<std::byte>{}) {}
    template <class T>
    explicit HostBuffer(std::shared_ptr<std::vector<T>> data)
        : pin_(data), bytes_(std::as_writable_bytes(std::span<T>(*data))), type_(typeid(T)) {}
    template <class T>
    explicit HostBuffer(std::vector<T>&& data) : HostBuffer(std::make_shared<std::vector<T>>(std::move(data))) {}
    template <class T>
    explicit HostBuffer(const std::vector<T>& data) : HostBuffer(std::make_shared<std::vector<T>>(data)) {}
    template <class T>
    HostBuffer(tt::stl::Span<T> borrowed, MemoryPin pin)
        : pin_(std::move(pin)), bytes_(std::as_writable_bytes(borrowed)), type_(typeid(T)) {}

    tt::stl::Span<std::byte> view_bytes() { return bytes_; }
    tt::stl::Span<const std::byte> view_bytes() const { return bytes_; }
    // As what it was made of; another type is an error.
    template <class T>
    tt::stl::Span<T> view_as() {
        check(typeid(T));
        return {reinterpret_cast<T*>(bytes_.data()), bytes_.size() / sizeof(T)};
    }
    template <class T>
    tt::stl::Span<const T> view_as() const {
        check(typeid(T));
        return {reinterpret_cast<const T*>(bytes_.data()), bytes_.size() / sizeof(T)};
    }
    MemoryPin pin() const { return pin_; }
    void swap(HostBuffer& other) noexcept { std::swap(*this, other); }

    friend bool operator==(const HostBuffer& a, const HostBuffer& b) { return std::ranges::equal(a.bytes_, b.bytes_); }

  private:
    void check(std::type_index wanted) const {
        if (wanted != type_) tt::assert::fail(__FILE__, __LINE__, "a host buffer seen as another type than its own");
    }
    MemoryPin pin_;
    tt::stl::Span<std::byte> bytes_;
    std::type_index type_;
};

namespace host_buffer {

template <class T>
tt::stl::Span<const T> get_as(const HostBuffer& buffer) {
    return buffer.view_as<T>();
}
template <class T>
tt::stl::Span<T> get_as(HostBuffer& buffer) {
    return buffer.view_as<T>();
}

}  // namespace host_buffer

}  // namespace tt::tt_metal
