// Environment variables of a test, put back at its end, and a kernel cache of the tests' own.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "tests/support/paths.hpp"

namespace tessera::host::test {

class Variable {
  public:
    Variable(const char* name, const std::string& value) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old;
        ::setenv(name, value.c_str(), 1);
    }
    ~Variable() { old_ ? ::setenv(name_, old_->c_str(), 1) : ::unsetenv(name_); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

  private:
    const char* name_;
    std::optional<std::string> old_;
};

class Metalium : public ::testing::Test {
    Variable cache_{"XDG_CACHE_HOME", TESSERA_TEST_CACHE};
    Variable home_{"TT_METAL_HOME", TESSERA_SOURCE_DIR};
};

// The what() of whatever is thrown.
template <class Action>
std::string thrown_by(Action action) {
    try {
        action();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "nothing";
}

}  // namespace tessera::host::test
