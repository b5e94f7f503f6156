// What `tessera profile` prints of a profile: the sentence and what to change first, then tables, a section each.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/views/profile_data.hpp"
#include "sim/views/screen.hpp"

namespace tessera::views {

enum class Section : std::uint8_t { verdict, advice, units, waits, sfpu, path, buffers, noc, map };
struct SectionRow {
    Section section;
    std::string_view name, text;
};
inline constexpr std::array sections{
    SectionRow{Section::verdict, "verdict", "the limit in a sentence, with its figures"},
    SectionRow{Section::advice, "advice", "what to change, what weighs most first"},
    SectionRow{Section::units, "units", "busy, waiting and idle cycles of every RISC and unit"},
    SectionRow{Section::waits, "waits", "waits by reason and kernel line"},
    SectionRow{Section::sfpu, "sfpu", "the SFPU by kernel line, and what held it"},
    SectionRow{Section::path, "path", "the critical path by kind and line"},
    SectionRow{Section::buffers, "buffers", "how full the circular buffers were"},
    SectionRow{Section::noc, "noc", "DRAM banks, NoC links and transfers"},
    SectionRow{Section::map, "map", "the grid of cores by busy share and finish"},
};

static_assert(in_order(sections, &SectionRow::section));

struct ProfileView {
    std::size_t top = 10;             // rows of a table that could be long
    std::optional<arch::Coord> core;  // logical; without it means over the cores and the one with most work
    std::string risc;                 // part of a unit's name, in any case
    std::vector<Section> shown;       // none: all that apply
    Screen screen = {};
};

std::string to_text(const ProfileData& data, const ProfileView& view);

double microseconds(const ProfileData& data, Cycle cycles);

}  // namespace tessera::views
