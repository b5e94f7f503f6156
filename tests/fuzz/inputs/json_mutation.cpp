#include "tests/fuzz/inputs/json_mutation.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

namespace tessera::fuzz {
namespace {

using Json = nlohmann::ordered_json;

void collect(Json& json, std::vector<Json*>& all) {
    all.push_back(&json);
    if (json.is_structured())
        for (Json& child : json) collect(child, all);
}

template <class T>
T one_of(std::initializer_list<T> all, std::mt19937& random) {
    return std::data(all)[random() % all.size()];
}

Json number(std::mt19937& random) {
    using Limits = std::numeric_limits<std::int64_t>;
    switch (random() % 3) {
        case 0:
            return one_of<std::int64_t>({-1, 0, 1, 2, 7, 63, 64, 255, 1'000, 100'000'000, INT32_MIN, INT32_MAX,
                                         INT64_C(1) << 32, INT64_C(1) << 53, Limits::min(), Limits::max()},
                                        random);
        case 1: return one_of<double>({1e308, -1e308, 1e-308, 0.5, -0.5, 1e8, 1e19, -0.0}, random);
        default: return one_of<std::uint64_t>({UINT64_MAX, UINT64_C(1) << 63, UINT32_MAX}, random);
    }
}

Json other_type(std::mt19937& random) {
    switch (random() % 7) {
        case 0: return nullptr;
        case 1: return Json::array();
        case 2: return Json::object();
        case 3: return random() % 2 == 0;
        case 4: return Json::array({Json::array({1, "x"}), Json::object({{"a", -1}})});
        case 5: return std::string(random() % 300, 'x');
        default:
            return one_of<const char*>({"", "\x1b[31mred", "(99999999,-1)", "-1", "../../x", "\n", "1e308"}, random);
    }
}

void change(Json& json, std::mt19937& random) {
    if (json.is_structured() && !json.empty()) {
        const auto at = static_cast<std::ptrdiff_t>(random() % json.size());
        const bool is_list = json.is_array();
        switch (random() % 4) {
            case 0: json.erase(std::next(json.begin(), at)); return;
            case 1:
                if (is_list) json.insert(json.begin() + at, Json(json[static_cast<std::size_t>(at)]));
                return;
            case 2:
                if (is_list) std::swap(json[0], json[static_cast<std::size_t>(at)]);
                return;
            default: json = other_type(random); return;
        }
    }
    if (json.is_number_integer() && random() % 3 == 0) {
        const auto value = json.get<std::uint64_t>();  // wraps where it must
        json = one_of<std::uint64_t>({value + 1, value - 1, value * 1000, ~value}, random);
        return;
    }
    json = random() % 2 == 0 ? number(random) : other_type(random);
}

}  // namespace

std::string mutated_json(std::string_view text, std::mt19937& random) {
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) return std::string(text);
    const auto changes = 1 + random() % 3;
    for (std::uint64_t i = 0; i < changes; ++i) {
        std::vector<Json*> all;
        collect(json, all);
        change(*all[random() % all.size()], random);
    }
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tessera::fuzz
