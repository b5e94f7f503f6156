// `--gdb PORT`: a run waits for gdb at its start, and stops where gdb says.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "host/debug/connection.hpp"
#include "host/debug/machine_target.hpp"
#include "host/debug/packet.hpp"
#include "host/debug/session.hpp"
#include "host/debug/stops.hpp"
#include "sim/core/debugger.hpp"

namespace tessera::host {

// PORT, or PORT@X,Y for the logical core whose kernels gdb sees.
struct GdbPlace {
    std::uint16_t port = 0;
    std::optional<arch::Coord> core;
};
GdbPlace gdb_place(std::string_view text);  // InputError

class GdbServer : public core::Debugger {
  public:
    using Say = std::function<void(const std::string& line)>;
    // InputError where the port cannot be had. The first run says how to attach, and waits.
    GdbServer(const GdbPlace& place, Say say);
    // Tells gdb that the program has ended.
    ~GdbServer() override;

    void begin(const core::Machine& machine) override;
    bool stops_before(watch::Track risc, std::uint32_t pc) override;
    void stopped(watch::Track risc) override;
    void failed(const fault::Fault& fault) override;

  private:
    void serve(const Stop& stop);
    void send(std::string_view payload);
    void receive(bool waits);

    const GdbPlace place_;
    const Say say_;
    Connection connection_;
    PacketReader packets_;
    std::string last_sent_;
    MachineTarget target_;
    Stops stops_{target_};
    Session session_{target_, stops_};
    bool has_begun_ = false, has_failed_ = false;
    bool is_awaited_ = false;  // the next stop, by gdb
    std::uint32_t asked_ = 0;
};

}  // namespace tessera::host
