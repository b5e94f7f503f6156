#include "sim/dram/memory_ahead.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <system_error>

namespace tessera::dram {
namespace {

constexpr std::size_t slice_bytes = 256 << 10;  // provided at a time, so that who ends or settles need not wait long
constexpr std::size_t large_bytes = 8 << 20;    // an array worth a thread

}  // namespace

void provide([[maybe_unused]] std::span<std::byte> range) {
#ifdef MADV_POPULATE_WRITE
    static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto begin = (reinterpret_cast<std::uintptr_t>(range.data()) + page - 1) / page * page;
    const auto end = (reinterpret_cast<std::uintptr_t>(range.data()) + range.size()) / page * page;
    // A system that does not know it, or has no memory left, leaves it to the faults.
    if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE);
#endif
}

MemoryAhead::MemoryAhead(bool on_its_own_thread) {
    if (!on_its_own_thread) return;
    try {
        thread_ = std::thread([this] { work(); });
    } catch (const std::system_error&) {
        // Then it is provided at once.
    }
}

MemoryAhead::~MemoryAhead() {
    if (!has_a_thread()) return;
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wanted_.notify_one();
    thread_.join();
}

void MemoryAhead::want(std::span<std::byte> range) {
    if (!has_a_thread()) return provide(range);
    {
        const std::lock_guard lock(mutex_);
        ranges_.push_back(range);
    }
    wanted_.notify_one();
}

void MemoryAhead::settle() {
    if (!has_a_thread()) return;
    Lock lock(mutex_);
    ranges_.clear();
    settled_.wait(lock, [this] { return !busy_; });
}

ProvidedAhead::ProvidedAhead(std::span<std::byte> array, bool on_its_own_thread) {
    if (array.size() < large_bytes) return;
    ahead_.emplace(on_its_own_thread);
    ahead_->want(array);
}

void MemoryAhead::work() {
    Lock lock(mutex_);
    while (true) {
        wanted_.wait(lock, [this] { return stopping_ || !ranges_.empty(); });
        if (stopping_) return;
        std::span<std::byte>& first = ranges_.front();
        const std::span<std::byte> slice = first.first(std::min(first.size(), slice_bytes));
        first = first.subspan(slice.size());
        if (first.empty()) ranges_.pop_front();
        busy_ = true;
        lock.unlock();
        provide(slice);
        lock.lock();
        busy_ = false;
        settled_.notify_all();
    }
}

}  // namespace tessera::dram
