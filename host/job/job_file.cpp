#include "host/job/job_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/job/file/binder.hpp"
#include "host/job/file/expect.hpp"
#include "host/job/file/kernels.hpp"
#include "host/job/file/keys.hpp"
#include "host/job/file/parameters.hpp"
#include "host/job/file/tensors.hpp"
#include "host/job/image.hpp"

namespace tessera::host {
namespace {

using namespace job_file;

bool is_line(std::string_view text) {
    return !text.empty() && text.size() <= 256 &&
           std::ranges::all_of(text, [](char c) { return c >= ' ' && c != '\x7f'; });
}

// What [operation] says of a file that is a command of its own.
std::optional<JobFile::OperationText> read_about(const Reader& reader, const Item& root) {
    const auto table = reader.find(root, "operation");
    if (!table) return std::nullopt;
    reader.keys(*table, names_of(Table::operation));
    JobFile::OperationText out;
    out.about = reader.text(reader.need(*table, "about", "half a line of the help"));
    if (const auto list = reader.find(*table, "examples"))
        for (const Item& item : reader.items(*list, "a list of command lines"))
            out.examples.push_back(reader.text(item));
    return out;
}

std::vector<std::size_t> outputs_of(const Reader& reader, const Item& root) {
    std::vector<std::size_t> out;
    const std::vector<Tensor>& tensors = reader.scope().tensors;
    if (const auto list = reader.find(root, "outputs")) {
        for (const Item& item : reader.items(*list, "a list of the names of tensors")) {
            const std::string name = reader.word(item);
            const std::size_t tensor = reader.at(item, [&] { return tensor_named(name, tensors); });
            if (std::ranges::find(out, tensor) != out.end()) reader.refuse(item, "it is named twice");
            out.push_back(tensor);
        }
        return out;
    }
    for (std::size_t i = 0; i < tensors.size(); ++i)
        if (!tensors[i].contents) out.push_back(i);
    return out;
}

Words words_of(const std::string& path, const Settings& settings, const Job& job) {
    std::vector<std::string> values, tensors;
    Words out;
    out.title = job.name;
    for (const Parameter& parameter : settings.parameters()) {
        if (parameter.kind == ParameterKind::file && !settings.gave(parameter.name)) continue;
        values.push_back(fmt::format("{}={}", parameter.name, settings.text(parameter.name)));
        out.title += " " + values.back();
        switch (parameter.kind) {
            case ParameterKind::whole: out.options[parameter.name] = settings.whole(parameter.name); break;
            case ParameterKind::real: out.options[parameter.name] = settings.real(parameter.name); break;
            case ParameterKind::flag: out.options[parameter.name] = settings.flag(parameter.name); break;
            default: out.options[parameter.name] = settings.text(parameter.name);
        }
    }
    for (const Tensor& tensor : job.tensors)
        tensors.push_back(fmt::format("{} {} {}", tensor.name, name(tensor.format), shape_text(tensor.shape)));
    out.subject = fmt::format("{}", fmt::join(values, " "));
    out.details = {{"job", path}, {"data", fmt::format("{}", fmt::join(tensors, ", "))}};
    out.facts = {{"job", path}};
    for (const std::string& tensor : tensors) out.facts.push_back({"tensor", tensor});
    out.more["job"] = path;
    return out;
}

}  // namespace

JobFile::JobFile(const std::filesystem::path& path) : JobFile(path, text_of(path)) {}

JobFile::JobFile(const std::filesystem::path& path, std::string_view text)
    : path_(path), root_(parse(text, path.string())), name_(path.stem().string()) {
    Scope scope;
    const Reader reader(path.string(), scope);
    const Item root{&root_, ""};
    reader.keys(root, names_of(Table::root));
    if (const auto item = reader.find(root, "name")) {
        name_ = reader.text(*item);
        if (!is_line(name_)) reader.refuse(*item, "one line of at most 256 letters is expected");
    }
    parameters_ = read_parameters(reader, root);
    block_ = read_struct(reader, root, parameters_);
    if (block_) parameters_.push_back(params_parameter(*block_));
    about_ = read_about(reader, root);
}

Job JobFile::plan(const Settings& given, const arch::Arch& arch, std::uint64_t seed) const {
    const Settings settings = block_ ? with_block(given, *block_) : given;
    for (const Parameter& parameter : settings.parameters())
        if (!parameter.choices.empty()) settings.choice(parameter.name);
    Scope scope{.settings = &settings, .arch = &arch};
    const Reader reader(path_.string(), scope);
    const Item root{&root_, ""};
    const std::filesystem::path folder = path_.parent_path();
    Job job;
    job.name = name_;
    job.arch = &arch;
    job.seed = seed;
    read_values(reader, root);
    check_rules(reader, root, RulesOf::parameters);
    Placing placing{.folder = folder, .cores = {{0, 0}}, .split = std::nullopt};
    if (const auto item = reader.find(root, "cores")) placing.cores = cores_of(reader, *item);
    read_tensors(reader, root, folder, seed);
    check_rules(reader, root, RulesOf::tensors);
    read_lets(reader, root, folder);
    if (const auto item = reader.find(root, "split")) placing.split = reader.whole(*item, 0, UINT32_MAX);
    read_semaphores(reader, root, placing, job);
    read_circular_buffers(reader, root, placing, job);
    read_kernels(reader, root, placing, job);
    job.outputs = outputs_of(reader, root);
    job.judge = read_judge(reader, root, folder, job);
    job.tensors = std::move(scope.tensors);
    for (const std::size_t output : job.outputs)
        job.elements += static_cast<double>(element_count(job.tensors[output].shape));
    job.words = words_of(path_.string(), settings, job);
    if (block_ && given.gave("params"))
        job.words.details.insert(
            job.words.details.begin() + 1,
            {"params", fmt::format("{}: {} {}", given.text("params"), block_->name, fields_text(settings))});
    return job;
}

}  // namespace tessera::host
