// Happens-before over the bytes of L1 and DRAM (spec/memory-order.md 6): what every RISC, unit and transfer knows to be
// over, and who touched what. Two touches of which one writes and neither knows of the other are a race, whatever the
// cycles of this run were. Agents of a core are numbered 0 to 4 for its RISCs and 5 to 7 for its threads.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/abi/abi.hpp"
#include "sim/time/cycle.hpp"
#include "sim/watch/shadow.hpp"
#include "sim/watch/vector_clock.hpp"

namespace tessera::watch {

// Ways to touch memory. A NoC write reads its `source` and `lands`, a NoC read `fetches` and `delivers`.
enum class Touch : std::uint8_t { load, store, unpack, pack, source, fetch, deliver, land, word, atomic, host };
constexpr bool writes(Touch touch) { return touch == Touch::store || touch == Touch::pack || touch >= Touch::deliver; }
constexpr bool is_transfer(Touch touch) { return touch >= Touch::source; }

// Kept small: a large run has one for each page that is in DRAM.
struct Event {
    Touch touch = Touch::load;
    bool polls = false;    // a load of a loop that waits for the word to change
    bool arrived = false;  // of a write
    bool posted = false;
    std::uint16_t core = 0;  // who, or whose transfer
    std::uint8_t agent = 0;
    std::uint8_t noc = 0;
    std::uint32_t pc = 0;
    std::uint32_t rival = 0;           // another write of these bytes that was not ordered with this one
    Cycle cycle = 0;                   // when it began
    std::uint64_t begin = 0, end = 0;  // bytes of its memory
    // Over for whoever knows one of these; the first is what a barrier tells.
    Stamp stamp;
    std::array<Stamp, 3> also{};
    Stamp issued;                          // of the RISC that asked for it
    std::shared_ptr<const Past> past;      // of a write to L1: what somebody learns who sees its value
    const std::string* left_by = nullptr;  // of what an earlier program left under way: whose it was
};

struct Race {
    Event first, second;
    std::optional<Event> reader;  // of two writes: who reads what they left
    int core = -1, bank = -1;     // whose memory
    bool asked_before = false;    // the second knows that the first had been asked for: only its end is missing
    bool met_before = false;      // the second has heard of the first's agent, before it asked for this
};

class Order {
  public:
    // `pedantic` takes away what silicon does and no document promises: verdicts S of spec/memory-order.md 6.
    Order(std::uint32_t cores, std::uint32_t banks, bool pedantic);

    struct Agent {
        std::uint32_t core, number;
    };
    // Where an agent stands.
    struct At {
        std::uint32_t pc;
        Cycle cycle;
    };

    // Forgets what the programs before have done, except writes that nobody awaited.
    void begin_program();
    // `position` names the agent and line of an event for programs that follow.
    void end_program(const std::function<std::string(const Event&)>& position);
    // Data of the host come there while the program runs; `what` says whose.
    void comes_late(int core, int bank, std::uint64_t begin, std::uint64_t end, const std::string& what);
    // The host wrote there, whatever was under way to it.
    void forget(int core, int bank, std::uint64_t begin, std::uint64_t end);

    // Edges. What is released covers all that the agent has done so far.
    Past release(Agent agent);
    // Whether that has the same number as one before: the agent has done and learned nothing since.
    bool has_released(Agent agent, std::uint64_t nth) {
        const AgentState& from = state(agent);
        return !from.touched && from.is_fresh && from.nth == nth;
    }
    void acquire(Agent agent, const Past& past);
    void pass(Agent from, Agent to) { acquire(to, release(from)); }

    // A queue of things that are handed on by number: pages, halves of Dst, words of a mailbox.
    class Channel {
      public:
        std::uint64_t count() const { return count_; }

      private:
        friend class Order;
        std::uint64_t count_ = 0;
        std::vector<std::pair<std::uint64_t, Past>> entries_;  // by the count they made
    };
    void hand_on(Channel& channel, Agent from, std::uint64_t count);
    void take(Channel& channel, Agent to, std::uint64_t upto);  // the first so many, counted from the start

    struct Channels {
        std::array<Channel, abi::most_circular_buffers> pushes, pops;  // by circular buffer
        std::array<std::array<Channel, 4>, 4> mailboxes;               // [from][to]
        Channel committed, released;                                   // halves of Dst
        std::array<std::array<Past, 2>, 2> filled, freed;              // Src banks, by operand
        std::array<std::optional<Clock>, 8> semaphores;                // of the coprocessor
    };
    Channels& channels(std::uint32_t core) { return of(core).channels; }
    void post(std::optional<Clock>& semaphore, Agent agent);
    void see(const std::optional<Clock>& semaphore, Agent agent);

    // Touches. The race found, or null; the touch counts all the same.
    std::unique_ptr<Race> load(Agent risc, std::uint32_t address, std::uint32_t bytes, At at, bool polls);
    std::unique_ptr<Race> store(Agent risc, std::uint32_t address, std::uint32_t bytes, At at);
    std::unique_ptr<Race> unit(Agent thread, Touch touch, std::uint32_t address, std::uint32_t bytes, At at);

    struct Place {
        int core, bank;  // one of the two
        std::uint64_t begin, bytes;
        friend bool operator==(const Place&, const Place&) = default;
    };
    struct Request {
        Agent risc;
        std::uint32_t noc;
        Touch touch;  // fetch, land, word or atomic
        bool posted;
        std::uint32_t transaction_id;
        std::uint64_t way;           // its end and its virtual channel, whatever the numbers mean
        std::optional<Place> local;  // L1 of its core
        std::span<const Place> remote;
        At at;
    };
    // Returns the number to name it by in arrived().
    std::uint32_t issue(const Request& request, std::unique_ptr<Race>& race);
    void arrived(std::uint32_t number, std::uint32_t amount, std::span<const Place> places);
    // What a barrier or flush of this RISC has told it.
    void awaited(Agent risc, std::uint32_t noc, Awaited kind);
    void awaited_id(Agent risc, std::uint32_t noc, std::uint32_t id, bool only_sent);
    // Transfers that the RISC has asked for and nobody has awaited.
    std::uint32_t open(Agent risc, std::uint32_t noc, Awaited kind);
    std::optional<At> first_open(Agent risc, std::uint32_t noc, Awaited kind);

    // Words that somebody has waited for or added to. A RISC has seen `value` in one; it needed at least `need`.
    bool is_flag(std::uint32_t core, std::uint32_t address) { return of(core).flags.contains(address); }
    void observe(Agent risc, std::uint32_t address, std::uint32_t value, std::uint32_t need);

    // A NoC read into these bytes of its core's L1 that the RISC has asked for and not awaited, or null.
    const Event* unawaited_read(Agent risc, std::uint32_t begin, std::uint32_t end);
    // A write of these bytes that this RISC has asked for and that no barrier has told it to be over, or null.
    const Event* unawaited_write(Agent risc, int core, int bank, std::uint64_t address);
    // The last write of these bytes, or null: who should have brought, or who has overwritten them.
    const Event* last_write(int core, int bank, std::uint64_t address) const;
    // Pairs of writes without order whose bytes are still there.
    std::vector<Race> unsettled();

  private:
    struct AgentState {
        explicit AgentState(std::uint32_t core) : clock(core) {}
        Clock clock;
        std::uint32_t tick = 1;
        bool touched = false;                                 // since the last tick
        std::shared_ptr<Clock> snapshot;                      // as the clock was,
        bool is_fresh = false;                                // or still is
        std::uint64_t nth = 0;                                // of the snapshot
        std::array<std::uint64_t, agents_of_core> learned{};  // the last that it learned of each agent of its core
    };
    struct Flag {  // a word that is waited for or added to
        struct Added {
            std::uint32_t by, amount;
            Past past;
        };
        Past set;
        std::vector<Added> added;
    };
    struct Sent {
        struct Open {
            std::uint32_t transaction_id;
            At at;
        };
        std::uint32_t count = 0, known = 0;
        std::vector<Open> open;
        std::vector<Stamp> learned;  // what a read's answer tells of earlier writes on its way
    };
    struct CoreState {
        explicit CoreState(std::uint32_t core)
            : agents{AgentState(core), AgentState(core), AgentState(core), AgentState(core),
                     AgentState(core), AgentState(core), AgentState(core), AgentState(core)} {}
        std::array<AgentState, agents_of_core> agents;
        Channels channels;
        std::array<std::array<std::array<Sent, awaited_kinds>, 2>, riscs_of_core> sent{};  // [risc][noc]
        std::map<std::uint32_t, Flag> flags;                                               // by address
    };

    CoreState& of(std::uint32_t core) {
        if (!cores_[core]) [[unlikely]]
            begin(core);
        return *cores_[core];
    }
    void begin(std::uint32_t core);
    AgentState& state(Agent agent) { return of(agent.core).agents[agent.number]; }
    // What it touches from now on is not part of what it released before.
    static void tick(AgentState& agent);
    static std::uint32_t part(Agent agent) { return agent.core * parts_of_core + agent.number; }
    Shadow& shadow(int core, int bank);
    Event& recorded();
    std::uint32_t record(Event event);
    std::unique_ptr<Race> by_agent(Agent agent, Touch touch, std::uint32_t address, std::uint32_t bytes, At at,
                                   bool polls);
    void touch(int core, int bank, std::uint64_t begin, std::uint64_t end, std::uint32_t id, const Clock& clock,
               std::span<const Stamp> also, std::unique_ptr<Race>& race);
    bool knows(const Clock& clock, std::span<const Stamp> also, const Event& before, const Event& now) const;
    void judge(std::uint32_t before, std::uint32_t now, const Clock& clock, std::span<const Stamp> also,
               std::unique_ptr<Race>& race);
    Race race_of(std::uint32_t before, std::uint32_t now, const Clock& clock) const;
    std::uint32_t add_reader(std::uint32_t readers, std::uint32_t id, const Clock& clock, std::span<const Stamp> also);
    // Whoever loads what it has stored itself knows that this store and all before it have arrived.
    void loads_back(Agent risc, std::uint32_t address);
    void set_flags(int core, std::uint64_t begin, std::uint64_t end, const Past& past);
    Flag& flag(std::uint32_t core, std::uint32_t address);
    using PartKey = std::array<std::uint64_t, 3>;
    struct PartHash {
        std::size_t operator()(const PartKey& key) const;
    };
    using Parts = std::unordered_map<PartKey, std::uint32_t, PartHash>;
    std::uint32_t made(Parts& parts, const PartKey& key);
    template <class Visit>
    void each_cell(Visit visit);
    Stamp next_of(std::uint32_t part) { return {made_part | part, ++made_count_[part]}; }
    void collect();

    struct Reader {
        std::uint32_t event = 0, next = 0;
    };
    bool pedantic_;
    bool rivals_ = false;  // some event has one
    bool running_ = false;
    std::vector<std::unique_ptr<CoreState>> cores_;
    std::vector<Shadow> l1_, dram_;
    std::vector<Event> events_;
    std::vector<Reader> readers_;
    std::set<std::string> left_;
    std::unordered_map<std::uint32_t, std::uint32_t> under_way_;  // events of writes to L1 by the number given out
    std::uint32_t given_out_ = 0;
    std::uint64_t snapshots_ = 0;
    std::size_t collect_at_;
    Parts ways_, words_, ids_;               // numbers of made parts
    std::vector<std::uint32_t> made_count_;  // by made part: accesses so far
};

}  // namespace tessera::watch
