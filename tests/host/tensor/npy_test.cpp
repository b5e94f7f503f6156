#include "host/tensor/npy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "sim/fault/fault.hpp"
#include "sim/views/output_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;
using fault::InputError;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::span<const std::byte> bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

// A file of version 1.0 with any header text and any data.
std::string file(std::string header, const std::string& data = "") {
    std::string out("\x93NUMPY\x01\x00", 8);
    out += static_cast<char>(header.size() & 0xFF);
    out += static_cast<char>(header.size() >> 8);
    return out + header + data;
}

std::string refusal(const std::string& contents) {
    try {
        parse_npy(bytes(contents), "x.npy");
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), testing::StartsWith("x.npy: "));
        EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
        return error.what();
    }
    return "accepted";
}

class NpyFolder : public testing::Test {
  protected:
    std::size_t files() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
    }
    const test::TemporaryFolder temporary;
    const fs::path& folder = temporary;
};

const std::string good_header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
const std::string two_floats("\x00\x00\x80\x3f\x00\x00\x00\xc0", 8);  // 1, -2

TEST(NpyHeaderText, IsCanonicalAndAlignedTo64) {
    const std::vector<float> values(32 * 32);
    const std::string header = npy_header(npy_array<float>(values, {32, 32}));
    EXPECT_EQ(header.size(), 128u);
    EXPECT_EQ(header.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
    EXPECT_EQ(header.substr(10, 61), "{'descr': '<f4', 'fortran_order': False, 'shape': (32, 32), }");
    EXPECT_EQ(header.find_first_not_of(' ', 71), 127u);
    EXPECT_EQ(header.back(), '\n');
}

TEST(NpyHeaderText, ShapesOfOneAndNoDimension) {
    EXPECT_EQ(shape_text(std::vector<std::size_t>{3}), "(3,)");
    EXPECT_EQ(shape_text(std::vector<std::size_t>{}), "()");
    EXPECT_EQ(shape_text(std::vector<std::size_t>{2, 0, 5}), "(2, 0, 5)");
}

TEST(NpyParse, ReadsKeysInAnyOrderWithAnySpacing) {
    for (const std::string& header :
         {good_header, std::string("{'shape':(2,),'fortran_order':False,'descr':'<f4'}"),
          std::string("  { \"descr\" : \"<f4\" ,\n 'fortran_order' : False , 'shape' : ( 2 , ) , }   \n")}) {
        const std::string text = file(header, two_floats);
        const NpyArray array = parse_npy(bytes(text), "x");
        EXPECT_EQ(array.dtype, DType::f4);
        EXPECT_THAT(array.shape, ElementsAre(2));
        EXPECT_THAT(array.as<float>(), ElementsAre(1.0f, -2.0f));
    }
}

TEST(NpyParse, ReadsVersions2And3) {
    for (char major : {'\x02', '\x03'}) {
        std::string text("\x93NUMPY", 6);
        text += major;
        text += '\0';
        text += {static_cast<char>(good_header.size()), 0, 0, 0};
        text += good_header + two_floats;
        EXPECT_THAT(parse_npy(bytes(text), "x").as<float>(), ElementsAre(1.0f, -2.0f));
    }
}

TEST(NpyParse, ReadsScalarsAndEmptyArrays) {
    const std::string scalar = file("{'descr': '|u1', 'fortran_order': False, 'shape': ()}", "A");
    EXPECT_EQ(parse_npy(bytes(scalar), "x").as<std::uint8_t>()[0], 'A');
    const std::string empty = file("{'descr': '<i8', 'fortran_order': False, 'shape': (3, 0)}");
    EXPECT_EQ(parse_npy(bytes(empty), "x").count(), 0u);
}

TEST(NpyParse, EveryTypeRoundTrips) {
    for (DType dtype : {DType::f2, DType::f4, DType::f8, DType::i1, DType::i2, DType::i4, DType::i8, DType::u1,
                        DType::u2, DType::u4, DType::u8}) {
        NpyArray array{dtype, {3, 5}, std::vector<std::byte>(15 * size_of(dtype))};
        for (std::size_t i = 0; i < array.data.size(); ++i) array.data[i] = static_cast<std::byte>(i * 37);
        std::string text = npy_header(array);
        text.append(reinterpret_cast<const char*>(array.data.data()), array.data.size());
        const NpyArray back = parse_npy(bytes(text), "x");
        EXPECT_EQ(back.dtype, dtype);
        EXPECT_EQ(back.shape, array.shape);
        EXPECT_EQ(back.data, array.data);
    }
}

TEST(NpyParse, RefusesElementsOfAnotherSize) {
    const std::string text = file(good_header, two_floats);
    EXPECT_THROW(parse_npy(bytes(text), "x").as<double>(), InputError);
}

TEST(NpyParse, RefusesWhatIsNotNpy) {
    EXPECT_THAT(refusal(""), HasSubstr("not a .npy file"));
    EXPECT_THAT(refusal("\x93NUMP"), HasSubstr("not a .npy file"));
    EXPECT_THAT(refusal("PK\x03\x04 and so on, a zip"), HasSubstr("not a .npy file"));
    EXPECT_THAT(refusal(std::string("\x93NUMPY\x04\x00\x10\x00", 10)), HasSubstr("version 4.0"));
    EXPECT_THAT(refusal(std::string("\x93NUMPY\x01\x00\x10", 9)), HasSubstr("ends inside its header"));
    EXPECT_THAT(refusal(std::string("\x93NUMPY\x01\x00\xff\xff{}", 12)), HasSubstr("ends inside its header"));
}

TEST(NpyParse, RefusesAHugeHeaderLengthBeforeAllocating) {
    EXPECT_THAT(refusal(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff{}", 14)),
                HasSubstr("header of 4294967295 bytes"));
}

TEST(NpyParse, RefusesShapesThatOverflowOrLie) {
    const auto shape = [](const std::string& text) {
        return refusal(file("{'descr': '<f4', 'fortran_order': False, 'shape': " + text + "}", two_floats));
    };
    EXPECT_THAT(shape("(4294967296, 4294967296)"), HasSubstr("too large"));
    EXPECT_THAT(shape("(4611686018427387904,)"), HasSubstr("too large"));  // the count fits, the bytes do not
    EXPECT_THAT(shape("(99999999999999999999999,)"), HasSubstr("too large"));
    EXPECT_THAT(shape("(1000000000000,)"), HasSubstr("too little data"));
    EXPECT_THAT(shape("(3,)"), HasSubstr("too little data: shape (3,) of <f4 needs 12 bytes"));
    EXPECT_THAT(shape("(1,)"), HasSubstr("too much data"));
    EXPECT_THAT(shape("(0,)"), HasSubstr("too much data"));
    EXPECT_THAT(shape("(2)"), HasSubstr("needs its comma"));
    EXPECT_THAT(shape("(-2,)"), HasSubstr("whole numbers"));
    EXPECT_THAT(shape("(2.0,)"), HasSubstr("whole numbers"));
    EXPECT_THAT(shape("[2]"), HasSubstr("'(' expected"));
    std::string many = "(";
    for (int i = 0; i < 33; ++i) many += "1, ";
    EXPECT_THAT(shape(many + ")"), HasSubstr("32 dimensions"));
}

TEST(NpyParse, RefusesTypesWithAReason) {
    const auto type = [](const std::string& text) {
        return refusal(file("{'descr': " + text + ", 'fortran_order': False, 'shape': (2,)}", two_floats));
    };
    EXPECT_THAT(type("'>f4'"), HasSubstr("big-endian type '>f4'"));
    EXPECT_THAT(type("'|O'"), HasSubstr("object type '|O'"));
    EXPECT_THAT(type("[('a', '<f4'), ('b', '<i4')]"), HasSubstr("structured type"));
    EXPECT_THAT(type("'<c8'"), HasSubstr("not one of"));
    EXPECT_THAT(type("'|S4'"), HasSubstr("not one of"));
    EXPECT_THAT(type("''"), HasSubstr("not one of"));
}

TEST(NpyParse, RefusesBrokenHeaders) {
    EXPECT_THAT(refusal(file("{'descr': '<f4', 'fortran_order': True, 'shape': (2,)}", two_floats)),
                HasSubstr("fortran_order is True"));
    EXPECT_THAT(refusal(file("{'fortran_order': False, 'shape': (2,)}", two_floats)), HasSubstr("no key 'descr'"));
    EXPECT_THAT(refusal(file("{'descr': '<f4', 'shape': (2,)}", two_floats)), HasSubstr("no key 'fortran_order'"));
    EXPECT_THAT(refusal(file("{'descr': '<f4', 'fortran_order': False}", two_floats)), HasSubstr("no key 'shape'"));
    EXPECT_THAT(refusal(file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'x': 1}", two_floats)),
                HasSubstr("unknown header key 'x'"));
    EXPECT_THAT(refusal(file("{'descr': '<f4', 'descr': '<f4'}", two_floats)), HasSubstr("twice"));
    EXPECT_THAT(refusal(file("{'descr': '<f4", two_floats)), HasSubstr("does not end"));
    EXPECT_THAT(refusal(file(std::string("{'\0\n': 1}", 10))), HasSubstr("printable"));
    EXPECT_THAT(refusal(file(good_header + "x", two_floats)), HasSubstr("text after"));
    EXPECT_THAT(refusal(file("")), HasSubstr("not a Python dict"));
    EXPECT_THAT(refusal(file("{")), HasSubstr("not a Python dict"));
}

// Every prefix of a good file and every change of one of its bytes is either read or refused in words.
TEST(NpyParse, SurvivesEveryTruncationAndEveryChangedByte) {
    const std::string text = file(good_header, two_floats);
    for (std::size_t n = 0; n < text.size(); ++n) EXPECT_NE(refusal(text.substr(0, n)), "accepted") << n;
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (int value = 0; value < 256; ++value) {
            std::string changed = text;
            changed[i] = static_cast<char>(value);
            const std::string words = refusal(changed);
            if (i < 6 && changed != text) {
                EXPECT_NE(words, "accepted") << i;
            }
        }
    }
}

TEST_F(NpyFolder, WritesWhatItReads) {
    const std::vector<std::int32_t> values{1, -2, 3, 4, 5, 6};
    write_npy(folder / "a.npy", npy_array<std::int32_t>(values, {2, 3}));
    const NpyArray back = read_npy(folder / "a.npy");
    EXPECT_EQ(back.dtype, DType::i4);
    EXPECT_THAT(back.shape, ElementsAre(2, 3));
    EXPECT_THAT(back.as<std::int32_t>(), testing::ElementsAreArray(values));
    EXPECT_EQ(files(), 1u);
}

TEST_F(NpyFolder, ReplacesAFileOnlyWhenAsked) {
    const std::vector<float> one{1}, two{2};
    const fs::path path = folder / "a.npy";
    write_npy(path, npy_array<float>(one, {1}));
    EXPECT_THAT([&] { write_npy(path, npy_array<float>(two, {1})); },
                testing::ThrowsMessage<InputError>(HasSubstr("--force")));
    EXPECT_EQ(read_npy(path).as<float>()[0], 1);
    write_npy(path, npy_array<float>(two, {1}), true);
    EXPECT_EQ(read_npy(path).as<float>()[0], 2);
    EXPECT_EQ(files(), 1u);
}

TEST_F(NpyFolder, DoesNotReplaceAFileThatAppearsWhileItWrites) {
    const fs::path path = folder / "a.npy";
    {
        views::OutputFile out(path, false);
        out.write(std::string_view("new"));
        std::ofstream(path) << "theirs";
        EXPECT_THAT([&] { out.commit(); }, testing::ThrowsMessage<InputError>(HasSubstr("--force")));
    }
    EXPECT_EQ(fs::file_size(path), 6u);
    EXPECT_EQ(files(), 1u);
}

TEST_F(NpyFolder, LeavesNothingWithoutCommit) {
    {
        views::OutputFile out(folder / "a.npy", false);
        out.write(std::string_view("half"));
    }
    EXPECT_EQ(files(), 0u);
}

TEST_F(NpyFolder, WritesThroughASymbolicLink) {
    const std::vector<float> one{1};
    std::ofstream(folder / "real.npy") << "old";
    fs::create_symlink("real.npy", folder / "link.npy");
    write_npy(folder / "link.npy", npy_array<float>(one, {1}), true);
    EXPECT_TRUE(fs::is_symlink(folder / "link.npy"));
    EXPECT_EQ(read_npy(folder / "real.npy").as<float>()[0], 1);
}

TEST_F(NpyFolder, NamesPathsThatCannotBeWritten) {
    const std::vector<float> one{1};
    const NpyArray array = npy_array<float>(one, {1});
    const auto refused = [&](const fs::path& path, const std::string& why) {
        EXPECT_THAT([&] { write_npy(path, array, true); },
                    testing::ThrowsMessage<InputError>(
                        testing::AllOf(HasSubstr(path.string()), HasSubstr(why), Not(HasSubstr("\n")))));
    };
    refused(folder / "missing" / "a.npy", "No such file");
    refused(folder, "is a folder");
    refused("/dev/zero", "not a regular file");
    std::ofstream(folder / "file") << "x";
    refused(folder / "file" / "a.npy", "cannot be written");
    EXPECT_THROW(write_npy("", array), InputError);
    EXPECT_EQ(files(), 1u);
}

TEST_F(NpyFolder, RefusesDataThatDoesNotFitItsShape) {
    const std::vector<float> one{1};
    EXPECT_THROW(write_npy(folder / "a.npy", npy_array<float>(one, {2})), InputError);
    EXPECT_EQ(files(), 0u);
}

TEST_F(NpyFolder, NamesPathsThatCannotBeRead) {
    const auto refused = [&](const fs::path& path, const std::string& why) {
        EXPECT_THAT([&] { read_npy(path); },
                    testing::ThrowsMessage<InputError>(testing::AllOf(HasSubstr(path.string()), HasSubstr(why))));
    };
    refused(folder / "none.npy", "no such file");
    refused(folder, "is a folder");
    std::ofstream(folder / "empty.npy");
    refused(folder / "empty.npy", "not a .npy file");
    std::ofstream(folder / "lie.npy", std::ios::binary)
        << file("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000, )}");
    refused(folder / "lie.npy", "too little data");
}

// A pipe has no length beforehand.
TEST_F(NpyFolder, ReadsFromAPipe) {
    const fs::path pipe = folder / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        std::ofstream(pipe, std::ios::binary) << file(good_header, two_floats);
        ::_exit(0);
    }
    EXPECT_THAT(read_npy(pipe).as<float>(), ElementsAre(1.0f, -2.0f));
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
}

}  // namespace
}  // namespace tessera::host
