#include "host/job/file/tensors.hpp"

#include <fmt/format.h>

#include <cmath>

#include "host/job/file/keys.hpp"
#include "host/job/generate.hpp"
#include "host/job/image.hpp"
#include "host/tensor/npy.hpp"

namespace tessera::host::job_file {
namespace {

// Of one tensor, so that a job file cannot take all memory of the host: 1 GiB of fp32.
constexpr std::size_t most_elements = std::size_t{1} << 28;
constexpr std::size_t most_dimensions = 8;

std::vector<std::size_t> shape_of(const Reader& reader, const Item& item) {
    std::vector<std::size_t> shape;
    std::size_t elements = 1;
    for (const Item& one : reader.items(item, "a list of dimensions, as [2, 32, 64]")) {
        shape.push_back(static_cast<std::size_t>(reader.whole(one, 1, static_cast<std::int64_t>(most_elements))));
        elements *= shape.back();
        if (elements > most_elements)
            reader.refuse(item, fmt::format("more than {} elements; choose smaller dimensions", most_elements));
    }
    if (shape.empty() || shape.size() > most_dimensions)
        reader.refuse(item, fmt::format("1 to {} dimensions are expected; a single number is [1]", most_dimensions));
    return shape;
}

tensix::DataFormat format_of(DType dtype) {
    switch (dtype) {
        case DType::f2: return tensix::DataFormat::fp16;
        case DType::f4:
        case DType::f8: return tensix::DataFormat::fp32;
        case DType::u4:
        case DType::u8: return tensix::DataFormat::uint32;
        case DType::u2: return tensix::DataFormat::int16;
        case DType::u1: return tensix::DataFormat::uint8;
        case DType::i1: return tensix::DataFormat::int8;
        default: return tensix::DataFormat::int32;
    }
}

// Streams keep tensors of one seed apart; numbered by their place where the file does not say.
Generated generator_of(const Reader& reader, const Item& table, const Item& generate, std::uint64_t seed) {
    Generated how;
    how.generator = static_cast<Generator>(reader.choice(generate, choices_of(Table::tensor, "generate")));
    std::int64_t stream = static_cast<std::int64_t>(reader.scope().tensors.size());
    if (const auto item = reader.find(table, "stream")) stream = reader.whole(*item, 0, INT64_MAX);
    how.seed = seed ^ static_cast<std::uint64_t>(stream);
    const auto take = [&](const char* key, double& into, std::initializer_list<Generator> of) {
        const auto item = reader.find(table, key);
        if (!item) return;
        if (std::ranges::find(of, how.generator) == of.end())
            reader.refuse(*item,
                          fmt::format("`{}` means nothing to generate = \"{}\"", key,
                                      choices_of(Table::tensor, "generate")[static_cast<std::size_t>(how.generator)]));
        into = reader.real(*item);
        if (!std::isfinite(into)) reader.refuse(*item, "a finite number is expected");
    };
    take("low", how.low, {Generator::uniform});
    take("high", how.high, {Generator::uniform});
    take("value", how.value, {Generator::constant, Generator::iota});
    take("step", how.step, {Generator::iota});
    if (how.high < how.low) reader.refuse(generate, fmt::format("high {} is below low {}", how.high, how.low));
    return how;
}

// The parameter whose file `npy = "$x"` is.
const Parameter* file_parameter(const Reader& reader, const Item& npy) {
    const std::string text = reader.text(npy);
    const Parameter* found = text.starts_with('$') ? reader.scope().settings->find(text.substr(1)) : nullptr;
    return found != nullptr && found->kind == ParameterKind::file ? found : nullptr;
}

void take_given(const Settings& settings, const Parameter& file, Tensor& tensor) {
    NpyArray array = settings.array(file.name);
    if (!tensor.shape.empty() && array.shape != tensor.shape)
        throw fault::InputError(fmt::format("--{} {}: its shape is {}; {} is expected", file.name,
                                            settings.text(file.name), shape_text(array.shape),
                                            shape_text(tensor.shape)));
    tensor.shape = array.shape;
    tensor.contents = contents_of(std::move(array));
}

void take_file(const Reader& reader, const Item& npy, const std::filesystem::path& folder, Tensor& tensor) {
    const std::filesystem::path file = folder / reader.word(npy);
    NpyArray array = reader.at(npy, [&] { return read_npy(file); });
    if (!tensor.shape.empty() && array.shape != tensor.shape)
        reader.refuse(
            npy, fmt::format("its shape is {}, `shape` says {}", shape_text(array.shape), shape_text(tensor.shape)));
    tensor.shape = array.shape;
    tensor.contents = contents_of(std::move(array));
}

Tensor tensor_of(const Reader& reader, const Reader::Named& named, const std::filesystem::path& folder,
                 std::uint64_t seed) {
    const Item& table = named.item;
    reader.keys(table, names_of(Table::tensor));
    Tensor tensor{.name = named.name, .shape = {}};
    if (const auto item = reader.find(table, "shape")) tensor.shape = shape_of(reader, *item);
    auto npy = reader.find(table, "npy"), generate = reader.find(table, "generate");
    const Parameter* file = npy ? file_parameter(reader, *npy) : nullptr;
    if (npy && generate && file == nullptr)
        reader.refuse(*generate, "a tensor has `npy` or `generate`, not both, unless `npy` is a parameter's file");
    // What the user gives takes the place of what is generated.
    if (file != nullptr) {
        if (reader.scope().settings->gave(file->name)) {
            take_given(*reader.scope().settings, *file, tensor);
            generate.reset();
        } else {
            npy.reset();
        }
    } else if (npy) {
        take_file(reader, *npy, folder, tensor);
    }
    if (tensor.shape.empty()) reader.need(table, "shape", "dimensions, outermost first, as [2, 32, 64]");
    if (const auto item = reader.find(table, "format"))
        tensor.format = reader.format(*item);
    else if (npy)
        tensor.format = format_of(tensor.contents->dtype);
    else
        reader.need(table, "format", "of the elements in memory, as \"fp32\" or \"bf16\"");
    if (const auto item = reader.find(table, "layout"))
        tensor.layout = static_cast<Layout>(reader.choice(*item, choices_of(Table::tensor, "layout")));
    if (const auto item = reader.find(table, "memory"))
        tensor.memory = static_cast<BufferType>(reader.choice(*item, choices_of(Table::tensor, "memory")));
    if (const auto item = reader.find(table, "page_bytes"))
        tensor.page_bytes = static_cast<std::uint32_t>(reader.whole(*item, 1, 1 << 30));
    if (generate) {
        const Generated how = generator_of(reader, table, *generate, seed);
        tensor.contents =
            reader.at(*generate, [&] { return generated(how, tensor.format, element_count(tensor.shape)); });
    } else if (file == nullptr) {
        for (const char* key : {"stream", "low", "high", "value", "step"})
            if (const auto item = reader.find(table, key)) reader.refuse(*item, "it needs `generate`");
    }
    reader.at(table, [&] {
        check(tensor);
        // A format that cannot hold what is given says so here, where there is a line to name.
        std::vector<std::uint8_t> room;
        if (tensor.contents && tensor.contents->dtype != DType::f4)
            for (std::size_t b = 0; b < bands(tensor); ++b) band_image(tensor, b, room);
    });
    return tensor;
}

}  // namespace

void read_tensors(const Reader& reader, const Item& root, const std::filesystem::path& folder, std::uint64_t seed) {
    for (const Reader::Named& named : reader.named(root, "tensor"))
        reader.scope().tensors.push_back(tensor_of(reader, named, folder, seed));
}

}  // namespace tessera::host::job_file
