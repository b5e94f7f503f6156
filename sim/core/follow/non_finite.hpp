// Follows NaNs and infinities through the units and memories of a device, for --first-nan (design.md 6): a mark says
// from which origin the value at a place came. A mark counts only where the value is still one, so that nothing has to
// be taken away where numbers are written. Units make infinities of NaNs (tensix-core.md 1.6, 1.8), which keep their
// origin. Looks on: neither bits nor cycles depend on it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/core/core.hpp"
#include "sim/core/non_finite_marks.hpp"
#include "sim/core/operand.hpp"
#include "sim/sfpu/load_macro.hpp"
#include "sim/tensix/dst_contents.hpp"
#include "sim/tensix/tile.hpp"
#include "sim/watch/buffers.hpp"
#include "sim/watch/non_finite.hpp"

namespace tessera::core {

class FollowedValues : public NonFiniteMarks {
  public:
    using Id = watch::NonFinites::Id;
    using Kind = watch::NonFinite;
    using OfKind = std::array<Id, 2>;  // for a NaN, for an infinity

    // What acted, and when.
    struct Actor {
        const Kernel& kernel;
        std::uint32_t pc;
        Cycle cycle;
    };

    watch::NonFinites found;

    void begin_workload() { ++workload_; }

    // The vector unit ran `in`.
    struct Access {  // of a load or store
        std::uint32_t address = 0;
        int mode = 0;
    };
    struct Vectors {
        const sfpu::State &before, &after;
        Access access;
    };
    void computed(Core& core, const Actor& by, const sfpu::Instr& in, const Vectors& vectors);
    // The matrix unit worked on rows of Dst, and maybe of its banks of Src.
    void computed(Core& core, const Actor& by, std::string_view name, int row, int rows, const tensix::Dst& before);
    // Bytes of L1 that hold `format` went to a bank, or to rows of Dst. `cb` may be null.
    void unpacked(Core& core, const Actor& by, std::uint32_t address, std::uint32_t bytes, tensix::DataFormat format,
                  const tensix::CircularBuffer* cb, Operand operand, std::size_t bank);
    void unpacked_to_dst(Core& core, const Actor& by, std::uint32_t address, std::uint32_t bytes,
                         tensix::DataFormat format, const tensix::CircularBuffer* cb, int row, int rows);
    // Rows of Dst, read as `view`, went to bytes of L1 as `format`.
    void packed(Core& core, const Actor& by, int row, int rows, tensix::DstFormat view, std::uint32_t address,
                std::uint32_t bytes, tensix::DataFormat format);

    // Marks of what a transfer has brought to a memory.
    void arrived(Shared& shared, const Actor& by, int core, int bank, std::uint64_t address,
                 const std::vector<Part>& parts);

    // What of an origin's values lies in DRAM, or in buffers of L1.
    std::vector<watch::NonFinites::Left> left(Shared& shared, Id id) const;
    // What the host knows of the buffer at an address, both may be empty: a better name than "the buffer at 0x...", and
    // what lies at a byte of a page.
    std::function<std::string(std::uint64_t begin, bool in_l1)> buffer_name;
    std::function<std::string(std::uint64_t begin, bool in_l1, std::uint64_t page, std::uint64_t byte)> element_name;

  private:
    struct Marks {
        std::array<std::array<Id, 32>, 17> lreg{};
        std::array<std::array<Id, tensix::Dst::columns>, tensix::Dst::rows> dst{};
        std::array<std::array<OfKind, 2>, 2> src{};  // by Operand and bank
        int loaded_row = -1, loaded_column = 0;      // of the last load of the vector unit
    };
    Marks& of(const Core& core);
    watch::NonFinites::When when(const Actor& by) const { return {workload_, by.cycle}; }
    // Of a value that something has made, as in watch::NonFinites::Origin.
    struct Made {
        std::string made, element;
        std::vector<watch::NonFinites::Operand> operands = {};
        Id because = 0;
        bool as_bits = false;
    };
    void describe(Id id, const Actor& by, const Made& made);
    static std::string key(const Actor& by, std::string_view made);
    // How many values of an origin came somewhere together, and the first of them.
    struct Reached {
        std::uint64_t count = 0;
        std::string element = {};
        Kind as = Kind::none;  // what the first has become
        template <class Text>
        void add(Kind kind, std::uint64_t more, Text text) {
            if (count == 0) element = text();
            if (count == 0) as = kind;
            count += more;
        }
    };
    void reached(const std::map<Id, Reached>& values, const Actor& by, const std::string& what);
    Id made(Core& core, const Actor& by, const sfpu::Instr& in, const Vectors& vectors, Kind kind, int lane);
    void written(Core& core, const Actor& by, const sfpu::Instr& in, const Vectors& vectors);
    void stored(Core& core, const Actor& by, const sfpu::Instr& in, const Vectors& vectors);
    Id loaded(Core& core, const sfpu::Instr& in, const Vectors& vectors, int lane);
    using Counts = std::array<std::uint64_t, 2>;  // by kind, as OfKind
    OfKind taken_from_l1(Core& core, const Actor& by, std::uint32_t address, std::uint32_t bytes,
                         tensix::DataFormat format, const Counts& counts);
    Id came_in(Core& core, const Actor& by, Kind kind, std::uint32_t address);
    // Where bytes of L1 came from: a memory, a place in it, and the line that brought them.
    struct Source {
        std::string memory, element;
        std::optional<fault::Where> by;
    };
    Source source_of(Core& core, std::uint32_t address) const;
    void note_banks(Core& core, int row, int rows);
    std::string name_of(const watch::BufferPlace& place, bool in_l1) const;
    std::string element_of(const watch::BufferPlace& place, std::uint64_t address, int bank) const;

    std::uint64_t workload_ = 0;
    std::map<int, std::unique_ptr<Marks>> cores_;
};

// Does `work` of the matrix unit on rows of Dst, watched where values are followed.
template <class Work>
void follow(Core& core, const FollowedValues::Actor& by, std::string_view name, int row, int rows, Work work) {
    FollowedValues* const followed = core.shared.options().followed;
    if (followed == nullptr) return work();
    const tensix::Dst before = core.dst();
    work();
    followed->computed(core, by, name, row, rows, before);
}

// "row 3, column 17 of Dst tile 0".
std::string dst_element(const Core& core, int row, int column);

}  // namespace tessera::core
