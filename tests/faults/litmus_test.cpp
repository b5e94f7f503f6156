// The litmus programs of spec/memory-order.md 6, on both architectures: E is reported by default, S in strict runs
// only, N never. Kernels run on cores A (0,0), C (1,0) and D (2,0); every core has circular buffer 0, semaphores 0
// and 1.
#include <fmt/format.h>

#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

enum class Verdict { E, S, N };

struct Part {
    char core;         // A, C, D
    const char* risc;  // B, NC, T
    const char* body;
};

struct Litmus {
    int number;
    const char* name;
    Verdict verdict;
    std::vector<Part> parts;
    std::uint32_t pages = 2;
    Id id = Id::race;
    std::vector<Part> then = {};  // the kernels of a second program
};

// Arguments: NoC coordinates of A, C and D, then two DRAM buffers, of which the first is filled.
const std::string names = R"(
inline uint64_t at(uint32_t core, uint32_t address) {
    return get_noc_addr(get_arg_val<uint32_t>(2 * core), get_arg_val<uint32_t>(2 * core + 1), address);
}
inline uint64_t all(uint32_t first, uint32_t last, uint32_t address) {
    return get_noc_multicast_addr(get_arg_val<uint32_t>(2 * first), get_arg_val<uint32_t>(2 * first + 1),
                                  get_arg_val<uint32_t>(2 * last), get_arg_val<uint32_t>(2 * last + 1), address);
}
inline uint64_t dram(uint32_t which) { return get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(6 + which)); }
inline volatile uint32_t* word(uint32_t address) { return reinterpret_cast<volatile uint32_t*>(address); }
inline void fill(uint32_t l1, uint32_t bytes) {
    noc_async_read(dram(0), l1, bytes);
    noc_async_read_barrier();
}
constexpr uint32_t A = 0, C = 1, D = 2;
#define X (get_write_ptr(0))
#define S get_semaphore(0)
#define S2 get_semaphore(1)
#define WAIT(s, n) noc_semaphore_wait(word(s), n)
#define USE(address) word(S2 + 8)[0] = word(address)[0]
)";

const std::vector<Litmus>& litmus() {
    static const std::vector<Litmus> all{
        {1,
         "ReadPushUnpack",
         Verdict::E,
         {{'A', "B",
           "cb_reserve_back(0, 1); noc_async_read(dram(0), X, 4096); cb_push_back(0, 1);  // BUG\n"
           "noc_async_read_barrier();"},
          {'A', "T", "cb_wait_front(0, 1); cb_pop_front(0, 1);"}},
         2,
         Id::push_before_barrier},
        {2,
         "ReadBarrierPushUnpack",
         Verdict::N,
         {{'A', "B", "cb_reserve_back(0, 1); fill(X, 4096); cb_push_back(0, 1);"},
          {'A', "T", "cb_wait_front(0, 1); cb_pop_front(0, 1);"}}},
        {3,
         "WritePopRefill",
         Verdict::E,
         {{'A', "B", "for (int i = 0; i < 3; ++i) { cb_reserve_back(0, 1); fill(X, 4096); cb_push_back(0, 1); }"},
          {'A', "NC",
           "for (int i = 0; i < 3; ++i) { cb_wait_front(0, 1);\n"
           "noc_async_write(get_read_ptr(0), dram(1), 4096);  // BUG\n"
           "cb_pop_front(0, 1); } noc_async_write_barrier();"}},
         1},
        {4,
         "WriteFlushPop",
         Verdict::N,
         {{'A', "B", "for (int i = 0; i < 3; ++i) { cb_reserve_back(0, 1); fill(X, 4096); cb_push_back(0, 1); }"},
          {'A', "NC",
           "for (int i = 0; i < 3; ++i) { cb_wait_front(0, 1);\n"
           "noc_async_write(get_read_ptr(0), dram(1), 4096);\n"
           "noc_async_writes_flushed(); cb_pop_front(0, 1); } noc_async_write_barrier();"}},
         1},
        {5,
         "PostedWriteWrongFlush",
         Verdict::E,
         {{'A', "B", "for (int i = 0; i < 3; ++i) { cb_reserve_back(0, 1); fill(X, 4096); cb_push_back(0, 1); }"},
          {'A', "NC",
           "for (int i = 0; i < 3; ++i) { cb_wait_front(0, 1);\n"
           "noc_async_write<NOC_MAX_BURST_SIZE + 1, true, true>(get_read_ptr(0), dram(1), 4096);  // BUG\n"
           "noc_async_writes_flushed(); cb_pop_front(0, 1); } noc_async_posted_writes_flushed();"}},
         1},
        {6,
         "WriteThenIncrement",
         Verdict::S,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, at(C, X), 64);  // BUG\n"
           "noc_semaphore_inc(at(C, S), 1); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 1); USE(X);"}}},
        {7,
         "WriteBarrierIncrement",
         Verdict::N,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, at(C, X), 64); noc_async_write_barrier();\n"
           "noc_semaphore_inc(at(C, S), 1); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 1); USE(X);"}}},
        {8,
         "FlushIsNoArrival",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, at(C, X), 64);  // BUG\n"
           "noc_async_writes_flushed(); noc_semaphore_inc(at(D, S), 1); noc_async_full_barrier();"},
          {'C', "B", ""},
          {'D', "B", "WAIT(S, 1); noc_async_read(at(C, X), X, 64); noc_async_read_barrier();"}}},
        {9,
         "OtherChannel",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, at(C, X), 64);  // BUG\n"
           "noc_semaphore_inc(at(C, S), 1, noc_index, 2); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 1); USE(X);"}}},
        {10,
         "MulticastThenIncrement",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_write_multicast(X, all(C, D, X), 64, 2);  // BUG\n"
           "noc_semaphore_inc(at(C, S), 1); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 1); USE(X);"},
          {'D', "B", ""}}},
        {11,
         "MulticastThenFlag",
         Verdict::S,
         {{'A', "B",
           "fill(X, 64); fill(X + 64, 4); noc_async_write_multicast(X, all(C, D, X), 64, 2);  // BUG\n"
           "noc_semaphore_set_multicast(X + 64, all(C, D, S), 2); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 0x01010101); USE(X);"},
          {'D', "B", "WAIT(S, 0x01010101);"}}},
        {12,
         "MulticastToOtherRectangle",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); fill(X + 64, 4); noc_async_write_multicast(X, all(C, D, X), 64, 2);  // BUG\n"
           "noc_semaphore_set_multicast(X + 64, all(C, C, S), 1); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 0x01010101); USE(X);"},
          {'D', "B", ""}}},
        {13,
         "OtherNoc",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, at(C, X), 64, 0);  // BUG\n"
           "noc_semaphore_inc(at(C, S), 1, 1); noc_async_write_barrier(0); noc_async_atomic_barrier(1);"},
          {'C', "B", "WAIT(S, 1); USE(X);"}}},
        {14,
         "FlagChangedBehindMulticast",
         Verdict::E,
         {{'A', "B",
           "fill(X + 64, 4); noc_semaphore_set_multicast(X + 64, all(C, D, S), 2);  // BUG\n"
           "word(X + 64)[0] = 0; noc_async_write_barrier();"},
          {'C', "B", ""},
          {'D', "B", ""}}},
        {15,
         "StoreThenMulticast",
         Verdict::S,
         {{'A', "B",
           "word(X)[0] = 1; noc_semaphore_set_multicast(X, all(C, D, S), 2);  // BUG\n"
           "noc_async_write_barrier();"},
          {'C', "B", "WAIT(S, 1);"},
          {'D', "B", "WAIT(S, 1);"}}},
        {16,
         "WriteBarrierIsNoAtomicBarrier",
         Verdict::E,
         {{'A', "B",
           "noc_semaphore_inc(at(C, S), 1);  // BUG\n"
           "noc_async_write_barrier(); noc_semaphore_inc(at(D, S), 1); noc_async_full_barrier();"},
          {'C', "B", ""},
          {'D', "B", "WAIT(S, 1); noc_async_read(at(C, S), X, 4); noc_async_read_barrier();"}}},
        {17,
         "AtomicAtTheEnd",
         Verdict::E,
         {{'A', "B", "noc_semaphore_inc(at(C, S), 1);  // BUG\n"}, {'C', "B", "WAIT(S, 1);"}},
         2,
         Id::unfinished_transfers},
        {18,
         "NextProgramReads",
         Verdict::E,
         {{'A', "B", "fill(X, 64); noc_async_write(X, dram(1), 64); noc_async_writes_flushed();"}},
         2,
         Id::race,
         {{'A', "B", "noc_async_read(dram(1), X, 64);  // BUG\n noc_async_read_barrier();"}}},
        {19,
         "ReadBack",
         Verdict::N,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, dram(1), 64); noc_async_read(dram(1), X + 64, 64);\n"
           "noc_async_read_barrier(); noc_async_write_barrier(); USE(X + 64);"}}},
        {20,
         "ReadBackOnOtherNoc",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, dram(1), 64, 0);  // BUG\n"
           "noc_async_read(dram(1), X + 64, 64, 1); noc_async_read_barrier(1); noc_async_write_barrier(0);"}}},
        {21,
         "WriteBehindRead",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_read(dram(0), X + 64, 64);  // BUG\n"
           "noc_async_write(X, dram(0), 64); noc_async_full_barrier();"}}},
        {22,
         "TwoReadsIntoOnePlace",
         Verdict::E,
         {{'A', "B",
           "noc_async_read(dram(0), X, 64);  // BUG\n"
           "noc_async_read(dram(0) + 64, X, 64); noc_async_read_barrier(); USE(X);"}}},
        {23,
         "TwoWritesOnOneWay",
         Verdict::N,
         {{'A', "B",
           "fill(X, 128); noc_async_write(X, at(C, X), 64); noc_async_write(X + 64, at(C, X), 64);\n"
           "noc_async_write_barrier(); noc_semaphore_inc(at(C, S), 1); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 1); USE(X);"}}},
        {24,
         "TwoWriters",
         Verdict::E,
         {{'A', "B",
           "fill(X, 64); noc_async_write(X, at(C, X), 64);\n"
           "noc_async_write_barrier(); noc_semaphore_inc(at(C, S), 1); noc_async_full_barrier();"},
          {'C', "B", "WAIT(S, 2); USE(X);"},
          {'D', "B",
           "fill(X, 64); noc_async_write(X, at(C, X), 64);\n"
           "noc_async_write_barrier(); noc_semaphore_inc(at(C, S), 1); noc_async_full_barrier();"}}},
        {25,
         "TwoIncrements",
         Verdict::N,
         {{'A', "B", "noc_semaphore_inc(at(C, S), 1); noc_async_atomic_barrier();"},
          {'C', "B", "WAIT(S, 2);"},
          {'D', "B", "noc_semaphore_inc(at(C, S), 1); noc_async_atomic_barrier();"}}},
        {26,
         "ResetWhileAdding",
         Verdict::E,
         {{'A', "B", "noc_semaphore_inc(at(C, S), 1); noc_async_atomic_barrier();"},
          {'C', "B", "noc_semaphore_set(word(S), 0);"}}},
        {27,
         "PackPushSend",
         Verdict::N,
         {{'A', "T",
           "copy_tile_init(0); tile_regs_acquire(); fill_tile(0, 1.0f); tile_regs_commit(); tile_regs_wait();\n"
           "cb_reserve_back(0, 1); pack_tile(0, 0); cb_push_back(0, 1); tile_regs_release();"},
          {'A', "NC",
           "cb_wait_front(0, 1); noc_async_write(get_read_ptr(0), dram(1), 4096);\n"
           "noc_async_write_barrier(); cb_pop_front(0, 1);"}}},
        {28,
         "SendWithoutPush",
         Verdict::E,
         {{'A', "T",
           "copy_tile_init(0); tile_regs_acquire(); fill_tile(0, 1.0f); tile_regs_commit(); tile_regs_wait();\n"
           "cb_reserve_back(0, 1); pack_tile(0, 0); tile_regs_release();"},
          {'A', "NC",
           "riscv_wait(4000); noc_async_write(get_read_ptr(0), dram(1), 4096);\n"
           "noc_async_write_barrier();"}}},
        {29,
         "UnpackPopRefill",
         Verdict::N,
         {{'A', "B", "for (int i = 0; i < 3; ++i) { cb_reserve_back(0, 1); fill(X, 4096); cb_push_back(0, 1); }"},
          {'A', "T",
           "copy_tile_init(0); for (int i = 0; i < 3; ++i) { tile_regs_acquire(); cb_wait_front(0, 1);\n"
           "copy_tile(0, 0, 0); cb_pop_front(0, 1); tile_regs_commit(); tile_regs_wait();\n"
           "tile_regs_release(); }"}},
         1},
        {30,
         "LoadAfterPop",
         Verdict::E,
         {{'A', "B", "for (int i = 0; i < 3; ++i) { cb_reserve_back(0, 1); fill(X, 4096); cb_push_back(0, 1); }"},
          {'A', "T",
           "volatile uint32_t got = 0; for (int i = 0; i < 3; ++i) { cb_wait_front(0, 1);\n"
           "UNPACK((got = get_local_cb_interface(0).fifo_rd_ptr << 4));\n cb_pop_front(0, 1);\n"
           "UNPACK((got = *reinterpret_cast<volatile uint32_t*>(got))); }"}},
         1},
        {31,
         "PackWithoutCommit",
         Verdict::E,
         {{'A', "T",
           "copy_tile_init(0); tile_regs_acquire(); fill_tile(0, 1.0f); cb_reserve_back(0, 1);\n"
           "pack_tile(0, 0);  // BUG\n cb_push_back(0, 1);"}},
         2,
         Id::pack_order},
        {32,
         "StorePushLoad",
         Verdict::S,
         {{'A', "B", "cb_reserve_back(0, 1); word(X)[0] = 1;  cb_push_back(0, 1);"},
          {'A', "NC", "cb_wait_front(0, 1); USE(get_read_ptr(0));  // BUG\n cb_pop_front(0, 1);"}}},
        {34,
         "BarrierOfOtherNoc",
         Verdict::E,
         {{'A', "B",
           "noc_async_read(dram(0), X, 64, 1);  // BUG\n noc_async_read_barrier(0); USE(X);\n"
           "noc_async_read_barrier(1);"}}},
        {35,
         "BarrierOfOtherRisc",
         Verdict::E,
         {{'A', "B",
           "noc_async_read(dram(0), X, 64);  // BUG\n noc_semaphore_set(word(S), 1); WAIT(S2, 1);\n"
           "noc_async_read_barrier();"},
          {'A', "NC", "WAIT(S, 1); noc_async_read_barrier(0); USE(X); noc_semaphore_set(word(S2), 1);"}}},
    };
    return all;
}

class Machine {
  public:
    explicit Machine(const arch::Arch& arch) : device_(arch) {
        for (int i = 0; i < 2; ++i) buffers_.push_back(device_.create_buffer(8192, 8192));
        device_.write(*buffers_[0], std::vector<std::uint8_t>(8192, 1));
    }
    std::optional<fault::Fault> run(const std::vector<Part>& parts, std::uint32_t pages, bool strict,
                                    std::uint32_t data_caches = 0) {
        host::Program program;
        const host::CoreRangeSet cores{host::CoreRange{{0, 0}, {2, 0}}};
        program.add(host::CircularBufferSpec{cores, pages * 4096, {{0, {DataFormat::fp32, 4096}}}, std::nullopt});
        program.add_semaphore(cores, 0);
        program.add_semaphore(cores, 0);
        for (const Part& part : parts) add(program, part);
        core::Options options;
        options.max_cycles = 200'000;
        options.faults.strict = strict;
        options.data_caches = data_caches;
        options.warned = [](const fault::Fault& warning) { ADD_FAILURE() << warning.text(fault::Severity::warning); };
        try {
            device_.run(program, std::move(options));
        } catch (const fault::Fault& fault) {
            return fault;
        }
        return std::nullopt;
    }
    const std::string& text(const std::string& kernel) const { return texts_.at(kernel); }

  private:
    static std::size_t column(char core) { return core == 'A' ? 0 : core == 'C' ? 1 : 2; }

    void add(host::Program& program, const Part& part) {
        const bool compute = part.risc[0] == 'T';
        host::KernelSpec spec;
        spec.path = fmt::format("{}_{}.cpp", part.core, part.risc);
        spec.text = compute ? fmt::format(
                                  "#include \"compute_kernel_api/eltwise_unary/fill.h\"\n"
                                  "#include \"compute_kernel_api/tile_move_copy.h\"\n"
                                  "#include \"compute_kernel_api/eltwise_unary/eltwise_unary.h\"\n"
                                  "void kernel_main() {{\nunary_op_init_common(0, 0); fill_tile_init();\n{}\n}}\n",
                                  part.body)
                            : fmt::format("{}\nvoid kernel_main() {{\n{}\n}}\n", names, part.body);
        texts_[spec.path] = *spec.text;
        const host::CoreCoord core{column(part.core), 0};
        spec.cores = host::CoreRangeSet{core};
        if (compute)
            spec.compute = host::ComputeKernel{.fp32_dest_acc = true};
        else
            spec.data_movement = part.risc[0] == 'B' ? host::DataMovementKernel{abi::Risc::b, 0}
                                                     : host::DataMovementKernel{abi::Risc::nc, 1};
        const host::KernelId id = program.add(std::move(spec));
        if (compute) return;
        std::vector<std::uint32_t> args;
        for (std::size_t x = 0; x < 3; ++x) {
            const arch::Coord at =
                device_.machine().core(device_.machine().core_index(static_cast<int>(x), 0)).physical;
            args.insert(args.end(), {static_cast<std::uint32_t>(at.x), static_cast<std::uint32_t>(at.y)});
        }
        for (const auto& buffer : buffers_) args.push_back(buffer->address());
        program.set_args(id, core, args);
    }

    host::Device device_;
    std::vector<std::shared_ptr<host::Buffer>> buffers_;
    std::map<std::string, std::string> texts_;
};

class LitmusTest : public ::testing::TestWithParam<std::tuple<const char*, Litmus>> {};

TEST_P(LitmusTest, HasItsVerdict) {
    const auto& [arch, program] = GetParam();
    for (const bool strict : {false, true}) {
        Machine machine(*arch::find(arch));
        auto fault = machine.run(program.parts, program.pages, strict);
        if (!program.then.empty()) {
            // What the first program leaves under way is refused at once in a strict run.
            ASSERT_EQ(fault.has_value(), strict) << fault->text();
            if (!strict) fault = machine.run(program.then, program.pages, strict);
        }
        const bool expected = program.verdict == Verdict::E || (program.verdict == Verdict::S && strict);
        ASSERT_EQ(fault.has_value(), expected) << (fault ? fault->text() : "clean") << (strict ? " (strict)" : "");
        if (!fault) continue;
        if (!strict) {
            EXPECT_EQ(fault->id(), program.id) << fault->text();
        }
        const std::string& text = machine.text(fault->where().file);
        if (!strict && text.find("// BUG") != std::string::npos) {
            EXPECT_EQ(fault->where().line, line_of(text)) << fault->text() << text;
        }
    }
}

// Number 33: with the data cache on, a bare poll sees what it saw first.
TEST(MemoryOrderTest, L33_DataCache) {
    const Part sender{'A', "B", "riscv_wait(2000); noc_semaphore_inc(at(C, S), 1); noc_async_atomic_barrier();"};
    const Part bare{'C', "B", "while (word(S)[0] != 1) {}  // BUG"};
    const Part careful{'C', "B", "while (word(S)[0] != 1) invalidate_l1_cache();"};
    constexpr std::uint32_t on_brisc = 1;
    for (const auto& [arch, part, cached, stale] :
         {std::tuple{"blackhole", bare, on_brisc, true}, std::tuple{"blackhole", bare, 0u, false},
          std::tuple{"blackhole", careful, on_brisc, false}, std::tuple{"wormhole_b0", bare, on_brisc, false}}) {
        Machine machine(*arch::find(arch));
        const auto fault = machine.run({sender, part}, 2, false, cached);
        ASSERT_EQ(fault.has_value(), stale) << arch << part.body << (fault ? fault->text() : "");
        if (!fault) continue;
        EXPECT_EQ(fault->id(), Id::stale_cache) << fault->text();
        EXPECT_EQ(fault->where().line, line_of(machine.text("C_B.cpp"))) << fault->text();
    }
}

INSTANTIATE_TEST_SUITE_P(MemoryOrder, LitmusTest,
                         ::testing::Combine(::testing::Values("wormhole_b0", "blackhole"),
                                            ::testing::ValuesIn(litmus())),
                         [](const auto& one) {
                             const Litmus& program = std::get<1>(one.param);
                             return fmt::format("L{:02}_{}_{}", program.number, program.name, std::get<0>(one.param));
                         });

}  // namespace
}  // namespace tessera::faults
