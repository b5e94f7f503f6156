// Divides or multiplies this core's logits of listed tokens by the penalty, where they are.
//
// Pages of logits have a place in L1, a chunk of them at a time, of which only those windows are read and written back
// that hold a listed token: 1/32 of a page, aligned as DRAM wants it. No other core has a logit of the same page.
//
// PENALTY_FORMAT is that of the logits: fp32, bf16 or fp16. Compile-time arguments: accessors of the logits and the
// tokens. Runtime arguments: 0 and 1 their addresses, 2 first page of logits, 3 pages, 4 logits of all cores, 5 tokens,
// 6 pages of a chunk, 7 the penalty, fp32 bits.
#include "../ids.hpp"
#include "../load_back.hpp"
#include "numbers.hpp"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

using Number = numbers::PENALTY_FORMAT;
using Stored = Number::Stored;

constexpr uint32_t of_page = 1024, of_window = 32, most_pages = 64;
constexpr uint32_t window_bytes = of_window * sizeof(Stored), sign_at = 8 * sizeof(Stored) - 1;

uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

struct Chunk {
    uint32_t first, pages, l1;
    uint32_t touched[most_pages];  // a bit for each window of a page

    bool has(uint32_t token) const { return token / of_page - first < pages; }
    uint32_t place(uint32_t token) const { return l1 + (token - first * of_page) * sizeof(Stored); }

    // Whether it is touched for the first time.
    bool touch(uint32_t token) {
        uint32_t& windows = touched[token / of_page - first];
        const uint32_t bit = 1u << token % of_page / of_window;
        const bool begins = (windows & bit) == 0;
        windows |= bit;
        return begins;
    }
};

// The last window of all ends with the logits.
uint32_t bytes_of(uint32_t window, uint32_t logits) {
    return lesser(window_bytes, (logits - window * of_window) * sizeof(Stored));
}

template <class Accessor, class Tokens>
void start_reading(const Accessor& logits, uint32_t count, Tokens& tokens, Chunk& chunk) {
    for (uint32_t i = 0; i < tokens.count(); ++i) {
        const uint32_t token = tokens[i];
        if (!chunk.has(token) || !chunk.touch(token)) continue;
        const uint32_t begin = token / of_window * of_window;
        noc_async_read(logits.get_noc_addr(token / of_page, begin % of_page * sizeof(Stored)), chunk.place(begin),
                       bytes_of(begin / of_window, count));
    }
}

template <class Tokens>
void penalise(Tokens& tokens, const Chunk& chunk, float penalty) {
    uint32_t last = 0;
    for (uint32_t i = 0; i < tokens.count(); ++i) {
        const uint32_t token = tokens[i];
        if (!chunk.has(token)) continue;
        last = chunk.place(token);
        auto* logit = reinterpret_cast<volatile tt_l1_ptr Stored*>(last);
        const uint32_t stored = *logit;
        const float value = Number::load(stored);
        *logit = Number::store(stored >> sign_at == 0 ? value / penalty : value * penalty);  // zero stays zero
    }
    if (last != 0) load_back<Stored>(last);
}

template <class Accessor>
void start_writing(const Accessor& logits, uint32_t count, const Chunk& chunk) {
    for (uint32_t page = chunk.first; page < chunk.first + chunk.pages; ++page)
        for (uint32_t windows = chunk.touched[page - chunk.first]; windows != 0; windows &= windows - 1) {
            const uint32_t begin = page * of_page + __builtin_ctz(windows) * of_window;
            noc_async_write(chunk.place(begin), logits.get_noc_addr(page, begin % of_page * sizeof(Stored)),
                            bytes_of(begin / of_window, count));
        }
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("REPETITION-PENALTY");
    const uint32_t first = get_arg_val<uint32_t>(2), end = first + get_arg_val<uint32_t>(3);
    const uint32_t count = get_arg_val<uint32_t>(4), pages = get_arg_val<uint32_t>(6);
    const float penalty = get_arg_val<float>(7);
    constexpr auto logits_args = TensorAccessorArgs<0>();
    constexpr auto tokens_args = TensorAccessorArgs<logits_args.next_compile_time_args_offset()>();
    const auto logits = TensorAccessor(logits_args, get_arg_val<uint32_t>(0));
    const auto tokens_tensor = TensorAccessor(tokens_args, get_arg_val<uint32_t>(1));
    ids::Ids tokens(tokens_tensor, get_arg_val<uint32_t>(5));

    for (uint32_t page = first; page < end; page += pages) {
        Chunk chunk{page, lesser(pages, end - page), get_write_ptr(tt::CBIndex::c_0), {}};
        start_reading(logits, count, tokens, chunk);
        noc_async_read_barrier();
        penalise(tokens, chunk, penalty);
        start_writing(logits, count, chunk);
        noc_async_write_barrier();
    }
}
