// The figures of spec/sfpu-math.md 6.3: what was published about silicon (anchors.hpp), and what the spec's own
// emulation made of it where it gives more digits.
#pragma once

#include "tests/golden/accuracy/anchors.hpp"
#include "tests/golden/accuracy/tables.hpp"

namespace tessera::accuracy::tables {

struct Emulated {
    std::string function;  // with Dst and figure, as in anchors.hpp
    std::string_view dst;
    std::string figure;
    std::string spec, ours = "", why = "";
};

inline const std::vector<Emulated>& emulated() {
    static const std::string other =
        "the emulated figure is where the fp32 kernel jumps (4.3); the bf16 kernel passes 2 ULP of bf16 soon after";
    static const std::vector<Emulated> all{
        {"recip", "fp32", "max ULP", "0.8917"},
        {"recip", "fp32", "max relative error", "8.255e-8"},
        {"recip", "fp32", "correctly rounded", "0.9023"},
        {"recip", "bf16", "max ULP", "0.5116"},
        {"recip, bare table", "fp32", "max ULP", "90173.6"},
        {"exp, fast and approximate", "fp32", "max ULP", "378716"},
        {"exp, fast and approximate", "fp32", "f(0)", "0.978516"},
        {"exp, fast and approximate", "bf16", "mean whole ULP of those", "3.053"},
        {"exp, approximate", "fp32", "max ULP", "722089"},
        {"exp, 61f", "fp32", "max ULP", "152.1"},
        {"sin", "fp32", "result, x = 534117.875", "0.0156244328"},
        {"sin", "fp32", "first above 2 whole ULP", "105033"},
        {"cos", "fp32", "first above 2 whole ULP", "52516"},
        {"sin", "fp32", "first above 2 ULP at the rounded result", "28.243"},
        {"cos", "fp32", "first above 2 ULP at the rounded result", "92.739"},
        {"sin, bf16 kernel", "fp32", "first above 2 whole ULP of bf16", "262224", "262225", other},
        {"cos, bf16 kernel", "fp32", "first above 2 whole ULP of bf16", "131111", "131112", other},
    };
    return all;
}

inline std::vector<Line> lines_of(const anchors::Study& study, const Statistics& statistics) {
    const std::string row =
        fmt::format("{}, {}, Dst {}, {}", study.function, study.setting.arch.name, study.setting.dst.name, study.set);
    std::vector<Line> lines;
    for (const anchors::Figure& figure : study.figures) {
        const std::string measured = figure.measured(statistics);
        const bool agrees = anchors::agrees(figure, statistics);
        lines.push_back(
            {"6.3", row, figure.what, figure.published, measured, agrees ? "equal" : "DIFFERS, unexplained", agrees});
        for (const Emulated& e : emulated())
            if (e.function == study.function && e.dst == study.setting.dst.name &&
                (e.figure == figure.what || e.figure == figure.what + ", " + study.set))
                lines.push_back(judged("6.3", row, {{"(emulated)"}, e.spec, e.ours, e.why}, std::stod(measured)));
    }
    return lines;
}

}  // namespace tessera::accuracy::tables
