// FNV-1a over two differently seeded 64-bit lanes: names of cache entries, not a defence against attackers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tessera::host {

class Hash {
  public:
    static constexpr std::size_t hex_digits = 32;
    Hash& bytes(std::string_view data) {
        for (const char c : data) {
            a_ = (a_ ^ static_cast<unsigned char>(c)) * prime;
            b_ = (b_ ^ static_cast<unsigned char>(c)) * prime + (b_ >> 29);
        }
        return *this;
    }
    // A field of a record: its length goes in first, so that fields cannot run into each other.
    Hash& field(std::string_view data) { return bytes(std::to_string(data.size())).bytes(":").bytes(data); }
    std::string hex() const;

  private:
    static constexpr std::uint64_t prime = 0x100000001b3;
    std::uint64_t a_ = 0xcbf29ce484222325, b_ = 0x9e3779b97f4a7c15;
};

std::string hash_of(std::string_view data);

}  // namespace tessera::host
