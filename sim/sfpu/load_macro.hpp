// SFPLOADMACRO (spec/tensix-core.md 4.8): a load, and up to four instructions from templates that run in later cycles
// beside what is issued then. Bits follow one instruction a cycle, the closest that a thread can issue: kernels whose
// results depend on a later issue are refused where it shows.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sim/sfpu/executor.hpp"
#include "sim/sfpu/isa.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::sfpu {

// Registers as bits, LReg16 with them, and above them the state that instructions share beside registers.
struct Places {
    std::uint32_t read = 0, written = 0;
};

// One instruction of a cycle, issued or scheduled. A scheduled one writes `target`, which may be LReg16, and reads the
// register `old` where an issued one reads its VD before it writes it.
struct Timed {
    Instr in;
    Unit unit;
    int target = 0, old = 0;
    bool scheduled = false;
    bool by_instructions = false;  // its delay counts instructions issued, not cycles
    int delay = 0;                 // left, before the cycle after which it runs
    std::uint32_t address = 0;     // of Dst, of a load or store
    Places places = {};            // known in its cycle
    std::uint32_t late = 0;        // registers that it writes a cycle later than others write theirs
};

// Whether the macro that the instruction starts stores what it loaded or made of it.
bool stores(const State& state, const Instr& macro);

// Hears every instruction that a program runs, including those that a macro has scheduled. `in` names the registers
// that it reads and writes; `issued` is the index of the program's instruction that is under way.
struct StepListener {
    virtual ~StepListener() = default;
    virtual void before(const Instr& in, const State& state, const DstPort& port, std::size_t issued) = 0;
    virtual void after(const Instr& in, const State& state, const DstPort& port) = 0;
};

class MacroSchedule {
  public:
    // Runs a program from what earlier ones have left; what waits for cycles only has run at the end.
    void run(const arch::Sfpu& arch, State& state, DstPort& port, std::span<const Instr> program,
             StepListener* listener = nullptr);
    // After run(): cycles from the last instruction's until the sub-units were done. After a fault: which instruction
    // was under way, if single instructions were followed.
    Cycle tail() const { return tail_; }
    std::optional<std::size_t> under_way() const { return under_way_; }

  private:
    void issue(const Instr& in);
    void land();
    void cycle(const Instr* issued);
    void check(const std::vector<Timed>& now) const;
    void execute_together(std::vector<Timed> now);
    void begin(const Timed& timed, State& state);
    void execute_one(const Timed& timed, State& state) const;
    template <class Run>
    void told(const Timed& timed, const State& state, const DstPort& port, Run run) const;
    void into_other_register(const Timed& timed, State& state) const;
    void step(const Instr& in, State& state) const;
    void schedule(const Instr& macro, std::uint32_t address);
    std::uint32_t configured(const Instr& macro, int entry) const;
    void add(const Timed& timed);

    const arch::Sfpu* arch_ = nullptr;
    State* state_ = nullptr;
    DstPort* port_ = nullptr;
    StepListener* listener_ = nullptr;
    std::vector<Timed> pending_;
    // What began in the last cycle and in this one and takes two: until it lands, readers find what was there before.
    struct Landing {
        int reg;
        Lanes value;
    };
    std::vector<Landing> landing_, begun_;
    std::uint32_t late_ = 0;   // the registers of landing_
    bool swapped_ = false;     // an SFPSWAP ran in the last cycle
    bool holds_next_ = false;  // and was issued: the hardware holds what follows
    Cycle tail_ = 0;
    std::optional<std::size_t> under_way_;
};

}  // namespace tessera::sfpu
