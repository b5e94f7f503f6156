#include "host/job/file/cores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "host/cores/work_split.hpp"

namespace tessera::host::job_file {
namespace {

class Grid {
  public:
    Grid(const Reader& reader, const Item& item)
        : reader_(reader),
          item_(item),
          width_(static_cast<std::size_t>(reader.scope().arch->grid.compute_width)),
          height_(static_cast<std::size_t>(reader.scope().arch->grid.compute_height)) {}

    void add(const std::string& text, Cores& to) const {
        const char *at = text.data(), *end = at + text.size();
        const CoreCoord first = coordinates(text, at, end);
        CoreCoord last = first;
        if (at != end && *at == '-') last = coordinates(text, ++at, end);
        if (at != end) malformed(text);
        if (last.x < first.x || last.y < first.y)
            reader_.refuse(item_, fmt::format("`{}` ends before it starts", text));
        if (last.x >= width_ || last.y >= height_)
            reader_.refuse(item_, fmt::format("core ({},{}) is outside the compute grid of {} x {} cores", last.x,
                                              last.y, width_, height_));
        for (const CoreCoord& core : CoreRange(first, last)) {
            if (std::ranges::find(to, core) != to.end())
                reader_.refuse(item_, fmt::format("core ({},{}) is named twice", core.x, core.y));
            to.push_back(core);
        }
    }
    Cores first(const Item& item) const {
        const std::int64_t count = reader_.whole(item, 1, static_cast<std::int64_t>(width_ * height_));
        return grid_to_cores(static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(width_),
                             static_cast<std::uint32_t>(height_));
    }

  private:
    [[noreturn]] void malformed(const std::string& text) const {
        reader_.refuse(item_, fmt::format("`{}`: a core \"X,Y\" or a rectangle \"X,Y-X,Y\" is expected", text));
    }
    CoreCoord coordinates(const std::string& text, const char*& at, const char* end) const {
        CoreCoord core;
        auto read = std::from_chars(at, end, core.x);
        if (read.ec != std::errc{} || read.ptr == end || *read.ptr != ',') malformed(text);
        read = std::from_chars(read.ptr + 1, end, core.y);
        if (read.ec != std::errc{}) malformed(text);
        at = read.ptr;
        return core;
    }

    const Reader& reader_;
    const Item& item_;
    std::size_t width_, height_;
};

// Coordinates and nothing else, once parameters are put in; anything else is a number of cores.
bool has_coordinates(const std::string& text) {
    return text.find(',') != std::string::npos && text.find('(') == std::string::npos;
}

}  // namespace

Cores cores_of(const Reader& reader, const Item& item, const std::string& text) {
    Cores out;
    Grid(reader, item).add(text, out);
    return out;
}

Cores cores_of(const Reader& reader, const Item& item) {
    const Grid grid(reader, item);
    if (item.node->kind == Node::Kind::array) {
        Cores out;
        for (const Item& one : reader.items(item, "a list of cores")) grid.add(reader.word(one), out);
        if (out.empty()) reader.refuse(item, "at least one core is expected");
        return out;
    }
    if (item.node->kind == Node::Kind::text) {
        if (const std::string text = reader.word(item); has_coordinates(text)) return cores_of(reader, item, text);
    }
    return grid.first(item);
}

CoreRangeSet set_of(const Cores& cores) { return CoreRangeSet(std::span<const CoreCoord>(cores)); }

Share share_of(std::int64_t total, std::size_t cores, std::size_t index) {
    const auto n = static_cast<std::int64_t>(cores), i = static_cast<std::int64_t>(index);
    const std::int64_t each = total / n, more = total % n;
    return {i * each + std::min(i, more), each + (i < more)};
}

}  // namespace tessera::host::job_file
