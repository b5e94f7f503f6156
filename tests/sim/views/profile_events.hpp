// A made-up run of one core, small enough to add up by hand. The reader reads 100 bytes, the unpacker works, T1 commits
// through the FPU, the packer packs, the writer writes:
//
//     0        100      400   420     500       600      700      760         1000
//     BRISC    issue    read arrives, push to cb 0
//     TRISC0            waits for cb 0 until 412 (polls), pushes the unpack at 420
//     unpacker                idle until 421, works to 500
//     FPU                              waits for SrcA until 500, works to 600, idle before by T1's push
//     packer                                    waits for Dst until 600, packs to 700
//     NCRISC                                             waits for cb 16 until 708 (polls), writes, 760 to 1000
#pragma once

#include "sim/views/profile.hpp"

namespace tessera::views {

inline void tell_made_up_run(Listener& to) {
    const Track reader{0, brisc}, writer{0, ncrisc}, t0{0, trisc0}, math{0, fpu}, pack{0, packer}, unpack{0, unpacker};
    to.on_core_name({0, {3, 4}, {5, 6}});
    const Transfer read{reader, 0, true, {0, 11}, {5, 6}, 100, 100, 400, 0, {"reader.cpp", 10}};
    to.on_wait({reader, WaitReason::noc_read, 0, 130, 400, "reader.cpp", 11, {reader, 400, {"reader.cpp", 10}, &read}});
    to.on_transfer(read);
    to.on_cb_level({0, 0, 405, 2, brisc, 4});
    to.on_wait({t0, WaitReason::cb_empty, 0, 60, 412, "compute.cpp", 20, {reader, 405, {"reader.cpp", 12}}});
    to.on_zone({reader, "BRISC-KERNEL", "reader.cpp", 1, 0, 450});
    to.on_idle({unpack, 0, 421, {t0, 420, {"compute.cpp", 21}}});
    to.on_zone({t0, "TRISC-KERNEL", "compute.cpp", 1, 0, 480});
    to.on_busy({unpack, 421, 500, "unpack", "compute.cpp", 21});
    to.on_cb_level({0, 0, 500, 0, trisc0, 4});
    to.on_wait({math, WaitReason::src_valid, 0, 90, 500, "compute.cpp", 22, {unpack, 500, {"compute.cpp", 21}}});
    to.on_busy({math, 500, 590, "copy", "compute.cpp", 22});
    to.on_wait({pack, WaitReason::dst_ready, 0, 80, 600, "compute.cpp", 23, {math, 600, {"compute.cpp", 24}}});
    to.on_busy({pack, 600, 700, "pack", "compute.cpp", 25});
    to.on_cb_level({0, 16, 701, 1, trisc2, 2});
    to.on_wait({writer, WaitReason::cb_empty, 16, 50, 708, "writer.cpp", 30, {pack, 701, {"compute.cpp", 26}}});
    const Transfer write{writer, 1, false, {5, 6}, {0, 11}, 200, 760, 980, 0, {"writer.cpp", 31}};
    to.on_wait(
        {writer, WaitReason::noc_write, 0, 790, 980, "writer.cpp", 32, {writer, 980, {"writer.cpp", 31}, &write}});
    to.on_transfer(write);
    to.on_zone({writer, "NCRISC-KERNEL", "writer.cpp", 1, 0, 1000});
    RiscWork work{writer, 20, {}};
    work.cycles[static_cast<std::size_t>(WorkPart::instructions)] = 20;
    work.cycles[static_cast<std::size_t>(WorkPart::calls)] = 132;
    to.on_risc_work(work);
}

}  // namespace tessera::views
