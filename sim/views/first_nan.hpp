// The first NaN and the first infinity of a run: what made each, where, from what, and where others of its line went.
//
//     NaN    SFPMUL L0, L1, L2, L9 in cycle 5117
//            core (0,0) TRISC1 at kernels/softmax.cpp:41
//            lane 5: row 2, column 11 of Dst tile 0
//            L1 = inf, L2 = 0
//            from an infinity that SFPARECIP L1, L0 made at kernels/softmax.cpp:38
//            1024 of them on 1 core
//     went   1024 stored to Dst at kernels/softmax.cpp:44
//            ...
//     left   1024 in y, the first at page 0, byte 22
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/views/screen.hpp"
#include "sim/watch/non_finite.hpp"

namespace tessera::views {

struct FirstNonFinite {
    struct Found {
        watch::NonFinites::Origin origin;
        std::optional<watch::NonFinites::Origin> cause;  // of a NaN, the infinity that it was made from
        std::vector<watch::NonFinites::Left> left;       // in buffers when the run ended
    };
    std::optional<Found> nan, infinity;  // nothing: no unit made or took one
    // What the results of a job hold that have any, whoever wrote them: a RISC stores bits that no unit has seen.
    struct Result {
        std::string name;
        std::uint64_t nans = 0, infinities = 0;
        std::string first = {};  // "[0, 17]"
    };
    std::vector<Result> results = {};
};

std::string to_text(const FirstNonFinite& first, const Screen& screen = {});
nlohmann::ordered_json to_json(const FirstNonFinite& first);

}  // namespace tessera::views
