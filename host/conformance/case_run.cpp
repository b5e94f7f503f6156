#include "host/conformance/case_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "host/compile/parallel.hpp"
#include "host/job/image.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::conformance {
namespace {

using fault::InputError;

std::vector<std::size_t> chosen(const host::CaseList& list, const CaseRequest& request) {
    std::vector<std::size_t> out;
    std::vector<std::string> suites;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string suite = list.suite(i);
        if (request.suite.empty() || request.suite == suite) out.push_back(i);
        if (std::ranges::find(suites, suite) == suites.end()) suites.push_back(suite);
    }
    if (out.empty())
        throw InputError(fmt::format("--suite {}: {} has {}", request.suite, request.file, fmt::join(suites, ", ")));
    return out;
}

// What must come from and go to DRAM at the least: every tensor that is filled, and every one that is read back.
std::uint64_t bytes_of(const host::Job& job) {
    if (job.least_bytes != 0) return job.least_bytes;
    std::uint64_t bytes = 0;
    for (const host::Tensor& tensor : job.tensors)
        if (tensor.contents) bytes += tensor.contents->data.size();
    for (const std::size_t output : job.outputs) bytes += host::image_bytes(job.tensors[output]);
    return bytes;
}

void run_one(CaseRow& row, const host::CaseList& list, std::size_t i, const arch::Arch& arch, bool blind_time) {
    row.done = true;
    try {
        const host::GoldenCase golden = list.make(i, arch, !blind_time);
        const auto& options = golden.job.words.options;
        if (options.contains("path")) row.path = options["path"];
        row.bytes = bytes_of(golden.job);
        const double rate = arch.dram.bank_bytes_per_cycle.value * arch.dram.banks;
        row.dram_cycles = static_cast<Cycle>(static_cast<double>(row.bytes) / rate);
        core::Options run;
        run.blind_time = blind_time;
        const GoldenRun done = run_golden(golden, arch, run);
        row.cores = done.cores;
        row.cycles = done.cycles;
        double worst = -1;
        for (const GoldenRow& one : done.rows) {
            const double share = one.limit == 0 ? 0 : one.nmse / one.limit;
            if (share <= worst) continue;
            worst = share;
            row.error = one.error;
            row.nmse = one.nmse;
            row.limit = one.limit;
            row.remark = one.remark;
        }
        if (!done.passed()) row.failed = done.complaints().front();
    } catch (const fault::Fault& fault) {
        row.failed = fault.what();
    } catch (const InputError& error) {
        row.failed = error.what();
    }
}

}  // namespace

bool is_case_list(const std::string& word) {
    return std::ranges::any_of(host::operations(), [&](const host::Operation* operation) {
        return !word.empty() && operation->case_list() == word;
    });
}

const host::Operation& operation_of_list(const std::string& list) {
    std::vector<std::string_view> known;
    for (const host::Operation* operation : host::operations()) {
        if (operation->case_list() == list) return *operation;
        if (!operation->case_list().empty()) known.push_back(operation->case_list());
    }
    throw InputError(fmt::format("{} is no list of cases; there are {}", list, fmt::join(known, ", ")));
}

std::size_t CaseTable::failed() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(rows, [](const CaseRow& row) { return row.done && !row.failed.empty(); }));
}
bool CaseTable::is_complete() const { return std::ranges::all_of(rows, &CaseRow::done); }

CaseTable planned(const CaseRequest& request) {
    const auto list = operation_of_list(request.list).cases(request.file, request.seed);
    CaseTable table{request.list, request.file, request.seed, request.blind_time, {}};
    for (const arch::Arch* arch : request.archs)
        for (const std::size_t i : chosen(*list, request)) {
            CaseRow& row = table.rows.emplace_back();
            row.name = list->name(i);
            row.suite = list->suite(i);
            row.arch = arch->name;
        }
    return table;
}

void work_on(CaseTable& table, const CaseRequest& request,
             const std::function<void(const CaseTable&, std::size_t, std::size_t)>& heard) {
    const auto list = operation_of_list(request.list).cases(request.file, request.seed);
    const std::vector<std::size_t> cases = chosen(*list, request);
    std::vector<std::size_t> open;
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        if (!table.rows[row].done) open.push_back(row);
    std::mutex heard_one_at_a_time;
    std::size_t done = table.rows.size() - open.size();
    host::in_parallel(open.size(), request.jobs, [&](std::size_t i) {
        CaseRow row = table.rows[open[i]];
        run_one(row, *list, cases[open[i] % cases.size()], *request.archs[open[i] / cases.size()], request.blind_time);
        const std::lock_guard lock(heard_one_at_a_time);
        table.rows[open[i]] = std::move(row);
        if (heard) heard(table, ++done, table.rows.size());
    });
}

}  // namespace tessera::conformance
