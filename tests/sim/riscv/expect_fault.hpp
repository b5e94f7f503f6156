// Runs something that must end in a fault and hands the fault over.
#pragma once

#include <gtest/gtest.h>

#include "sim/fault/fault.hpp"

namespace tessera::riscv {

template <class Run>
fault::Fault fault_of(fault::Id id, Run run) {
    try {
        run();
    } catch (const fault::Fault& fault) {
        EXPECT_EQ(fault.id(), id) << fault.detail();
        EXPECT_EQ(fault.where().core_x, -1) << "the hart does not know where it is";
        return fault;
    }
    ADD_FAILURE() << "no fault, expected " << fault::row(id).name;
    return fault::Fault(fault::Id::internal_error, "");
}

}  // namespace tessera::riscv
