// Work on several host threads whose results stand in the order of the work, so that any number of threads prints the
// same.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace tessera::host {

// Calls `act(i)` for every i below `count` on so many threads, this one included, or on fewer where the system has no
// more; afterwards throws what the first of them by number threw.
void in_parallel(std::size_t count, unsigned threads, const auto& act) {
    std::vector<std::exception_ptr> failed(count);
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++) try {
                act(i);
            } catch (...) {
                failed[i] = std::current_exception();
            }
    };
    {
        std::vector<std::jthread> pool;
        try {
            for (unsigned t = 1; t < threads && t < count; ++t) pool.emplace_back(work);
        } catch (const std::system_error&) {
        }
        work();
    }
    for (const std::exception_ptr& error : failed)
        if (error) std::rethrow_exception(error);
}

}  // namespace tessera::host
