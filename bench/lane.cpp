// Multiply-add, multiply and add of 32 lanes per x86 level: items per second are 32-lane instructions per second.
// Independent calls, one vector of 32 lanes each, over a working set that stays in the first cache.
#include <benchmark/benchmark.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "sim/lane/mad.hpp"

namespace {

using tessera::lane::Level;
using tessera::lane::MadOps;

constexpr std::size_t vectors = 32;
constexpr std::size_t words = vectors * 32;

struct Data {
    std::vector<std::uint32_t> x, y, z, d, mask;
};

std::uint32_t bits(float f) {
    std::uint32_t b;
    std::memcpy(&b, &f, 4);
    return b;
}

// Normally distributed operands. `cancels`: the addend is the negated rounded product; `biased`: it is far above the
// product, as in the scale step of exp.
enum class Addend { normal, cancels, biased };
Data make(Addend addend) {
    std::mt19937 engine(1);
    std::normal_distribution<float> normal;
    Data data;
    for (std::size_t i = 0; i < words; ++i) {
        const float x = normal(engine), y = normal(engine), z = normal(engine);
        data.x.push_back(bits(x));
        data.y.push_back(bits(y));
        data.z.push_back(bits(addend == Addend::cancels ? -(x * y) : addend == Addend::biased ? z + 1000.0f : z));
    }
    data.d.assign(words, 0);
    data.mask.assign(words, ~0u);
    return data;
}

template <class Call>
void measure(benchmark::State& state, Addend addend, Call call) {
    Data data = make(addend);
    for (auto _ : state) {
        for (std::size_t at = 0; at < words; at += 32) call(data, at);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(vectors));
    state.SetLabel("to reach, mad: >= 20 M/s on v3, >= 40 M/s on v4");
}

void add_level(const std::string& level, const std::string& rules, const MadOps& ops) {
    const auto name = [&](const char* what) { return level + "/" + rules + "/" + what; };
    const auto mad = [&ops](Data& v, std::size_t at) {
        ops.mad({&v.d[at]}, {&v.x[at]}, {&v.y[at]}, {&v.z[at]}, {&v.mask[at]}, 1);
    };
    const auto mul = [&ops](Data& v, std::size_t at) { ops.mul({&v.d[at]}, {&v.x[at]}, {&v.y[at]}, {&v.mask[at]}, 1); };
    const auto add = [&ops](Data& v, std::size_t at) { ops.add({&v.d[at]}, {&v.x[at]}, {&v.z[at]}, {&v.mask[at]}, 1); };
    benchmark::RegisterBenchmark(name("mad").c_str(), [=](benchmark::State& s) { measure(s, Addend::normal, mad); });
    if (ops.try_mad) {
        const auto tried = [&ops](Data& v, std::size_t at) {
            if (ops.try_mad({&v.d[at]}, {&v.x[at]}, {&v.y[at]}, {&v.z[at]}, {&v.mask[at]}, 1) == 0)
                ops.mad({&v.d[at]}, {&v.x[at]}, {&v.y[at]}, {&v.z[at]}, {&v.mask[at]}, 1);
        };
        benchmark::RegisterBenchmark(name("mad_tried_miss").c_str(),
                                     [=](benchmark::State& s) { measure(s, Addend::normal, tried); });
        benchmark::RegisterBenchmark(name("mad_tried_hit").c_str(),
                                     [=](benchmark::State& s) { measure(s, Addend::biased, tried); });
    }
    benchmark::RegisterBenchmark(name("mad_cancellation").c_str(),
                                 [=](benchmark::State& s) { measure(s, Addend::cancels, mad); });
    benchmark::RegisterBenchmark(name("mul").c_str(), [=](benchmark::State& s) { measure(s, Addend::normal, mul); });
    benchmark::RegisterBenchmark(name("add").c_str(), [=](benchmark::State& s) { measure(s, Addend::normal, add); });
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    const std::pair<Level, const char*> levels[] = {
        {Level::baseline, "baseline"}, {Level::v3, "v3"}, {Level::v4, "v4"}};
    for (const auto& [level, name] : levels) {
        if (!tessera::lane::supported(level)) continue;
        add_level(name, "wh", tessera::lane::table(level).none);
        add_level(name, "bh", tessera::lane::table(level).all);
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
