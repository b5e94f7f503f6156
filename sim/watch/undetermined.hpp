// Bytes of a memory that depend on bytes nobody has written (design.md 6), each with the fault that it is to use them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/fault/fault.hpp"

namespace tessera::watch {

class Undetermined {
  public:
    using Why = std::shared_ptr<const fault::Fault>;
    // The fault that `use` is, which comes in front of what was missing and stands at its place.
    static fault::Fault use(const std::string& use, const Why& why) {
        fault::Fault fault(fault::Id::uninitialised, why == nullptr ? use : use + ": " + why->detail());
        if (why == nullptr) return fault;
        fault.set_where(why->where());
        fault.related = why->related;
        fault.notes = why->notes;
        return fault;
    }
    struct Part {
        std::uint64_t begin, end;
        Why why;
        bool padding = false;  // moved as it lay, never looked at: no fault unless it is used
    };

    bool empty() const { return parts_.empty(); }
    void clear() { parts_.clear(); }
    void add(const Part& part) {
        erase(part.begin, part.end);
        parts_[part.begin] = part;
    }
    // Something else has been written there.
    void erase(std::uint64_t begin, std::uint64_t end) {
        for (auto at = first(begin); at != parts_.end() && at->second.begin < end;) {
            const Part old = at->second;
            at = parts_.erase(at);
            if (old.begin < begin) parts_[old.begin] = {old.begin, begin, old.why, old.padding};
            if (old.end > end) at = parts_.insert_or_assign(end, Part{end, old.end, old.why, old.padding}).first;
        }
    }
    // What lies between the two addresses, cut to them.
    std::vector<Part> in(std::uint64_t begin, std::uint64_t end) const {
        std::vector<Part> all;
        for (auto at = first(begin); at != parts_.end() && at->second.begin < end; ++at)
            all.push_back(
                {std::max(begin, at->second.begin), std::min(end, at->second.end), at->second.why, at->second.padding});
        return all;
    }

  private:
    using Parts = std::map<std::uint64_t, Part>;  // by begin, none overlaps another
    template <class Map>
    static auto first_of(Map& parts, std::uint64_t begin) {
        auto at = parts.upper_bound(begin);
        if (at != parts.begin() && std::prev(at)->second.end > begin) --at;
        return at;
    }
    Parts::iterator first(std::uint64_t begin) { return first_of(parts_, begin); }
    Parts::const_iterator first(std::uint64_t begin) const { return first_of(parts_, begin); }

    Parts parts_;
};

}  // namespace tessera::watch
