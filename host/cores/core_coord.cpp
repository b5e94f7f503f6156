#include "host/cores/core_coord.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

using Painted = std::map<std::size_t, std::set<std::size_t>>;  // row y to its columns x

void paint(Painted& grid, std::span<const CoreRange> ranges) {
    for (const CoreRange& range : ranges)
        for (const CoreCoord& core : range) grid[core.y].insert(core.x);
}

std::vector<CoreRange> rectangles(const Painted& grid) {
    std::vector<CoreRange> done, open;  // open: the rectangles that end in the row above
    std::size_t above = 0;
    for (const auto& [y, columns] : grid) {
        if (!open.empty() && above + 1 != y) {
            done.insert(done.end(), open.begin(), open.end());
            open.clear();
        }
        std::vector<CoreRange> row;
        for (auto x = columns.begin(); x != columns.end();) {
            const std::size_t first = *x;
            std::size_t last = first;
            while (++x != columns.end() && *x == last + 1) last = *x;
            const auto fits = std::find_if(open.begin(), open.end(), [&](const CoreRange& r) {
                return r.start_coord.x == first && r.end_coord.x == last;
            });
            if (fits == open.end()) {
                row.push_back(CoreRange({first, y}, {last, y}));
            } else {
                row.push_back(CoreRange(fits->start_coord, {last, y}));
                open.erase(fits);
            }
        }
        done.insert(done.end(), open.begin(), open.end());
        open = std::move(row);
        above = y;
    }
    done.insert(done.end(), open.begin(), open.end());
    std::sort(done.begin(), done.end());
    return done;
}

std::vector<CoreRange> single(std::span<const CoreCoord> cores) { return {cores.begin(), cores.end()}; }

}  // namespace

std::string CoreCoord::str() const { return fmt::format("(x={},y={})", x, y); }

CoreRange::CoreRange(CoreCoord start, CoreCoord end) : start_coord(start), end_coord(end) {
    if (end.x < start.x || end.y < start.y)
        throw InputError(fmt::format("core range {} - {}: the end must not lie before the start", start, end));
}

bool CoreRange::contains(const CoreCoord& core) const {
    return core.x >= start_coord.x && core.x <= end_coord.x && core.y >= start_coord.y && core.y <= end_coord.y;
}
bool CoreRange::contains(const CoreRange& other) const {
    return contains(other.start_coord) && contains(other.end_coord);
}
bool CoreRange::intersects(const CoreRange& other) const { return intersection(other).has_value(); }

std::optional<CoreRange> CoreRange::intersection(const CoreRange& other) const {
    const CoreCoord start{std::max(start_coord.x, other.start_coord.x), std::max(start_coord.y, other.start_coord.y)};
    const CoreCoord last{std::min(end_coord.x, other.end_coord.x), std::min(end_coord.y, other.end_coord.y)};
    if (last.x < start.x || last.y < start.y) return {};
    return CoreRange(start, last);
}

bool CoreRange::adjacent(const CoreRange& other) const {
    const CoreCoord start{std::max(start_coord.x, other.start_coord.x), std::max(start_coord.y, other.start_coord.y)};
    const CoreCoord last{std::min(end_coord.x, other.end_coord.x), std::min(end_coord.y, other.end_coord.y)};
    return (last.x + 1 == start.x && start.y <= last.y) || (last.y + 1 == start.y && start.x <= last.x);
}

std::optional<CoreRange> CoreRange::merge(const CoreRange& other) const {
    if (!intersects(other) && !adjacent(other)) return {};
    const bool same_x = start_coord.x == other.start_coord.x && end_coord.x == other.end_coord.x;
    const bool same_y = start_coord.y == other.start_coord.y && end_coord.y == other.end_coord.y;
    if (!same_x && !same_y) return {};
    return CoreRange(std::min(start_coord, other.start_coord), std::max(end_coord, other.end_coord));
}

CoreCoord CoreRange::grid_size() const { return {end_coord.x - start_coord.x + 1, end_coord.y - start_coord.y + 1}; }
std::size_t CoreRange::size() const { return grid_size().x * grid_size().y; }
std::string CoreRange::str() const { return fmt::format("[{} - {}]", start_coord, end_coord); }

CoreRangeSet::CoreRangeSet(std::vector<CoreRange> ranges) : ranges_(std::move(ranges)) { validate_no_overlap(); }

void CoreRangeSet::validate_no_overlap() const {
    for (std::size_t i = 0; i < ranges_.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (ranges_[i].intersects(ranges_[j]))
                throw InputError(fmt::format("core ranges {} and {} overlap", ranges_[j].str(), ranges_[i].str()));
}

CoreRangeSet::CoreRangeSet(std::span<const CoreCoord> cores) : ranges_(CoreRangeSet().merge(single(cores)).ranges_) {}

std::size_t CoreRangeSet::num_cores() const {
    std::size_t n = 0;
    for (const CoreRange& range : ranges_) n += range.size();
    return n;
}
bool CoreRangeSet::contains(const CoreCoord& core) const {
    return std::any_of(begin(), end(), [&](const CoreRange& range) { return range.contains(core); });
}
bool CoreRangeSet::contains(const CoreRange& range) const {
    std::size_t covered = 0;  // the ranges are disjoint, so their shares add up
    for (const CoreRange& own : ranges_)
        if (const auto share = own.intersection(range)) covered += share->size();
    return covered == range.size();
}
bool CoreRangeSet::contains(const CoreRangeSet& other) const {
    return std::all_of(other.begin(), other.end(), [&](const CoreRange& range) { return contains(range); });
}
bool CoreRangeSet::intersects(const CoreRange& range) const {
    return std::any_of(begin(), end(), [&](const CoreRange& own) { return own.intersects(range); });
}
bool CoreRangeSet::intersects(const CoreRangeSet& other) const {
    return std::any_of(other.begin(), other.end(), [&](const CoreRange& range) { return intersects(range); });
}

CoreRangeSet CoreRangeSet::merge(std::span<const CoreRange> other) const {
    Painted grid;
    paint(grid, ranges_);
    paint(grid, other);
    return CoreRangeSet(rectangles(grid));
}

CoreRangeSet CoreRangeSet::intersection(const CoreRangeSet& other) const {
    std::vector<CoreRange> out;
    for (const CoreRange& a : ranges_)
        for (const CoreRange& b : other)
            if (const auto share = a.intersection(b)) out.push_back(*share);
    return CoreRangeSet(std::move(out));
}

CoreRangeSet CoreRangeSet::subtract(const CoreRangeSet& other) const {
    Painted grid;
    for (const CoreRange& range : ranges_)
        for (const CoreCoord& core : range)
            if (!other.contains(core)) grid[core.y].insert(core.x);
    return CoreRangeSet(rectangles(grid));
}

CoreRange CoreRangeSet::bounding_box() const {
    if (ranges_.empty()) throw InputError("an empty set of cores has no bounding box");
    CoreRange box = ranges_.front();
    for (const CoreRange& r : ranges_) {
        box.start_coord = {std::min(box.start_coord.x, r.start_coord.x), std::min(box.start_coord.y, r.start_coord.y)};
        box.end_coord = {std::max(box.end_coord.x, r.end_coord.x), std::max(box.end_coord.y, r.end_coord.y)};
    }
    return box;
}

std::string CoreRangeSet::str() const {
    std::string out = "{";
    for (const CoreRange& range : ranges_) out += (out.size() > 1 ? ", " : "") + range.str();
    return out + "}";
}

bool operator==(const CoreRangeSet& a, const CoreRangeSet& b) {
    return a.size() == b.size() && std::is_permutation(a.begin(), a.end(), b.begin());
}

}  // namespace tessera::host
