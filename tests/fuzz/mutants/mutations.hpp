// Bugs that are put into clean kernels: one statement deleted, moved or changed, by families of bugs that people write.
#pragma once

#include <string>
#include <vector>

namespace tessera::tests {

struct Mutation {
    std::string family;
    std::string what;
    int line = 0;          // of the kernel's text
    bool defines = false;  // a loop or a value that other lines use
    std::string call;      // the call that was deleted or moved, or empty
    std::string text;      // the whole kernel, damaged
};

// Every one that the families have for this text, in order.
std::vector<Mutation> mutations_of(const std::string& kernel);

}  // namespace tessera::tests
