// Prints the table of README.md's section Accuracy: published figures of silicon beside those of tessera, over whole
// sets of inputs. A minute or a few on two cores; progress to stderr.
#include <fmt/format.h>

#include <cstdio>
#include <thread>

#include "tests/golden/accuracy/anchors.hpp"

int main() {
    using namespace tessera::accuracy::anchors;
    const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    fmt::print("{}\n", table_head);
    for (const Study& study : studies()) {
        const tessera::accuracy::Statistics statistics = measure(study, study.inputs, threads);
        for (const Figure& figure : study.figures) fmt::print("{}\n", row(study, figure, statistics));
        std::fflush(stdout);
        fmt::print(stderr, "{} {}: worst at {:08x}, gives {:08x}; first above the limit {:08x}\n", study.function,
                   study.set, statistics.worst.x(), statistics.worst.y(), statistics.first_beyond().value_or(0));
    }
    return 0;
}
