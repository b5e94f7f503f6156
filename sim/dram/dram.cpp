#include "sim/dram/dram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "sim/fault/fault.hpp"

namespace tessera::dram {
namespace {

// Calls visit(word, mask) for the bits of the blocks that bytes [offset, offset + bytes) of a chunk touch.
template <class Visit>
void each_word(std::uint64_t offset, std::uint64_t bytes, Visit visit) {
    const std::uint64_t end = (offset + bytes - 1) / Dram::block_bytes + 1;
    for (std::uint64_t block = offset / Dram::block_bytes; block < end;) {
        const std::uint64_t bit = block % 64, here = std::min(end - block, 64 - bit);
        visit(block / 64, ~std::uint64_t{0} >> (64 - here) << bit);
        block += here;
    }
}

template <class Blocks>
bool all_set(const Blocks& blocks, std::uint64_t offset, std::uint64_t bytes) {
    std::uint64_t missing = 0;
    each_word(offset, bytes, [&](std::uint64_t word, std::uint64_t mask) { missing |= mask & ~blocks[word]; });
    return missing == 0;
}

std::uint64_t overlap(const watch::BufferPlace& place, std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t first = std::max(place.begin, begin), last = std::min(place.end, end);
    return first < last ? last - first : 0;
}

}  // namespace

Dram::Dram(int banks, std::uint64_t bank_bytes)
    : bank_bytes_(bank_bytes),
      chunks_(static_cast<std::size_t>(banks)),
      undetermined_(chunks_.size()),
      ahead_(std::make_unique<MemoryAhead>(false)) {
    for (auto& bank : chunks_) bank.resize((bank_bytes + chunk_bytes - 1) / chunk_bytes);
}

Dram::Chunk& Dram::chunk_for_write(int bank, std::uint64_t address) {
    auto& slot = chunks_[static_cast<std::size_t>(bank)][address / chunk_bytes];
    if (!slot) slot = std::make_unique<Chunk>();
    return *slot;
}

void Dram::use_another_thread(bool use) {
    if (use != ahead_->has_a_thread()) ahead_ = std::make_unique<MemoryAhead>(use);
}

// Whoever writes to a large buffer goes on with what follows: its memory comes by pieces, those behind the first while
// the first is filled. A small buffer's few pages come as they are touched.
void Dram::ask_ahead(Chunk& chunk, std::uint64_t address, std::uint64_t bytes) {
    constexpr std::uint64_t pieces = chunk_bytes / piece_bytes, pieces_ahead = 2;
    const std::uint64_t first = address % chunk_bytes / piece_bytes;
    const std::uint64_t last = (address % chunk_bytes + bytes - 1) / piece_bytes;
    const std::uint64_t end = std::min(last + 1 + (ahead_->has_a_thread() ? pieces_ahead : 0), pieces);
    const auto missing = static_cast<std::uint32_t>(((std::uint64_t{1} << end) - 1) & ~chunk.asked) >> first;
    if (missing == 0) return;
    const watch::BufferPlace* place = buffers_.at(address);
    const std::uint64_t begin = address - address % chunk_bytes;
    for (std::uint64_t p = first; p < end; ++p) {
        const std::uint32_t bit = std::uint32_t{1} << p;
        if ((chunk.asked & bit) != 0) continue;
        chunk.asked |= bit;
        if (place == nullptr || overlap(*place, begin + p * piece_bytes, begin + (p + 1) * piece_bytes) != piece_bytes)
            continue;
        const std::span piece(reinterpret_cast<std::byte*>(chunk.data.data()) + p * piece_bytes, piece_bytes);
        if (p <= last)
            provide(piece);
        else
            ahead_->want(piece);
    }
}

template <class Visit>
void Dram::each_part(int bank, std::uint64_t address, std::uint64_t bytes, Visit visit) const {
    while (bytes != 0) {
        const std::uint64_t offset = address % chunk_bytes, here = std::min(bytes, chunk_bytes - offset);
        visit(chunks_[static_cast<std::size_t>(bank)][address / chunk_bytes].get(), offset, here);
        address += here;
        bytes -= here;
    }
}

void Dram::write(int bank, std::uint64_t address, std::span<const std::uint8_t> data) {
    if (address + data.size() > bank_bytes_)
        throw fault::Fault(fault::Id::noc_out_of_bounds,
                           fmt::format("write of {} bytes at 0x{:x} leaves DRAM bank {}", data.size(), address, bank));
    if (auto& depends = undetermined(bank); !depends.empty()) depends.erase(address, address + data.size());
    while (!data.empty()) {
        const std::uint64_t offset = address % chunk_bytes;
        const std::size_t n = std::min<std::size_t>(data.size(), chunk_bytes - offset);
        Chunk& chunk = chunk_for_write(bank, address);
        ask_ahead(chunk, address, n);
        std::memcpy(chunk.data.data() + offset, data.data(), n);
        each_word(offset, n, [&](std::uint64_t word, std::uint64_t mask) {
            chunk.written[word] |= mask;
            chunk.covered[word] |= mask;
        });
        data = data.subspan(n);
        address += n;
    }
}

void Dram::write(int bank, std::uint64_t address, std::span<const std::uint8_t> data, std::span<const ByteRange> gaps) {
    write(bank, address, data);
    for (const ByteRange gap : gaps) {
        const std::uint64_t begin = (address + gap.offset + block_bytes - 1) / block_bytes;
        for (std::uint64_t b = begin; (b + 1) * block_bytes <= address + gap.offset + gap.bytes; ++b)
            each_word(b * block_bytes % chunk_bytes, block_bytes, [&](std::uint64_t word, std::uint64_t mask) {
                chunk_for_write(bank, b * block_bytes).written[word] &= ~mask;
            });
    }
}

std::vector<ByteRange> Dram::gaps(int bank, std::uint64_t address, std::uint32_t bytes) const {
    std::vector<ByteRange> all;
    if (written(bank, address, bytes)) return all;
    for (std::uint32_t at = 0; at < bytes;) {
        const std::uint64_t here = address + at;
        const auto n =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes - at, block_bytes - here % block_bytes));
        const auto& chunk = chunks_[static_cast<std::size_t>(bank)][here / chunk_bytes];
        if (!chunk || !all_set(chunk->written, here % chunk_bytes, n)) {
            if (!all.empty() && all.back().offset + all.back().bytes == at)
                all.back().bytes += n;
            else
                all.push_back({at, n});
        }
        at += n;
    }
    return all;
}

bool Dram::written(int bank, std::uint64_t address, std::uint64_t bytes) const {
    bool all = true;
    each_part(bank, address, bytes, [&](const Chunk* chunk, std::uint64_t offset, std::uint64_t n) {
        all = all && chunk != nullptr && all_set(chunk->written, offset, n);
    });
    return all;
}

bool Dram::covered(int bank, std::uint64_t address, std::uint64_t bytes) const {
    bool all = true;
    each_part(bank, address, bytes, [&](const Chunk* chunk, std::uint64_t offset, std::uint64_t n) {
        all = all && chunk != nullptr && all_set(chunk->covered, offset, n);
    });
    return all;
}

bool Dram::read(int bank, std::uint64_t address, std::span<std::uint8_t> out) const {
    if (address + out.size() > bank_bytes_)
        throw fault::Fault(fault::Id::noc_out_of_bounds,
                           fmt::format("read of {} bytes at 0x{:x} leaves DRAM bank {}", out.size(), address, bank));
    each_part(bank, address, out.size(),
              [to = out.data()](const Chunk* chunk, std::uint64_t offset, std::uint64_t n) mutable {
                  if (chunk == nullptr)
                      std::memset(to, 0, n);
                  else
                      std::memcpy(to, chunk->data.data() + offset, n);
                  to += n;
              });
    return written(bank, address, out.size());
}

void Dram::allow(const watch::BufferPlace& place) {
    ahead_->settle();
    buffers_.add(place);
    for (watch::Undetermined& depends : undetermined_) depends.erase(place.begin, place.end);
    for (auto& bank : chunks_)
        for (std::uint64_t at = place.begin; at < std::min(place.end, bank_bytes_);) {
            const std::uint64_t offset = at % chunk_bytes, n = std::min(place.end - at, chunk_bytes - offset);
            if (auto& chunk = bank[at / chunk_bytes]; n == chunk_bytes) {
                chunk.reset();
            } else if (chunk) {
                std::memset(chunk->data.data() + offset, 0, n);
                each_word(offset, n, [&](std::uint64_t word, std::uint64_t mask) {
                    chunk->written[word] &= ~mask;
                    chunk->covered[word] &= ~mask;
                });
            }
            at += n;
        }
}

void Dram::give_back() {
    ahead_->settle();
    for (std::uint64_t c = 0; c < chunks_.front().size(); ++c) {
        const std::uint64_t begin = c * chunk_bytes;
        const bool is_held = std::ranges::any_of(buffers_.places(), [&](const watch::BufferPlace& place) {
            return overlap(place, begin, begin + chunk_bytes) != 0;
        });
        if (!is_held)
            for (auto& bank : chunks_) bank[c].reset();
    }
}

}  // namespace tessera::dram
