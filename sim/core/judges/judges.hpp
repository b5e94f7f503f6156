// What a run judges of what the units of a core do: observers, chosen once for the run. A judge raises what breaks a
// rule and changes nothing that a unit computes or takes; blind, t1_alone and pedantic are sets of judges.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/core/judges/issue.hpp"
#include "sim/sfpu/registers.hpp"
#include "sim/tensix/packer.hpp"
#include "sim/tensix/step.hpp"
#include "sim/tensix/unpacker.hpp"

namespace tessera::core {

class Judge {
  public:
    virtual ~Judge() = default;
};

class UnpackJudge {
  public:
    // T0 takes an UNPACR that reads, from the buffer if it lies in one.
    virtual void unpacks(const Issue& in, const tensix::UnpackStep& step, const tensix::CircularBuffer* cb) = 0;

  protected:
    ~UnpackJudge() = default;
};

class MathJudge {
  public:
    // T1 takes an instruction of the matrix unit.
    virtual void computes(const Issue& in, const tensix::Step& step, const char* name) = 0;

  protected:
    ~MathJudge() = default;
};

class PackJudge {
  public:
    // T2 takes a PACR, whose outputs are at work.
    virtual void packs(const Issue& in, const tensix::PackStep& step) = 0;

  protected:
    ~PackJudge() = default;
};

// A load or store of the vector unit, or SFPLOADMACRO.
struct VectorAccess {
    const sfpu::Instr& instr;
    int row;     // of Dst, as the instruction names it
    int column;  // 0: even ones, 1: odd ones
    int mode;    // concrete
    bool store;
    bool wide;         // whole datums of 32 bits
    bool halves;       // of such
    bool stored;       // the program has stored to these four rows before
    bool tile_stored;  // or to others of the tile
};

class VectorJudge {
  public:
    virtual void accesses(const Issue& in, const VectorAccess& access) = 0;

  protected:
    ~VectorJudge() = default;
};

// Who judges vector code by what became of registers since it began.
class VectorFollower {
  public:
    virtual void begins(const Issue& in) = 0;
    // An instruction that is no access.
    virtual void runs(const Issue& in, const sfpu::Instr& instr) = 0;

  protected:
    ~VectorFollower() = default;
};

class DstJudge {
  public:
    // What T1 and T2 are about to do with a half of Dst by its semaphore. A release is judged where there is none to
    // take.
    enum class Handover { acquire, commit, wait, release };
    virtual void hands_over(const Issue& in, Handover what) = 0;
    // T2's ZEROACC.
    virtual void clears(const Issue& in, const tensix::Step& cleared) = 0;

  protected:
    ~DstJudge() = default;
};

class Judges {
  public:
    template <class J>
    J& add(std::unique_ptr<J> judge) {
        J& added = *judge;
        const auto listen = [&]<class Kind>(std::vector<Kind*>& to) {
            if constexpr (std::is_base_of_v<Kind, J>) to.push_back(&added);
        };
        listen(unpacking);
        listen(math);
        listen(packing);
        listen(vector);
        listen(following);
        listen(dst);
        all_.push_back(std::move(judge));
        return added;
    }

    // In the order in which they judge.
    std::vector<UnpackJudge*> unpacking;
    std::vector<MathJudge*> math;
    std::vector<PackJudge*> packing;
    std::vector<VectorJudge*> vector;
    std::vector<VectorFollower*> following;
    std::vector<DstJudge*> dst;

  private:
    std::vector<std::unique_ptr<Judge>> all_;
};

}  // namespace tessera::core
