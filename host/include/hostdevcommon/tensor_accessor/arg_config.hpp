// The first word of an accessor's arguments, by the vendor's names.
#pragma once

#include "../flags.hpp"
#include "sim/abi/accessor.hpp"

namespace tensor_accessor {

using tessera::abi::ArgConfig;
using ArgsConfig = Flags<ArgConfig>;

}  // namespace tensor_accessor

// Where a lookup by argument finds it.
namespace tessera::abi {
constexpr tensor_accessor::ArgsConfig operator|(ArgConfig a, ArgConfig b) { return tensor_accessor::ArgsConfig(a) | b; }
}  // namespace tessera::abi
