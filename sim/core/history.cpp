#include "sim/core/history.hpp"

namespace tessera::core {

void note_word(WordHistory& history, const Deed& deed, bool increments) {
    (increments ? history.increment : history.store) = deed;
    history.increments += increments ? 1 : 0;
}

const Arrival* Arrivals::latest(std::uint32_t begin, std::uint32_t end) const {
    const Arrival* found = nullptr;
    for (auto at = last_.begin(); at != last_.end() && at->first < end; ++at)
        if (at->first + at->second.bytes > begin && (found == nullptr || found->by.at < at->second.by.at))
            found = &at->second;
    return found;
}

}  // namespace tessera::core
