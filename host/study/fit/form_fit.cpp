#include "host/study/fit/form_fit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/compile/folders.hpp"
#include "host/study/sweep.hpp"
#include "sim/views/output_file.hpp"

namespace tessera::accuracy {
namespace {

constexpr std::int64_t patterns_to_next_bf16 = 1 << 16;
constexpr std::uint64_t most_beside = 1 << 18;

Function written(const Design& design, const FitRequest& request, const std::string& source) {
    const std::filesystem::path path = host::scratch_folder() / (design.name + ".cpp");
    views::OutputFile file(path, true);
    file.write(source);
    file.commit();
    Function function;
    function.name = function.expression = design.name;
    function.file = path.string();
    function.reference = request.reference;
    function.low = design.low;
    function.high = design.high;
    return function;
}

Beside measured(const Function& function, const FitRequest& request, std::uint64_t count) {
    const Built built = build(function, request.setting);
    const Options options{.low = request.low, .high = request.high, .threads = request.threads};
    const auto inputs_of = [&](Inputs::Kind kind) -> Inputs {
        return {.count = count, .kind = kind, .low = request.low, .high = request.high, .seed = request.seed + 1};
    };
    const auto of = [&](Inputs::Kind kind) {
        return sweep(built.recorded, *request.reference, inputs_of(kind), options);
    };
    const Statistics bits = of(Inputs::Kind::bits), value = of(Inputs::Kind::uniform);
    return {function.name,
            built.cost,
            std::max(bits.max_relative(), value.max_relative()),
            value.mean_relative(),
            std::max(bits.max_ulp(), value.max_ulp()),
            value.mean(),
            std::max(bits.max_absolute(), value.max_absolute()),
            request.kind == ErrorKind::absolute ? mean_absolute(built.recorded, *request.reference, request.setting.dst,
                                                                inputs_of(Inputs::Kind::uniform))
                                                : 0};
}

}  // namespace

bool Beside::is_nowhere_worse_than(const Beside& other, ErrorKind kind) const {
    const auto has_no_larger = [&](double Beside::*max, double Beside::*mean) {
        return this->*max <= other.*max && this->*mean <= other.*mean;
    };
    const bool has_no_larger_error =
        kind == ErrorKind::relative ? has_no_larger(&Beside::max_relative, &Beside::mean_relative)
        : kind == ErrorKind::ulp    ? has_no_larger(&Beside::max_ulp, &Beside::mean_ulp)
                                    : has_no_larger(&Beside::max_absolute, &Beside::mean_absolute);
    return has_no_larger_error && cost.cycles_per_tile() <= other.cost.cycles_per_tile();
}

FormFit fit_form(const Design& design, FitRequest request, std::vector<Function> beside) {
    request.low = design.low;
    request.high = design.high;
    const Draft draft(design, *request.reference, request.setting.dst, request.kind);
    const Draft::Source source = draft.source(draft.words(), true);
    request.function = written(design, request, source.text);
    request.lines = source.lines;
    request.step = design.constants == Design::Constants::bf16 ? patterns_to_next_bf16 : 1;
    request.form = draft.form();
    request.form->file = request.function.file;

    request.rivals = beside;

    FormFit all;
    all.fit = fit_constants(request);
    all.source = draft.source(all.fit.found.words).text;
    all.sampled = request.sample == 0 ? most_beside : std::min(request.sample, most_beside);
    beside.push_back(written(design, request, all.source));
    for (std::size_t i = 0; i < beside.size(); ++i) {
        if (request.stop != nullptr && *request.stop) break;
        all.beside.push_back(measured(beside[i], request, all.sampled));
        if (request.progress)
            request.progress("functions beside it", static_cast<double>(i + 1) / static_cast<double>(beside.size()));
    }
    std::ranges::stable_sort(all.beside, {}, [](const Beside& b) { return b.cost.cycles_per_tile(); });
    return all;
}

}  // namespace tessera::accuracy
