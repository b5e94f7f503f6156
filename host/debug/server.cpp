#include "host/debug/server.hpp"

#include <fmt/format.h>

#include <utility>

#include "host/debug/words.hpp"
#include "sim/core/kernel.hpp"
#include "sim/fault/fault.hpp"
#include "sim/fault/killed.hpp"

namespace tessera::host {
namespace {

constexpr std::uint32_t instructions_per_look = 1024;  // for an interrupt

}  // namespace

GdbPlace gdb_place(std::string_view text) {
    const fault::InputError wrong(fmt::format(
        "--gdb {}: expected PORT or PORT@X,Y, a port from 0 to 65535 (0: a free one) and a logical core", text));
    GdbPlace place;
    std::string_view core = text;
    if (!read_number(take_until(core, '@'), place.port)) throw wrong;
    if (text.find('@') == std::string_view::npos) return place;
    arch::Coord at{};
    if (!read_number(take_until(core, ','), at.x) || !read_number(core, at.y) || at.x < 0 || at.y < 0) throw wrong;
    place.core = at;
    return place;
}

GdbServer::GdbServer(const GdbPlace& place, Say say) : place_(place), say_(std::move(say)), connection_(place.port) {}

GdbServer::~GdbServer() {
    if (connection_.is_open()) send(has_failed_ ? "W01" : "W00");
}

void GdbServer::begin(const core::Machine& machine) {
    target_.show(machine, place_.core);
    if (!std::exchange(has_begun_, true)) {
        connection_.listen();
        say_(fmt::format("waiting for gdb: gdb-multiarch -ex 'target remote :{}' -ex sharedlibrary",
                         connection_.port()));
        connection_.accept();
    }
    if (!connection_.is_open()) return;
    // Kernels are shared libraries to gdb. It reads those of another launch and goes on by itself; when it attaches
    // without a program of its own it reads none unless `sharedlibrary` says so.
    serve({target_.threads().front(), Signal::trap, "library:;"});
}

bool GdbServer::stops_before(watch::Track risc, std::uint32_t pc) {
    if (!connection_.is_open() || !target_.shows(risc)) return false;
    if (++asked_ % instructions_per_look == 0) {
        receive(false);
        // While the RISCs run gdb sends nothing else.
        while (const auto item = packets_.next())
            if (item->kind == PacketReader::Item::Kind::interrupt) stops_.interrupt();
    }
    const int thread = MachineTarget::thread_of(risc);
    target_.has_passed(thread);
    return stops_.before(thread, pc);
}

void GdbServer::stopped(watch::Track risc) {
    if (!connection_.is_open()) return;
    const int thread = MachineTarget::thread_of(risc);
    const std::optional<Stop> stop = stops_.stopped(thread);
    if (!stop) return;
    if (stop->thread != thread && stops_.alone() != 0) target_.begins_to_pass(stop->thread);
    serve(*stop);
    if (stop->thread == thread || !connection_.is_open()) return;
    if (const std::optional<Stop> own = stops_.at_breakpoint(thread)) serve(*own);
}

void GdbServer::failed(const fault::Fault& fault) {
    has_failed_ = true;
    if (!connection_.is_open() || target_.threads().empty()) return;
    send(fmt::format("O{}", hex(fault.text())));
    serve({stops_.alone() != 0 ? stops_.alone() : target_.thread_at(fault.where()), Signal::abort});
}

void GdbServer::send(std::string_view payload) {
    last_sent_ = framed(payload);
    connection_.send(last_sent_);
}

void GdbServer::receive(bool waits) {
    packets_.feed(connection_.receive(waits));
    if (!connection_.is_open()) say_("gdb is gone; the run goes on");
}

void GdbServer::serve(const Stop& stop) {
    using Kind = PacketReader::Item::Kind;
    const std::string text = session_.stopped(stop);
    if (std::exchange(is_awaited_, false)) send(text);
    while (connection_.is_open()) {
        const std::optional<PacketReader::Item> item = packets_.next();
        if (!item) {
            receive(true);
            continue;
        }
        if (item->kind == Kind::refused) connection_.send(last_sent_);
        if (session_.acknowledges() && item->kind != Kind::refused && item->kind != Kind::interrupt)
            connection_.send(item->kind == Kind::packet ? "+" : "-");
        if (item->kind != Kind::packet) continue;
        if (const std::optional<std::string> answer = session_.answer(item->payload)) send(*answer);
        if (!session_.resume()) continue;
        switch (session_.resume()->kind) {
            case Resume::Kind::kill: connection_.close(); throw fault::Killed("ended by gdb");
            case Resume::Kind::detach: connection_.close(); return;
            case Resume::Kind::go: break;
        }
        is_awaited_ = true;
        return stops_.go_on(*session_.resume());
    }
}

}  // namespace tessera::host
