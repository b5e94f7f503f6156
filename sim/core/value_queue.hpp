// Values that are worked out beside the simulation. What tiles hold steers no cycle (spec/design.md 2), so what a unit
// computes may wait until somebody looks at it, and another thread of the host may do it meanwhile. The work of one
// core is done piece after piece in the order in which its units began it: the values are the same whoever does it, and
// when.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tessera::core {

class ValueQueue;

// The threads that help the one that simulates.
class ValueWorkers {
  public:
    // Fewer where the host gives no more.
    explicit ValueWorkers(unsigned threads);
    ~ValueWorkers();

    bool none() const { return threads_.empty(); }

  private:
    friend class ValueQueue;
    using Lock = std::unique_lock<std::mutex>;

    void help();
    ValueQueue* next_ready();
    void offer(ValueQueue& queue);
    // One piece of the queue, which nobody else works on; the lock is open meanwhile. Whether there are more; if not,
    // the queue may be gone.
    bool work_on(ValueQueue& queue, Lock& lock);

    std::mutex mutex_;
    std::condition_variable work_, done_;
    std::deque<ValueQueue*> ready_;
    unsigned idle_ = 0;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

// The work of one core. Only the thread that simulates adds and joins.
class ValueQueue {
  public:
    using Piece = std::function<void()>;

    ~ValueQueue() { join(); }

    // With nobody to help pieces are done when they are added.
    void be_helped_by(ValueWorkers* workers);
    bool is_helped() const { return workers_ != nullptr; }
    // A piece must not throw: what may be refused is refused before.
    void add(Piece piece);
    // Returns when every piece is done.
    void join() {
        if (pending_.load(std::memory_order_acquire) != 0) finish();
    }

  private:
    friend class ValueWorkers;
    void finish();

    ValueWorkers* workers_ = nullptr;
    std::atomic<std::size_t> pending_ = 0;
    // The rest belongs to whoever holds the lock of the workers.
    std::deque<Piece> pieces_;
    bool taken_ = false, offered_ = false;
};

}  // namespace tessera::core
