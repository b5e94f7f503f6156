#include "host/inspect/coverage.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "host/compile/files.hpp"
#include "sim/abi/abi.hpp"
#include "sim/abi/mop.hpp"
#include "sim/sfpu/isa.hpp"
#include "sim/tensix/config.hpp"
#include "sim/tensix/isa.hpp"
#include "sim/tensix/ops/scalar.hpp"
#include "sim/tensix/unpack_fields.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view opcodes_file = "ckernel_ops.h", fields_file = "cfg_defines.h", addresses_file = "tensix.h";

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string without_comments(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        const bool is_line = rest.starts_with("//"), is_block = rest.starts_with("/*");
        if (!is_line && !is_block) {
            out += text[at++];
            continue;
        }
        const std::size_t end = text.find(is_line ? "\n" : "*/", at);
        if (end == text.npos) break;
        out += ' ';
        at = end + (is_line ? 0 : 2);
    }
    return out;
}

// How often each name stands in a text.
void count_names(std::string_view text, std::map<std::string, int, std::less<>>& counts) {
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_of_name(text[end])) ++end;
        if (end > at) ++counts[std::string(text.substr(at, end - at))];
        at = std::max(end, at + 1);
    }
}

struct Definition {
    std::string_view name, value;
    std::string_view section;  // the last "Registers for ..." above it
};

// Of the macros of a header, with what stands behind them on the line.
std::vector<Definition> definitions(std::string_view text) {
    constexpr std::string_view define = "#define ", section_of = "// Registers for ";
    std::vector<Definition> all;
    std::string_view section;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end + 1);
        if (line.starts_with(section_of)) section = line.substr(section_of.size());
        if (!line.starts_with(define)) continue;
        line.remove_prefix(define.size());
        const auto length =
            static_cast<std::size_t>(std::find_if_not(line.begin(), line.end(), is_of_name) - line.begin());
        std::string_view value = line.substr(length);
        value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
        all.push_back({line.substr(0, length), value, section});
    }
    return all;
}

std::optional<std::uint32_t> number(std::string_view text) {
    const bool hex = text.starts_with("0x");
    std::uint32_t value = 0;
    const auto [end, error] =
        std::from_chars(text.data() + (hex ? 2 : 0), text.data() + text.size(), value, hex ? 16 : 10);
    return error == std::errc{} ? std::optional(value) : std::nullopt;
}

struct Headers {
    std::map<std::string, int, std::less<>> used;  // names, in the low-level kernels
    std::string opcodes, fields, addresses;        // what the tree's lists say
};

Headers headers_of(const VendorTree& tree, const arch::Arch& arch) {
    Headers headers;
    std::set<fs::path> seen;
    for (const fs::path& folder : tree.folders(arch)) {
        if (!seen.insert(folder).second) continue;
        const bool has_registers = fs::exists(folder / fields_file) || fs::exists(folder / addresses_file);
        headers.fields += read_file(folder / fields_file).value_or("");
        headers.addresses += without_comments(read_file(folder / addresses_file).value_or(""));
        headers.opcodes += read_file(folder / opcodes_file).value_or("");
        if (has_registers) continue;
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(folder, error))
            if (entry.path().extension() == ".h" && entry.path().filename() != opcodes_file)
                count_names(without_comments(read_file(entry.path()).value_or("")), headers.used);
    }
    return headers;
}

CoverageGroup opcodes_of(const Headers& headers, int column) {
    constexpr std::string_view op = "TT_OP_";
    std::map<std::string, int> uses;
    for (const Definition& d : definitions(headers.opcodes)) {
        if (!d.name.starts_with(op) || !d.value.starts_with("(")) continue;
        const std::string name(d.name.substr(op.size()));
        for (const std::string_view prefix : {std::string_view("TTI_"), std::string_view("TT_"), op})
            if (const auto used = headers.used.find(std::string(prefix) + name); used != headers.used.end())
                uses[name] += used->second;
    }
    CoverageGroup group{"opcodes", {}};
    for (const auto& [name, count] : uses) {
        const bool is_vector = std::ranges::any_of(sfpu::rows, [&name = name, column](const sfpu::Row& row) {
            return row.macro == name && row.column[static_cast<std::size_t>(column)].legal != 0;
        });
        const bool is_modelled = is_vector || std::ranges::count(tensix::rows, name, &tensix::Row::name) != 0;
        group.names.push_back({name, count, is_modelled ? Modelled::yes : Modelled::no});
    }
    return group;
}

// A field as the tree lists it.
struct Listed {
    bool is_of_thread = false;
    std::optional<std::uint32_t> word, shift;
    int uses = 0;
};

Modelled state_of(const Listed& field, int column) {
    const auto space = field.is_of_thread ? tensix::ConfigSpace::thread : tensix::ConfigSpace::core;
    Modelled state = Modelled::no;
    for (const tensix::ConfigField& known : tensix::config::all_fields()) {
        const tensix::ConfigPlace& place = known.at(column);
        const auto shift = static_cast<int>(field.shift.value_or(0));
        if (known.space != space || !place.of(*field.word) || shift < place.bits.shift ||
            shift >= place.bits.shift + place.bits.width)
            continue;
        if (!tensix::is_refused(known.use)) return Modelled::yes;
        state = Modelled::refused;
    }
    return state;
}

CoverageGroup fields_of(const Headers& headers, int column) {
    std::map<std::string, Listed> listed;
    for (const Definition& d : definitions(headers.fields)) {
        const std::size_t last = d.name.rfind('_');
        if (last == d.name.npos) continue;
        const std::string_view part = d.name.substr(last + 1);
        if (part != "ADDR32" && part != "SHAMT" && part != "MASK" && part != "RMW") continue;
        Listed& field = listed[std::string(d.name.substr(0, last))];
        field.is_of_thread = d.section == "THREAD";
        if (part == "ADDR32") field.word = number(d.value);
        if (part == "SHAMT") field.shift = number(d.value);
        if (const auto used = headers.used.find(d.name); used != headers.used.end()) field.uses += used->second;
    }
    CoverageGroup group{"fields", {}};
    for (const auto& [name, field] : listed)
        if (field.uses != 0 && field.word && field.shift)
            group.names.push_back({name, field.uses, state_of(field, column)});
    return group;
}

// Where cores reach registers: the first address, and how many words.
struct Reached {
    std::uint32_t first, words;
};
constexpr std::array reached{Reached{abi::tensix_fifo_base, 1},
                             Reached{abi::mop_config_base, abi::mop_config_words},
                             Reached{abi::config_base, abi::config_words},
                             Reached{abi::pc_buffer_base, abi::pc_buffer_semaphores + 8},
                             Reached{abi::mailbox_base, abi::mailbox_bytes},
                             Reached{abi::registers_base, std::tuple_size_v<tensix::Registers>},
                             Reached{abi::debug_feature_disable, 1},
                             Reached{abi::wall_clock_base, 3}};

CoverageGroup addresses_of(const Headers& headers) {
    constexpr std::uint32_t least = 0xFF000000;
    std::map<std::string_view, std::uint32_t> values;
    CoverageGroup group{"addresses", {}};
    for (const Definition& d : definitions(headers.addresses)) {
        // A number, or another name and how much is added to it.
        std::string_view value = d.value;
        value.remove_prefix(value.starts_with("(") ? 1 : 0);
        std::optional<std::uint32_t> address = number(value);
        const std::size_t sign = value.find_first_of("|+");
        if (const auto base = values.find(value.substr(0, value.find(' ')));
            !address && base != values.end() && sign != value.npos)
            if (const auto more = number(value.substr(std::min(value.find_first_not_of(' ', sign + 1), value.size()))))
                address = base->second + *more;
        if (!address || *address < least) continue;
        if (!values.emplace(d.name, *address).second) continue;
        const auto used = headers.used.find(d.name);
        if (used == headers.used.end()) continue;
        const bool is_reached = std::ranges::any_of(
            reached, [&](const Reached& r) { return *address >= r.first && *address < r.first + 4 * r.words; });
        group.names.push_back({std::string(d.name), used->second, is_reached ? Modelled::yes : Modelled::no});
    }
    std::ranges::sort(group.names, {}, &UsedName::name);
    return group;
}

}  // namespace

int CoverageGroup::count(Modelled state) const {
    return static_cast<int>(std::ranges::count(names, state, &UsedName::state));
}

std::vector<CoverageGroup> low_level_coverage(const VendorTree& tree, const arch::Arch& arch) {
    const Headers headers = headers_of(tree, arch);
    const int column = arch.sfpu.isa_column;
    return {opcodes_of(headers, column), fields_of(headers, column), addresses_of(headers)};
}

}  // namespace tessera::host
