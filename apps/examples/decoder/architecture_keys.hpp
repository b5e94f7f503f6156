// Keys of a GGUF file's architecture, by their names behind it; FileError for values that make no sense.
#pragma once

#include <cmath>

#include "gguf.hpp"
#include "model.hpp"

namespace decoder {

class Keys {
  public:
    Keys(const Gguf& gguf, std::string_view architecture) : gguf_(gguf), prefix_(joined(architecture, ".")) {}

    std::optional<std::size_t> optional_dimension(const char* name) const {
        const std::string key = prefix_ + name;
        const std::optional<std::uint64_t> value = gguf_.integer(key);
        if (value && (*value == 0 || *value > largest_dimension))
            refuse_value(key, *value, joined("1 to ", largest_dimension));
        return value;
    }
    std::size_t dimension(const char* name) const {
        if (const auto value = optional_dimension(name)) return *value;
        missing(name);
    }
    std::optional<double> optional_positive(const char* name) const {
        const std::string key = prefix_ + name;
        const std::optional<double> value = gguf_.number(key);
        if (value && !(std::isfinite(*value) && *value > 0)) refuse_value(key, *value, "a finite number above 0");
        return value;
    }
    double positive(const char* name) const {
        if (const auto value = optional_positive(name)) return *value;
        missing(name);
    }
    // Features that would change the result unseen.
    void refuse_other_than(const char* name, std::uint64_t only) const {
        const std::string key = prefix_ + name;
        if (const auto value = gguf_.integer(key); value && *value != only)
            refuse_value(key, *value, std::to_string(only));
    }
    std::string_view scaling() const { return gguf_.string(prefix_ + "rope.scaling.type").value_or("none"); }

    template <class Value>
    [[noreturn]] void refuse_dimension(const char* name, Value value, const std::string& expected) const {
        const std::string key = prefix_ + name;
        if (gguf_.key(key)) refuse_value(key, value, expected);
        refuse(*gguf_.file(), joined("key ", in_quotes(key), " is missing and stands for ", value), 0, expected);
    }

  private:
    [[noreturn]] void missing(const char* name) const {
        refuse(*gguf_.file(), joined("key ", in_quotes(prefix_ + name), " is missing"), 0, "a value among the keys");
    }
    template <class Value>
    [[noreturn]] void refuse_value(const std::string& key, Value value, const std::string& expected) const {
        gguf_.refuse_key(*gguf_.key(key), joined(value), expected);
    }

    const Gguf& gguf_;
    std::string prefix_;
};

}  // namespace decoder
