#include "host/run/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "host/job/image.hpp"
#include "host/run/first_nan.hpp"
#include "host/tensor/beyond_ieee.hpp"
#include "sim/dram/memory_ahead.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using Buffers = std::vector<std::shared_ptr<Buffer>>;

// How much of a stage is done, by bytes.
class Share {
  public:
    Share(const Stages& stages, const char* stage, std::uint64_t all) : stages_(stages), stage_(stage), all_(all) {}
    void add(std::uint64_t bytes) {
        done_ += bytes;
        if (stages_) stages_(stage_, static_cast<double>(done_) / static_cast<double>(all_));
    }

  private:
    const Stages& stages_;
    const char* stage_;
    std::uint64_t all_, done_ = 0;
};

// Where bands share a page, or the last page is not full, all of it goes at once.
void fill(Device& device, const Tensor& tensor, const Buffer& buffer, Share& share) {
    const std::size_t count = bands(tensor);
    const std::uint64_t bytes = band_bytes(tensor), page = buffer.page_size();
    std::vector<std::uint8_t> room;
    if (bytes % page == 0) {
        for (std::size_t b = 0; b < count; ++b) {
            device.write_pages(buffer, b * (bytes / page), band_image(tensor, b, room));
            share.add(bytes);
        }
        return;
    }
    std::vector<std::uint8_t> all;
    all.reserve(buffer.size());
    for (std::size_t b = 0; b < count; ++b) {
        const std::span<const std::uint8_t> image = band_image(tensor, b, room);
        all.insert(all.end(), image.begin(), image.end());
        share.add(bytes);
    }
    all.resize(buffer.size());
    device.write(buffer, all);
}

// Elements of a result that depend on bytes nobody has written; the padding of its tiles may.
class Dependence {
  public:
    explicit Dependence(const Tensor& tensor) : tensor_(tensor), bytes_(size_of(result_dtype(tensor))) {}

    // The elements of a band, and what they would come from.
    void compare(std::size_t band, std::span<const std::byte> elements, std::span<const std::uint8_t> other_image,
                 const watch::Undetermined::Why& why) {
        std::vector<std::byte> other;
        append_elements(tensor_, band, other_image, other);
        for (std::size_t i = 0; i < elements.size(); i += bytes_, ++passed_) {
            if (std::equal(&elements[i], &elements[i] + bytes_, &other[i])) continue;
            if (count_++ == 0) first_ = passed_;
            if (why_ == nullptr) why_ = why;
        }
    }
    void tell(Device& device) const {
        if (count_ == 0) return;
        const std::string what = fmt::format(
            "{} element{} of the result {}, the first of them number {}, depend on bytes that nobody has "
            "written",
            count_, count_ == 1 ? "" : "s", tensor_.name, first_);
        device.raise(watch::Undetermined::use(what, why_), fault::Severity::warning);
    }

  private:
    const Tensor& tensor_;
    std::size_t bytes_, passed_ = 0, count_ = 0, first_ = 0;
    watch::Undetermined::Why why_;
};

NpyArray read_back(Device& device, const Tensor& tensor, const Buffer& buffer, bool threads, Share& share,
                   const Device::Named& name_of) {
    NpyArray out{result_dtype(tensor), tensor.host_shape.empty() ? tensor.shape : tensor.host_shape, {}};
    const std::size_t all_bytes = element_count(tensor.shape) * size_of(out.dtype);
    out.data.reserve(all_bytes);
    const dram::ProvidedAhead provided({out.data.data(), all_bytes}, threads);
    const std::size_t count = bands(tensor);
    const std::uint64_t bytes = band_bytes(tensor), page = buffer.page_size();
    const bool whole_pages = bytes % page == 0;
    std::vector<std::uint8_t> image(whole_pages ? bytes : buffer.size());
    bool written = true;
    std::optional<Device::OtherBits> other;
    const auto read = [&](std::uint64_t first_page) {
        written = device.read_pages(buffer, first_page, image) && written;
        other = device.with_other_bits(buffer, first_page, image);
    };
    if (!whole_pages) read(0);
    Dependence depends(tensor);
    for (std::size_t b = 0; b < count; ++b) {
        if (whole_pages) read(b * (bytes / page));
        const std::size_t first = whole_pages ? 0 : b * bytes;
        const std::size_t before = out.data.size();
        append_elements(tensor, b, std::span(image).subspan(first, bytes), out.data);
        if (other)
            depends.compare(b, std::span(out.data).subspan(before), std::span(other->bytes).subspan(first, bytes),
                            other->why);
        share.add(bytes);
    }
    auto missing =
        written ? std::nullopt : device.never_written(buffer, "the result " + tensor.name, image_bytes(tensor));
    if (missing) {
        device.name_other_writes(*missing, name_of);
        device.raise(*missing);
    } else {
        depends.tell(device);
    }
    return out;
}

// The warning about an fp16 result, empty where IEEE reads all of it as the machine does.
std::string beyond_ieee_of(const Tensor& tensor, const NpyArray& result) {
    if (tensor.format != tensix::DataFormat::fp16) return {};
    BeyondIeee beyond;
    if (result.dtype == DType::f4)
        beyond.look_at(result.as<float>());
    else
        beyond.look_at(result.as<std::uint16_t>());
    return beyond.found() ? beyond.text("the result " + tensor.name, place_in(result.shape, beyond.first())) : "";
}

std::uint64_t bytes_of(const Tensor& tensor) { return bands(tensor) * band_bytes(tensor); }

Buffers make_buffers(Device& device, const Job& job, const Stages& stages) {
    std::uint64_t filled = 0;
    for (const Tensor& tensor : job.tensors) {
        check(tensor);
        if (tensor.contents) filled += bytes_of(tensor);
    }
    Share share(stages, "inputs", filled);
    Buffers buffers;
    for (const Tensor& tensor : job.tensors) {
        buffers.push_back(device.create_buffer(buffer_bytes(tensor), page_bytes(tensor), tensor.memory));
        if (tensor.contents) fill(device, tensor, *buffers.back(), share);
    }
    return buffers;
}

std::vector<std::uint32_t> words(const std::vector<Argument>& arguments, const Buffers& buffers) {
    std::vector<std::uint32_t> out;
    for (const Argument& argument : arguments) {
        const auto* address = std::get_if<AddressOf>(&argument);
        out.push_back(address == nullptr ? std::get<std::uint32_t>(argument) : buffers.at(address->tensor)->address());
    }
    return out;
}

Program program_of(const Job& job, const Buffers& buffers) {
    Program program;
    for (const CircularBufferSpec& buffer : job.circular_buffers) program.add(buffer);
    for (const Program::Semaphore& semaphore : job.semaphores)
        program.add_semaphore(semaphore.cores, semaphore.initial);
    for (const JobKernel& kernel : job.kernels) {
        const KernelId id = program.add(kernel.spec);
        for (const auto& [core, args] : kernel.args) program.set_args(id, core, words(args, buffers));
        if (!kernel.common_args.empty()) program.set_common_args(id, words(kernel.common_args, buffers));
    }
    return program;
}

// Tells tensors and their elements from the addresses of their buffers.
void name_buffers(core::FollowedValues& followed, const Job& job, const Buffers& buffers) {
    const auto tensor_at = [&job, buffers](std::uint64_t begin, bool in_l1) -> const Tensor* {
        for (std::size_t i = 0; i < buffers.size(); ++i)
            if (buffers[i]->address() == begin && (job.tensors[i].memory != BufferType::dram) == in_l1)
                return &job.tensors[i];
        return nullptr;
    };
    followed.buffer_name = [=](std::uint64_t begin, bool in_l1) {
        const Tensor* tensor = tensor_at(begin, in_l1);
        return tensor == nullptr ? std::string() : tensor->name;
    };
    followed.element_name = [=](std::uint64_t begin, bool in_l1, std::uint64_t page, std::uint64_t byte) {
        const Tensor* tensor = tensor_at(begin, in_l1);
        if (tensor == nullptr) return std::string();
        const auto element = element_at(*tensor, page * page_bytes(*tensor) + byte);
        return element ? fmt::format("element {}", place_in(tensor->shape, *element)) : std::string("padding");
    };
}

}  // namespace

Executed execute(Device& device, const Job& job, const core::Options& options, std::span<Recording* const> recordings,
                 const Stages& stages, PageWriters* writers) {
    device.machine().dram().use_another_thread(options.threads > 1);
    Buffers buffers = make_buffers(device, job, stages);
    Executed done;
    const Program program = program_of(job, buffers);
    done.cores = cores_of(program).size();
    if (writers != nullptr && job.judge)
        for (const std::size_t output : job.outputs) writers->follow(device, output, *buffers[output]);
    if (options.followed != nullptr) name_buffers(*options.followed, job, buffers);
    done.cycles = run_workload(device, program, options, recordings).cycles;
    if (options.followed != nullptr) {
        done.first_nan = first_non_finite(device, *options.followed);
        options.followed->buffer_name = nullptr;
        options.followed->element_name = nullptr;
    }
    if (options.blind_time) return done;
    // Which tensors no kernel should have written to.
    std::map<std::uint64_t, std::string> others;
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (std::ranges::find(job.outputs, i) == job.outputs.end() && job.tensors[i].memory == BufferType::dram)
            others[buffers[i]->address()] = "the tensor " + job.tensors[i].name;
    const auto name_of = [&](std::uint64_t address) {
        const auto at = others.find(address);
        return at == others.end() ? std::string() : at->second;
    };
    // The results are as large once more on the host: what nobody reads back makes room for them.
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (std::ranges::find(job.outputs, i) == job.outputs.end()) buffers[i].reset();
    device.machine().dram().give_back();
    std::uint64_t read = 0;
    for (const std::size_t output : job.outputs) read += bytes_of(job.tensors[output]);
    Share share(stages, "results", read);
    std::vector<std::string> beyond;
    for (const std::size_t output : job.outputs) {
        const Tensor& tensor = job.tensors[output];
        done.outputs.push_back(read_back(device, tensor, *buffers[output], options.threads > 1, share, name_of));
        if (std::string text = beyond_ieee_of(tensor, done.outputs.back()); !text.empty())
            beyond.push_back(std::move(text));
        if (done.first_nan)
            if (auto held = non_finite_in(tensor.name, done.outputs.back()))
                done.first_nan->results.push_back(std::move(*held));
    }
    if (const auto fault = beyond_ieee(beyond)) device.raise(*fault, fault::Severity::warning);
    views::JudgedShare judged;
    if (stages) judged = [&](double part) { stages("check", part); };
    if (judged) judged(0);
    if (job.judge) done.check = job.judge(done.outputs, judged);
    if (done.check && done.check->failures.count() > 0) {
        views::Check& check = *done.check;
        const std::size_t tensor = judged_tensor(job, check);
        check.map = failure_map(check.failures, check.shape,
                                writers == nullptr ? views::Written{} : writers->written(job, tensor, check.shape));
    }
    return done;
}

}  // namespace tessera::host
