// Small model files for tests, written byte by byte.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/examples/decoder/file.hpp"
#include "apps/examples/decoder/gguf.hpp"

namespace tessera::test {

class Bytes {
  public:
    template <class T>
    Bytes& put(T value) {
        text_.append(reinterpret_cast<const char*>(&value), sizeof value);
        return *this;
    }
    Bytes& raw(std::string_view text) {
        text_ += text;
        return *this;
    }
    Bytes& string(std::string_view text) { return put<std::uint64_t>(text.size()).raw(text); }
    Bytes& floats(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) put(0.25f * static_cast<float>(++made_ % 7) - 0.5f);
        return *this;
    }
    const std::string& text() const { return text_; }

  private:
    std::string text_;
    unsigned made_ = 0;
};

inline std::shared_ptr<const decoder::File> file_of(std::string_view text, std::string name = "file") {
    const auto bytes = std::as_bytes(std::span(text));
    return std::make_shared<decoder::File>(decoder::File{std::move(name), {bytes.begin(), bytes.end()}});
}

// What of f's error says; empty where there is none.
template <class F>
std::string error_of(F f) {
    try {
        f();
    } catch (const decoder::FileError& error) {
        EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos) << error.what();
        return error.what();
    }
    return {};
}

// A GGUF file of keys and tensors, with its counts and offsets.
class GgufBytes {
  public:
    template <class T>
    GgufBytes& number(std::string_view name, decoder::GgufType type, T value) {
        return key(name, type, Bytes().put(value).text());
    }
    GgufBytes& u32(std::string_view name, std::uint32_t value) { return number(name, decoder::GgufType::u32, value); }
    GgufBytes& f32(std::string_view name, float value) { return number(name, decoder::GgufType::f32, value); }
    GgufBytes& string(std::string_view name, std::string_view value) {
        return key(name, decoder::GgufType::string, Bytes().string(value).text());
    }
    GgufBytes& array(std::string_view name, decoder::GgufType element, std::uint64_t count, std::string_view values) {
        return key(name, decoder::GgufType::array,
                   Bytes().put(static_cast<std::uint32_t>(element)).put(count).raw(values).text());
    }
    GgufBytes& key(std::string_view name, decoder::GgufType type, std::string_view value) {
        ++key_count_;
        keys_.string(name).put(static_cast<std::uint32_t>(type)).raw(value);
        return *this;
    }
    // Data of zeros where none is given.
    GgufBytes& tensor(std::string name, std::vector<std::uint64_t> dims, decoder::WeightType type,
                      std::string data = {}) {
        if (data.empty()) {
            std::size_t weights = 1;
            for (const std::uint64_t n : dims) weights *= n;
            data.resize(decoder::byte_count(type, weights));
        }
        tensors_.push_back({std::move(name), std::move(dims), static_cast<std::uint32_t>(type), std::move(data)});
        return *this;
    }
    GgufBytes& without(std::string_view name) {
        std::erase_if(tensors_, [&](const Tensor& tensor) { return tensor.name == name; });
        return *this;
    }

    std::string text(std::uint32_t version = 3, std::size_t alignment = 32) const {
        Bytes out;
        out.raw("GGUF")
            .put(version)
            .put<std::uint64_t>(tensors_.size())
            .put<std::uint64_t>(key_count_)
            .raw(keys_.text());
        std::string data;
        for (const Tensor& tensor : tensors_) {
            out.string(tensor.name).put(static_cast<std::uint32_t>(tensor.dims.size()));
            for (const std::uint64_t n : tensor.dims) out.put(n);
            out.put(tensor.type).put<std::uint64_t>(data.size());
            data += tensor.data;
            data.resize((data.size() + alignment - 1) / alignment * alignment);
        }
        if (!data.empty())
            out.raw(std::string((alignment - out.text().size() % alignment) % alignment, '\0')).raw(data);
        return out.text();
    }

  private:
    struct Tensor {
        std::string name;
        std::vector<std::uint64_t> dims;
        std::uint32_t type;
        std::string data;
    };
    std::uint64_t key_count_ = 0;
    Bytes keys_;
    std::vector<Tensor> tensors_;
};

}  // namespace tessera::test
