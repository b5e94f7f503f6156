// Names of points are within the frame, and over no other name or mark where there is room.
#include "host/plots/labels.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "host/plots/axis.hpp"

namespace tessera::accuracy {
namespace {

constexpr double width = 800, height = 450;

bool overlap(const Box& a, const Box& b) {
    return a.left < b.right() && b.left < a.right() && a.bottom < b.top() && b.bottom < a.top();
}

std::vector<Box> placed(const std::vector<NamedSpot>& names) {
    std::vector<Spot> marks;
    for (const NamedSpot& name : names) marks.push_back(name.at);
    return place_labels(names, marks, width, height);
}

void expect_readable(const std::vector<NamedSpot>& names) {
    const std::vector<Box> boxes = placed(names);
    ASSERT_EQ(boxes.size(), names.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        EXPECT_GE(boxes[i].left, 0) << i;
        EXPECT_GE(boxes[i].bottom, 0) << i;
        EXPECT_LE(boxes[i].right(), width) << i;
        EXPECT_LE(boxes[i].top(), height) << i;
        for (std::size_t other = 0; other < i; ++other) EXPECT_FALSE(overlap(boxes[i], boxes[other])) << i << other;
    }
}

TEST(Labels, AreBesideTheirPoints) {
    const NamedSpot name{{400, 200}, 8};
    const Box box = placed({name}).front();
    const Spot end = line_end(box, name.at);
    EXPECT_LE(std::hypot(end.x - name.at.x, end.y - name.at.y), 10);
    EXPECT_FALSE(overlap(box, {394, 194, 12, 12}));
}

TEST(Labels, StayWithinTheFrame) { expect_readable({{{0, 0}, 8}, {{800, 0}, 8}, {{0, 450}, 20}, {{795, 448}, 30}}); }

TEST(Labels, OfPointsInOnePlaceAreApart) {
    expect_readable(std::vector<NamedSpot>(12, {{400, 200}, 15}));
    expect_readable(std::vector<NamedSpot>(12, {{799, 1}, 15}));
}

TEST(Labels, CoverNoMark) {
    const std::vector<NamedSpot> names{{{400, 200}, 8}};
    const std::vector<Spot> marks{{400, 200}, {440, 200}};  // the second is where the name would be
    const Box box = place_labels(names, marks, width, height).front();
    EXPECT_FALSE(overlap(box, {434, 194, 12, 12}));
}

// A name longer than the frame has no place in it: it begins at its left end.
TEST(Labels, OfAnyLengthHaveAPlace) {
    const Box box = placed({{{400, 200}, 200}}).front();
    EXPECT_GE(box.left, 0);
    EXPECT_LT(box.left, 10);
}

TEST(Labels, LinesEndAtTheirBoxes) {
    const Box box{10, 10, 20, 5};
    EXPECT_EQ(line_end(box, {0, 0}).x, 10);
    EXPECT_EQ(line_end(box, {20, 40}).x, 20);
    EXPECT_EQ(line_end(box, {20, 40}).y, 15);
}

TEST(ScaledAxis, GivesSharesAndTheirValues) {
    const ScaledAxis linear{Scale::linear, 0, 200}, log{Scale::log, 1, 100};
    EXPECT_DOUBLE_EQ(linear.share(50), 0.25);
    EXPECT_DOUBLE_EQ(linear.value(0.25), 50);
    EXPECT_DOUBLE_EQ(log.share(10), 0.5);
    EXPECT_DOUBLE_EQ(log.value(0.5), 10);
    EXPECT_EQ(linear.commands("x"), "set xrange [0:200]\nset format x '%g'\n");
    EXPECT_EQ(log.commands("y"),
              "set logscale y\nset yrange [1:100]\nset format y '%g'\n"
              "set ytics (1, 2, 5, 10, 20, 50, 100)\n");
    const ScaledAxis wide{Scale::log, 1, 1e9};  // with a tic a decade, as gnuplot sets them
    EXPECT_EQ(wide.commands("y"), "set logscale y\nset yrange [1:1e+09]\nset format y '%g'\n");
}

}  // namespace
}  // namespace tessera::accuracy
