#include "sim/views/totals.hpp"

#include <functional>

namespace tessera::views {
namespace {

void for_each_unit(const ProfileData& data, std::string_view unit, const std::function<void(const UnitProfile&)>& act) {
    for (const CoreProfile& core : data.cores)
        for (const UnitProfile& one : core.units)
            if (one.unit == unit) act(one);
}

}  // namespace

Totals Totals::of(const ProfileData& data, std::string_view unit) {
    Totals out;
    for_each_unit(data, unit, [&](const UnitProfile& one) {
        out.life += one.cycles;
        out.busy += one.busy;
    });
    return out;
}

Cycle part_cycles(const ProfileData& data, std::string_view unit, WorkPart part) {
    const std::string_view name = work_parts[static_cast<std::size_t>(part)].name;
    Cycle sum = 0;
    for_each_unit(data, unit, [&](const UnitProfile& one) {
        for (const PartCycles& work : one.work)
            if (work.part == name) sum += work.cycles;
    });
    return sum;
}

Cycle wait_cycles(const ProfileData& data, std::string_view unit, WaitReason reason) {
    Cycle sum = 0;
    for_each_unit(data, unit, [&](const UnitProfile& one) {
        for (const WaitProfile& wait : one.waits)
            if (wait.reason == row(reason).name) sum += wait.cycles;
    });
    return sum;
}

// Bytes over cycles are gigabytes over seconds at one GHz.
double gigabytes_per_second(const ProfileData& data, std::uint64_t bytes) {
    return data.cycles == 0 ? 0.0 : static_cast<double>(bytes) / static_cast<double>(data.cycles) * data.clock_ghz;
}

double peak_gigabytes_per_second(const ProfileData& data) {
    return static_cast<double>(data.banks.size()) * data.bank_bytes_per_cycle * data.clock_ghz;
}

double banks_busy(const ProfileData& data) {
    Cycle sum = 0;
    for (const BankProfile& bank : data.banks) sum += bank.busy;
    return data.banks.empty() ? 0.0 : fraction(sum, data.cycles) / static_cast<double>(data.banks.size());
}

}  // namespace tessera::views
