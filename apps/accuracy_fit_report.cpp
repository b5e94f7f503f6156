#include "apps/accuracy_fit_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/views/json_value.hpp"
#include "sim/views/screen.hpp"

namespace tessera::apps {

using namespace accuracy;

namespace {

views::Table errors_table(const Fit& fit, ErrorKind kind, const char* first) {
    const Statistics &a = fit.published.all, &b = fit.found.all, &va = fit.published.by_value, &vb = fit.found.by_value;
    views::Table table({"error", first, "found", "change %"});
    const auto row = [&](const char* what, double before, double after) {
        table.add({what, fmt::format("{:.7g}", before), fmt::format("{:.7g}", after),
                   fmt::format("{:+.4f}", before == 0 ? 0 : 100 * (after / before - 1))});
    };
    row("max relative", fit.published.max_relative(), fit.found.max_relative());
    row("mean relative, all inputs", a.mean_relative(), b.mean_relative());
    row("mean relative, by value", va.mean_relative(), vb.mean_relative());
    row("max ULP", fit.published.max_ulp(), fit.found.max_ulp());
    row("mean ULP, all inputs", a.mean(), b.mean());
    row("mean ULP, by value", va.mean(), vb.mean());
    row("max absolute", fit.published.max_absolute(), fit.found.max_absolute());
    if (kind == ErrorKind::absolute) {
        row("mean absolute, by bits", fit.published.mean_absolute, fit.found.mean_absolute);
        row("mean absolute, by value", fit.published.mean_absolute_by_value, fit.found.mean_absolute_by_value);
    }
    row("correctly rounded %", 100 * a.share_exact(), 100 * b.share_exact());
    return table;
}

std::string file_and_line(const Literal& c) { return c.line.substr(c.line.rfind('/') + 1); }

views::Table fitted_table(const Fit& fit, const char* first) {
    views::Table table({"literal", "line", first, "found", "steps"}, {1});
    for (std::size_t k = 0; k < fit.fitted.size(); ++k) {
        const Literal& c = fit.constants[fit.fitted[k]];
        const std::uint32_t word = fit.found.words[k];
        table.add({fmt::format("{}", fit.fitted[k]), file_and_line(c), source_text(c.word, c.is_integer),
                   source_text(word, c.is_integer),
                   fmt::format("{:+}", steps_between(c.word, word, c.is_integer) / (c.is_integer ? 1 : c.step))});
    }
    return table;
}

views::Table other_literals_table(const Fit& fit) {
    views::Table table({"literal", "line", "source", "value", "role"}, {1, 4});
    for (std::size_t i = 0; i < fit.constants.size(); ++i) {
        const Literal& c = fit.constants[i];
        if (std::ranges::find(fit.fitted, i) == fit.fitted.end())
            table.add({fmt::format("{}", i), file_and_line(c), source_text(c.word, c.is_integer),
                       number_text(c.word, c.is_integer), std::string(name(c.role))});
    }
    return table;
}

views::Document constants_of(const Fit& fit, bool all, const char* first) {
    views::Document out;
    if (!fit.fitted.empty()) {
        out.prose("\n");
        out.table(fitted_table(fit, first));
    }
    if (!all && !fit.fitted.empty()) return out;
    out.prose("\nother literals\n");
    out.table(other_literals_table(fit));
    return out;
}

// A label and its text, which goes on below itself.
std::string said(const char* label, const std::string& text) {
    constexpr std::size_t column = 11;
    return views::labelled(label, text, column, views::Screen{});
}

std::string left_text(const Fit& fit, ErrorKind kind, bool is_new) {
    if (!fit.least)
        return said("left", is_new ? "no bound: the roundings on the way are larger than can be told"
                                   : "no bound: the form of this function is not stated (--degree N of a polynomial "
                                     "in x)");
    const LeastError& least = *fit.least;
    const double now = largest(fit.found, kind);
    const std::string bound =
        least.level - least.roundings > least.format
            ? fmt::format(
                  "no constants of this form get below {:.6g}: its polynomials reach {:.6g} at best with the "
                  "machine's reduced arguments, roundings take off {:.2g} at most",
                  least.floor(), least.level, least.roundings)
            : fmt::format(
                  "no function gets below {:.6g}, what correct rounding leaves; the polynomials of this form "
                  "reach {:.3g}, so the rest is the roundings on the way",
                  least.floor(), least.level);
    return said("left", fmt::format("{}; what is found is {:.4f} % above, {} {:.4f} %", bound,
                                    100 * (now / least.floor() - 1), is_new ? "the rounded minimax" : "the published",
                                    100 * (largest(fit.published, kind) / least.floor() - 1)));
}

std::string found_text(const Fit& fit, ErrorKind kind, bool is_new) {
    if (is_new) {
        std::string out = largest(fit.found, kind) < largest(fit.published, kind)
                              ? "a smaller largest error than the rounded minimax polynomials have"
                          : fit.found.words == fit.published.words
                              ? "nothing better than the rounded minimax polynomials"
                              : "smaller means than the rounded minimax polynomials have";
        if (!fit.rival.empty())
            out += fmt::format("; no worse than {} in maximum and means of the {} error", fit.rival, name(kind));
        return said("found", out);
    }
    if (!fit.is_better) return said("found", "nothing better than the published constants");
    if (is_nowhere_worse(fit.found, fit.published, std::array{ErrorKind::relative, ErrorKind::ulp}))
        return said("found", "no worse in any maximum or mean, better in some");
    std::string out = fmt::format("no worse in maximum and mean of the {} error, better in one", name(kind));
    if (kind != ErrorKind::absolute) out += "; to hold those of the other as well left nothing";
    return said("found", out);
}

nlohmann::ordered_json figures_json(const Checked& checked, ErrorKind kind) {
    using nlohmann::ordered_json;
    const Statistics& s = checked.all;
    return {{"max_relative", checked.max_relative()},
            {"mean_relative", s.mean_relative()},
            {"mean_relative_by_value", checked.by_value.mean_relative()},
            {"max_ulp", checked.max_ulp()},
            {"mean_ulp", s.mean()},
            {"mean_ulp_by_value", checked.by_value.mean()},
            {"max_absolute", checked.max_absolute()},
            {"mean_absolute", kind == ErrorKind::absolute ? ordered_json(checked.mean_absolute) : ordered_json()},
            {"mean_absolute_by_value",
             kind == ErrorKind::absolute ? ordered_json(checked.mean_absolute_by_value) : ordered_json()},
            {"correctly_rounded", s.share_exact()},
            {"compared", s.compared()}};
}

void add_form(nlohmann::ordered_json& out, const FitCommand& given, const Fit& fit, const FormFit& form) {
    using nlohmann::ordered_json;
    out["form"] = {{"segments", given.segments},         {"degree", given.degree}, {"odd", given.odd},
                   {"coefficients", given.coefficients}, {"reduce", given.reduce}, {"outside", given.outside}};
    const auto cost = [](const Cost& c) {
        return ordered_json{{"instructions", c.instructions},
                            {"cycles", c.cycles},
                            {"cycles_per_tile", c.cycles_per_tile()},
                            {"registers", c.registers}};
    };
    out["cost"] = cost(fit.cost);
    out["rival"] = fit.rival;
    out["beside"] = ordered_json::array();
    for (const Beside& b : form.beside)
        out["beside"].push_back({{"function", b.name},
                                 {"cost", cost(b.cost)},
                                 {"max_relative", b.max_relative},
                                 {"mean_relative_by_value", b.mean_relative},
                                 {"max_ulp", b.max_ulp},
                                 {"mean_ulp_by_value", b.mean_ulp},
                                 {"max_absolute", b.max_absolute}});
    out["source"] = form.source;
}

std::string form_text(const FitCommand& given, const Fit& fit) {
    std::string out =
        fmt::format("form       {} segment{} of degree {}{}, {} constants", given.segments,
                    given.segments == 1 ? "" : "s", given.degree, given.odd ? ", odd powers" : "", given.coefficients);
    if (given.reduce != "none") out += ", reduced by " + given.reduce;
    out += fmt::format("; outside: {}\n", given.outside);
    out += fmt::format("cost       {} instructions, {} cycles a vector, {:.0f} a tile; {} of 8 registers\n",
                       fit.cost.instructions, fit.cost.cycles, fit.cost.cycles_per_tile(), fit.cost.registers);
    return out;
}

views::Document beside(const FitCommand& given, const FitRequest& request, const FormFit& form) {
    const bool is_absolute = request.kind == ErrorKind::absolute;
    views::Table table({"function", "instr", "cycles/tile", "max rel", "mean rel", is_absolute ? "max abs" : "max ULP",
                        is_absolute ? "mean abs" : "mean ULP"});
    const auto own = std::ranges::find(form.beside, request.function.name, &Beside::name);
    std::vector<std::string> beaten;
    for (const Beside& b : form.beside) {
        table.add({b.name, fmt::format("{}", b.cost.instructions), fmt::format("{:.0f}", b.cost.cycles_per_tile()),
                   fmt::format("{:.3e}", b.max_relative), fmt::format("{:.3e}", b.mean_relative),
                   is_absolute ? fmt::format("{:.3e}", b.max_absolute) : fmt::format("{:.4g}", b.max_ulp),
                   is_absolute ? fmt::format("{:.3e}", b.mean_absolute) : fmt::format("{:.4g}", b.mean_ulp)});
        if (own != form.beside.end() && b.name != own->name && own->is_nowhere_worse_than(b, request.kind))
            beaten.push_back(b.name);
    }
    std::string out = fmt::format("on {} samples by bits and as many by value (the means)\n", form.sampled);
    if (!beaten.empty())
        out += "\n" +
               views::wrapped(fmt::format("no worse than {} in maximum and mean of the {} error, for no more cycles",
                                          fmt::join(beaten, ", "), name(request.kind)),
                              80, 2) +
               "\n";
    if (given.emit.empty())
        out += "\n--emit FILE writes it as a kernel file\n";
    else
        out += fmt::format("\nwritten to {}: tessera accuracy --kernel {} --function {}\n", given.emit, given.emit,
                           request.function.name);
    views::Document document;
    document.prose("\n");
    document.table(std::move(table));
    document.prose(out);
    return document;
}

}  // namespace

views::Document fit_document(const FitCommand& given, const FitRequest& request, const Fit& fit, const FormFit* form) {
    std::string head = fmt::format("fit        {} against {} on {}, lowering {}, Dst {}\n", request.function.name,
                                   request.reference->name, given.common.arch, given.lowering, given.dst);
    if (form != nullptr) head += form_text(given, fit);
    head += fmt::format("inputs     {} in {:g}..{:g}\n",
                        fit.is_whole ? fmt::format("every {}", given.dst)
                                     : fmt::format("{} samples by bits, seed {}", request.sample, given.common.seed),
                        request.low, request.high);
    head +=
        said("search", fit.tried == 0 && form != nullptr
                           ? "none: the rounded minimax polynomials are that near the least largest error"
                           : fmt::format("largest {} error, then mean; {} sets of {} constants tried, seed {}; {} of "
                                         "them held to {} inputs; none takes more than {} instructions",
                                         name(request.kind), fit.tried, fit.fitted.size(), given.common.seed,
                                         fit.checks, fit.is_whole ? "all" : "these", fit.cost.instructions));
    const char* first = form == nullptr ? "published" : "minimax";
    views::Document document;
    document.prose(head + "\n");
    document.table(errors_table(fit, request.kind, first));
    document.append(constants_of(fit, given.common.verbose, first));
    std::string end = "\n";
    if (fit.fitted.empty())
        end += "found      nothing to fit: no literal behind the reduction moves results smoothly\n";
    else
        end += found_text(fit, request.kind, form != nullptr);
    document.prose(end + left_text(fit, request.kind, form != nullptr));
    if (form != nullptr) document.append(beside(given, request, *form));
    return document;
}

std::string fit_json(const FitCommand& given, const FitRequest& request, const Fit& fit, const FormFit* form) {
    using nlohmann::ordered_json;
    const char* first = form == nullptr ? "published" : "minimax";
    ordered_json constants = ordered_json::array();
    for (std::size_t i = 0; i < fit.constants.size(); ++i) {
        const Literal& c = fit.constants[i];
        const auto at = std::ranges::find(fit.fitted, i);
        ordered_json row{{"number", i},
                         {"line", form == nullptr ? c.line : c.line.substr(c.line.rfind('/') + 1)},
                         {"role", name(c.role)},
                         {"type", c.is_integer ? "integer" : "float"},
                         {first, source_text(c.word, c.is_integer)}};
        if (at != fit.fitted.end())
            row["found"] =
                source_text(fit.found.words[static_cast<std::size_t>(at - fit.fitted.begin())], c.is_integer);
        constants.push_back(row);
    }
    ordered_json out{{"schema_version", 1},
                     {"command", "accuracy fit"},
                     {"function", request.function.name},
                     {"reference", request.reference->name},
                     {"arch", given.common.arch},
                     {"lowering", given.lowering},
                     {"dst", given.dst},
                     {"low", request.low},
                     {"high", request.high},
                     {"every_input", fit.is_whole},
                     {"measure", given.measure},
                     {"seed", given.common.seed},
                     {"tried", fit.tried},
                     {"checks", fit.checks},
                     {"better", fit.is_better},
                     {"held", fit.held.empty()      ? ""
                              : fit.held.size() > 1 ? "relative and ulp"
                                                    : given.measure},
                     {first, figures_json(fit.published, request.kind)},
                     {"found", figures_json(fit.found, request.kind)},
                     {"least", nullptr},
                     {"constants", constants}};
    if (fit.least)
        out["least"] = {{"error", fit.least->floor()},
                        {"polynomial", fit.least->level},
                        {"roundings", fit.least->roundings},
                        {"distance", fit.least->distance},
                        {"correct_rounding", fit.least->format}};
    if (form != nullptr) add_form(out, given, fit, *form);
    return views::json_dump(out, 2);
}

}  // namespace tessera::apps
