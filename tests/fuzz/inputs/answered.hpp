// The two ways in which wrong input may end; false for those.
#pragma once

#include "sim/fault/fault.hpp"

namespace tessera::fuzz {

template <class F>
bool answered(F f) {
    try {
        f();
        return true;
    } catch (const fault::InputError&) {
    } catch (const fault::Fault&) {
    }
    return false;
}

}  // namespace tessera::fuzz
