// Names by which the parts of a ProgramSpec refer to each other, a type for each kind of part.
#pragma once

#include <fmt/format.h>

#include <compare>
#include <functional>
#include <ostream>
#include <string>
#include <utility>

namespace tt::tt_metal::experimental {

template <class Kind>
class SpecName {
  public:
    using value_type = std::string;
    SpecName() = default;
    SpecName(std::string name) : name_(std::move(name)) {}
    SpecName(const char* name) : name_(name) {}

    const std::string& get() const { return name_; }
    const std::string& operator*() const { return name_; }
    friend auto operator<=>(const SpecName&, const SpecName&) = default;
    friend std::ostream& operator<<(std::ostream& out, const SpecName& name) { return out << name.name_; }

  private:
    std::string name_;
};

using KernelSpecName = SpecName<struct KernelSpecNameTag>;
using DFBSpecName = SpecName<struct DFBSpecNameTag>;
using SemaphoreSpecName = SpecName<struct SemaphoreSpecNameTag>;
using ScratchpadSpecName = SpecName<struct ScratchpadSpecNameTag>;
using TensorParamName = SpecName<struct TensorParamNameTag>;
using TensorParameterName = TensorParamName;

}  // namespace tt::tt_metal::experimental

template <class Kind>
struct std::hash<tt::tt_metal::experimental::SpecName<Kind>> {
    std::size_t operator()(const tt::tt_metal::experimental::SpecName<Kind>& name) const {
        return std::hash<std::string>{}(*name);
    }
};
template <class Kind>
struct fmt::formatter<tt::tt_metal::experimental::SpecName<Kind>> : fmt::formatter<std::string> {
    template <class Context>
    auto format(const tt::tt_metal::experimental::SpecName<Kind>& name, Context& context) const {
        return fmt::formatter<std::string>::format(*name, context);
    }
};
