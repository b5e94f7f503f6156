// Typed reading of JSON that a file holds. Each reader takes a value as the type and within the range it needs;
// anything else is a fault::InputError in one line, with the path of the value:
//
//     trace.json: not a trace: `traceEvents[3].pid` is -1; a whole number from 0 to 139 is expected
//
// No text of the JSON library goes through.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tessera::views {

// Where a value lies: keys and indices from the root. Keys are not copied: they must outlive it.
class JsonPath {
  public:
    JsonPath then(std::string_view key) const { return then(Step{key, 0}); }
    JsonPath then(std::size_t index) const { return then(Step{{}, index}); }
    std::string text() const;  // "cores[0].units[3].row"

  private:
    struct Step {
        std::string_view key;
        std::size_t index;
    };
    JsonPath then(Step step) const;
    std::array<Step, 10> steps_{};  // of a deeper path, the first
    std::size_t depth_ = 0;
};

// Throws InputError: "LEAD: WHY" and "LEAD: `PATH` WHY".
[[noreturn]] void refuse_json(std::string_view lead, const std::string& why);
[[noreturn]] void refuse_json(std::string_view lead, const JsonPath& path, const std::string& why);

// "line 3, column 7" of byte `at`, which counts from 1.
std::string place_in_text(std::string_view text, std::size_t at);

// Refuses values nested deeper than the readers' and the library's recursion.
void check_nesting(std::string_view text, std::string_view lead);

// `callback` as nlohmann's parse takes it. Throws InputError that begins with `lead`.
template <class Json>
Json parse_json(std::string_view text, std::string_view lead, const typename Json::parser_callback_t& callback = {}) {
    check_nesting(text, lead);
    try {
        return Json::parse(text, callback);
    } catch (const typename Json::parse_error& error) {
        refuse_json(lead, "not JSON: " + place_in_text(text, error.byte));
    } catch (const typename Json::exception&) {
        refuse_json(lead, "not JSON: a number is beyond the range of a double");
    }
}

// As text of its own: bytes that are not UTF-8, as names of files may have, are replaced.
template <class Json>
std::string json_dump(const Json& json, int indent = -1) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

// For messages: a number or a word as it is, at most 40 bytes of it, and a short list of such; of other lists and of
// objects only that they are one.
template <class Json>
std::string json_shown(const Json& json) {
    constexpr std::size_t most_bytes = 40, most_items = 8;
    if (json.is_object()) return "an object";
    const auto is_plain = [](const Json& item) { return !item.is_structured(); };
    if (json.is_array() && (json.size() > most_items || !std::ranges::all_of(json, is_plain))) return "a list";
    std::string text = json_dump(json);
    if (text.size() <= most_bytes) return text;
    return json.is_array() ? "a list" : text.substr(0, most_bytes) + "...";
}

template <class Json>
class JsonValue {
  public:
    // `lead` begins every message; it, the value and the keys asked for must outlive this.
    JsonValue(const Json& value, std::string_view lead, JsonPath path = {})
        : value_(&value), lead_(lead), path_(path) {}

    [[noreturn]] void refuse(const std::string& why) const { refuse_json(lead_, path_, why); }
    bool is_null() const { return value_->is_null(); }
    bool is_number() const { return value_->is_number(); }
    bool is_list() const { return value_->is_array(); }

    // Of an object.
    std::optional<JsonValue> find(std::string_view key) const {
        if (!value_->is_object()) unexpected("an object");
        const auto found = value_->find(key);
        if (found == value_->end()) return std::nullopt;
        return JsonValue(*found, lead_, path_.then(key));
    }
    JsonValue at(std::string_view key) const {
        if (const std::optional<JsonValue> found = find(key)) return *found;
        refuse_json(lead_, path_.then(key), "is missing");
    }
    // `visit(key, value)` of every member.
    template <class Visit>
    void members(Visit visit) const {
        if (!value_->is_object()) unexpected("an object");
        for (const auto& [key, value] : value_->items())
            visit(std::string_view(key), JsonValue(value, lead_, path_.then(key)));
    }

    // Of a list.
    std::size_t size() const {
        if (!value_->is_array()) unexpected("a list");
        return value_->size();
    }
    JsonValue element(std::size_t index) const {
        if (index >= size()) refuse("has " + std::to_string(size()) + " elements; more are expected");
        return JsonValue((*value_)[index], lead_, path_.then(index));
    }
    template <class Visit>
    void each(Visit visit) const {
        for (std::size_t i = 0; i < size(); ++i) visit(element(i));
    }

    template <std::integral T>
    T whole(T low = std::numeric_limits<T>::min(), T high = std::numeric_limits<T>::max()) const {
        const auto fits = [&](auto number) {
            return std::cmp_greater_equal(number, low) && std::cmp_less_equal(number, high);
        };
        if (value_->is_number_unsigned()) {
            if (const auto number = value_->template get<std::uint64_t>(); fits(number)) return static_cast<T>(number);
        } else if (value_->is_number_integer()) {
            if (const auto number = value_->template get<std::int64_t>(); fits(number)) return static_cast<T>(number);
        }
        unexpected("a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    }
    double real(double low = -std::numeric_limits<double>::max(),
                double high = std::numeric_limits<double>::max()) const {
        if (!value_->is_number()) unexpected("a number");
        const auto number = value_->template get<double>();
        if (number >= low && number <= high) return number;
        unexpected("a number from " + json_dump(Json(low)) + " to " + json_dump(Json(high)));
    }
    bool flag() const {
        if (!value_->is_boolean()) unexpected("true or false");
        return value_->template get<bool>();
    }
    const std::string& word() const {
        if (!value_->is_string()) unexpected("a string");
        return value_->template get_ref<const std::string&>();
    }

    // By its type: one of the above, a list of such, an array of exactly so many, a map from words.
    template <class T>
    T as() const {
        T out{};
        get_to(out);
        return out;
    }
    template <class T>
    void get_to(T& out) const {
        if constexpr (std::is_same_v<T, bool>) {
            out = flag();
        } else if constexpr (std::integral<T>) {
            out = whole<T>();
        } else if constexpr (std::floating_point<T>) {
            out = static_cast<T>(real());
        } else if constexpr (std::is_same_v<T, std::string>) {
            out = word();
        } else if constexpr (requires { typename T::mapped_type; }) {
            members([&](std::string_view key, const JsonValue& value) { value.get_to(out[std::string(key)]); });
        } else if constexpr (requires { out.emplace_back(); }) {
            out.clear();
            each([&](const JsonValue& value) { out.push_back(value.template as<typename T::value_type>()); });
        } else {
            if (size() != out.size())
                refuse("has " + std::to_string(size()) + " elements; " + std::to_string(out.size()) + " are expected");
            for (std::size_t i = 0; i < out.size(); ++i) element(i).get_to(out[i]);
        }
    }

  private:
    [[noreturn]] void unexpected(const std::string& what) const {
        refuse("is " + json_shown(*value_) + "; " + what + " is expected");
    }
    const Json* value_;
    std::string_view lead_;
    JsonPath path_;
};

using OrderedValue = JsonValue<nlohmann::ordered_json>;
using PlainValue = JsonValue<nlohmann::json>;

}  // namespace tessera::views
