#include "tests/sim/tensix/slow_pack.hpp"

#include "sim/tensix/pack_accumulate.hpp"

namespace tessera::tensix {
namespace {

std::uint32_t part(std::uint32_t word, int low, int count) {
    return static_cast<std::uint32_t>(word >> low & ((1ull << count) - 1));
}

}  // namespace

std::uint32_t SlowPack::section(std::uint32_t packer) const {
    static constexpr std::uint32_t of_first[] = {56, 84, 96, 124};
    return second() ? 68 : of_first[packer];
}

Pack SlowPack::conversion(std::uint32_t packer) const {
    const auto at = [&](std::uint32_t word) {
        const auto found = core.find(word);
        return found == core.end() ? 0 : found->second;
    };
    const std::uint32_t formats = at(section(packer) + 2), control = at(second() ? 18 : 14);
    Pack pack{.dst_is_32_bit = part(control, 0, 1) != 0, .rules = arch_.tensix.pack};
    const std::uint32_t between = part(at(1), 25, 4), to = part(formats, 4, 4);
    pack.intermediate = between == 14 ? DataFormat::int32 : static_cast<DataFormat>(between);
    pack.out = to == 14 && part(control, 1, 1) != 0 ? DataFormat::uint8 : static_cast<DataFormat>(to);
    pack.relu = static_cast<Relu>(part(at(2), 2, 2));
    pack.relu_threshold = part(at(2), 6, 16);
    const std::uint32_t more = at(section(packer) + 3);
    if (part(more, 20, 1) != 0) pack.exponent_threshold = part(more, 24, 8);
    return pack;
}

// Which datums of Dst, in the order in which they go out; ~0 for one that comes from nowhere.
std::vector<std::uint32_t> SlowPack::sources(std::uint32_t word, std::uint32_t packer) const {
    std::vector<std::uint32_t> datums;
    if (part(word, 1, 1) != 0) return datums;
    const auto at = [&](std::uint32_t index) { return core.contains(index) ? core.at(index) : 0; };
    const std::uint32_t control = second() ? 12 : 8;
    const std::uint32_t y_stride = second() ? at(control) >> 16 : part(at(control), 12, 12);
    const std::uint32_t z_stride = second() ? part(at(control + 1), 0, 16) : part(at(control + 1), 0, 12);
    const std::uint32_t w_stride = second() ? at(control + 1) >> 16 : part(at(control + 1), 12, 16);
    const Channel& c = counters[0];
    const std::uint32_t address =
        at(second() ? 16 : 12) + c.x * part(at(control), 0, 4) + c.y * y_stride + c.z * z_stride + c.w * w_stride;
    const std::uint32_t in = part(at(section(packer) + 2), 8, 2), size = in == 0 ? 4 : in == 1 ? 2 : 1;
    const std::uint32_t first = (address / size / (16 / size) * (16 / size) + c.x % (16 / size) +
                                 part(at((second() ? 180 : 152) + packer), 0, 12) * 16) %
                                0x4000;
    const std::uint32_t count = counters[1].x - c.x + 1;
    const auto from = [&](std::uint32_t begin) {
        for (std::uint32_t i = 0; i < count; ++i) datums.push_back(part(word, 12, 1) != 0 ? ~0u : (begin + i) % 0x4000);
    };
    if (!second()) {
        from(first);
        return datums;
    }
    const std::uint32_t chosen = part(word, 8, 4) == 0 ? 15 : part(word, 8, 4);
    for (std::uint32_t i = 0; i < 4; ++i)
        if (part(chosen, static_cast<int>(i), 1) != 0) from(first + (part(word, 17, 1) != 0 ? 256 : 16) * i);
    return datums;
}

std::uint32_t SlowPack::fetch(std::uint32_t datum, std::uint32_t packer, std::uint32_t y, std::uint32_t z) {
    const std::uint32_t masks = second() ? 24 : 20, maps = second() ? 20 : 16;
    const std::uint32_t chooser = second() ? z % 4 : packer;
    const std::uint32_t map = part(core[masks], static_cast<int>(17 + 2 * chooser), 2);
    const std::uint32_t mask = part(core[maps + map], static_cast<int>(2 * (y % 16)), 2);
    if (part(core[masks + mask], static_cast<int>(datum % 16), 1) == 0) return 0;
    const Pack pack = conversion(packer);
    const bool small = pack.intermediate == DataFormat::fp16 || pack.intermediate == DataFormat::bfp8a;
    const DstFormat view = pack.dst_is_32_bit                       ? DstFormat::fp32
                           : pack.intermediate == DataFormat::int16 ? DstFormat::raw16
                           : small                                  ? DstFormat::fp16
                                                                    : DstFormat::bf16;
    return dst.read_row(static_cast<int>(datum / 16), view)[datum % 16];
}

void SlowPack::address(std::uint32_t packer) {
    const auto base = [&](std::uint32_t p) { return core[section(p) + 1] + (part(core[section(p) + 2], 15, 1) == 0); };
    std::uint32_t to = base(packer);
    if (packer != 0 && base(0) >= 0x80000000) to += base(0);
    const Channel& c = counters[1];
    const std::uint32_t control = second() ? 14 : 10;
    const std::uint32_t y_stride = second() ? core[control] >> 16 : part(core[control], 12, 12);
    const std::uint32_t z_stride = second() ? part(core[control + 1], 0, 16) : part(core[control + 1], 0, 12);
    const std::uint32_t w_stride = second() ? core[control + 1] >> 16 : part(core[control + 1], 12, 16);
    const std::uint32_t more = core[second() ? 17 : 13] + c.y * y_stride + c.z * z_stride + c.w * w_stride;
    to += second() ? more / 16 : more / 16 * 16;
    Packer& p = packers_[packer];
    if (part(core[section(packer) + 2], 5, 1) != 0) {
        if (p.exponents.needs_address) p.exponents.address = (to & 0x1FFFF) * 16;
        p.exponents.needs_address = false;
        to += core[section(packer)] >> 16;
    }
    if (p.data.needs_address) p.data.address = (to & 0x1FFFF) * 16;
    p.data.needs_address = false;
}

void SlowPack::put(Stream& stream, std::uint8_t byte, bool adds, DataFormat format) {
    stream.buffer.push_back(byte);
    if (stream.buffer.size() != 16) return;
    const std::span there(&l1.at(stream.address), std::size_t{16});
    if (adds) pack_accumulate(format, there, stream.buffer);
    std::copy(stream.buffer.begin(), stream.buffer.end(), there.begin());
    stream.buffer.clear();
    stream.address += 16;
}

void SlowPack::flush(Stream& stream, bool adds, DataFormat format) {
    while (!stream.buffer.empty()) put(stream, 0, adds, format);
    stream.needs_address = true;
}

void SlowPack::run(std::uint32_t word) {
    const std::uint32_t chosen = second() ? 1 : part(word, 8, 4) == 0 ? 1 : part(word, 8, 4);
    for (std::uint32_t p = 0; p < 4; ++p) {
        if (part(chosen, static_cast<int>(p), 1) == 0) continue;
        Packer& packer = packers_[p];
        const Pack pack = conversion(p);
        const bool adds = part(core[section(p) + 3], second() ? 19 : 21, 1) != 0;
        const bool blocks = is_bfp(pack.out);
        const std::uint32_t rows = part(core[(second() ? 28 : 24) + p], 8, 8);
        address(p);
        const std::vector<std::uint32_t> datums = sources(word, p);
        const std::uint32_t count = counters[1].x - counters[0].x + 1;
        std::uint32_t row = 0;
        std::vector<std::uint32_t> fetched;
        for (std::size_t i = 0; i < datums.size(); ++i) {
            if (second() && i % count == 0 && i != 0) ++row;
            fetched.push_back(datums[i] == ~0u ? 0 : fetch(datums[i], p, packer.y + row, packer.z));
            if (second() || datums[i] == ~0u) continue;
            if (++packer.x != 16) continue;
            packer.x = 0;
            packer.y = (packer.y + 1) % 256;
            if (packer.y != rows) continue;
            packer.y = 0;
            ++packer.z;
        }
        if (second() && !datums.empty() && datums[0] != ~0u) {
            packer.y = (packer.y + row + 1) % 256;
            if (packer.y == rows) {
                packer.y = 0;
                ++packer.z;
            }
        }
        std::uint32_t bits = 0;
        int filled = 0;
        for (std::size_t i = 0; i < fetched.size(); i += 16) {
            std::array<std::uint32_t, 16> sixteen{};
            for (std::size_t j = i; j < fetched.size() && j < i + 16; ++j) sixteen[j - i] = fetched[j];
            const PackedRow packed = pack_row(pack, sixteen);
            if (blocks) put(packer.exponents, static_cast<std::uint8_t>(packed.exponent), adds, pack.out);
            for (std::size_t j = i; j < fetched.size() && j < i + 16; ++j) {
                const std::uint32_t value = packed.datum[j - i];
                const int size = datum_bits(pack.out);
                if (size >= 8) {
                    for (int b = 0; b < size; b += 8)
                        put(packer.data, static_cast<std::uint8_t>(value >> b), adds, pack.out);
                    continue;
                }
                bits |= value << filled;
                filled += size;
                if (filled != 8) continue;
                put(packer.data, static_cast<std::uint8_t>(bits), adds, pack.out);
                bits = 0;
                filled = 0;
            }
        }
        if (part(word, 0, 2) != 0) {
            flush(packer.data, adds, pack.out);
            flush(packer.exponents, adds, pack.out);
            packer.z = 0;
        }
    }
    const std::uint32_t mode = thread[(second() ? 37 : 31) + part(word, 15, 2)];
    for (int channel = 0; channel < 2; ++channel) {
        Channel& c = counters[static_cast<std::size_t>(channel)];
        const std::uint32_t by = part(mode, 6 * channel, 4), limit = second() ? 0x1FFF : 0xFF;
        if (part(mode, 6 * channel + 5, 1) != 0)
            c.y = c.y_cr = 0;
        else if (part(mode, 6 * channel + 4, 1) != 0)
            c.y = c.y_cr = (c.y_cr + by) & 0x1FFF;
        else
            c.y = (c.y + by) & 0x1FFF;
        if (part(mode, 13 + 2 * channel, 1) != 0)
            c.z = c.z_cr = 0;
        else
            c.z = (c.z + part(mode, 12 + 2 * channel, 1)) & limit;
    }
}

}  // namespace tessera::tensix
