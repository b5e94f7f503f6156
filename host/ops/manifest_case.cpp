#include "host/ops/manifest_case.hpp"

#include <fmt/format.h>

#include "host/job/words.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::host {
namespace {

using nlohmann::json;
using views::json_shown;

// The manifest says "float32" where a file says "<f4".
std::string_view numpy_name(DType dtype) {
    switch (dtype) {
        case DType::f2: return "float16";
        case DType::f4: return "float32";
        case DType::f8: return "float64";
        case DType::i1: return "int8";
        case DType::i2: return "int16";
        case DType::i4: return "int32";
        case DType::i8: return "int64";
        case DType::u1: return "uint8";
        case DType::u2: return "uint16";
        case DType::u4: return "uint32";
        default: return "uint64";
    }
}

}  // namespace

ManifestCase::ManifestCase(const json& one_case, std::filesystem::path folder)
    : case_(one_case), folder_(std::move(folder)) {
    name_ = word("name");
}

void ManifestCase::refuse(const std::string& why) const { throw BadCase(why); }

const json& ManifestCase::at(const json& of, const std::string& key) const {
    if (of.is_object() && of.contains(key)) return of.at(key);
    std::vector<std::string> keys;
    if (of.is_object())
        for (const auto& [k, value] : of.items()) keys.push_back(k);
    refuse(fmt::format("has no `{}`; {}", key, keys.empty() ? "nothing is given" : hint(key, keys)));
}

const json& ManifestCase::object(const std::string& key) const {
    const json& found = at(case_, key);
    if (!found.is_object()) refuse(fmt::format("`{}` is {}; an object is expected", key, found.type_name()));
    return found;
}

bool ManifestCase::flag(const std::string& key) const {
    const json& found = at(case_, key);
    if (!found.is_boolean()) refuse(fmt::format("`{}` is {}; true or false is expected", key, json_shown(found)));
    return found.get<bool>();
}

std::string ManifestCase::word(const std::string& key) const {
    const json& found = at(case_, key);
    if (!found.is_string()) refuse(fmt::format("`{}` is {}; a word is expected", key, found.type_name()));
    return found.get<std::string>();
}

std::vector<std::string> ManifestCase::words(const std::string& key) const {
    const json& found = at(case_, key);
    std::vector<std::string> out;
    if (!found.is_array()) refuse(fmt::format("`{}` is {}; a list of words is expected", key, found.type_name()));
    for (const json& word : found) {
        if (!word.is_string()) refuse(fmt::format("`{}` holds {}; words are expected", key, word.type_name()));
        out.push_back(word.get<std::string>());
    }
    return out;
}

std::int64_t ManifestCase::whole(const json& of, const std::string& key) const { return whole_in(at(of, key), key); }

std::int64_t ManifestCase::whole_in(const json& found, const std::string& key) const {
    if (!found.is_number_integer())
        refuse(fmt::format("`{}` is {}; a whole number is expected", key, json_shown(found)));
    if (found.is_number_unsigned() && found.get<std::uint64_t>() > INT64_MAX)
        refuse(fmt::format("`{}` {} is too large; nearest: {}", key, json_shown(found), INT64_MAX));
    return found.get<std::int64_t>();
}

std::int32_t ManifestCase::narrowed(std::int64_t value, const std::string& key) const {
    if (std::in_range<std::int32_t>(value)) return static_cast<std::int32_t>(value);
    refuse(fmt::format("`{}` {} does not fit in 32 bits; nearest: {}", key, value, value < 0 ? INT32_MIN : INT32_MAX));
}

std::int32_t ManifestCase::whole_32(const std::string& key) const { return narrowed(whole(key), key); }

std::vector<std::int32_t> ManifestCase::wholes_32(const std::string& key, std::size_t count) const {
    const json& found = at(case_, key);
    if (!found.is_array() || found.size() != count)
        refuse(fmt::format("`{}` is {}; a list of {} whole numbers is expected", key, json_shown(found), count));
    std::vector<std::int32_t> out;
    for (const json& one : found) out.push_back(narrowed(whole_in(one, key), key));
    return out;
}

double ManifestCase::real(const json& of, const std::string& key) const {
    const json& found = at(of, key);
    if (!found.is_number()) refuse(fmt::format("`{}` is {}; a number is expected", key, json_shown(found)));
    return found.get<double>();
}

bool ManifestCase::has(const std::string& role) const { return object("files").contains(role); }

NpyArray ManifestCase::array(const std::string& role) const {
    const json& described = at(object("files"), role);
    if (!described.is_object())
        refuse(fmt::format("`{}` is {}; an object with its file, dtype and shape is expected", role,
                           json_shown(described)));
    const json& file = at(described, "file");
    const std::filesystem::path path = file.is_string() ? file.get<std::string>() : "";
    if (path.empty() || path.is_absolute() || *path.lexically_normal().begin() == "..")
        refuse(fmt::format("file {} of `{}` is no path below the folder", json_shown(file), role));
    NpyArray array = [&] {
        try {
            return read_npy(folder_ / path);
        } catch (const fault::InputError& error) {
            refuse(error.what());
        }
    }();
    const json &dtype = at(described, "dtype"), &shape = at(described, "shape");
    if (dtype != numpy_name(array.dtype) || shape != json(array.shape))
        refuse(fmt::format("`{}` is {} {} in its file; {} {} is described", role, numpy_name(array.dtype),
                           shape_text(array.shape), json_shown(dtype), json_shown(shape)));
    return array;
}

NpyArray ManifestCase::array(const std::string& role, DType dtype) const {
    NpyArray found = array(role);
    if (found.dtype != dtype)
        refuse(fmt::format("`{}` is {}; {} is expected", role, numpy_name(found.dtype), numpy_name(dtype)));
    return found;
}

}  // namespace tessera::host
