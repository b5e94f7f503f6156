#include "host/schedule/bound.hpp"

#include <algorithm>
#include <cmath>

#include "host/schedule/page.hpp"
#include "sim/noc/network.hpp"

namespace tessera::host {
namespace {

Cycle rounded_up(double cycles) { return static_cast<Cycle>(std::ceil(cycles)); }

double bank_cycles(const Problem& problem) {
    const arch::Dram& dram = problem.arch->dram;
    return std::max<double>(std::ceil(problem.page_bytes / dram.bank_bytes_per_cycle), dram.request_cycles);
}

// A page goes into a core by one NoC and out by the other.
double interface_cycles(const Problem& problem) {
    const arch::Noc& noc = problem.arch->noc;
    return problem.page_bytes / std::min<double>(noc.link_bytes_per_cycle, noc.write_bytes_per_cycle);
}

std::uint64_t pages(const Problem& problem) {
    std::uint64_t sum = 0;
    for (const WorkClass& work : problem.classes) sum += std::uint64_t{work.count} * work.pages;
    return sum;
}

// Units cannot be parted: the cores share the cycles of each class alone, and of all together.
Cycle compute(const Problem& problem) {
    const std::uint64_t cores = problem.cores;
    Cycle all = 0, most = 0;
    for (const WorkClass& work : problem.classes) {
        all += work.count * work.compute;
        most = std::max(most, (work.count + cores - 1) / cores * work.compute);
    }
    return std::max(most, (all + cores - 1) / cores);
}

Cycle busiest_bank(const Problem& problem) {
    std::vector<std::uint64_t> pages(static_cast<std::size_t>(problem.arch->dram.banks));
    for (const WorkClass& work : problem.classes)
        for (std::uint32_t unit = 0; unit < work.count; ++unit)
            for (std::uint32_t i = 0; i < work.pages; ++i) ++pages[work.page(unit, i) % pages.size()];
    return rounded_up(2 * bank_cycles(problem) * static_cast<double>(*std::ranges::max_element(pages)));
}

Cycle one_unit(const Problem& problem) {
    const arch::Grid& grid = problem.arch->grid;
    Cycle read = never, write = never, longest = 0;
    for (const CoreCoord& core : CoreRange({0, 0}, {static_cast<std::size_t>(grid.compute_width) - 1,
                                                    static_cast<std::size_t>(grid.compute_height) - 1}))
        for (int bank = 0; bank < problem.arch->dram.banks; ++bank) {
            read = std::min(read, page_alone(problem, core, bank, true));
            write = std::min(write, page_alone(problem, core, bank, false));
        }
    for (const WorkClass& work : problem.classes)
        if (work.count > 0)
            longest = std::max(longest, problem.start + work.lead + read + work.reader +
                                            (work.computed() ? work.first_compute() : 0) + write);
    return longest;
}

}  // namespace

const Bound::Row& Bound::largest() const { return *std::ranges::max_element(rows, {}, &Row::cycles); }

Bound bound_of(const Problem& problem) {
    const auto each = static_cast<double>(pages(problem)) / problem.cores;
    return {{{"compute", compute(problem)},
             {"DRAM", busiest_bank(problem)},
             {"NoC", rounded_up(each * interface_cycles(problem))},
             {"issue", rounded_up(each * static_cast<double>(std::min(problem.read_issue, problem.write_issue)))},
             {"a unit", one_unit(problem)}}};
}

Cycle interface_page_cycles(const Problem& problem) { return rounded_up(interface_cycles(problem)); }

Cycle core_page_cycles(const Problem& problem) {
    const double shared = 2 * bank_cycles(problem) * problem.cores / problem.arch->dram.banks;
    return rounded_up(std::max(shared, interface_cycles(problem)));
}

Cycle page_alone(const Problem& problem, const CoreCoord& core, int bank, bool is_read) {
    return noc::alone(*problem.arch, page_transfer(problem, core, bank, is_read), 0).completed;
}

}  // namespace tessera::host
