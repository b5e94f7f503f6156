// What is to run, as plain data: tensors, circular buffers, semaphores, kernels with their arguments, which tensors are
// results and how they are judged. An operation plans a job, a job file is parsed into one; host/run makes a device run
// it. A job holds no state of a device and can be run any number of times, on one architecture (addresses, grids and
// what a planner made of them differ between them).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "host/device/device.hpp"
#include "host/tensor/npy.hpp"
#include "sim/views/check.hpp"

namespace tessera::host {

enum class Layout : std::uint8_t {
    tiles,  // matrices of the last two dimensions, each padded to whole tiles, a tile a page unless said otherwise
    rows,   // row-major as on the host, a row of the last dimension a page unless said otherwise
};

// An array of the host, in C order. Whoever gives no owner keeps the data as long as the job.
struct Contents {
    DType dtype = DType::f4;
    std::span<const std::byte> data;
    std::shared_ptr<const void> owner = {};

    template <class T>
    std::span<const T> as() const {
        return {reinterpret_cast<const T*>(data.data()), data.size() / sizeof(T)};
    }
};
Contents contents_of(NpyArray array);
template <class T>
Contents contents_of(std::vector<T> values) {
    auto kept = std::make_shared<const std::vector<T>>(std::move(values));
    const auto bytes = std::as_bytes(std::span(*kept));
    return {dtype_of<T>(), bytes, std::move(kept)};
}
template <class T>
Contents contents_kept(std::span<const T> values) {
    return {dtype_of<T>(), std::as_bytes(values), {}};
}

// What fills a buffer, or what is read back from one.
struct Tensor {
    std::string name;
    tensix::DataFormat format = tensix::DataFormat::fp32;  // of its elements in memory
    std::vector<std::size_t> shape;                        // outermost first, at least one dimension
    Layout layout = Layout::tiles;
    BufferType memory = BufferType::dram;
    std::uint32_t page_bytes = 0;           // 0: a tile, or a row
    std::optional<Contents> contents = {};  // as many elements as `shape` has; none for what only kernels write
    // Of the array that is read back, where kernels see the elements in another shape; empty: the same.
    std::vector<std::size_t> host_shape = {};
    // Contents and results are of this type, whose bits are those of the format: nothing is converted. For layout rows.
    std::optional<DType> same_bits = {};
};

std::uint32_t page_bytes(const Tensor& tensor);
std::uint64_t buffer_bytes(const Tensor& tensor);  // whole pages

// The word that a TensorAccessorArgs puts among the compile-time arguments.
std::uint32_t accessor_word(const Tensor& tensor);

// A runtime argument: a word, or the address that a tensor's buffer will have.
struct AddressOf {
    std::size_t tensor = 0;
};
using Argument = std::variant<std::uint32_t, AddressOf>;

struct JobKernel {
    KernelSpec spec;
    std::map<CoreCoord, std::vector<Argument>> args = {};
    std::vector<Argument> common_args = {};
};

// What reports say of a job besides what every run has.
struct Words {
    std::string title;    // "rope R10, B=1 N=32 D=2048"
    std::string about;    // what a profile says behind the title; may be empty
    std::string subject;  // of the first line of a report, after the cores; may be empty
    std::vector<std::pair<std::string, std::string>> details = {};  // lines of a report: short label and text
    std::vector<std::pair<std::string, std::string>> facts = {};    // of the HTML page: name and text
    // Of the JSON report: `options` as they were taken, and objects of its own. An option that is null here and that
    // the run knows (cores, lowering, ...) is filled in by the run.
    nlohmann::ordered_json options = nlohmann::ordered_json::object(), more = nlohmann::ordered_json::object();
};

// Judges the results, one array for each of Job::outputs.
using Judge = std::function<views::Check(std::span<const NpyArray> outputs, const views::JudgedShare& judged)>;

struct Job {
    std::string name;  // of the operation or the job file
    const arch::Arch* arch = nullptr;
    std::uint64_t seed = 0;  // of what was generated
    std::vector<Tensor> tensors;
    std::vector<CircularBufferSpec> circular_buffers;
    std::vector<Program::Semaphore> semaphores;  // a kernel knows each by its place here
    std::vector<JobKernel> kernels;
    std::vector<std::size_t> outputs;  // tensors that are read back
    Judge judge;                       // empty: nothing to hold the results against
    // Runs that are compared are measured by the elements they worked on.
    double elements = 0;
    // What must come from and go to memory at the least, in bytes; 0: all that tensors hold and all results.
    std::uint64_t least_bytes = 0;
    Words words;
};

// InputError where a tensor contradicts itself: contents of another shape or of a type that the format does not take,
// pages that do not divide it.
void check(const Tensor& tensor);

}  // namespace tessera::host
