// GGUF files of versions 2 and 3: keys with values, and tensors. Everything is checked when the file is opened; what is
// handed out are views of its bytes.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "file.hpp"
#include "quantised.hpp"

namespace decoder {

// The numbers are the format's.
enum class GgufType : std::uint32_t { u8, i8, u16, i16, u32, i32, f32, boolean, string, array, u64, i64, f64 };

struct GgufKey {
    std::string_view name;
    GgufType type = GgufType::u8;
    GgufType element = GgufType::u8;   // of an array
    std::uint64_t count = 1;           // of an array
    std::span<const std::byte> bytes;  // the number, the characters of a string, or an array's elements as stored
    std::size_t offset = 0;            // of the value in the file
};

struct GgufTensor {
    std::string_view name;
    WeightType type = WeightType::f32;
    std::vector<std::size_t> dims;  // fastest first
    std::span<const std::byte> bytes;
    std::size_t offset = 0;  // of its record in the file
};

bool is_gguf(const File& file);

class Gguf {
  public:
    explicit Gguf(std::shared_ptr<const File> file);

    const std::shared_ptr<const File>& file() const { return file_; }
    const std::vector<GgufTensor>& tensors() const { return tensors_; }
    const GgufTensor* tensor(std::string_view name) const;

    // Nothing where the key is missing, FileError where its type is another: any integer that is not negative, any
    // number.
    const GgufKey* key(std::string_view name) const;
    std::optional<std::uint64_t> integer(std::string_view name) const;
    std::optional<double> number(std::string_view name) const;
    std::optional<bool> boolean(std::string_view name) const;
    std::optional<std::string_view> string(std::string_view name) const;
    std::optional<std::vector<std::string_view>> strings(std::string_view name) const;
    std::optional<std::span<const std::byte>> array(std::string_view name, GgufType element) const;

    [[noreturn]] void refuse_key(const GgufKey& key, const std::string& what, const std::string& expected) const;

  private:
    void read_keys(Cursor& cursor, std::uint64_t count);
    void read_tensors(Cursor& cursor, std::uint64_t count);
    void place_tensors(std::size_t end_of_records, const std::vector<std::uint64_t>& offsets);

    std::shared_ptr<const File> file_;
    std::vector<GgufKey> keys_;
    std::vector<GgufTensor> tensors_;
    std::map<std::string_view, std::size_t> key_of_, tensor_of_;
};

}  // namespace decoder
