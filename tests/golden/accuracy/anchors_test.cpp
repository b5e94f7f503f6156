// The figures that were published about silicon, reproduced (spec/sfpu-math.md 6.3).
#include "tests/golden/accuracy/tables_anchors.hpp"

#include <gtest/gtest.h>

namespace tessera::accuracy::anchors {
namespace {

class Anchors : public ::testing::TestWithParam<std::size_t> {};
class LargeSets : public Anchors {};

const std::vector<Study>& all() {
    static const std::vector<Study> list = studies();
    return list;
}

TEST_P(Anchors, AgreeWithWhatWasPublished) {
    const Study& study = all()[GetParam()];
    const Statistics statistics = measure(study, is_large(study) ? study.worst : study.inputs);
    for (const Figure& figure : study.figures) ASSERT_TRUE(figure.local || !is_large(study)) << figure.what;
    for (const tables::Line& line : tables::lines_of(study, statistics))
        EXPECT_TRUE(line.is_good) << line.row << ", " << line.figure << ": " << line.spec << " published, " << line.ours
                                  << " here: " << line.verdict;
}

// Nothing in a sample of the whole set is worse than the worst point, or beyond the limit before the first.
TEST_P(LargeSets, HaveNothingWorseInASample) {
    const Study& study = all()[GetParam()];
    std::vector<Inputs> sample;
    for (const Inputs& part : study.inputs) {
        const std::uint32_t step = static_cast<std::uint32_t>(part.count / 300000) | 1;
        sample.push_back({part.first, part.count / step, step});
    }
    const Statistics worst = measure(study, study.worst), sampled = measure(study, sample);
    EXPECT_GT(sampled.compared(), 100000u);
    if (study.figures[0].measured == text::beyond) {
        EXPECT_GE(sampled.first_beyond().value_or(0x7f800000), *worst.first_beyond());
    } else {
        EXPECT_LE(sampled.max_ulp(), worst.max_ulp());
        EXPECT_GT(sampled.max_ulp(), 0.8 * worst.max_ulp());
    }
}

std::vector<std::size_t> numbers_of(bool (*wanted)(const Study&)) {
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < all().size(); ++i)
        if (wanted(all()[i])) list.push_back(i);
    return list;
}

std::string test_name(const ::testing::TestParamInfo<std::size_t>& info) {
    const Study& study = all()[info.param];
    std::string name = std::to_string(info.param) + "_" + study.function + "_" + std::string(study.setting.dst.name);
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(Study, Anchors, ::testing::ValuesIn(numbers_of([](const Study&) { return true; })), test_name);
INSTANTIATE_TEST_SUITE_P(Study, LargeSets, ::testing::ValuesIn(numbers_of(is_large)), test_name);

}  // namespace
}  // namespace tessera::accuracy::anchors
