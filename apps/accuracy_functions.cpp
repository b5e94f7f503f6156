#include "apps/accuracy_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sim/fault/fault.hpp"

namespace tessera::apps {

using namespace accuracy;
using fault::InputError;

namespace {

Function builtin(const std::string& name) {
    if (const Function* known = find_builtin(name)) return *known;
    std::vector<std::string> names;
    for (const Function& f : builtin_functions()) names.push_back(f.name);
    throw InputError(
        fmt::format("no function {}: {} (`tessera list functions`), or name your own by --kernel "
                    "FILE --function NAME",
                    name, hint(name, names)));
}

// Of an option that may be given once for all own functions, or once for each.
std::string of_own(const char* option, const std::vector<std::string>& values, std::size_t i, std::size_t count) {
    if (values.empty()) return "";
    if (values.size() != 1 && values.size() != count)
        throw InputError(
            fmt::format("{} is given {} times for {} function(s) of --function; give it once for all, or "
                        "once for each in their order",
                        option, values.size(), count));
    return values.size() == 1 ? values.front() : values[i];
}

std::shared_ptr<const Reference> reference_of_own(const AccuracyCommand& given, const std::string& name,
                                                  std::size_t i) {
    const std::string text = of_own("--reference", given.references, i, given.functions.size());
    if (!text.empty()) return reference_given(text);
    if (const Reference* named = reference_in_name(name)) return {std::shared_ptr<void>(), named};
    throw InputError(
        fmt::format("{}: say what it should be by --reference: an expression as 'x / (1 + exp(-x))', a table FILE.npy, "
                    "or one of {}; a name that holds one, as my_sigmoid, says it too",
                    name, fmt::join(reference_names(), ", ")));
}

std::vector<AskedFunction> own_functions(const AccuracyCommand& given) {
    std::vector<AskedFunction> own;
    for (std::size_t i = 0; i < given.functions.size(); ++i) {
        Function function;
        function.name = function.expression = given.functions[i];
        function.file = of_own("--kernel", given.kernels, i, given.functions.size());
        function.init = of_own("--init", given.inits, i, given.functions.size());
        function.reference = nullptr;
        own.push_back({std::move(function), reference_of_own(given, given.functions[i], i)});
    }
    return own;
}

// One name, one row: where two functions share one, the user's own goes by its file as well.
void tell_apart(std::vector<AskedFunction>& all) {
    std::vector<std::string> names;
    for (const AskedFunction& asked : all) names.push_back(asked.function.name);
    for (AskedFunction& asked : all)
        if (!asked.function.is_builtin && std::ranges::count(names, asked.function.name) > 1)
            asked.function.name = fmt::format("{}:{}", std::filesystem::path(asked.function.file).filename().string(),
                                              asked.function.name);
}

}  // namespace

std::vector<AskedFunction> asked_functions(const AccuracyCommand& given) {
    if (!given.kernels.empty() && given.functions.empty())
        throw InputError("--kernel needs --function NAME, a function of one or two vFloat");
    if (given.kernels.empty() && !given.functions.empty())
        throw InputError("--function names one of a kernel file; give the file by --kernel");
    for (const std::string& init : given.inits) check_init(init, !given.kernels.empty());
    if (given.names.empty() && given.functions.empty())
        throw InputError(
            "name a function, as exp_24f (`tessera list functions`), or your own by --kernel FILE --function NAME");
    std::vector<AskedFunction> all;
    for (std::size_t i = 0; i < given.names.size(); ++i) {
        const Function function = builtin(given.names[i]);
        // Beside own functions --reference is about these.
        const std::vector<std::string>& references = given.references;
        if (!given.functions.empty() || references.empty()) {
            all.push_back({function, {std::shared_ptr<void>(), function.reference}});
            continue;
        }
        if (references.size() != 1 && references.size() != given.names.size())
            throw InputError(
                fmt::format("--reference is given {} times for {} functions; give it once for all, or once "
                            "for each in their order",
                            references.size(), given.names.size()));
        all.push_back({function, reference_given(references[references.size() == 1 ? 0 : i])});
    }
    for (AskedFunction& own : own_functions(given)) all.push_back(std::move(own));
    tell_apart(all);
    return all;
}

}  // namespace tessera::apps
