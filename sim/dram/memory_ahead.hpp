// Memory of the host asked for before it is first written: many pages at once cost less than a fault for each of them,
// and another thread can wait for them meanwhile. Contents do not change, so nothing that a run gives depends on it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <thread>

namespace tessera::dram {

// Provides the whole pages of the range, or none where the system has no such call.
void provide(std::span<std::byte> range);

class MemoryAhead {
  public:
    // Without a thread of its own what is wanted is provided at once.
    explicit MemoryAhead(bool on_its_own_thread);
    MemoryAhead(const MemoryAhead&) = delete;
    MemoryAhead& operator=(const MemoryAhead&) = delete;
    ~MemoryAhead();  // what is not yet provided is not needed

    bool has_a_thread() const { return thread_.joinable(); }
    // The range is to be there soon. It must stay mapped until settle() or the end.
    void want(std::span<std::byte> range);
    // Forgets what is not provided yet and returns when no range is in use.
    void settle();

  private:
    using Lock = std::unique_lock<std::mutex>;
    void work();

    std::mutex mutex_;
    std::condition_variable wanted_, settled_;
    std::deque<std::span<std::byte>> ranges_;
    bool busy_ = false, stopping_ = false;
    std::thread thread_;
};

// A large array that is about to be filled from its beginning on; while this lives, its memory comes.
class ProvidedAhead {
  public:
    explicit ProvidedAhead(std::span<std::byte> array, bool on_its_own_thread = true);

  private:
    std::optional<MemoryAhead> ahead_;  // nothing for a small one
};

}  // namespace tessera::dram
