#include "sim/dram/dram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "sim/fault/fault.hpp"

namespace tessera::dram {

Dram::Dram(int banks, std::uint64_t bank_bytes)
    : bank_bytes_(bank_bytes), chunks_(static_cast<std::size_t>(banks)), undetermined_(chunks_.size()) {
    for (auto& bank : chunks_) bank.resize((bank_bytes + chunk_bytes - 1) / chunk_bytes);
}

Dram::Chunk& Dram::chunk_for_write(int bank, std::uint64_t address) {
    auto& slot = chunks_[static_cast<std::size_t>(bank)][address / chunk_bytes];
    if (!slot) {
        auto* zeros = static_cast<std::uint8_t*>(std::calloc(chunk_bytes, 1));
        if (zeros == nullptr) throw std::bad_alloc();
        slot = std::make_unique<Chunk>(Chunk{{zeros, std::free},
                                             std::vector<bool>(chunk_bytes / block_bytes),
                                             std::vector<bool>(chunk_bytes / block_bytes)});
    }
    return *slot;
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
        std::memcpy(chunk.data.get() + offset, data.data(), n);
        for (std::uint64_t b = offset / block_bytes; b <= (offset + n - 1) / block_bytes; ++b)
            chunk.written[b] = chunk.covered[b] = true;
        data = data.subspan(n);
        address += n;
    }
}

void Dram::write(int bank, std::uint64_t address, std::span<const std::uint8_t> data, std::span<const ByteRange> gaps) {
    write(bank, address, data);
    for (const ByteRange gap : gaps) {
        const std::uint64_t begin = (address + gap.offset + block_bytes - 1) / block_bytes;
        for (std::uint64_t b = begin; (b + 1) * block_bytes <= address + gap.offset + gap.bytes; ++b)
            chunk_for_write(bank, b * block_bytes).written[b * block_bytes % chunk_bytes / block_bytes] = false;
    }
}

std::vector<ByteRange> Dram::gaps(int bank, std::uint64_t address, std::uint32_t bytes) const {
    std::vector<ByteRange> all;
    for (std::uint32_t at = 0; at < bytes;) {
        const std::uint64_t here = address + at;
        const auto n =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes - at, block_bytes - here % block_bytes));
        const auto& chunk = chunks_[static_cast<std::size_t>(bank)][here / chunk_bytes];
        if (!chunk || !chunk->written[here % chunk_bytes / block_bytes]) {
            if (!all.empty() && all.back().offset + all.back().bytes == at)
                all.back().bytes += n;
            else
                all.push_back({at, n});
        }
        at += n;
    }
    return all;
}

bool Dram::covered(int bank, std::uint64_t address, std::uint64_t bytes) const {
    for (std::uint64_t at = address / block_bytes * block_bytes; at < address + bytes; at += block_bytes) {
        const auto& chunk = chunks_[static_cast<std::size_t>(bank)][at / chunk_bytes];
        if (!chunk || !chunk->covered[at % chunk_bytes / block_bytes]) return false;
    }
    return true;
}

bool Dram::read(int bank, std::uint64_t address, std::span<std::uint8_t> out) const {
    if (address + out.size() > bank_bytes_)
        throw fault::Fault(fault::Id::noc_out_of_bounds,
                           fmt::format("read of {} bytes at 0x{:x} leaves DRAM bank {}", out.size(), address, bank));
    bool written = true;
    while (!out.empty()) {
        const std::uint64_t offset = address % chunk_bytes;
        const std::size_t n = std::min<std::size_t>(out.size(), chunk_bytes - offset);
        const auto& chunk = chunks_[static_cast<std::size_t>(bank)][address / chunk_bytes];
        if (!chunk) {
            std::memset(out.data(), 0, n);
            written = false;
        } else {
            std::memcpy(out.data(), chunk->data.get() + offset, n);
            for (std::uint64_t b = offset / block_bytes; b <= (offset + n - 1) / block_bytes; ++b)
                written = written && chunk->written[b];
        }
        out = out.subspan(n);
        address += n;
    }
    return written;
}

void Dram::allow(const watch::BufferPlace& place) {
    buffers_.add(place);
    for (watch::Undetermined& depends : undetermined_) depends.erase(place.begin, place.end);
    for (auto& bank : chunks_)
        for (std::uint64_t at = place.begin; at < std::min(place.end, bank_bytes_);) {
            const std::uint64_t offset = at % chunk_bytes, n = std::min(place.end - at, chunk_bytes - offset);
            if (const auto& chunk = bank[at / chunk_bytes]) {
                std::memset(chunk->data.get() + offset, 0, n);
                for (std::uint64_t b = offset / block_bytes; b <= (offset + n - 1) / block_bytes; ++b)
                    chunk->written[b] = chunk->covered[b] = false;
            }
            at += n;
        }
}

}  // namespace tessera::dram
