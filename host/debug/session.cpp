#include "host/debug/session.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/debug/packet.hpp"
#include "sim/views/markup.hpp"

namespace tessera::host {
namespace {

constexpr std::uint32_t most_bytes = 0x2000;  // of memory or text in one answer
constexpr const char *good = "OK", *refused = "E01", *no_such_thing = "";

// Registers as gdb counts them; "none" so that it does not take the kernels for programs of Linux.
std::string description() {
    std::string xml =
        "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target version=\"1.0\">"
        "<architecture>riscv:rv32</architecture><osabi>none</osabi><feature name=\"org.gnu.gdb.riscv.cpu\">";
    for (int x = 0; x < 32; ++x) xml += fmt::format("<reg name=\"x{}\" bitsize=\"32\" regnum=\"{}\"/>", x, x);
    return xml + "<reg name=\"pc\" bitsize=\"32\" type=\"code_ptr\" regnum=\"32\"/></feature></target>";
}

// Kernels are linked where they run, so that nothing moves when gdb loads them. Both segments are named, since gdb
// fails an assertion over an empty one that it must find the place of.
std::string library_list(const std::vector<LoadedProgram>& programs) {
    std::string xml = "<library-list>";
    for (const LoadedProgram& program : programs)
        xml += fmt::format("<library name=\"{}\"><segment address=\"{:#x}\"/><segment address=\"{:#x}\"/></library>",
                           views::in_markup(program.file), program.text_base, program.data_base);
    return xml + "</library-list>";
}

// "offset,length" of a text that may take several answers: l marks the last.
std::string part_of(const std::string& text, std::string_view window) {
    const auto offset = hex_number(take_until(window, ',')), length = hex_number(window);
    if (!offset || !length) return refused;
    if (*offset >= text.size()) return "l";
    const std::string part = text.substr(*offset, std::min(*length, most_bytes));
    return (*offset + part.size() < text.size() ? "m" : "l") + part;
}

std::string in_memory_order(std::uint32_t value) {
    std::array<std::uint8_t, 4> bytes;
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(value), value >>= 8;
    return hex(bytes);
}

}  // namespace

struct Session::Request {
    std::string_view begins;
    Answer (Session::*answer)(std::string_view rest);
};

// Of requests that begin alike the longer comes first. What is in none of these rows, gdb does without: registers and
// memory cannot be written, since the run stays the one that it is without gdb.
std::optional<std::string> Session::answer(std::string_view request) {
    static constexpr Request requests[] = {
        {"qSupported", &Session::supported},
        {"QStartNoAckMode", &Session::without_acknowledgements},
        {"?", &Session::last_stop},
        {"g", &Session::all_registers},
        {"p", &Session::one_register},
        {"m", &Session::read_memory},
        {"Hg", &Session::choose_thread},
        {"T", &Session::is_alive},
        {"qC", &Session::this_thread},
        {"qfThreadInfo", &Session::all_threads},
        {"qThreadExtraInfo,", &Session::about_thread},
        {"qXfer:features:read:target.xml:", &Session::features},
        {"qXfer:libraries:read::", &Session::libraries},
        {"qRcmd,", &Session::monitor},
        {"Z", &Session::insert},
        {"z", &Session::remove},
        {"vCont;", &Session::go_on},
        {"D", &Session::detach},
        {"vKill", &Session::kill},
        {"k", &Session::kill},
    };
    static constexpr std::pair<std::string_view, std::string_view> fixed[] = {
        {"qsThreadInfo", "l"}, {"qAttached", "1"}, {"vCont?", "vCont;c;C;s;S;r"},
        {"Hc", good},          {"qSymbol", good},  {"G", refused},
        {"P", refused},        {"M", refused},     {"X", refused},
    };
    resume_.reset();
    for (const Request& row : requests)
        if (request.starts_with(row.begins)) return (this->*row.answer)(request.substr(row.begins.size()));
    for (const auto& [begins, text] : fixed)
        if (request.starts_with(begins)) return std::string(text);
    return no_such_thing;
}

std::string Session::stopped(const Stop& stop) {
    last_ = stop;
    chosen_ = stop.thread;
    return fmt::format("T{:02x}{}thread:{:x};", static_cast<unsigned>(stop.signal), stop.reason, stop.thread);
}

Session::Answer Session::supported(std::string_view) {
    acknowledges_ = true;
    return fmt::format("PacketSize={:x};QStartNoAckMode+;vContSupported+;qXfer:features:read+;qXfer:libraries:read+",
                       2 * most_bytes + 16);
}

Session::Answer Session::without_acknowledgements(std::string_view) {
    acknowledges_ = false;
    return good;
}

Session::Answer Session::last_stop(std::string_view) { return stopped(last_); }

Session::Answer Session::all_registers(std::string_view) {
    std::string text;
    for (const std::uint32_t value : target_.registers(chosen_)) text += in_memory_order(value);
    return text;
}

Session::Answer Session::one_register(std::string_view number) {
    const Registers registers = target_.registers(chosen_);
    const auto n = hex_number(number);
    return n && *n < registers.size() ? in_memory_order(registers[*n]) : refused;
}

Session::Answer Session::read_memory(std::string_view place) {
    const auto address = hex_number(take_until(place, ',')), bytes = hex_number(place);
    if (!address || !bytes) return refused;
    const std::vector<std::uint8_t> found = target_.memory(chosen_, *address, std::min(*bytes, most_bytes));
    return found.empty() ? refused : hex(found);
}

// 0 is any thread, -1 all of them.
int Session::thread_or_chosen(std::string_view digits) const {
    const auto thread = hex_number(digits);
    return thread && *thread != 0 ? static_cast<int>(*thread) : chosen_;
}

Session::Answer Session::choose_thread(std::string_view thread) {
    const int wanted = thread_or_chosen(thread);
    if (!target_.is_alive(wanted)) return refused;
    chosen_ = wanted;
    return good;
}

Session::Answer Session::is_alive(std::string_view thread) {
    const auto wanted = hex_number(thread);
    return wanted && target_.is_alive(static_cast<int>(*wanted)) ? good : refused;
}

Session::Answer Session::this_thread(std::string_view) { return fmt::format("QC{:x}", chosen_); }

Session::Answer Session::all_threads(std::string_view) {
    return fmt::format("m{:x}", fmt::join(target_.threads(), ","));
}

Session::Answer Session::about_thread(std::string_view thread) {
    const auto wanted = hex_number(thread);
    if (!wanted || !target_.is_alive(static_cast<int>(*wanted))) return refused;
    return hex(target_.about(static_cast<int>(*wanted)));
}

Session::Answer Session::features(std::string_view window) { return part_of(description(), window); }

Session::Answer Session::libraries(std::string_view window) {
    return part_of(library_list(target_.programs()), window);
}

Session::Answer Session::monitor(std::string_view command) {
    const auto words = from_hex(command);
    return words ? hex(target_.monitor(chosen_, *words)) : refused;
}

namespace {

struct StopPlace {
    char kind;
    std::uint32_t address, bytes;
};
// "kind,address,bytes", which conditions may follow.
std::optional<StopPlace> stop_place(std::string_view text) {
    const std::string_view kind = take_until(text, ',');
    const auto address = hex_number(take_until(text, ',')), bytes = hex_number(take_until(text, ';'));
    if (kind.size() != 1 || !address || !bytes) return std::nullopt;
    return StopPlace{kind.front(), *address, *bytes};
}

}  // namespace

Session::Answer Session::insert(std::string_view text) {
    const std::optional<StopPlace> place = stop_place(text);
    if (!place) return refused;
    return stops_.insert(place->kind, place->address, place->bytes, chosen_) ? good : no_such_thing;
}

Session::Answer Session::remove(std::string_view text) {
    const std::optional<StopPlace> place = stop_place(text);
    if (!place) return refused;
    return stops_.remove(place->kind, place->address, place->bytes) ? good : no_such_thing;
}

// Actions as "s:3;c": the first that names a thread, or none, counts for it.
Session::Answer Session::go_on(std::string_view actions) {
    Resume how;
    bool others = false;
    while (!actions.empty()) {
        std::string_view thread = take_until(actions, ';');
        std::string_view action = take_until(thread, ':');
        const bool steps = !action.empty() && (action[0] == 's' || action[0] == 'S' || action[0] == 'r');
        others |= thread.empty() || !steps;
        if (!steps || how.stepping != 0) continue;
        how.stepping = thread_or_chosen(thread);
        if (action[0] != 'r') continue;
        action.remove_prefix(1);
        const auto begin = hex_number(take_until(action, ',')), end = hex_number(action);
        if (!begin || !end) return refused;
        how.begin = *begin, how.end = *end;
    }
    how.alone = how.stepping != 0 && !others;
    resume_ = how;
    return std::nullopt;
}

Session::Answer Session::detach(std::string_view) {
    resume_ = Resume{.kind = Resume::Kind::detach};
    return good;
}

Session::Answer Session::kill(std::string_view) {
    resume_ = Resume{.kind = Resume::Kind::kill};
    return good;
}

}  // namespace tessera::host
