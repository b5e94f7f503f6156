// A check that fails says which elements and where they lie: in the text, in JSON and on the page.
#include <nlohmann/json.hpp>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class FailedCheck : public Command {
  protected:
    // kernels/examples/scale.toml after `from` became `to`.
    void scale_with(const std::string& from, const std::string& to) const {
        std::string job = read_text(TESSERA_SOURCE_DIR "/kernels/examples/scale.toml");
        const std::size_t at = job.find(from);
        ASSERT_NE(at, job.npos);
        write_text(scratch / "job.toml", job.replace(at, from.size(), to));
    }
};

TEST_F(FailedCheck, SaysEverySecondColumn) {
    scale_with("i < 16; ++i)", "i < 16; i += 2)");
    const Outcome text = run({"run", "job.toml"});
    EXPECT_EQ(text.status, 1);
    EXPECT_THAT(text.out, HasSubstr("failed 64 of 128 elements (50 %): every second column from 1"));
    EXPECT_THAT(text.out, HasSubstr("cores  (0,0) 32, (0,1) 32"));
    EXPECT_THAT(text.out, HasSubstr("\n       .#.#.#.#.#.#.#.#\n"));
    const Outcome outcome = run({"run", "job.toml", "--json", "--report", "r.html"});
    const json failures = json::parse(outcome.out).at("check").at("failures");
    EXPECT_EQ(failures.at("count"), 64);
    EXPECT_EQ(failures.at("worst").size(), 10u);
    EXPECT_EQ(data_of(read_text(scratch / "r.html")).at("check").at("failures"), failures);
}

TEST_F(FailedCheck, SaysTheLastRowOfEachCore) {
    scale_with("*= 2.0f;", "*= page + 1 == last ? 3.0f : 2.0f;");
    EXPECT_THAT(run({"run", "job.toml"}).out, HasSubstr("the last row of each core"));
}

// Tiles of a matrix, the cores that wrote them.
TEST_F(FailedCheck, SaysTheLastTileOfEachCore) {
    fs::copy(TESSERA_SOURCE_DIR "/kernels/examples/add", scratch / "add", fs::copy_options::recursive);
    fs::copy_file(TESSERA_SOURCE_DIR "/kernels/examples/add.toml", scratch / "add.toml");
    std::string kernel = read_text(scratch / "add/compute.cpp");
    const std::string call = "add_tiles(0, 1, 0, 0, 0);";
    kernel.replace(kernel.find(call), call.size(), "add_tiles(0, tile + 1 < count ? 1 : 0, 0, 0, 0);");
    write_text(scratch / "add/compute.cpp", kernel);
    const Outcome outcome = run({"run", "add.toml", "--param", "cores=4"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.out, HasSubstr("the last tile of each core"));
    EXPECT_THAT(outcome.out, HasSubstr("where  4 of 16 tiles; faces 0: "));
}

// A circular buffer of another format than its tensor's makes transfers of another page.
TEST_F(FailedCheck, AFormatThatIsNotTheTensorsIsNamed) {
    fs::copy(TESSERA_SOURCE_DIR "/kernels/examples/add", scratch / "add", fs::copy_options::recursive);
    std::string job = read_text(TESSERA_SOURCE_DIR "/kernels/examples/add.toml");
    const std::string format = "index = 0\nformat = \"bf16\"";
    job.replace(job.find(format), format.size(), "index = 0\nformat = \"fp32\"");
    write_text(scratch / "add.toml", job);
    const Outcome outcome = run({"run", "add.toml"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("is the circular buffer's format that of the tensor?"));
}

TEST_F(FailedCheck, AGoodRunHasNoMap) {
    scale_with("rows = 8", "rows = 4");
    const Outcome outcome = run({"run", "job.toml", "--json", "--report", "r.html"});
    expect_good(outcome);
    EXPECT_FALSE(json::parse(outcome.out).at("check").contains("failures"));
    EXPECT_FALSE(data_of(read_text(scratch / "r.html")).contains("check"));
}

}  // namespace
}  // namespace tessera::end_to_end
