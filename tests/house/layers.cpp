#include "tests/house/layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include "tests/support/forwarding.hpp"

namespace tessera::house {
namespace {

namespace fs = std::filesystem;

// Every room on its floor; a room includes its own floor and those below (design.md 2).
struct Floor {
    int number;
    std::vector<std::string_view> rooms;
};
const std::vector<Floor>& floors() {
    static const std::vector<Floor> all{
        {1, {"sim/num", "sim/lane", "sim/arch"}},
        {2, {"sim/time", "sim/fault", "sim/watch"}},
        {3, {"sim/riscv", "sim/sfpu", "sim/tensix", "sim/noc", "sim/dram"}},
        {4, {"sim/schedule"}},
        {5, {"sim/core"}},
        {6, {"sim/core/follow"}},
        {7, {"sim/core/judges"}},
        {8, {"sim/core/chip", "sim/core/units"}},
        {9, {"sim/core/port"}},
        {10, {"sim/core/calls"}},
        {11, {"sim/core/risc"}},
        {12, {"sim/core/machine"}},
        {13, {"sim/views"}},
        {14, {"host/compile", "host/tensor", "host/cores", "host/expression", "host/debug"}},
        {15, {"host/device", "host/inspect", "host/schedule"}},
        {16, {"host/job", "host/elf"}},
        {17, {"host/run", "host/sweep", "host/plots"}},
        {18,
         {"host/ops", "host/study", "host/conformance", "host/calibration", "host/metalium", "host/include",
          "host/python"}},
        {19, {"apps"}},
    };
    return all;
}

std::optional<int> floor_of(std::string_view room) {
    for (const Floor& floor : floors())
        if (std::ranges::find(floor.rooms, room) != floor.rooms.end()) return floor.number;
    return std::nullopt;
}

bool on_the_kernel_side(std::string_view room) { return room == "kernels" || room == "sim/api"; }

// The vendor's names that the build makes lead on to headers of sim/api: "NAME -> HEADER" in sim/api/forwarding.txt.
std::map<std::string, fs::path> forwarding(const fs::path& root) {
    std::map<std::string, fs::path> targets;
    std::ifstream list(root / "sim/api/forwarding.txt");
    for (std::string line; std::getline(list, line);) {
        std::istringstream words(line);
        std::string name, arrow, target;
        if (words >> name >> arrow >> target && arrow == "->")
            for (const std::string& one : test::forwarded_names(name)) targets[one] = fs::path("sim/api") / target;
    }
    return targets;
}

// The file of ours that an #include names, relative to the root; empty for the system's. sim/api and host/include
// are roots of their own for kernels and for users of the vendor's host API.
fs::path resolve(const fs::path& root, const fs::path& from, const std::string& name,
                 const std::map<std::string, fs::path>& forwarded) {
    for (const fs::path& folder : {root, from.parent_path(), root / "sim/api", root / "host/include"})
        if (fs::is_regular_file(folder / name)) return fs::relative(folder / name, root);
    const auto found = forwarded.find(name);
    return found == forwarded.end() ? fs::path{} : found->second;
}

}  // namespace

std::string room_of(const fs::path& file) {
    auto part = file.begin();
    if (part == file.end()) return {};
    const std::string top = part->string();
    if (top == "apps" || top == "kernels") return top;
    if ((top != "sim" && top != "host") || ++part == file.end()) return {};
    const std::string room = top + "/" + part->string();
    // The core is a floor of rooms itself.
    if (room != "sim/core" || ++part == file.end() || std::next(part) == file.end()) return room;
    return room + "/" + part->string();
}

std::optional<std::string> offence(std::string_view from, std::string_view to) {
    if (from == "sim/abi")
        return to == from ? std::nullopt : std::optional{fmt::format("{} includes nothing of ours", from)};
    if (to == "sim/abi" && from != "sim/num") return std::nullopt;
    if (on_the_kernel_side(from)) {
        if (to == from || to == "sim/api") return std::nullopt;
        return fmt::format("{} is compiled for kernels and shares only sim/abi with {}", from, to);
    }
    if (on_the_kernel_side(to)) return fmt::format("{} is for kernels; {} belongs to the host side", to, from);
    const std::optional<int> from_floor = floor_of(from), to_floor = floor_of(to);
    if (!from_floor)
        return fmt::format("{} is no room of design.md 2; give it its floor in tests/house/layers.cpp", from);
    if (from == "sim/num")
        return to == from ? std::nullopt : std::optional{fmt::format("{} includes nothing of ours", from)};
    if (!to_floor) return fmt::format("{} is no room that {} may include", to.empty() ? "that file" : to, from);
    if (*to_floor > *from_floor) return fmt::format("{} includes upwards into {}", from, to);
    return std::nullopt;
}

namespace {

// What is one file to its readers: a header and its source.
std::string unit_of(const fs::path& file) { return (file.parent_path() / file.stem()).string(); }

// Goes along includes from a unit; a way that comes back to one it has passed is a lump.
class Lumps {
  public:
    explicit Lumps(const std::map<std::string, std::set<std::string>>& includes) : includes_(includes) {
        for (const auto& [unit, others] : includes_) go(unit);
    }
    std::vector<std::string> found;

  private:
    void go(const std::string& unit) {
        if (const auto on_way = std::ranges::find(way_, unit); on_way != way_.end()) {
            found.push_back(fmt::format("{} include each other", fmt::join(on_way, way_.end(), ", ")));
            return;
        }
        if (!done_.insert(unit).second) return;
        way_.push_back(unit);
        if (const auto others = includes_.find(unit); others != includes_.end())
            for (const std::string& other : others->second) go(other);
        way_.pop_back();
    }

    const std::map<std::string, std::set<std::string>>& includes_;
    std::vector<std::string> way_;
    std::set<std::string> done_;
};

}  // namespace

Scan scan(const fs::path& root) {
    static const std::regex include(R"re(^\s*#\s*include\s*["<]([^">]+)[">])re");
    static const std::set<std::string> endings{".cpp", ".hpp", ".h", ".inc", ".c"};
    std::vector<fs::path> files;
    for (const char* top : {"sim", "host", "apps", "kernels"}) {
        if (!fs::is_directory(root / top)) continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top))
            if (entry.is_regular_file() && endings.contains(entry.path().extension().string()))
                files.push_back(entry.path());
    }
    std::ranges::sort(files);

    const auto forwarded = forwarding(root);
    std::map<std::pair<std::string, std::string>, std::string> first;  // include of one room by another
    std::map<std::string, std::set<std::string>> of_core;              // includes of one unit of the core by another
    Scan out;
    for (const fs::path& file : files) {
        ++out.files;
        const fs::path here = fs::relative(file, root);
        std::ifstream in(file);
        std::string text;
        std::smatch match;
        for (int line = 1; std::getline(in, text); ++line) {
            if (!std::regex_search(text, match, include)) continue;
            const fs::path target = resolve(root, file, match[1], forwarded);
            if (target.empty()) continue;
            ++out.includes;
            const std::string place = fmt::format("{}:{}", here.string(), line);
            const std::string from = room_of(here), to = room_of(target);
            if (from.starts_with("sim/core") && to.starts_with("sim/core") && unit_of(here) != unit_of(target))
                of_core[unit_of(here)].insert(unit_of(target));
            if (const auto why = offence(from, to))
                out.offences.push_back(fmt::format("{}: {}", place, *why));
            else if (from != to)
                first.try_emplace({from, to}, place);
        }
    }
    for (const auto& [rooms, place] : first) {
        const auto back = first.find({rooms.second, rooms.first});
        if (rooms.first < rooms.second && back != first.end())
            out.offences.push_back(fmt::format("{}: {} and {} include each other, see {}", place, rooms.first,
                                               rooms.second, back->second));
    }
    for (std::string& lump : Lumps(of_core).found) out.offences.push_back(std::move(lump));
    return out;
}

}  // namespace tessera::house
