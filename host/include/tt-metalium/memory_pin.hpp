#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

namespace tt::tt_metal {

// Keeps memory alive that belongs to somebody else: by a shared pointer, or by two functions that count its users.
class MemoryPin {
  public:
    MemoryPin() = default;
    explicit MemoryPin(std::shared_ptr<void> resource) : held_(std::move(resource)) {}
    MemoryPin(std::function<void()> increment, std::function<void()> decrement) {
        increment();
        held_ = std::make_shared<Count>(std::move(decrement));
    }
    friend bool operator==(const MemoryPin& pin, std::nullptr_t) { return pin.held_ == nullptr; }

  private:
    struct Count {
        explicit Count(std::function<void()> end) : decrement(std::move(end)) {}
        Count(const Count&) = delete;
        Count& operator=(const Count&) = delete;
        ~Count() { decrement(); }
        std::function<void()> decrement;
    };
    std::shared_ptr<void> held_;
};

}  // namespace tt::tt_metal
