#include "gguf_values.hpp"

namespace decoder {
namespace {

constexpr int deepest_array = 4;  // ggml itself writes none inside another

void skip_elements(Cursor& cursor, GgufType element, std::uint64_t count, int depth);

void skip_array(Cursor& cursor, int depth) {
    const GgufType element = read_gguf_type(cursor);
    const auto count = cursor.read<std::uint64_t>("an array's count");
    skip_elements(cursor, element, count, depth + 1);
}

void check_booleans(const File& file, std::span<const std::byte> bytes, std::size_t offset) {
    for (const std::byte& byte : bytes)
        if (std::to_integer<unsigned>(byte) > 1)
            refuse(file, joined("boolean ", std::to_integer<unsigned>(byte)),
                   offset + static_cast<std::size_t>(&byte - bytes.data()), "0 or 1");
}

void skip_elements(Cursor& cursor, GgufType element, std::uint64_t count, int depth) {
    if (depth > deepest_array)
        refuse(cursor.file(), "arrays inside arrays", cursor.offset(), joined("at most ", deepest_array, " levels"));
    const std::size_t size = size_of(element), least = size != 0 ? size : element == GgufType::string ? 8 : 12;
    if (count > cursor.left() / least)
        refuse(cursor.file(), joined("array of ", count, " values of ", name_of(element)), cursor.offset(),
               joined("at most ", cursor.left() / least, " in the bytes left"));
    if (size != 0) {
        const std::size_t offset = cursor.offset();
        const auto bytes = cursor.take(count * size, "an array");
        if (element == GgufType::boolean) check_booleans(cursor.file(), bytes, offset);
        return;
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        if (element == GgufType::string)
            read_gguf_string(cursor, "a string of an array");
        else
            skip_array(cursor, depth);
    }
}

}  // namespace

std::string_view name_of(GgufType type) {
    static constexpr std::array<std::string_view, 13> names{"u8",      "i8",     "u16",   "i16", "u32", "i32", "f32",
                                                            "boolean", "string", "array", "u64", "i64", "f64"};
    return names.at(static_cast<std::size_t>(type));
}

std::size_t size_of(GgufType type) {
    static constexpr std::array<std::size_t, 13> sizes{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
    return sizes.at(static_cast<std::size_t>(type));
}

GgufType read_gguf_type(Cursor& cursor) {
    const std::size_t offset = cursor.offset();
    const auto number = cursor.read<std::uint32_t>("a value's type");
    if (number > static_cast<std::uint32_t>(GgufType::f64))
        refuse(cursor.file(), joined("value type ", number), offset, "0 to 12");
    return static_cast<GgufType>(number);
}

std::string_view read_gguf_string(Cursor& cursor, std::string_view what) {
    const auto length = cursor.read<std::uint64_t>(what);
    const auto bytes = cursor.take(length, what);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void read_gguf_value(Cursor& cursor, GgufKey& key) {
    key.type = read_gguf_type(cursor);
    key.offset = cursor.offset();
    if (key.type == GgufType::string) {
        const std::string_view text = read_gguf_string(cursor, "a string");
        key.bytes = std::as_bytes(std::span(text));
    } else if (key.type == GgufType::array) {
        key.element = read_gguf_type(cursor);
        key.count = cursor.read<std::uint64_t>("an array's count");
        const std::size_t begin = cursor.offset();
        skip_elements(cursor, key.element, key.count, 1);
        key.bytes = std::span(cursor.file().bytes).subspan(begin, cursor.offset() - begin);
    } else {
        key.bytes = cursor.take(size_of(key.type), "a value");
        if (key.type == GgufType::boolean) check_booleans(cursor.file(), key.bytes, key.offset);
    }
}

}  // namespace decoder
