#include "sim/riscv/lines.hpp"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <libelf.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <unordered_map>

namespace tessera::riscv {
namespace {

// One row of the line table: it holds from its address up to the next row's.
struct Row {
    std::uint32_t address;
    int file;  // index into Table::files, -1 behind the end of a sequence
    int line;
    bool begins_statement;
};

// A stretch of addresses that belongs to a function or to an inlined copy of one; inner scopes have greater depth.
struct Scope {
    std::uint32_t low, high;
    int depth;
    std::string function;
    int call_file = -1, call_line = 0;  // where an inlined copy was called
};

}  // namespace

struct Lines::Table {
    std::vector<std::string> files;
    std::vector<Row> rows;      // by address
    std::vector<Scope> scopes;  // in the order of the tree

    explicit Table(std::vector<char>& image) {
        if (image.empty()) return;
        elf_version(EV_CURRENT);
        Elf* elf = elf_memory(image.data(), image.size());
        if (Dwarf* dwarf = elf == nullptr ? nullptr : dwarf_begin_elf(elf, DWARF_C_READ, nullptr)) {
            Dwarf_CU* cu = nullptr;
            Dwarf_Die die;
            while (dwarf_get_units(dwarf, cu, &cu, nullptr, nullptr, &die, nullptr) == 0) read_unit(die);
            dwarf_end(dwarf);
        }
        elf_end(elf);
        std::ranges::stable_sort(rows, {}, &Row::address);
    }

  private:
    // libdw hands out one pointer per file of a unit, so most questions need no comparison of text.
    int file_index(const char* name) {
        if (name == nullptr) return -1;
        const auto [known, fresh] = by_pointer_.try_emplace(name, -1);
        if (fresh) known->second = find_file(name);
        return known->second;
    }

    int find_file(const char* name) {
        std::string path = (folder_ / name).lexically_normal().string();
        const auto found = std::ranges::find(files, path);
        if (found != files.end()) return static_cast<int>(found - files.begin());
        files.push_back(std::move(path));
        return static_cast<int>(files.size()) - 1;
    }

    void read_unit(Dwarf_Die& unit) {
        Dwarf_Attribute found;
        const char* folder = dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &found));
        folder_ = folder == nullptr ? "" : folder;
        Dwarf_Lines* lines = nullptr;
        std::size_t count = 0;
        if (dwarf_getsrclines(&unit, &lines, &count) == 0) {
            for (std::size_t i = 0; i < count; ++i) {
                Dwarf_Line* row = dwarf_onesrcline(lines, i);
                Dwarf_Addr address = 0;
                int line = 0;
                bool end = false, begins = false;
                dwarf_lineaddr(row, &address);
                dwarf_lineno(row, &line);
                dwarf_lineendsequence(row, &end);
                dwarf_linebeginstatement(row, &begins);
                const int file = end ? -1 : file_index(dwarf_linesrc(row, nullptr, nullptr));
                rows.push_back({static_cast<std::uint32_t>(address), file, line, begins});
            }
        }
        Dwarf_Files* unit_files = nullptr;
        std::size_t unit_file_count = 0;
        if (dwarf_getsrcfiles(&unit, &unit_files, &unit_file_count) != 0) unit_files = nullptr;
        read_children(unit, unit_files, 0);
    }

    static std::uint64_t number(Dwarf_Die& die, unsigned attribute) {
        Dwarf_Attribute found;
        Dwarf_Word value = 0;
        if (dwarf_attr(&die, attribute, &found) == nullptr || dwarf_formudata(&found, &value) != 0) return 0;
        return value;
    }

    static std::string name(Dwarf_Die& die) {
        Dwarf_Attribute found;
        const char* text = nullptr;
        if (dwarf_attr_integrate(&die, DW_AT_name, &found) != nullptr) text = dwarf_formstring(&found);
        return text == nullptr ? std::string() : std::string(text);
    }

    void read_children(Dwarf_Die& parent, Dwarf_Files* unit_files, int depth) {
        Dwarf_Die die;
        if (dwarf_child(&parent, &die) != 0) return;
        do {
            const int tag = dwarf_tag(&die);
            const bool inlined = tag == DW_TAG_inlined_subroutine;
            int inner = depth;
            if (inlined || tag == DW_TAG_subprogram) {
                Scope scope{0, 0, depth, name(die)};
                if (inlined && unit_files != nullptr) {
                    scope.call_file =
                        file_index(dwarf_filesrc(unit_files, number(die, DW_AT_call_file), nullptr, nullptr));
                    scope.call_line = static_cast<int>(number(die, DW_AT_call_line));
                }
                Dwarf_Addr base = 0, low = 0, high = 0;
                for (std::ptrdiff_t at = 0; (at = dwarf_ranges(&die, at, &base, &low, &high)) > 0;) {
                    scope.low = static_cast<std::uint32_t>(low);
                    scope.high = static_cast<std::uint32_t>(high);
                    scopes.push_back(scope);
                    inner = depth + 1;
                }
            }
            read_children(die, unit_files, inner);
        } while (dwarf_siblingof(&die, &die) == 0);
    }

    std::filesystem::path folder_;  // in which the unit was compiled
    std::unordered_map<const void*, int> by_pointer_;
};

struct Lines::Lazy {
    std::vector<char> elf;
    std::once_flag once;
    std::unique_ptr<const Table> table;
};

Lines::Lines(std::vector<char> elf) : lazy_(std::make_unique<Lazy>()) { lazy_->elf = std::move(elf); }
Lines::~Lines() = default;

const Lines::Table& Lines::table() const {
    std::call_once(lazy_->once, [this] {
        lazy_->table = std::make_unique<const Table>(lazy_->elf);
        lazy_->elf = {};
    });
    return *lazy_->table;
}

std::vector<Frame> Lines::frames(std::uint32_t pc) const {
    const Table& t = table();
    const auto file = [&](int index) { return index < 0 ? std::string() : t.files[static_cast<std::size_t>(index)]; };
    // Of several rows at one address the last one holds.
    auto row = std::ranges::upper_bound(t.rows, pc, {}, &Row::address);
    if (row == t.rows.begin() || (--row)->file < 0) return {};

    std::vector<const Scope*> around;
    for (const Scope& scope : t.scopes)
        if (scope.low <= pc && pc < scope.high) around.push_back(&scope);
    std::ranges::stable_sort(around, std::greater{}, &Scope::depth);

    std::vector<Frame> frames{{around.empty() ? std::string() : around[0]->function, file(row->file), row->line}};
    for (std::size_t i = 0; i + 1 < around.size(); ++i)
        frames.push_back({around[i + 1]->function, file(around[i]->call_file), around[i]->call_line});
    return frames;
}

std::vector<Statement> Lines::statements() const {
    const Table& t = table();
    std::vector<Statement> all;
    for (const Row& row : t.rows)
        if (row.begins_statement && row.file >= 0)
            all.push_back({row.address, t.files[static_cast<std::size_t>(row.file)], row.line});
    return all;
}

std::optional<Frame> Lines::user_frame(std::uint32_t pc, std::string_view api_prefix) const {
    const std::string folder = (std::filesystem::path(api_prefix) / "").lexically_normal().string();
    for (Frame& frame : frames(pc))
        if (!frame.file.starts_with(folder)) return std::move(frame);
    return std::nullopt;
}

}  // namespace tessera::riscv
