// Operations that are a page of declaration: kernels held against their references at shapes drawn at random, their
// structs byte by byte, and what they refuse.
#include "host/ops/declared.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>

#include "host/run/execute.hpp"
#include "host/run/options.hpp"
#include "sim/fault/fault.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;
using fault::InputError;
using testing::HasSubstr;

const std::vector<std::unique_ptr<const Operation>>& all() {
    static const auto operations = declared_operations(fs::path(TESSERA_SOURCE_DIR) / "kernels");
    return operations;
}

struct Declared {
    const Operation* operation;
    const arch::Arch* arch;
};
void PrintTo(const Declared& one, std::ostream* out) { *out << one.operation->name() << "_" << one.arch->name; }

std::vector<Declared> on_both() {
    std::vector<Declared> out;
    for (const auto& operation : all())
        for (const arch::Arch* arch : arch::all()) out.push_back({operation.get(), arch});
    return out;
}

// Some parameters at their defaults, the others anywhere that is not far.
Settings drawn(const Operation& operation, std::mt19937_64& numbers) {
    Settings settings(operation.parameters());
    for (const Parameter& parameter : operation.parameters()) {
        if (numbers() % 3 == 0) continue;
        const auto among = [&](std::int64_t most) {
            return static_cast<std::int64_t>(numbers() % static_cast<std::uint64_t>(most));
        };
        if (!parameter.choices.empty()) {
            settings.set(parameter.name, parameter.choices[numbers() % parameter.choices.size()], parameter.name);
        } else if (parameter.kind == ParameterKind::whole) {
            const auto least = static_cast<std::int64_t>(std::max(parameter.least, 0.0));
            const std::int64_t value = least + among(parameter.name == "cores" ? 4 : numbers() % 2 == 0 ? 8 : 90);
            settings.set(parameter.name, fmt::format("{:.0f}", std::min(static_cast<double>(value), parameter.most)),
                         parameter.name);
        } else if (parameter.kind == ParameterKind::real) {
            const double usual = settings.real(parameter.name);
            settings.set(parameter.name,
                         fmt::format("{}", std::clamp(usual + 0.25 * static_cast<double>(among(5)), parameter.least,
                                                      parameter.most)),
                         parameter.name);
        } else if (parameter.kind == ParameterKind::flag) {
            settings.set(parameter.name, among(2) == 0 ? "true" : "false", parameter.name);
        }
    }
    return settings;
}

std::string text_of(const Settings& settings) {
    std::string out;
    for (const Parameter& parameter : settings.parameters())
        if (settings.gave(parameter.name))
            out += fmt::format(" --{} {}", parameter.name, settings.text(parameter.name));
    return out;
}

// Nothing for a shape whose buffers do not fit L1.
std::optional<views::Check> checked(const arch::Arch& arch, const Job& job) {
    Device device(arch);
    RunOptions options;
    options.strict = true;
    try {
        return execute(device, job, core_options(options)).check.value();
    } catch (const InputError& error) {
        if (!std::string_view(error.what()).starts_with("circular buffers end at")) ADD_FAILURE() << error.what();
    } catch (const fault::Fault& fault) {
        ADD_FAILURE() << fault.text();
    }
    return std::nullopt;
}

class DeclaredOperations : public testing::TestWithParam<Declared> {};

// Compiles three kernels for each shape, which takes most of its time. TESSERA_FUZZ=n draws n times as many.
TEST_P(DeclaredOperations, KeepTheirBoundsAtAnyShape) {
    const auto& [operation, arch] = GetParam();
    std::mt19937_64 numbers(arch == &arch::blackhole());
    const char* more = std::getenv("TESSERA_FUZZ");
    const int wanted = 2 * (more == nullptr ? 1 : std::atoi(more));
    int ran = 0;
    for (int tries = 0; ran < wanted && tries < 1000 * wanted; ++tries) {
        const Settings settings = drawn(*operation, numbers);
        std::optional<Job> job;
        try {
            job = operation->plan(settings, *arch, 1 + static_cast<std::uint64_t>(tries));
        } catch (const InputError&) {
            continue;  // of a shape that cannot be
        }
        SCOPED_TRACE(fmt::format("{}{} --seed {}", operation->name(), text_of(settings), 1 + tries));
        const std::optional<views::Check> check = checked(*arch, *job);
        if (!check) continue;
        EXPECT_TRUE(check->within) << "element " << check->worst << " is " << check->got << ", exact "
                                   << check->expected << ", bound " << check->bound;
        ++ran;
    }
    EXPECT_EQ(ran, wanted) << "too few of the shapes that were drawn can be";
}

INSTANTIATE_TEST_SUITE_P(All, DeclaredOperations, testing::ValuesIn(on_both()), testing::PrintToStringParamName());

std::vector<std::byte> block_of(const Settings& settings) {
    std::vector<std::byte> block;
    for (const Parameter& field : settings.parameters()) {
        if (!field.offset) continue;
        if (block.size() < *field.offset + 4) block.resize((*field.offset / 16 + 1) * 16);
        if (field.kind == ParameterKind::real) {
            const auto value = static_cast<float>(settings.real(field.name));
            std::memcpy(block.data() + *field.offset, &value, sizeof value);
        } else {
            const auto value = static_cast<std::uint32_t>(settings.whole(field.name));
            std::memcpy(block.data() + *field.offset, &value, sizeof value);
        }
    }
    return block;
}

// A block as its host would fill it gives what options of the same values give.
TEST(DeclaredStructs, AreReadFieldByField) {
    const test::TemporaryFolder scratch;
    std::mt19937_64 numbers(1);
    for (const auto& operation : all()) {
        SCOPED_TRACE(operation->name());
        for (int given = 0, tries = 0; given < 3 && tries < 2000; ++tries) {
            const Settings settings = drawn(*operation, numbers);
            if (settings.find("params") == nullptr) break;
            try {
                operation->plan(settings, arch::wormhole_b0(), 1);
            } catch (const InputError&) {
                continue;
            }
            ++given;
            const std::vector<std::byte> block = block_of(settings);
            const auto planned = [&](std::size_t bytes) {
                std::ofstream(scratch / "params.bin", std::ios::binary)
                    .write(reinterpret_cast<const char*>(block.data()), static_cast<std::streamsize>(bytes));
                Settings by_block(operation->parameters());
                for (const Parameter& parameter : operation->parameters())
                    if (!parameter.offset && settings.gave(parameter.name))
                        by_block.set(parameter.name, settings.text(parameter.name), parameter.name);
                by_block.set("params", (scratch / "params.bin").string(), "--params");
                return operation->plan(by_block, arch::wormhole_b0(), 1);
            };
            const Job job = planned(block.size());
            EXPECT_THAT(job.words.details.at(1).second, HasSubstr("params.bin: "));
            for (const Parameter& field : operation->parameters()) {
                if (!field.offset) continue;
                const nlohmann::ordered_json& value = job.words.options.at(field.name);
                if (field.kind == ParameterKind::whole)
                    EXPECT_EQ(value.get<std::int64_t>(), settings.whole(field.name)) << field.name;
                else
                    EXPECT_EQ(value.get<float>(), static_cast<float>(settings.real(field.name))) << field.name;
            }
            EXPECT_THAT([&] { planned(block.size() - 4); }, testing::ThrowsMessage<InputError>(HasSubstr(" bytes; ")));
        }
    }
}

}  // namespace
}  // namespace tessera::host
