// The functions that `tessera accuracy` was asked to compare, each with what it should be: built-in ones by name, and
// the user's own of kernel files.
#pragma once

#include <memory>
#include <vector>

#include "apps/accuracy_options.hpp"

namespace tessera::apps {

struct AskedFunction {
    accuracy::Function function;
    std::shared_ptr<const accuracy::Reference> reference;
};
// In the order of the table: built-in ones first. InputError for what does not exist or does not fit together.
std::vector<AskedFunction> asked_functions(const AccuracyCommand& given);

}  // namespace tessera::apps
