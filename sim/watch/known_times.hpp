// Times of sequences of accesses, by number, in blocks that clocks share; a clock copies a block before it raises a
// time. The versions of a block that one clock makes never decrease, so the later of two is the greater one, and a join
// with a newer version from the same clock compares no times.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

namespace tessera::watch {

// Counted references of one thread, which is what an Order runs on.
template <class T>
class Shared {
  public:
    Shared() = default;
    Shared(const Shared& other) : to_(other.to_) {
        if (to_ != nullptr) ++to_->references;
    }
    Shared(Shared&& other) noexcept : to_(std::exchange(other.to_, nullptr)) {}
    Shared& operator=(Shared other) noexcept {
        std::swap(to_, other.to_);
        return *this;
    }
    ~Shared() {
        if (to_ != nullptr && --to_->references == 0) delete to_;
    }
    static Shared make(const T& from = {}) {
        Shared out;
        out.to_ = new T(from);
        out.to_->references = 1;
        return out;
    }
    explicit operator bool() const { return to_ != nullptr; }
    const T& operator*() const { return *to_; }
    const T* operator->() const { return to_; }
    friend bool operator==(const Shared& a, const Shared& b) { return a.to_ == b.to_; }
    // To change: a copy of its own where somebody else has it too.
    T& own() {
        if (to_ == nullptr)
            *this = make();
        else if (to_->references > 1)
            *this = make(*to_);
        return *to_;
    }

  private:
    T* to_ = nullptr;
};

// The clock that made a version of a block, and the number of the version. Maker 0: a copy, whose versions are compared
// time by time.
struct Making {
    std::uint64_t maker = 0, nth = 0;
    Making next() { return {maker, ++nth}; }
};
inline std::uint64_t new_maker() {
    static std::atomic<std::uint64_t> makers{0};
    return ++makers;
}

inline constexpr std::uint32_t block_times = 64;
struct TimesBlock {
    std::uint32_t references = 0;
    Making made;
    std::array<std::uint32_t, block_times> times{};
};

// A block, or none where all times are 0.
class TimesOfBlock {
  public:
    std::uint32_t at(std::uint32_t i) const { return block_ ? block_->times[i] : 0; }
    void raise(std::uint32_t i, std::uint32_t time, Making& making) {
        if (at(i) >= time) return;
        TimesBlock& block = block_.own();
        block.times[i] = time;
        block.made = making.next();
    }

    struct Relation {
        bool less = false, greater = false;  // somewhere
    };
    Relation relation(const TimesOfBlock& other) const {
        if (block_ == other.block_ || !other.block_) return {false, true};
        if (!block_) return {true, false};
        const Making mine = block_->made, theirs = other.block_->made;
        if (mine.maker == theirs.maker && mine.maker != 0) return {mine.nth < theirs.nth, mine.nth >= theirs.nth};
        std::uint32_t less = 0, greater = 0;
        for (std::uint32_t i = 0; i < block_times; ++i) {
            less |= block_->times[i] < other.block_->times[i];
            greater |= block_->times[i] > other.block_->times[i];
        }
        return {less != 0, greater != 0};
    }
    void join(const TimesOfBlock& other, Making& making) {
        const Relation relation = this->relation(other);
        if (!relation.less) return;
        if (!relation.greater) {
            block_ = other.block_;
            return;
        }
        TimesBlock& block = block_.own();
        for (std::uint32_t i = 0; i < block_times; ++i)
            block.times[i] = std::max(block.times[i], other.block_->times[i]);
        block.made = making.next();
    }
    friend bool operator==(const TimesOfBlock&, const TimesOfBlock&) = default;

  private:
    Shared<TimesBlock> block_;
};

class KnownTimes {
  public:
    std::uint32_t at(std::size_t i) const { return block(i / block_times).at(i % block_times); }
    const TimesOfBlock& block(std::size_t number) const {
        return blocks_ && number < blocks_->list.size() ? blocks_->list[number] : none_;
    }
    void raise(std::size_t i, std::uint32_t time, Making& making) {
        if (at(i) < time) own(i / block_times).raise(i % block_times, time, making);
    }
    void join(std::size_t number, const TimesOfBlock& other, Making& making) {
        if (block(number).relation(other).less) own(number).join(other, making);
    }
    // All blocks but `besides`, which afterwards holds the times of `other` or of this one.
    void join(const KnownTimes& other, Making& making, std::size_t besides = SIZE_MAX) {
        if (blocks_ == other.blocks_ || !other.blocks_) return;
        bool less = false, greater = false;
        const std::size_t count = std::max(blocks_ ? blocks_->list.size() : 0, other.blocks_->list.size());
        for (std::size_t i = 0; i < count && !(less && greater); ++i) {
            if (i == besides || block(i) == other.block(i)) continue;
            const TimesOfBlock::Relation relation = block(i).relation(other.block(i));
            less |= relation.less;
            greater |= relation.greater;
        }
        if (!less) return;
        if (!greater) {
            blocks_ = other.blocks_;
            return;
        }
        for (std::size_t i = 0; i < other.blocks_->list.size(); ++i)
            if (i != besides && block(i) != other.block(i)) own(i).join(other.block(i), making);
    }

  private:
    struct Blocks {
        std::uint32_t references = 0;
        std::vector<TimesOfBlock> list;
    };
    TimesOfBlock& own(std::size_t number) {
        Blocks& blocks = blocks_.own();
        if (blocks.list.size() <= number) blocks.list.resize(number + 1);
        return blocks.list[number];
    }

    static inline const TimesOfBlock none_{};
    Shared<Blocks> blocks_;
};

}  // namespace tessera::watch
