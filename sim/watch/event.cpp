#include "sim/watch/event.hpp"

namespace tessera::watch {

std::string_view unit_name(int unit) {
    switch (unit) {
        case brisc: return "BRISC";
        case ncrisc: return "NCRISC";
        case trisc0: return "TRISC0 unpack";
        case trisc1: return "TRISC1 math";
        case trisc2: return "TRISC2 pack";
        case sfpu: return "SFPU";
        case fpu: return "FPU";
        case unpacker: return "unpacker";
        case packer: return "packer";
    }
    return "?";
}

std::string wait_text(WaitReason reason, int index) {
    const WaitReasonRow& of = row(reason);
    std::string out(of.name);
    if (!of.index.empty()) out.append(" ").append(of.index).append(std::to_string(index));
    return out;
}

std::string_view kernel_zone(int unit) {
    return unit == brisc ? "BRISC-KERNEL" : unit == ncrisc ? "NCRISC-KERNEL" : "TRISC-KERNEL";
}

std::string_view link_name(Stop stop, int noc) {
    switch (stop) {
        case Stop::leave: return noc == 0 ? "NOC0_IN" : "NOC1_IN";
        case Stop::enter: return noc == 0 ? "NOC0_OUT" : "NOC1_OUT";
        case Stop::along_x: return noc == 0 ? "NOC0_EAST" : "NOC1_WEST";
        case Stop::along_y: return noc == 0 ? "NOC0_SOUTH" : "NOC1_NORTH";
        case Stop::bank: return "DRAM";
    }
    return "?";
}

}  // namespace tessera::watch
