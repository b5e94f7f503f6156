#include "host/study/sweep.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "host/compile/parallel.hpp"
#include "host/study/judge.hpp"

namespace tessera::accuracy {

std::uint64_t mirror_distance(const Inputs& inputs) {
    const bool is_whole =
        inputs.is_ordered() && inputs.first == 0 && inputs.count * inputs.step == std::uint64_t{1} << 32;
    return is_whole && inputs.count % (2 * block_inputs) == 0 ? inputs.count / block_inputs / 2 : 0;
}

Statistics judged(const Recorded& function, const Reference& reference, std::span<const Task> tasks,
                  const Options& options) {
    Judge judge(function, reference, options);
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const Task& task = tasks[i];
        const std::uint64_t distance = mirror_distance(*task.inputs);
        const bool mirror_follows = distance != 0 && i + 1 < tasks.size() && tasks[i + 1].inputs == task.inputs &&
                                    tasks[i + 1].block == task.block + distance;
        judge.judge(*task.inputs, task.block, mirror_follows);
    }
    return judge.take();
}

Statistics sweep(const Recorded& function, const Reference& reference, const Inputs& inputs, const Options& options) {
    constexpr std::uint64_t together = 16;  // blocks
    std::vector<Task> tasks;
    for (std::uint64_t block = 0; block < blocks_of(inputs); ++block) tasks.push_back({&inputs, block});
    Statistics all;
    std::mutex joining;
    host::in_parallel((tasks.size() + together - 1) / together, options.threads, [&](std::size_t i) {
        const auto from = std::span(tasks).subspan(i * together);
        const Statistics part =
            judged(function, reference, from.first(std::min<std::size_t>(together, from.size())), options);
        const std::lock_guard lock(joining);
        all.append(part);
    });
    return all;
}

}  // namespace tessera::accuracy
