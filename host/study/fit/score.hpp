// How far off a function is on a fixed set of inputs, quickly: what a search asks thousands of times.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "host/study/inputs.hpp"
#include "host/study/recorded.hpp"
#include "host/study/reference.hpp"

namespace tessera::accuracy {

enum class ErrorKind : std::uint8_t { relative, ulp, absolute };
inline constexpr std::size_t error_kinds = 3;
std::string_view name(ErrorKind kind);  // before "error"

// Maxima, and means over inputs uniform in value and over all numbers alike, each of each kind.
struct Score {
    std::array<double, error_kinds> max{}, mean_by_value{}, mean_by_bits{};
    // Whether no figure of these kinds is larger than the other's.
    bool is_nowhere_worse_than(const Score& other, std::span<const ErrorKind> kinds) const;
    // How many times the target's the figure of the kind is that is farthest from it; 1 where none is larger.
    double excess_over(const Score& target, std::size_t kind) const;
};

class TrainingSet {
  public:
    TrainingSet(const Reference& reference, const Format& format, double low, double high, std::size_t each,
                std::uint64_t seed);
    // Inputs that count for the maxima only.
    void add(std::span<const std::uint32_t> inputs);

    Score score(const Recorded& function) const;
    // Of some inputs only, for the maxima; `few` are numbers of inputs.
    double largest(const Recorded& function, std::span<const std::uint32_t> few_x, std::span<const std::size_t> few,
                   ErrorKind kind) const;

    std::span<const std::uint32_t> inputs() const { return x_; }
    double exact(std::size_t i) const { return exact_[i]; }
    // What turns a difference of results into an error of the kind.
    double weight(std::size_t i, ErrorKind kind) const { return weight_[static_cast<std::size_t>(kind)][i]; }
    enum class Group : std::uint8_t { value, bits, extra };
    Group group(std::size_t i) const { return group_[i]; }

  private:
    void add(std::uint32_t x, Group group);
    const Reference& reference_;
    const Format format_;
    const double low_, high_;
    std::vector<std::uint32_t> x_;
    std::vector<double> exact_;
    std::array<std::vector<double>, error_kinds> weight_;
    std::vector<Group> group_;
};

// Of the inputs that a sweep compares.
double mean_absolute(const Recorded& function, const Reference& reference, const Format& format, const Inputs& inputs);

}  // namespace tessera::accuracy
