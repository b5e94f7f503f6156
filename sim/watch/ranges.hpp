// What is known of ranges of a memory, none of which overlaps another. A Part has `begin` and `end`, addresses, and
// whatever else is known of all of its bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

namespace tessera::watch {

template <class Part>
class Ranges {
  public:
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
            if (old.begin < begin) parts_[old.begin] = cut(old, old.begin, begin);
            if (old.end > end) at = parts_.insert_or_assign(end, cut(old, end, old.end)).first;
        }
    }
    // What lies between the two addresses, cut to them.
    std::vector<Part> in(std::uint64_t begin, std::uint64_t end) const {
        std::vector<Part> all;
        for (auto at = first(begin); at != parts_.end() && at->second.begin < end; ++at)
            all.push_back(cut(at->second, std::max(begin, at->second.begin), std::min(end, at->second.end)));
        return all;
    }
    // Parts of a block that begins at `from`, for its copy at `to`.
    static std::vector<Part> moved(std::vector<Part> parts, std::uint64_t from, std::uint64_t to) {
        for (Part& part : parts) part = cut(part, part.begin - from + to, part.end - from + to);
        return parts;
    }

  private:
    static Part cut(Part part, std::uint64_t begin, std::uint64_t end) {
        part.begin = begin;
        part.end = end;
        return part;
    }
    using Parts = std::map<std::uint64_t, Part>;  // by begin
    template <class Map>
    static auto first_of(Map& parts, std::uint64_t begin) {
        auto at = parts.upper_bound(begin);
        if (at != parts.begin() && std::prev(at)->second.end > begin) --at;
        return at;
    }
    typename Parts::iterator first(std::uint64_t begin) { return first_of(parts_, begin); }
    typename Parts::const_iterator first(std::uint64_t begin) const { return first_of(parts_, begin); }

    Parts parts_;
};

}  // namespace tessera::watch
