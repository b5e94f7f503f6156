// Where the names of points go: beside their points and within the frame, over no other name and no mark where there is
// room. host/plots/labels.cpp does the same for drawings, which cannot be measured; here names are, after each zoom.
const nearest = (box, {x, y}) => ({x: Math.max(box.left, Math.min(x, box.left + box.width)), y: Math.max(box.top, Math.min(y, box.top + box.height))});

function placeLabels(named, marks, frame, height = 15, gap = 9, markSize = 12, fromFrame = 4, mostLinesAway = 14) {
  const common = (a, b, side, size) => Math.max(0, Math.min(a[side] + a[size], b[side] + b[size]) - Math.max(a[side], b[side]));
  const overlap = (a, b) => common(a, b, "left", "width") * common(a, b, "top", "height");
  const within = (value, low, high) => Math.max(low, Math.min(value, high));
  const covered = marks.map(({x, y}) => ({left: x - markSize / 2, top: y - markSize / 2, width: markSize, height: markSize}));
  const placed = [];
  for (const {x, y, width} of named) {
    let best = null, least = Infinity;
    for (let line = 0; line <= mostLinesAway; ++line)
      for (const down of [-line, line])
        for (const left of [x + gap, x - gap - width, x - width / 2]) {
          const box = {width, height, left: within(left, frame.left + fromFrame, frame.left + frame.width - width - fromFrame),
            top: within(y - height / 2 + down * height, frame.top + fromFrame, frame.top + frame.height - height - fromFrame)};
          const end = nearest(box, {x, y});
          let price = Math.hypot(end.x - x, end.y - y);
          for (const other of placed) price += 1e6 * overlap(box, other);
          for (const mark of covered) price += 1e3 * overlap(box, mark);
          if (price < least) [best, least] = [box, price];
        }
    placed.push(best);
  }
  return placed;
}
