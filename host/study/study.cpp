#include "host/study/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <optional>

#include "host/compile/hash.hpp"
#include "host/compile/parallel.hpp"
#include "host/compile/unit_formats.hpp"
#include "sim/fault/fault.hpp"
#include "sim/num/bf16.hpp"
#include "sim/num/fp16.hpp"
#include "sim/sfpu/text.hpp"
#include "sim/tensix/pack.hpp"

namespace tessera::accuracy {
namespace {

using fault::InputError;
using tensix::DataFormat;

// Rows of 16 datums of a 32-bit Dst through the packer.
void pack(const arch::Arch& arch, DataFormat intermediate, DataFormat out, std::span<std::uint32_t> patterns) {
    tensix::Pack config;
    config.dst_is_32_bit = true;
    config.intermediate = intermediate;
    config.out = out;
    config.rules = arch.tensix.pack;
    std::array<std::uint32_t, tensix::row_datums> row{};
    for (std::size_t first = 0; first < patterns.size(); first += row.size()) {
        const std::size_t here = std::min(row.size(), patterns.size() - first);
        for (std::size_t i = 0; i < row.size(); ++i) row[i] = i < here ? patterns[first + i] : 0;
        const tensix::PackedRow l1 = tensix::pack_row(config, row);
        for (std::size_t i = 0; i < here; ++i)
            patterns[first + i] = out == DataFormat::bf16   ? num::bf16_to_fp32(l1.datum[i])
                                  : out == DataFormat::fp16 ? num::fp16_to_fp32(l1.datum[i])
                                                            : l1.datum[i];
    }
}

DataFormat packed_format(const std::string& store, std::string_view name) {
    if (name == "fp32") return DataFormat::fp32;
    if (name == "bf16") return DataFormat::bf16;
    if (name == "fp16") return DataFormat::fp16;
    throw InputError(fmt::format(
        "--store {}: expected fp32, bf16 or fp16, or one of them and its intermediate as fp16/fp32", store));
}

constexpr std::array<std::pair<std::string_view, std::uint32_t>, 11> special_inputs{{{"+0", 0},
                                                                                     {"-0", 0x80000000},
                                                                                     {"+1", 0x3f800000},
                                                                                     {"-1", 0xbf800000},
                                                                                     {"+infinity", 0x7f800000},
                                                                                     {"-infinity", 0xff800000},
                                                                                     {"NaN", 0x7fc00000},
                                                                                     {"smallest normal", 0x00800000},
                                                                                     {"largest", 0x7f7fffff},
                                                                                     {"-largest", 0xff7fffff},
                                                                                     {"subnormal", 0x00400000}}};

// The reference at x; where it is no number at an infinity, as x / 2 * erfc(-x / sqrt(2)) is not, its limit, if it has
// one: what it has come to far beyond fp32.
double at_or_towards(const Reference& reference, double x) {
    const double value = reference.of(x, 0);
    if (!std::isinf(x) || !std::isnan(value)) return value;
    const double sign = std::copysign(1.0, x), far = reference.of(sign * 0x1p900, 0),
                 farther = reference.of(sign * 0x1p1000, 0);
    const auto are_beyond = [&](double size) {
        return std::abs(far) > size && std::abs(farther) > size && std::signbit(far) == std::signbit(farther);
    };
    if (far == farther) return farther;
    if (std::abs(far) < 0x1p-800 && std::abs(farther) < 0x1p-800) return std::copysign(0.0, farther);
    return are_beyond(0x1p800) ? std::copysign(std::numeric_limits<double>::infinity(), farther) : value;
}

std::uint64_t blocks_in(const Request& request) {
    std::uint64_t blocks = 0;
    for (const Inputs& inputs : request.inputs) blocks += blocks_of(inputs);
    return blocks;
}

std::uint64_t strip_blocks(const Request& request) {
    return std::clamp<std::uint64_t>(blocks_in(request) / 256, 1, 64);
}

}  // namespace

std::vector<Task> tasks_of(const Request& request, std::uint64_t strip) {
    std::vector<Task> tasks;
    std::uint64_t first = 0;
    const std::uint64_t size = strip_blocks(request), begin = strip * size, end = begin + size;
    for (const Inputs& inputs : request.inputs) {
        const std::uint64_t blocks = blocks_of(inputs), distance = mirror_distance(inputs);
        for (std::uint64_t b = std::max(begin, first); b < std::min(end, first + blocks); ++b) {
            // A block is followed by its mirror.
            const std::uint64_t place = b - first;
            tasks.push_back({&inputs, distance == 0 ? place : place / 2 + place % 2 * distance});
        }
        first += blocks;
    }
    return tasks;
}

std::string_view way_of(const Request& request) {
    switch (request.inputs.front().kind) {
        case Inputs::Kind::bits: return "by bits";
        case Inputs::Kind::uniform:
        case Inputs::Kind::even: return "by value";
        case Inputs::Kind::log: return "by log";
        case Inputs::Kind::listed: return "of file";
        default: return "as given";
    }
}

std::uint64_t strips_of(const Request& request) {
    const std::uint64_t size = strip_blocks(request);
    return (blocks_in(request) + size - 1) / size;
}

bool Study::is_complete() const {
    for (std::uint64_t strip = request.shard; strip < done.size(); strip += request.shards)
        if (!done[strip]) return false;
    return std::ranges::all_of(also, [](const Study& way) { return !way.done.empty() && way.is_complete(); });
}

std::function<void(std::span<std::uint32_t>)> store_rounding(const arch::Arch& arch, const std::string& store) {
    if (store.empty() || store == "fp32") return {};
    const std::size_t slash = store.find('/');
    const DataFormat out = packed_format(store, store.substr(0, slash));
    const DataFormat between = slash == std::string::npos ? host::intermediate_of(tensix::DstFormat::fp32, out)
                                                          : packed_format(store, store.substr(slash + 1));
    std::uint32_t one = 0x3f800000;
    try {
        pack(arch, between, out, {&one, 1});
    } catch (const fault::Fault&) {
        throw InputError(fmt::format("--store {}: {} does not pack a 32-bit Dst through {} to {}", store, arch.name,
                                     tensix::name(between), tensix::name(out)));
    }
    return [&arch, between, out](std::span<std::uint32_t> patterns) { pack(arch, between, out, patterns); };
}

Format result_format(const Request& request) {
    if (request.store.starts_with("fp16")) return fp16;
    return request.store.starts_with("bf16") || request.dst == "bf16" ? bf16 : fp32;
}

Options judged_by(const Request& request, const Recorded& recorded) {
    Options options{.ulp = request.ulp, .low = request.low, .high = request.high};
    options.store = store_rounding(recorded.setting().arch, request.store);
    options.result = result_format(request);
    options.second = request.second;
    return options;
}

void work_on(Study& study, const Recorded& recorded, const Reference& reference, unsigned threads, const Watch& watch) {
    const Request& request = study.request;
    Options options = judged_by(request, recorded);
    options.stop = watch.stop;
    study.done.resize(strips_of(request));
    std::vector<std::uint64_t> open;
    for (std::uint64_t strip = request.shard; strip < study.done.size(); strip += request.shards)
        if (!study.done[strip]) open.push_back(strip);
    std::size_t finished = 0;
    std::mutex joining;
    host::in_parallel(open.size(), threads, [&](std::size_t i) {
        if (watch.stop != nullptr && *watch.stop) return;
        const std::vector<Task> tasks = tasks_of(request, open[i]);
        std::optional<Statistics> part;
        try {
            part = judged(recorded, reference, tasks, options);
        } catch (const Stopped&) {
            return;  // a strip is done or not begun
        }
        const std::lock_guard lock(joining);
        study.statistics.append(*part);
        study.done[open[i]] = true;
        ++finished;
        if (watch.done) watch.done(static_cast<double>(finished) / static_cast<double>(open.size()));
        if (watch.keep) watch.keep(study);
    });
}

std::string_view special_name(std::uint32_t x) {
    for (const auto& [name, pattern] : special_inputs)
        if (pattern == x) return name;
    return "";
}

std::string hash_of(const sfpu::Program& program) {
    std::string text;
    for (const sfpu::Instr& instr : program.code) text += sfpu::text(instr) + "\n";
    return host::hash_of(text).substr(0, 16);
}

std::vector<SpecialValue> special_values(const Recorded& recorded, const Reference& reference) {
    std::vector<SpecialValue> all;
    if (recorded.arguments() != 1) return all;
    for (const auto& [name, x] : special_inputs) {
        std::uint32_t y = 0;
        recorded.run({&x, 1}, {&y, 1});
        all.push_back({name, x, y, at_or_towards(reference, static_cast<double>(std::bit_cast<float>(x)))});
    }
    return all;
}

Study merged(std::vector<Study> parts) {
    if (parts.empty()) throw InputError("nothing to merge: name the files of a study's shards");
    Study all = std::move(parts.front());
    all.request.shard = 0;
    all.request.shards = 1;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        Study& part = parts[i];
        part.request.shard = 0;
        part.request.shards = 1;
        if (!(part.request == all.request))
            throw InputError(
                fmt::format("part {} is not of the same study as part 1: {} over {} on {} against {} over "
                            "{} on {}, or other options",
                            i + 1, part.request.function, part.request.inputs_text, part.request.arch,
                            all.request.function, all.request.inputs_text, all.request.arch));
        for (std::size_t strip = 0; strip < all.done.size(); ++strip) {
            if (all.done[strip] && part.done[strip])
                throw InputError(fmt::format("part {} repeats inputs of an earlier part; give each shard once", i + 1));
            all.done[strip] = all.done[strip] || part.done[strip];
        }
        all.statistics.append(part.statistics);
    }
    for (std::size_t way = 0; way < all.also.size(); ++way) {
        std::vector<Study> of_way{std::move(all.also[way])};
        for (std::size_t i = 1; i < parts.size(); ++i) {
            if (parts[i].also.size() != all.also.size())
                throw InputError(fmt::format("part {} was sampled in other ways than part 1", i + 1));
            of_way.push_back(std::move(parts[i].also[way]));
        }
        all.also[way] = merged(std::move(of_way));
    }
    return all;
}

}  // namespace tessera::accuracy
