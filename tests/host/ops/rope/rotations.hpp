// Rotations of rows to try things on, and their runs on a device.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "host/job/generate.hpp"
#include "host/ops/rope/rows/bound.hpp"
#include "host/ops/rope/rows/elements.hpp"
#include "host/ops/rope/rows/job.hpp"
#include "host/run/execute.hpp"
#include "host/tensor/formats.hpp"

namespace tessera::host {

using tensix::DataFormat;

inline Contents values(std::uint64_t seed, std::size_t count, DataFormat format) {
    const std::vector<float> numbers = generate_values(seed, count);
    if (format == DataFormat::fp32) return contents_of(numbers);
    if (format == DataFormat::bf16) return bits_of("x", contents_of(numbers), format);
    // fp16 of numbers below 1 is the same for the machine and for IEEE, but for the smallest.
    const std::vector<std::uint8_t> bytes = to_row(numbers, format);
    NpyArray array{DType::f2, {count}, {}};
    array.data.resize(bytes.size());
    std::memcpy(array.data.data(), bytes.data(), bytes.size());
    return contents_of(std::move(array));
}

struct Shape {
    std::size_t rows = 40, width = 64, run = 1;  // `run` rows share a position
    RowPairs pairs{0, 1, 32, 32};
    DataFormat format = DataFormat::fp32;
    bool in_place = false;
};

inline Rotation rotation(const Shape& shape) {
    Rotation r;
    r.name = "test";
    r.width = shape.width;
    r.pairs = shape.pairs;
    r.tensors.push_back(
        {"x", shape.format, {shape.rows, shape.width}, values(1, shape.rows * shape.width, shape.format)});
    if (!shape.in_place) r.tensors.push_back({"y", shape.format, {shape.rows, shape.width}});
    r.tensors.back().result = true;
    for (std::size_t i = 0; i < shape.rows; ++i) {
        RowMove row;
        row.target = shape.in_place ? 0 : 1;
        row.source_element = row.target_element = i * shape.width;
        row.positions = {static_cast<std::int32_t>(i / shape.run * 37), -static_cast<std::int32_t>(i / shape.run),
                         100000, 3};
        r.rows.push_back(row);
    }
    for (std::size_t k = 0; k < shape.pairs.count; ++k)
        r.angles.push_back(
            {std::pow(10000.0L, -static_cast<long double>(k) / static_cast<long double>(shape.pairs.count))});
    return r;
}

inline Executed run_on_rows(const Rotation& r, RotationPath path = RotationPath::rows, std::uint32_t cores = 3,
                            const char* arch = "wormhole_b0") {
    const arch::Arch& on = *arch::find(arch);
    const Job job = rotation_job(on, r, {path, cores});
    Device device(on);
    return execute(device, job);
}

}  // namespace tessera::host
