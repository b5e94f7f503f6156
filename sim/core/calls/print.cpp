#include "sim/core/calls/print.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "sim/fault/fault.hpp"

namespace tessera::core {
namespace {

// What {} prints as the name of the value and {:#} with its type in front; other specifiers are those of a text.
struct Enumerator {
    std::string type;
    std::vector<std::string> names;  // several flags, or none of which is `number`
    std::string number;
    std::string text(bool with_type) const {
        if (names.empty()) return fmt::format("({}){}", type, number);
        const std::string scope = with_type ? type + "::" : "";
        return scope + fmt::format("{}", fmt::join(names, " | " + scope));
    }
};

}  // namespace
}  // namespace tessera::core

template <>
struct fmt::formatter<tessera::core::Enumerator> {
    std::string specifiers;
    bool with_type = false;
    constexpr auto parse(format_parse_context& context) {
        auto at = context.begin();
        for (; at != context.end() && *at != '}'; ++at) {
            if (*at == '#')
                with_type = true;
            else
                specifiers += *at;
        }
        return at;
    }
    auto format(const tessera::core::Enumerator& value, format_context& context) const {
        return fmt::format_to(context.out(), fmt::runtime("{:" + specifiers + "}"), value.text(with_type));
    }
};

namespace tessera::core {

using abi::Print;

void Printer::put(std::string piece) {
    if (piece.size() < width_) piece.insert(0, width_ - piece.size(), ' ');
    width_ = 0;
    for (const char c : piece) {
        if (c == '\n')
            done_.push_back(std::exchange(line_, {}));
        else
            line_ += c;
    }
}

std::string Printer::integer(std::uint64_t magnitude, bool negative) const {
    const char* sign = negative ? "-" : "";
    switch (base_) {
        case Print::hexadecimal: return fmt::format("{}{:x}", sign, magnitude);
        case Print::octal: return fmt::format("{}{:o}", sign, magnitude);
        default: return fmt::format("{}{}", sign, magnitude);
    }
}

std::string Printer::real(float value) const {
    return fixed_ ? fmt::format("{:.{}f}", value, precision_) : fmt::format("{:.{}g}", value, precision_);
}

void Printer::add_enumerator(std::string_view type) {
    Enumerator out{std::string(type), std::exchange(enumerators_, {}), std::exchange(number_, {})};
    if (!out.number.empty()) out.names.clear();
    arguments_.push_back(out);
}

// Keeps a piece for the format that ends the collection; false for what is no argument.
bool Printer::add_argument(Print kind, std::uint32_t value, std::uint32_t value2, std::string_view text) {
    const std::uint64_t wide = std::uint64_t{value2} << 32 | value;
    switch (kind) {
        case Print::text: arguments_.push_back(std::string(text)); return true;
        case Print::character: arguments_.push_back(static_cast<char>(value)); return true;
        case Print::signed32: arguments_.push_back(static_cast<std::int32_t>(value)); return true;
        case Print::unsigned32: arguments_.push_back(value); return true;
        case Print::signed64: arguments_.push_back(static_cast<std::int64_t>(wide)); return true;
        case Print::unsigned64: arguments_.push_back(wide); return true;
        case Print::float32: arguments_.push_back(std::bit_cast<float>(value)); return true;
        case Print::bfloat16: arguments_.push_back(std::bit_cast<float>(value << 16)); return true;
        case Print::pointer: arguments_.push_back(fmt::format("{:#x}", value)); return true;
        case Print::enumerator: enumerators_.emplace_back(text); return true;
        case Print::enumerator_number:
            number_ = value2 != 0 ? std::to_string(static_cast<std::int32_t>(value)) : std::to_string(value);
            return true;
        case Print::enumerator_type: add_enumerator(text); return true;
        default: return false;
    }
}

std::vector<std::string> Printer::add(Print kind, std::uint32_t value, std::uint32_t value2, std::string_view text) {
    const std::uint64_t wide = std::uint64_t{value2} << 32 | value;
    if (collects_ && add_argument(kind, value, value2, text)) return {};
    switch (kind) {
        case Print::text: put(std::string(text)); break;
        case Print::character: put(std::string(1, static_cast<char>(value))); break;
        case Print::signed32: {
            const auto number = static_cast<std::int32_t>(value);
            put(base_ == Print::decimal && number < 0 ? integer(0u - value, true) : integer(value, false));
            break;
        }
        case Print::unsigned32: put(integer(value, false)); break;
        case Print::signed64: {
            const bool negative = base_ == Print::decimal && static_cast<std::int64_t>(wide) < 0;
            put(integer(negative ? 0u - wide : wide, negative));
            break;
        }
        case Print::unsigned64: put(integer(wide, false)); break;
        case Print::float32: put(real(std::bit_cast<float>(value))); break;
        case Print::bfloat16: put(real(std::bit_cast<float>(value << 16))); break;
        case Print::pointer: put(fmt::format("{:#x}", value)); break;
        case Print::end_of_line:
            width_ = 0;
            put("\n");
            break;
        case Print::width: width_ = value; break;
        case Print::precision: precision_ = value; break;
        case Print::fixed: fixed_ = true; break;
        case Print::default_float: fixed_ = false; break;
        case Print::hexadecimal:
        case Print::decimal:
        case Print::octal: base_ = kind; break;
        case Print::enumerator:
        case Print::enumerator_number:
        case Print::enumerator_type: break;
        case Print::format_begin:
            collects_ = true;
            arguments_.clear();
            break;
        case Print::format_end:
            collects_ = false;
            try {
                put(fmt::vformat(text, arguments_));
            } catch (const fmt::format_error& error) {
                throw fault::Fault(fault::Id::print_format, fmt::format("DPRINT(\"{}\"): {}", text, error.what()));
            }
            break;
    }
    return std::exchange(done_, {});
}

std::optional<std::string> Printer::rest() {
    if (line_.empty()) return std::nullopt;
    return std::exchange(line_, {});
}

}  // namespace tessera::core
