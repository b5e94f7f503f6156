// What can go wrong in a simulated program, and whose fault it is (design.md 6).
// The rooms below `run` throw a Fault that says what happened; `run` adds core, RISC, kernel file, line and cycle.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sim/time/cycle.hpp"

namespace tessera::fault {

enum class Category : std::uint8_t {
    contract,         // the user's kernel broke a rule of the machine or the API
    non_contractual,  // works on this silicon, but must not be relied on
    undetermined,     // the value used is not determined by the program
    unsupported,      // tessera does not model this, on purpose
    unimplemented,    // planned, not built
    internal,         // our bug
};

// From which set of judges on a warning is an error (design.md 6): `strict` refuses what documents forbid, `pedantic`
// also what merely works today.
enum class Refuses : std::uint8_t { strict, pedantic };

// Whether the machine can go on after it, so that `--faults` and `--keep-going` have something to decide: what happens
// then is either known or, where silicon does something else, what the kernel meant. `sometimes`: not at all places.
enum class GoesOn : std::uint8_t { never, sometimes, always };

// One row per fault: stable number, name, category, what it means, what to do. The rows are in fault.cpp.
enum class Id : std::uint16_t {
    deadlock = 1,
    cycle_limit = 2,
    cb_overflow = 3,
    cb_underflow = 4,
    cb_unconfigured = 5,
    cb_bad_count = 6,
    out_of_bounds = 7,
    misaligned = 8,
    uninitialised = 9,
    stack_overflow = 10,
    noc_misaligned = 11,
    noc_out_of_bounds = 12,
    push_before_barrier = 13,
    dst_index = 14,
    dst_ownership = 15,
    missing_argument = 16,
    lreg_pressure = 17,
    illegal_instruction = 18,
    tensix_unsupported = 19,
    flag_stack = 20,
    sfpu_mode = 21,
    unbalanced_predicate = 22,
    uninitialised_vector = 23,
    code_write = 24,
    pack_order = 25,
    format_mismatch = 26,
    semaphore_misuse = 27,
    unfinished_transfers = 28,
    two_users_of_cb = 29,
    kernel_assert = 30,
    kernel_too_large = 31,
    l1_overflow = 32,
    internal_error = 33,
    wrong_init = 34,
    sfpu_hazard = 35,
    dst_hazard = 36,
    released_dst = 37,
    scrambled_vector = 38,
    broken_link = 39,
    print_format = 40,
    race = 41,
    never_written = 42,
    stale_cache = 43,
    unread_pages = 44,
    src_bank = 45,
    counter_left_over = 46,
    mixed_exponents = 47,
    fp16_beyond_ieee = 48,
    zero_division = 49,
};

struct Row {
    Id id;
    std::string_view name;
    Category category;
    std::string_view meaning;
    std::string_view remedy;
    GoesOn goes_on = GoesOn::never;  // faults.md 3
    Refuses warnings_in = Refuses::strict;
};

std::span<const Row> rows();
const Row& row(Id id);
std::string code(Id id);  // "TS012"
std::string_view name(Category category);
std::string_view name(GoesOn goes_on);  // "no", "some", "yes"

// Where in the user's kernel, as far as known.
struct Where {
    int core_x = -1, core_y = -1;  // logical
    std::string risc;              // BRISC, NCRISC, TRISC0, TRISC1, TRISC2
    std::string file;
    int line = 0;
    Cycle cycle = 0;
};

// An error ends the run. A warning is of what silicon tolerates and what has changed no result so far.
enum class Severity : std::uint8_t { error, warning };

class Fault : public std::runtime_error {
  public:
    explicit Fault(Id id, std::string detail) : std::runtime_error(detail), id_(id), detail_(std::move(detail)) {}
    Id id() const { return id_; }
    const std::string& detail() const { return detail_; }
    const Where& where() const { return where_; }
    void set_where(Where where) { where_ = std::move(where); }
    void set_remedy(std::string remedy) { remedy_ = std::move(remedy); }  // where that of the row does not fit
    std::string_view remedy() const { return remedy_.empty() ? row(id_).remedy : std::string_view(remedy_); }
    std::vector<Where> related;  // other places that belong to it, as the other access of a race
    // Further lines below the headline: the wait-for graph of a deadlock, the outstanding transfers, ...
    std::string notes;
    // The first line of the text below.
    std::string headline(Severity severity = Severity::error) const;
    // kernels/x/reader.cpp:42: error: core (1,3) NCRISC: ... [TS012], then the remedy.
    std::string text(Severity severity = Severity::error) const;

  private:
    Id id_;
    std::string detail_;
    Where where_;
    std::string remedy_;
};

// Takes a fault after which the machine can go on: returns where the run does, else throws it.
using Raise = std::function<void(Fault, Severity)>;

// A wrong option, file or shape given by the user: one clear line, exit code 2.
class InputError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace tessera::fault
