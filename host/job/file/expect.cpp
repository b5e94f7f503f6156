#include "host/job/file/expect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "host/job/file/keys.hpp"
#include "host/job/file/reference.hpp"
#include "host/tensor/npy.hpp"
#include "host/tensor/numbers.hpp"

namespace tessera::host::job_file {
namespace {

struct Expectation {
    std::size_t output = 0;  // among Job::outputs
    std::string tensor;      // its name, where the job has several outputs
    std::optional<NpyArray> file;
    std::optional<Reference> reference, bound;
    double atol = 0, rtol = 0;
};

double tolerance(const Reader& reader, const Item& table, const char* key) {
    const auto item = reader.find(table, key);
    if (!item) return 0;
    const double value = item->node->kind == Node::Kind::text
                             ? reader.at(*item,
                                         [&] {
                                             const Reference number(item->node->text, reader.scope());
                                             if (!number.shape().empty())
                                                 throw fault::InputError("a number is expected; `bound` takes tensors");
                                             return number.evaluate().values.front();
                                         })
                             : reader.real(*item);
    if (!(value >= 0) || std::isinf(value)) reader.refuse(*item, "a number of 0 or more is expected");
    return value;
}

std::size_t output_of(const Reader& reader, const Item& table, const Job& job) {
    const auto item = reader.find(table, "tensor");
    if (!item) {
        if (job.outputs.size() == 1) return 0;
        reader.need(table, "tensor", fmt::format("one of the {} outputs", job.outputs.size()));
    }
    std::vector<std::string> names;
    for (const std::size_t output : job.outputs) names.push_back(reader.scope().tensors[output].name);
    return reader.choice(*item, names);
}

// What lacks leading dimensions, as a number does, is expected in every part.
bool ends_with(const std::vector<std::size_t>& shape, const std::vector<std::size_t>& part) {
    return part.size() <= shape.size() && std::equal(part.rbegin(), part.rend(), shape.rbegin());
}

std::optional<Reference> reference_of(const Reader& reader, const Item& table, const char* key,
                                      const std::vector<std::size_t>& shape) {
    const auto item = reader.find(table, key);
    if (!item) return std::nullopt;
    const std::string text = reader.text(*item);
    Reference out = reader.at(*item, [&] { return Reference(text, reader.scope()); });
    if (!ends_with(shape, out.shape()))
        reader.refuse(*item,
                      fmt::format("its shape is {}, the output's {}", shape_text(out.shape()), shape_text(shape)));
    return out;
}

Expectation expectation(const Reader& reader, const Item& table, const std::filesystem::path& folder, const Job& job) {
    reader.keys(table, names_of(Table::expect));
    Expectation out;
    out.output = output_of(reader, table, job);
    const Tensor& tensor = reader.scope().tensors[job.outputs[out.output]];
    if (job.outputs.size() > 1) out.tensor = tensor.name;
    out.reference = reference_of(reader, table, "reference", tensor.shape);
    const auto npy = reader.find(table, "npy");
    if (npy && out.reference) reader.refuse(*npy, "what is expected comes from `npy` or `reference`, not both");
    if (npy) {
        const std::filesystem::path file = folder / reader.word(*npy);
        out.file = reader.at(*npy, [&] { return read_npy(file); });
        if (out.file->shape != tensor.shape)
            reader.refuse(*npy, fmt::format("its shape is {}, the output's {}", shape_text(out.file->shape),
                                            shape_text(tensor.shape)));
    } else if (!out.reference) {
        reader.need(table, "reference", "an expression like \"x + y\", or `npy`, a file of what is expected");
    }
    out.bound = reference_of(reader, table, "bound", tensor.shape);
    out.atol = tolerance(reader, table, "atol");
    out.rtol = tolerance(reader, table, "rtol");
    return out;
}

// Whole numbers are compared as they are, others as fp32 results are (sim/views/check.hpp).
double ratio(bool whole, double got, double exact, double bound) {
    const double error = whole ? std::abs(got - exact) : views::distance(static_cast<float>(got), exact);
    if (std::isinf(error)) return error;  // of a bound as well that is infinite for an infinite reference
    return error == 0 ? 0 : bound > 0 ? error / bound : std::numeric_limits<double>::infinity();
}

views::Check judge(const Expectation& expected, const NpyArray& output, const views::JudgedShare& judged) {
    const std::vector<double> got = numbers(output.dtype, output.data);
    Field exact = expected.reference ? expected.reference->evaluate()
                                     : Field{output.shape, numbers(expected.file->dtype, expected.file->data)};
    const Field bound = expected.bound ? expected.bound->evaluate() : Field{{}, {0.0}};
    const bool whole = is_integer(output.dtype);
    const auto at = [](const Field& field, std::size_t i) { return field.values[i % field.values.size()]; };
    views::Checker checker;
    constexpr std::size_t together = 4096;  // elements
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (judged && i % together == 0) judged(static_cast<double>(i) / static_cast<double>(got.size()));
        const double e = at(exact, i);
        const double allowed = expected.atol + expected.rtol * std::abs(e) + std::abs(at(bound, i));
        checker.compare(got[i], e);
        checker.note(ratio(whole, got[i], e, allowed), i, got[i], e, allowed);
    }
    views::Check check = checker.result();
    check.shape = output.shape;
    check.what = expected.tensor;
    return check;
}

}  // namespace

Judge read_judge(const Reader& reader, const Item& root, const std::filesystem::path& folder, const Job& job) {
    const auto found = reader.find(root, "expect");
    if (!found) return {};
    auto all = std::make_shared<std::vector<Expectation>>();
    if (found->node->kind == Node::Kind::array)
        for (const Item& table : reader.items(*found, "tables"))
            all->push_back(expectation(reader, table, folder, job));
    else
        all->push_back(expectation(reader, *found, folder, job));
    if (all->empty()) return {};
    // Of several results the one that is worst off.
    return [all](std::span<const NpyArray> outputs, const views::JudgedShare& judged) {
        std::size_t elements = 0, before = 0;
        for (const Expectation& one : *all) elements += outputs[one.output].count();
        std::optional<views::Check> worst;
        for (const Expectation& one : *all) {
            const std::size_t here = outputs[one.output].count();
            views::JudgedShare of_one;
            if (judged)
                of_one = [&](double share) {
                    judged((static_cast<double>(before) + share * static_cast<double>(here)) /
                           static_cast<double>(elements));
                };
            views::Check check = judge(one, outputs[one.output], of_one);
            before += here;
            if (!worst || check.worst_ratio > worst->worst_ratio) worst = std::move(check);
        }
        return *std::move(worst);
    };
}

}  // namespace tessera::host::job_file
