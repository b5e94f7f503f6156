#include "host/accuracy/sweep.hpp"

#include <exception>
#include <mutex>
#include <thread>

#include "host/accuracy/judge.hpp"

namespace tessera::accuracy {

Statistics sweep(const Recorded& function, const Reference& reference, std::span<const Task> tasks,
                 const Options& options, const std::function<void(std::uint64_t)>& done, const std::atomic<bool>* stop,
                 std::uint64_t* finished) {
    std::atomic<std::uint64_t> next{0}, count{0};
    std::exception_ptr failure;
    std::atomic<bool> failed{false};
    std::mutex joining;
    Statistics all;
    const auto work = [&](bool reports) {
        try {
            Judge judge(function, reference, options);
            while (!failed && (stop == nullptr || !*stop)) {
                const std::uint64_t task = next++;
                if (task >= tasks.size()) break;
                judge.judge(*tasks[task].inputs, tasks[task].block);
                ++count;
                if (reports && done) done(count);
            }
            const std::lock_guard lock(joining);
            all.append(judge.take());
        } catch (...) {
            if (!failed.exchange(true)) failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (unsigned t = 1; t < options.threads; ++t) helpers.emplace_back(work, false);
        work(true);
    }
    if (failure) std::rethrow_exception(failure);
    if (finished != nullptr) *finished = count;
    return all;
}

Statistics sweep(const Recorded& function, const Reference& reference, const Inputs& inputs, const Options& options) {
    std::vector<Task> tasks;
    for (std::uint64_t block = 0; block < blocks_of(inputs); ++block) tasks.push_back({&inputs, block});
    return sweep(function, reference, tasks, options);
}

}  // namespace tessera::accuracy
