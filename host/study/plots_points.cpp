// Plots of single inputs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/plots/axis.hpp"
#include "host/study/plot_kinds.hpp"
#include "host/study/points.hpp"

namespace tessera::accuracy {
namespace {

std::string rows_of_points(const Drawn& studies) {
    Rows rows("function\tx\tx_pattern\tresult\texact\terror\trelative_error\tsecond");
    for (const Study* study : studies) {
        rows.next_function();
        for (const Sampled& p : study->points)
            rows.text +=
                fmt::format("{}\t{:.9g}\t0x{:08x}\t{:.9g}\t{:.12g}\t{:.6g}\t{:.6g}\t{:.9g}\n", study->request.function,
                            value_of(p.x), p.x, value_of(p.y), p.exact, p.error(), p.relative(), value_of(p.second));
    }
    return rows.text;
}

// From a thousandth of the best function's largest error to above the worst's.
std::string relative_axis(const Drawn& studies) {
    double least = HUGE_VAL, most = 0;
    for (const Study* study : studies) {
        double largest = 1e-12;
        for (const Sampled& p : study->points)
            largest = std::clamp(std::abs(p.relative()), largest, most_relative_drawn);
        least = std::min(least, largest);
        most = std::max(most, largest);
    }
    return fmt::format("set logscale y\nset format y '%g'\nset yrange [{:.3g}:{:.3g}]\n", least / 1000, 2 * most);
}

}  // namespace

Plot relative_against_x(const std::string& name, const Drawn& all) {
    Drawn studies;
    for (const Study* study : all)
        if (!study->points.empty()) studies.push_back(study);
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < studies.size(); ++i) {
        parts.push_back(fmt::format("{} index {} using (at($2)):(abs($7)) with points pt 7 ps 0.25 {} notitle",
                                    gnuplot_text(name + ".tsv"), i, colour(i)));
        parts.push_back(fmt::format("NaN with points pt 7 ps 1 {} title {}", colour(i),
                                    gnuplot_text(studies[i]->request.function)));
    }
    const std::string title = fmt::format("{}: relative error of single inputs", functions_text(studies));
    return {name, "Relative error against x", "Single inputs, spread evenly over those studied.",
            rows_of_points(studies),
            script({name, title, conditions_text(studies)},
                   x_axis(studies) + relative_axis(studies) + "set ylabel '|relative error|'\n" + plot_command(parts))};
}

Plot single_inputs(const std::string& name, const Study& study) {
    const Drawn studies{&study};
    double low = HUGE_VAL, high = -HUGE_VAL, least = HUGE_VAL, most = -HUGE_VAL;
    for (const Sampled& p : study.points) {
        low = std::min(low, p.error());
        high = std::max(high, p.error());
        least = std::min(least, p.exact);
        most = std::max(most, p.exact);
    }
    const double width = high > low ? (high - low) / 40 : 1;
    const Line line = fitted(study.points);
    const std::string from = gnuplot_text(name + ".tsv");
    const std::string dots = "with points pt 7 ps 0.3 " + colour(0) + " notitle";
    const std::string body = fmt::format(
        "width = {:.9g}\nfitted(v) = {:.9g} + {:.9g} * v\n"
        "unset title\nset rmargin 4\nset format '%g'\nset xtics rotate by 0 autofreq\n"
        "set multiplot layout 2,2 title {}.\"\\n\".{}\n"
        "set title 'result against exact value'\nset xlabel 'exact value'\nset ylabel 'result'\nset key top left "
        "inside\nset xtics {:.3g}\n"
        "plot {} using 5:4 {}, x with lines lw 1 lc rgb '#888888' title 'no error'\n"
        "set title 'errors, how often'\nset xlabel 'result - exact value'\nset ylabel 'inputs'\nset yrange [0:*]\n"
        "set style fill solid 0.6\nset boxwidth width\nset xtics {:.3g}\n"
        "plot {} using (width * (floor($6 / width) + 0.5)):(1) smooth frequency with boxes {} notitle\n"
        "set title 'error against exact value'\nset xlabel 'exact value'\nset ylabel 'result - exact value'\n"
        "set yrange [*:*]\nset xtics {:.3g}\nset key bottom left inside\n"
        "plot {} using 5:6 {}, fitted(x) with lines lw 2 {} title {}\n"
        "set title 'relative error'\nset xtics autofreq\nset xlabel 'x'\nset ylabel '|error / exact value|'\n{}"
        "plot {} using 2:(abs($7)) {}\nunset multiplot\n",
        width, line.at_zero, line.slope,
        gnuplot_text(fmt::format("{}: {} single inputs", study.request.function, study.points.size())),
        gnuplot_text(conditions_text(studies)), round_step(least, most), from, dots, round_step(low, high), from,
        colour(0), round_step(least, most), from, dots, colour(1),
        gnuplot_text(
            fmt::format("{:.3g} {} {:.3g} * value", line.at_zero, line.slope < 0 ? "-" : "+", std::abs(line.slope))),
        relative_axis(studies), from, dots);
    return {name, study.request.function + ": single inputs",
            fmt::format("The line fitted to the errors is {:.6g} {:+.6g} * value.", line.at_zero, line.slope),
            rows_of_points(studies), script({name, "", "", 1100, 900}, body)};
}

}  // namespace tessera::accuracy
