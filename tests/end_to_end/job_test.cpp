// tessera run JOB.toml: the examples that ship, parameters, outputs, and what is wrong with a file told by its place.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

using testing::HasSubstr;

class JobCommandLine : public Command {
  protected:
    static std::string example(const std::string& name) {
        return TESSERA_SOURCE_DIR "/kernels/examples/" + name + ".toml";
    }
    nlohmann::json report(std::vector<std::string> arguments) const {
        arguments.push_back("--json");
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return outcome.status == 0 ? nlohmann::json::parse(outcome.out) : nlohmann::json();
    }
    void passes(std::vector<std::string> arguments) const {
        for (const char* arch : {"wormhole_b0", "blackhole"}) {
            SCOPED_TRACE(arch + (" " + testing::PrintToString(arguments)));
            std::vector<std::string> all{"run"};
            all.insert(all.end(), arguments.begin(), arguments.end());
            all.insert(all.end(), {"--arch", arch});
            const nlohmann::json run = report(all);
            ASSERT_TRUE(run.contains("check"));
            EXPECT_TRUE(run["check"]["passed"].get<bool>());
        }
    }

    // A job of one kernel that does nothing, with more in front, and the same without the kernel.
    void write(const std::string& text) const { write_text(scratch / "job.toml", text); }
    static constexpr const char* kernel = "[[kernel]]\nprocessor = \"brisc\"\ntext = '''\nvoid kernel_main() {}\n'''\n";
    // What the file does wrong is one line with its place; nothing is left behind.
    void refuse(const std::string& text, const std::vector<std::string>& parts,
                std::vector<std::string> more = {}) const {
        SCOPED_TRACE(text);
        write(text);
        const auto before = scratch.names();
        std::vector<std::string> arguments{"run", "job.toml", "--output", "y.npy", "--trace", "t.json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        expect_refused(run(arguments), parts);
        EXPECT_EQ(scratch.names(), before);
    }
};

// What the README shows is the file that ships.
TEST_F(JobCommandLine, TheReadmesExampleRuns) {
    std::istringstream lines(read_text(example("scale")));
    std::string shown;
    for (std::string line; std::getline(lines, line);) shown += line.empty() ? "\n" : "    " + line + "\n";
    EXPECT_THAT(read_text(TESSERA_SOURCE_DIR "/README.md"), HasSubstr(shown));
    passes({example("scale")});
    passes({example("scale"), "--param", "rows=7", "--param", "cores=3"});
}

TEST_F(JobCommandLine, AddIsRightOnAnyNumberOfCores) {
    passes({example("add")});
    passes({example("add"), "--param", "cores=5", "--param", "width=96"});
}

TEST_F(JobCommandLine, MatmulIsWithinItsBound) {
    passes({example("matmul")});
    passes({example("matmul"), "--param", "Mt=1", "--param", "Kt=8", "--param", "Nt=3"});
}

TEST_F(JobCommandLine, MulticastReachesEveryReceiver) {
    passes({example("multicast")});
    passes({example("multicast"), "--param", "receivers=5"});
}

// The job file says the same as the operation's plan.
TEST_F(JobCommandLine, RopeTakesTheCyclesAndGivesTheBitsOfTheOperation) {
    for (const char* arch : {"wormhole_b0", "blackhole"}) {
        SCOPED_TRACE(arch);
        const auto job = report({"run", example("rope"), "--arch", arch, "--output", "job.npy", "--force"});
        const auto operation = report({"rope", "--rows", "32", "--width", "2048", "--rotary-dim", "256", "--arch", arch,
                                       "--output", "rope.npy", "--force"});
        EXPECT_EQ(job["time"], operation["time"]);
        EXPECT_EQ(job["units"], operation["units"]);
        EXPECT_EQ(read_text(scratch / "job.npy"), read_text(scratch / "rope.npy"));
    }
}

TEST_F(JobCommandLine, ParametersAreSweptAndCompared) {
    const Outcome sweep = run({"run", example("add"), "--sweep", "cores=1,4", "--csv", "add.csv"});
    expect_good(sweep);
    EXPECT_THAT(read_text(scratch / "add.csv"), testing::StartsWith("cores,"));
    const Outcome profile = run({"profile", example("add"), "--against", "cores=4"});
    expect_good(profile);
    EXPECT_THAT(profile.out, HasSubstr("cores=4"));
}

TEST_F(JobCommandLine, EveryOptionOfARunIsThere) {
    const Outcome outcome =
        run({"run", example("add"), "--report", "r.html", "--trace", "t.json", "--set", "noc.hop_cycles=12"});
    expect_good(outcome);
    EXPECT_THAT(outcome.out, HasSubstr("noc.hop_cycles"));
    EXPECT_THAT(outcome.out, HasSubstr("check  passed"));
    EXPECT_EQ(scratch.names(), (std::vector<std::string>{"r.html", "t.json"}));
    const Outcome help = run({"run", "--help"});
    expect_good(help);
    for (const char* part : {"JOB.toml", "--param NAME=VALUE", "--sweep NAME=LIST", "run kernels/examples/add.toml"})
        EXPECT_THAT(help.out, HasSubstr(part));
}

TEST_F(JobCommandLine, AResultThatIsOffFailsItsCheck) {
    const std::string text = std::string(R"([tensor.x]
generate = "iota"
shape = [32, 32]
format = "fp32"
[expect]
tensor = "x"
reference = "x + 1"
atol = 0.5
)") + kernel;
    write("outputs = [\"x\"]\n" + text);
    const Outcome outcome = run({"run", "job.toml"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("check failed: element [0, 0] is 0, exact 1"));
}

TEST_F(JobCommandLine, SeveralResultsAreNamed) {
    write(std::string("outputs = [\"x\", \"y\"]\n[tensor.x]\ngenerate = \"ones\"\nshape = [2, 4]\nformat = \"fp32\"\n"
                      "layout = \"rows\"\n[tensor.y]\ngenerate = \"constant\"\nvalue = 3\nshape = [4]\n"
                      "format = \"int32\"\nlayout = \"rows\"\n") +
          kernel);
    expect_good(run({"run", "job.toml", "--output", "x=a.npy", "--output", "y=b.npy"}));
    const host::NpyArray x = host::read_npy(scratch / "a.npy"), y = host::read_npy(scratch / "b.npy");
    EXPECT_EQ(x.shape, (std::vector<std::size_t>{2, 4}));
    EXPECT_THAT(x.as<float>(), testing::Each(1.0f));
    EXPECT_THAT(y.as<std::int32_t>(), testing::Each(3));
    expect_refused(run({"run", "job.toml", "--output", "c.npy"}), {"--output c.npy", "2 results", "NAME=FILE", "x, y"});
    expect_refused(run({"run", "job.toml", "--output", "z=c.npy"}), {"no result z"});
}

// A value by a parameter: what is said for its value, else what is said for all others, else a refusal.
TEST_F(JobCommandLine, ValuesAreChosenByAParameter) {
    const auto job = [](const char* rest) {
        return std::string(
                   "outputs = [\"x\"]\n[parameters]\nof = { default = \"a\", choices = [\"a\", \"b\", \"c\"], "
                   "help = \"h\" }\n[tensor.x]\ngenerate = \"constant\"\nvalue = { by = \"of\", a = 1, ") +
               rest + " }\nshape = [4]\nformat = \"int32\"\nlayout = \"rows\"\n" + kernel;
    };
    write(job("else = 7"));
    for (const auto& [of, value] : {std::pair("a", 1), {"b", 7}, {"c", 7}}) {
        expect_good(run({"run", "job.toml", "--force", "--output", "y.npy", "--param", std::string("of=") + of}));
        EXPECT_THAT(host::read_npy(scratch / "y.npy").as<std::int32_t>(), testing::Each(value)) << of;
    }
    fs::remove(scratch / "y.npy");
    refuse(job("b = 2"), {"nothing is said for of = c"}, {"--param", "of=c"});
}

// Arguments are of each core: its place, its share of a split, or what args_on says.
TEST_F(JobCommandLine, ArgumentsAreThoseOfTheCore) {
    write(R"toml(cores = ["1,0", "0,0", "0,1-1,1"]
split = 6
outputs = ["y"]
[tensor.y]
shape = [4, 8]
format = "uint32"
layout = "rows"
[[circular_buffer]]
index = 0
format = "uint32"
pages = 1
page_bytes = 32
[[kernel]]
processor = "brisc"
text = '''
void kernel_main() {
    const uint32_t l1 = get_write_ptr(0);
    for (uint32_t i = 0; i < 8; ++i) reinterpret_cast<volatile uint32_t*>(l1)[i] = get_arg_val<uint32_t>(i + 1);
    constexpr auto args = TensorAccessorArgs<0>();
    const auto out = TensorAccessor(args, get_arg_val<uint32_t>(0), 32);
    noc_async_write(l1, get_noc_addr(get_common_arg_val<uint32_t>(0) + get_arg_val<uint32_t>(1), out), 32);
    noc_async_write_barrier();
}
'''
compile_args = ["accessor(y)"]
common_args = [0]
args = ["address(y)", "core_index", "core_x", "core_y", "cores", "split_begin", "split_count", "float_bits(1.5)", -1]
[kernel.args_on]
"1,1" = ["address(y)", "core_index", 9, 9, 9, 9, 9, "min(9, 3) * ceil_div(7, 2)", "size(y, 0) - 5"]
)toml");
    expect_good(run({"run", "job.toml", "--output", "y.npy"}));
    const host::NpyArray y = host::read_npy(scratch / "y.npy");
    const std::uint32_t minus_one = UINT32_MAX, bits = 0x3fc00000;
    EXPECT_THAT(y.as<std::uint32_t>(),
                testing::ElementsAreArray(std::vector<std::uint32_t>{0, 1, 0, 4, 0, 2, bits, minus_one,  //
                                                                     1, 0, 0, 4, 2, 2, bits, minus_one,  //
                                                                     2, 0, 1, 4, 4, 1, bits, minus_one,  //
                                                                     3, 9, 9, 9, 9, 9, 12,   minus_one}));
}

TEST_F(JobCommandLine, RefusesWhatIsNoToml) {
    refuse("[tensor.x\n", {"job.toml:1:", "no TOML"});
    refuse("a = 1\na = 2\n", {"job.toml:2:", "no TOML"});
    refuse("x = " + std::string(2000, '[') + "\n", {"job.toml:1:", "no TOML"});
    refuse(std::string(200000, 'a'), {"job.toml:1:"});
    std::string deep;
    for (int i = 0; i < 100000; ++i) deep += "a.";
    refuse("\"#\"." + deep + "a = 1\n", {"job.toml:1:", "dots"});
    refuse(deep + "a = 1\n", {"job.toml:1:258:", "dots"});
    refuse(std::string(2 << 20, '#'), {"job.toml", "bytes"});
    expect_refused(run({"run", "none.toml"}), {"none.toml", "cannot be read"});
    expect_refused(run({"run", "."}), {"folder"});
}

TEST_F(JobCommandLine, RefusesUnknownKeysWithASuggestion) {
    refuse("coers = 2\n", {"job.toml:1:1:", "unknown key `coers`", "`cores`"});
    refuse("[tensor.x]\nshpe = [32, 32]\n", {"job.toml:2:1:", "`shpe` in tensor.x", "`shape`"});
    refuse("[[kernel]]\nprocesor = \"brisc\"\n", {"job.toml:2:1:", "kernel[0]", "`processor`"});
    refuse("[[kernel]]\nprocessor = \"triscs\"\ntext = \"x\"\n", {"job.toml:2:13:", "kernel[0].processor", "brisc"});
    refuse("[tensor.x]\nshape = [4]\nformat = \"bf61\"\n", {"job.toml:3:10:", "unknown format bf61", "`bf16`"});
    refuse("[expect]\nreference = \"x\"\n" + std::string(kernel), {"job.toml", "expect"});
}

TEST_F(JobCommandLine, RefusesWrongExpressions) {
    const std::string head = "[parameters]\nrows = 32\nlabel = \"a\"\n[tensor.x]\nformat = \"fp32\"\nshape = ";
    refuse(head + "[\"$row\"]\n", {"job.toml:6:10:", "tensor.x.shape[0]", "`$row`", "did you mean `rows`?"});
    refuse(head + "[\"$rows / 0\"]\n", {"job.toml:6:10:", "32 / 0 divides by zero"});
    refuse(head + "[\"$rows % ($rows - 32)\"]\n", {"divides by zero"});
    refuse(head + "[\"$rows +\"]\n", {"job.toml:6:10:", "`$rows +`", "at the end"});
    refuse(head + "[\"$rows 2\"]\n", {"`2` is not expected"});
    refuse(head + "[\"rows\"]\n", {"unknown name rows", "written $rows"});
    refuse(head + "[\"$label\"]\n", {"$label is the text \"a\"", "number"});
    refuse(head + "[\"9223372036854775807 + 1\"]\n", {"out of range"});
    refuse(head + "[\"address(y)\"]\n", {"unknown tensor y"});
    refuse(head + "[\"" + std::string(3000, '(') + "\"]\n", {"nested too deeply"});
    refuse(head + "[\"" + std::string(3000, '-') + "1\"]\n", {"nested too deeply"});
    refuse(head + "[\"1.5\"]\n", {"1.5 is not a whole number"});
    refuse(head + "[1000000, 1000000]\n", {"job.toml:6:9:", "tensor.x.shape", "elements"});
}

TEST_F(JobCommandLine, RefusesParametersOfTheWrongType) {
    const std::string text = "[parameters]\nrows = 32\nscale = 0.5\non = true\n" + std::string(kernel);
    refuse(text, {"--param rows", "`many` is not a whole number"}, {"--param", "rows=many"});
    refuse(text, {"--param scale", "`x` is not a number"}, {"--param", "scale=x"});
    refuse(text, {"--param on", "neither true nor false"}, {"--param", "on=2"});
    refuse(text, {"no parameter rosw", "`rows`"}, {"--param", "rosw=1"});
    refuse(text, {"--param rows", "NAME=VALUE"}, {"--param", "rows"});
    refuse("[parameters]\nrows = [1]\n", {"job.toml:2:8:", "parameters.rows", "an array"});
    refuse("[parameters]\n\"a b\" = 1\n", {"job.toml:2:9:", "letters, digits"});
}

TEST_F(JobCommandLine, RefusesTensorsThatContradictThemselves) {
    npy("x.npy", std::vector<float>(64, 1.0f), {8, 8});
    const auto tensor = [](const std::string& lines) { return "[tensor.x]\n" + lines + kernel; };
    refuse(tensor("npy = \"x.npy\"\nshape = [4, 16]\n"), {"job.toml:2:7:", "tensor.x.npy", "(8, 8)", "(4, 16)"});
    refuse(tensor("npy = \"x.npy\"\nformat = \"int32\"\n"), {"job.toml:1:", "tensor.x", "<f4", "int32"});
    refuse(tensor("npy = \"none.npy\"\n"), {"job.toml:2:7:", "none.npy"});
    refuse(tensor("format = \"fp32\"\n"), {"job.toml:1:1:", "`shape` is missing"});
    refuse(tensor("shape = [4]\n"), {"`format` is missing"});
    refuse(tensor("shape = [4]\nformat = \"bfp8\"\nlayout = \"rows\"\n"), {"tensor.x", "must be tiles"});
    refuse(tensor("shape = [4]\nformat = \"fp32\"\ngenerate = \"ones\"\nlow = 1\n"), {"job.toml:5:7:", "`low`"});
    refuse(tensor("shape = [4]\nformat = \"uint8\"\ngenerate = \"constant\"\nvalue = 300\n"), {"tensor.x", "300"});
    refuse(tensor("shape = [4]\nformat = \"fp32\"\ngenerate = \"unifrom\"\n"), {"job.toml:4:12:", "`uniform`"});
}

TEST_F(JobCommandLine, RefusesKernelsThatCannotBe) {
    refuse("[[kernel]]\nprocessor = \"brisc\"\npath = \"none.cpp\"\n", {"job.toml:3:8:", "kernel[0].path", "none.cpp"});
    refuse("[[kernel]]\nprocessor = \"brisc\"\n", {"job.toml:1:1:", "`path` is missing"});
    refuse(std::string(kernel) + "noc = 2\n", {"job.toml", "kernel[0].noc", "0 to 1"});
    refuse(std::string(kernel) + "approx = true\n", {"kernel[0].approx", "compute"});
    refuse(std::string(kernel) + "args = [\"split_count\"]\n", {"unknown name split_count"});
    refuse(std::string(kernel) + "args = [0.5]\n", {"kernel[0].args[0]", "float_bits"});
    refuse(std::string(kernel) + "[kernel.args_on]\n\"1,0\" = [1]\n",
           {"kernel[0].args_on.1,0", "core (1,0) does not run this kernel"});
    refuse(std::string(kernel) + "[kernel.args_on]\n\"one\" = [1]\n", {"kernel[0].args_on.one", "X,Y"});
    refuse("cores = \"0,0-90,0\"\n" + std::string(kernel), {"job.toml:1:9:", "core (90,0)", "outside"});
    refuse(std::string(kernel) + kernel, {"kernel[1]", "same processor"});
    refuse("", {"job.toml:1:1:", "[[kernel]]"});
}

TEST_F(JobCommandLine, RefusesExpectationsThatCannotBeHeld) {
    const std::string head =
        "[tensor.x]\ngenerate = \"ones\"\nshape = [4, 8]\nformat = \"fp32\"\n"
        "[tensor.y]\nshape = [4, 8]\nformat = \"fp32\"\n" +
        std::string(kernel) + "[expect]\n";
    refuse(head + "reference = \"x + z\"\n", {"job.toml:14:13:", "expect.reference", "unknown tensor z"});
    refuse(head + "reference = \"matmul(x, x)\"\n", {"expect.reference", "(4, 8) and (4, 8) do not go together"});
    refuse(head + "reference = \"transpose(x)\"\n", {"expect.reference", "(8, 4)", "(4, 8)"});
    refuse(head + "reference = \"y\"\n", {"expect.reference", "y holds what kernels write"});
    refuse(head + "reference = \"sqr(x)\"\n", {"unknown function sqr", "`sqrt`"});
    refuse(head + "reference = \"x\"\natol = -1\n", {"expect.atol", "0 or more"});
    refuse(head + "atol = 1\n", {"expect", "`reference` is missing"});
}

}  // namespace
}  // namespace tessera::end_to_end
