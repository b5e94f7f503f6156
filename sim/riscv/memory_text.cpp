#include "sim/riscv/memory_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "sim/fault/fault.hpp"
#include "sim/riscv/program_end.hpp"

namespace tessera::riscv {
namespace {

static_assert(static_cast<int>(Op::unfetched) == 0, "as zeroed memory is");

}  // namespace

MemoryText::MemoryText(const CheckedMemory& memory, const Program& own)
    : memory_(memory), own_(own), code_(memory.size() / 4 + 1), is_fetched_(code_.size() / words_of_page + 1) {
    code_.back() = {.op = Op::past_end};
}

std::uint32_t MemoryText::word(std::uint32_t index) const {
    std::uint32_t word = 0;
    if (is_own(4 * index)) return own_.words[(4 * index - own_.text_base) / 4];
    if (index < words()) std::memcpy(&word, memory_.raw(4 * index, 4).data(), 4);
    return word;
}

void MemoryText::fetch(std::uint32_t index) {
    if (!is_own(4 * index) && !memory_.valid(4 * index, 4))
        throw fault::Fault(fault::Id::illegal_instruction,
                           fmt::format("an instruction fetched at {:#010x} of {}, where nobody has written one",
                                       4 * index, memory_.name()));
    code_[index] = decode_with_end(word(index), word(index + 1), 4 * index);
    is_fetched_[index / words_of_page] = true;
}

// The word before may have the first one as its literal.
void MemoryText::written(std::uint32_t address, std::uint64_t bytes) {
    if (bytes == 0) return;
    const std::uint64_t end = std::min<std::uint64_t>((address + bytes + 3) / 4, words());
    for (std::uint64_t at = address / 4 == 0 ? 0 : address / 4 - 1; at < end;) {
        const std::uint64_t page_end = std::min(end, (at / words_of_page + 1) * words_of_page);
        if (is_fetched_[at / words_of_page])
            std::fill(code_.begin() + static_cast<std::ptrdiff_t>(at),
                      code_.begin() + static_cast<std::ptrdiff_t>(page_end), Decoded{.op = Op::unfetched});
        at = page_end;
    }
}

}  // namespace tessera::riscv
