#include "host/compile/hash.hpp"

#include <fmt/format.h>

namespace tessera::host {

std::string Hash::hex() const { return fmt::format("{:016x}{:016x}", a_, b_); }

std::string hash_of(std::string_view data) { return Hash{}.bytes(data).hex(); }

}  // namespace tessera::host
