// The user has ended the run, which has no result then: one clear line, exit code 1.
#pragma once

#include <stdexcept>

namespace tessera::fault {

class Killed : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace tessera::fault
