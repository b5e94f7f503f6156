// `--dump`: what a core holds when a kernel gets to a line. For the RISCs of data movement that is the moment before
// the line's first instruction. A compute RISC runs ahead of its units, so there it is the moment when its thread has
// executed everything that the RISC asked of it before the line, and nothing of the line itself.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/debug/dump_lines.hpp"
#include "host/debug/dump_request.hpp"
#include "sim/core/debugger.hpp"

namespace tessera::host {

struct DumpOptions {
    bool all = false;        // whole tiles as text
    bool quiet = false;      // of files that are written nothing is said
    bool overwrite = false;  // files that exist
    bool one_launch = true;  // a line that it does not have is refused before it runs
};

class Dump : public core::Debugger {
  public:
    using Say = std::function<void(const std::string& lines)>;
    // InputError for requests that cannot be.
    Dump(const std::vector<std::string>& requests, const DumpOptions& options, Say say);

    std::vector<std::string> files() const;
    // After the run: for each request without a dump a line that says why.
    std::vector<std::string> missed() const;

    void begin(const core::Machine& machine) override;
    bool stops_before(watch::Track risc, std::uint32_t pc) override;
    void stopped(watch::Track risc) override;
    void failed(const fault::Fault&) override {}
    void executed_command(watch::Track risc, Cycle now) override;
    bool follows_vectors(watch::Track risc) override;
    void before_vector(watch::Track risc, std::size_t operation, Cycle now) override;

  private:
    // How far a RISC is in its kernel.
    struct Agent {
        const DumpLines::Statements* statements = nullptr;  // null: it comes to no line that is wanted
        std::uint32_t text_base = 0;
        std::size_t last_word = 0;       // where it last began a statement
        DumpLines::Bits last_lines = 0;  // that are wanted there
        DumpLines::Bits due = 0;         // which it is about to get to for the last time
    };
    struct State {
        std::vector<std::uint64_t> arrivals;  // by RISC
        bool reached = false, dumped = false;
        std::string why_not;  // known before or while the run goes
    };
    // Of a request whose line is reached: what the thread of the RISC has still to do before.
    struct Awaited {
        std::size_t request;
        watch::Track risc;
        std::size_t commands, operations;
    };

    static constexpr std::size_t riscs = watch::trisc2 + 1;
    static std::size_t index(watch::Track risc) {
        return static_cast<std::size_t>(risc.core) * riscs + static_cast<std::size_t>(risc.row);
    }
    void arrive(std::size_t request, watch::Track risc);
    template <class Due>
    void dump_those(Cycle now, Due due);
    void dump(std::size_t request, watch::Track risc, Cycle now);

    const DumpOptions options_;
    const Say say_;
    std::vector<DumpRequest> requests_;
    std::vector<State> states_;  // by request
    std::vector<Agent> agents_;  // by RISC
    std::vector<Awaited> awaited_;
    std::optional<DumpLines> lines_;
    const core::Machine* machine_ = nullptr;
};

}  // namespace tessera::host
