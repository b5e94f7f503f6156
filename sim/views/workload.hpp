// The workloads of a program, in the order in which it enqueued them, on one time line:
//
//     workload  kernels                  cores  start  cycles    us
//            1  reader, writer, compute      1      0   14203  14.20
//            2  reader, writer, compute      4  14203    5310   5.31
//        total                                          19513  19.51
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/time/cycle.hpp"
#include "sim/views/run_limit.hpp"
#include "sim/views/screen.hpp"

namespace tessera::views {

struct Workload {
    std::string kernels;       // "reader, writer, compute"
    std::string varying = {};  // "M=1 N=64", its compile-time arguments that others of these kernels have otherwise
    std::vector<std::string> files = {};                   // of its kernels, each once
    std::map<std::string, std::uint32_t> named_args = {};  // of all its kernels, at compile time
    std::size_t cores = 0;                                 // that had kernels
    Cycle start = 0, cycles = 0;
    std::string failed = {};  // the fault that ended it, in a line; empty when it ran to its end
    std::optional<RunLimit> limit = {};

    std::string name() const { return varying.empty() ? kernels : kernels + " " + varying; }
};

// Says what each is called: its kernels by their stems, by their folders, by both or by whole paths, whichever is the
// first that tells all apart; and what varies.
void name_workloads(std::span<Workload> workloads);

// Those of one name on as many cores, in the order of the first of each.
std::vector<std::vector<const Workload*>> kinds_of(std::span<const Workload> workloads);

// Of more workloads than these: how long those of the same kernels and cores took.
inline constexpr std::size_t most_workloads_listed = 24;
std::string table(std::span<const Workload> workloads, double clock_ghz, const Screen& screen = {});
nlohmann::ordered_json to_json(std::span<const Workload> workloads, double clock_ghz);  // an object each
std::string to_csv(std::span<const Workload> workloads, double clock_ghz);              // a row each, behind its head
// Name and text of each for the head of a page, of the first so many.
inline constexpr std::size_t most_workload_facts = 40;
std::vector<std::pair<std::string, std::string>> facts_of(std::span<const Workload> workloads, double clock_ghz);

}  // namespace tessera::views
