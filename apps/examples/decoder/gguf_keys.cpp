// Keys of a GGUF file by type.
#include "gguf.hpp"
#include "gguf_values.hpp"

namespace decoder {
namespace {

std::string type_text(const GgufKey& key) {
    if (key.type != GgufType::array) return std::string(name_of(key.type));
    return joined("an array of ", name_of(key.element));
}

// Calls f with the number, of whatever type it is; nothing where it is none.
template <class F>
bool with_number(const GgufKey& key, F f) {
    switch (key.type) {
        case GgufType::u8: f(load<std::uint8_t>(key.bytes)); return true;
        case GgufType::i8: f(load<std::int8_t>(key.bytes)); return true;
        case GgufType::u16: f(load<std::uint16_t>(key.bytes)); return true;
        case GgufType::i16: f(load<std::int16_t>(key.bytes)); return true;
        case GgufType::u32: f(load<std::uint32_t>(key.bytes)); return true;
        case GgufType::i32: f(load<std::int32_t>(key.bytes)); return true;
        case GgufType::u64: f(load<std::uint64_t>(key.bytes)); return true;
        case GgufType::i64: f(load<std::int64_t>(key.bytes)); return true;
        case GgufType::f32: f(load<float>(key.bytes)); return true;
        case GgufType::f64: f(load<double>(key.bytes)); return true;
        default: return false;
    }
}

}  // namespace

std::optional<std::uint64_t> Gguf::integer(std::string_view name) const {
    const GgufKey* key = this->key(name);
    if (!key) return std::nullopt;
    std::optional<std::uint64_t> value;
    with_number(*key, [&]<class T>(T number) {
        if constexpr (std::is_integral_v<T>)
            if (std::is_unsigned_v<T> || static_cast<std::int64_t>(number) >= 0)
                value = static_cast<std::uint64_t>(number);
    });
    if (!value) refuse_key(*key, type_text(*key), "an integer of at least 0");
    return value;
}

std::optional<double> Gguf::number(std::string_view name) const {
    const GgufKey* key = this->key(name);
    if (!key) return std::nullopt;
    double value = 0;
    if (!with_number(*key, [&](auto number) { value = static_cast<double>(number); }))
        refuse_key(*key, type_text(*key), "a number");
    return value;
}

std::optional<bool> Gguf::boolean(std::string_view name) const {
    const GgufKey* key = this->key(name);
    if (!key) return std::nullopt;
    if (key->type != GgufType::boolean) refuse_key(*key, type_text(*key), "a boolean");
    return key->bytes[0] != std::byte{0};
}

std::optional<std::string_view> Gguf::string(std::string_view name) const {
    const GgufKey* key = this->key(name);
    if (!key) return std::nullopt;
    if (key->type != GgufType::string) refuse_key(*key, type_text(*key), "a string");
    return std::string_view(reinterpret_cast<const char*>(key->bytes.data()), key->bytes.size());
}

std::optional<std::span<const std::byte>> Gguf::array(std::string_view name, GgufType element) const {
    const GgufKey* key = this->key(name);
    if (!key) return std::nullopt;
    if (key->type != GgufType::array || key->element != element)
        refuse_key(*key, type_text(*key), joined("an array of ", name_of(element)));
    return key->bytes;
}

std::optional<std::vector<std::string_view>> Gguf::strings(std::string_view name) const {
    const auto bytes = array(name, GgufType::string);
    if (!bytes) return std::nullopt;
    std::vector<std::string_view> all;
    for (auto rest = *bytes; !rest.empty();) {
        const auto length = load<std::uint64_t>(rest);
        all.emplace_back(reinterpret_cast<const char*>(rest.data()) + 8, length);
        rest = rest.subspan(8 + length);
    }
    return all;
}

}  // namespace decoder
