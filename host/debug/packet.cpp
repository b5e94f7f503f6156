#include "host/debug/packet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace tessera::host {
namespace {

constexpr char interrupt_byte = 3, escape = '}', escaped_by = 0x20;
constexpr std::string_view to_escape = "#$}*";

std::uint8_t checksum(std::string_view text) {
    std::uint8_t sum = 0;
    for (const char c : text) sum = static_cast<std::uint8_t>(sum + static_cast<std::uint8_t>(c));
    return sum;
}

std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escapes = text[i] == escape && i + 1 < text.size();
        out += escapes ? static_cast<char>(text[++i] ^ escaped_by) : text[i];
    }
    return out;
}

}  // namespace

std::string framed(std::string_view payload) {
    std::string body;
    for (const char c : payload) {
        const bool escapes = to_escape.find(c) != std::string_view::npos;
        if (escapes) body += escape;
        body += escapes ? static_cast<char>(c ^ escaped_by) : c;
    }
    return fmt::format("${}#{:02x}", body, checksum(body));
}

std::string hex(std::span<const std::uint8_t> bytes) { return fmt::format("{:02x}", fmt::join(bytes, "")); }

std::string hex(std::string_view text) {
    return hex(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

std::optional<std::string> from_hex(std::string_view digits) {
    std::string out;
    if (digits.size() % 2 != 0) return std::nullopt;
    for (; !digits.empty(); digits.remove_prefix(2)) {
        const std::optional<std::uint32_t> byte = hex_number(digits.substr(0, 2));
        if (!byte) return std::nullopt;
        out += static_cast<char>(*byte);
    }
    return out;
}

std::optional<std::uint32_t> hex_number(std::string_view digits) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return number;
}

std::string_view take_until(std::string_view& text, char mark) {
    const std::size_t at = std::min(text.find(mark), text.size());
    const std::string_view before = text.substr(0, at);
    text.remove_prefix(std::min(at + 1, text.size()));
    return before;
}

std::optional<PacketReader::Item> PacketReader::next() {
    while (!bytes_.empty()) {
        if (bytes_.front() == '$') {
            const std::size_t end = bytes_.find('#');
            if (end == std::string::npos || bytes_.size() < end + 3) return std::nullopt;
            const std::string body = bytes_.substr(1, end - 1), sum = bytes_.substr(end + 1, 2);
            bytes_.erase(0, end + 3);
            if (hex_number(sum) != checksum(body)) return Item{Item::Kind::broken};
            return Item{Item::Kind::packet, unescaped(body)};
        }
        const char between = bytes_.front();
        bytes_.erase(0, 1);
        if (between == interrupt_byte) return Item{Item::Kind::interrupt};
        if (between == '-') return Item{Item::Kind::refused};
    }
    return std::nullopt;
}

}  // namespace tessera::host
