#include "sim/core/value_queue.hpp"

#include <system_error>
#include <utility>

namespace tessera::core {
namespace {

constexpr std::size_t most_pending = 64;  // pieces of a core, which keep copies of what they work on

}  // namespace

ValueWorkers::ValueWorkers(unsigned threads) {
    try {
        for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { help(); });
    } catch (const std::system_error&) {
        // Those that there are do.
    }
}

ValueWorkers::~ValueWorkers() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    work_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

ValueQueue* ValueWorkers::next_ready() {
    while (!ready_.empty()) {
        ValueQueue* const queue = ready_.front();
        ready_.pop_front();
        queue->offered_ = false;
        if (!queue->taken_ && !queue->pieces_.empty()) return queue;
    }
    return nullptr;
}

void ValueWorkers::offer(ValueQueue& queue) {
    if (queue.taken_ || queue.offered_ || queue.pieces_.empty()) return;
    queue.offered_ = true;
    ready_.push_back(&queue);
    if (idle_ > 0) work_.notify_one();
}

bool ValueWorkers::work_on(ValueQueue& queue, Lock& lock) {
    queue.taken_ = true;
    ValueQueue::Piece piece = std::move(queue.pieces_.front());
    queue.pieces_.pop_front();
    lock.unlock();
    piece();
    piece = nullptr;
    lock.lock();
    queue.taken_ = false;
    const bool more = !queue.pieces_.empty();
    if (queue.pending_.fetch_sub(1, std::memory_order_release) == 1) done_.notify_one();
    return more;
}

void ValueWorkers::help() {
    Lock lock(mutex_);
    while (!stopping_) {
        ValueQueue* const queue = next_ready();
        if (queue == nullptr) {
            ++idle_;
            work_.wait(lock);
            --idle_;
            continue;
        }
        // All of it, so that what one core's pieces work on stays in this thread's cache.
        while (work_on(*queue, lock)) {
        }
    }
}

void ValueQueue::be_helped_by(ValueWorkers* workers) {
    join();
    workers_ = workers;
}

void ValueQueue::add(Piece piece) {
    if (workers_ == nullptr) return piece();
    if (pending_.load(std::memory_order_relaxed) >= most_pending) finish();
    const std::lock_guard lock(workers_->mutex_);
    pieces_.push_back(std::move(piece));
    pending_.fetch_add(1, std::memory_order_relaxed);
    workers_->offer(*this);
}

// Works on its own pieces, and on another core's while somebody else does.
void ValueQueue::finish() {
    ValueWorkers::Lock lock(workers_->mutex_);
    while (pending_.load(std::memory_order_relaxed) != 0) {
        if (!taken_) {
            workers_->work_on(*this, lock);
        } else if (ValueQueue* const other = workers_->next_ready()) {
            workers_->work_on(*other, lock);
            workers_->offer(*other);
        } else {
            workers_->done_.wait(lock);
        }
    }
    if (std::exchange(offered_, false)) std::erase(workers_->ready_, this);
}

}  // namespace tessera::core
