// Processor time of the host.
#pragma once

#include <algorithm>
#include <ctime>

// The least of three runs, in seconds.
double seconds_of(const auto& work) {
    double best = 1e9;
    for (int i = 0; i < 3; ++i) {
        const std::clock_t begin = std::clock();
        work();
        best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return best;
}
