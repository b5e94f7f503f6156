#include "host/run/execute.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/job/image.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using Buffers = std::vector<std::shared_ptr<Buffer>>;

// A matrix at a time, so that the host holds no second copy of a large tensor. Where matrices share a page, or the last
// page is not full, all of it goes at once.
void fill(Device& device, const Tensor& tensor, const Buffer& buffer) {
    const std::size_t count = matrices(tensor);
    const std::uint64_t bytes = matrix_bytes(tensor), page = buffer.page_size();
    if (bytes % page == 0) {
        for (std::size_t m = 0; m < count; ++m) device.write_pages(buffer, m * (bytes / page), matrix_image(tensor, m));
        return;
    }
    std::vector<std::uint8_t> all;
    for (std::size_t m = 0; m < count; ++m) {
        const std::vector<std::uint8_t> image = matrix_image(tensor, m);
        all.insert(all.end(), image.begin(), image.end());
    }
    all.resize(buffer.size());
    device.write(buffer, all);
}

// Elements of a result that depend on bytes nobody has written; the padding of its tiles may.
class Dependence {
  public:
    explicit Dependence(const Tensor& tensor) : tensor_(tensor), bytes_(size_of(result_dtype(tensor))) {}

    // The elements of a matrix, and what they would come from.
    void compare(std::span<const std::byte> elements, std::span<const std::uint8_t> other_image,
                 const watch::Undetermined::Why& why) {
        std::vector<std::byte> other;
        append_elements(tensor_, other_image, other);
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

NpyArray read_back(Device& device, const Tensor& tensor, const Buffer& buffer) {
    NpyArray out{result_dtype(tensor), tensor.host_shape.empty() ? tensor.shape : tensor.host_shape, {}};
    out.data.reserve(element_count(tensor.shape) * size_of(out.dtype));
    const std::size_t count = matrices(tensor);
    const std::uint64_t bytes = matrix_bytes(tensor), page = buffer.page_size();
    const bool whole_pages = bytes % page == 0;
    std::vector<std::uint8_t> image(whole_pages ? bytes : buffer.size());
    bool written = whole_pages || device.read_pages(buffer, 0, image);
    Dependence depends(tensor);
    for (std::size_t m = 0; m < count; ++m) {
        if (whole_pages) written = device.read_pages(buffer, m * (bytes / page), image) && written;
        const std::size_t first = whole_pages ? 0 : m * bytes;
        const std::size_t before = out.data.size();
        append_elements(tensor, std::span(image).subspan(first, bytes), out.data);
        if (const auto other = device.with_other_bits(buffer, whole_pages ? m * (bytes / page) : 0, image))
            depends.compare(std::span(out.data).subspan(before), std::span(other->bytes).subspan(first, bytes),
                            other->why);
    }
    const auto missing =
        written ? std::nullopt : device.never_written(buffer, "the result " + tensor.name, buffer.size());
    if (missing)
        device.raise(*missing);
    else
        depends.tell(device);
    return out;
}

Buffers make_buffers(Device& device, const Job& job) {
    Buffers buffers;
    for (const Tensor& tensor : job.tensors) {
        check(tensor);
        buffers.push_back(device.create_buffer(buffer_bytes(tensor), page_bytes(tensor), tensor.memory));
        if (tensor.contents) fill(device, tensor, *buffers.back());
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

}  // namespace

Executed execute(Device& device, const Job& job, const core::Options& options, std::span<Recording* const> recordings) {
    const Buffers buffers = make_buffers(device, job);
    Executed done;
    const Program program = program_of(job, buffers);
    done.cores = cores_of(program).size();
    done.cycles = run_workload(device, program, options, recordings).cycles;
    if (options.blind_time) return done;
    for (const std::size_t output : job.outputs)
        done.outputs.push_back(read_back(device, job.tensors[output], *buffers[output]));
    if (job.judge) done.check = job.judge(done.outputs);
    return done;
}

}  // namespace tessera::host
