// Packets of gdb's remote serial protocol: $payload#checksum with escapes, acknowledgements between them, and numbers
// and bytes in hexadecimal.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tessera::host {

std::string framed(std::string_view payload);

std::string hex(std::span<const std::uint8_t> bytes);
std::string hex(std::string_view text);
std::optional<std::string> from_hex(std::string_view digits);  // nothing unless all of it is whole bytes
std::optional<std::uint32_t> hex_number(std::string_view digits);

// Takes what is in front of the first `mark` off the text, and the mark; all of it where there is none.
std::string_view take_until(std::string_view& text, char mark);

// Bytes as they come, in pieces of any length.
class PacketReader {
  public:
    struct Item {
        // `refused`: gdb did not get the last packet whole. `broken`: nor did we.
        enum class Kind : std::uint8_t { packet, broken, refused, interrupt };
        Kind kind = Kind::packet;
        std::string payload = {};
    };
    void feed(std::string_view bytes) { bytes_ += bytes; }
    std::optional<Item> next();  // nothing until more has come

  private:
    std::string bytes_;
};

}  // namespace tessera::host
