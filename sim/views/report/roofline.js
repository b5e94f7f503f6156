// The run under the limits of its chip, both axes logarithmic: to the right, cycles that a unit of the cores works for a
// byte of DRAM traffic; upwards, how many of its kind work at a time. DRAM at its full rate bounds that from the left, as
// many as there are cores from above; the nearer a point to a line, the less else holds the run up.
function roofline() {
  const {cores: all, banks, cycles: ran} = profile;
  const moved = sum(banks.map(one => one.read_bytes + one.written_bytes)), rate = profile.bank_bytes_per_cycle * banks.length;
  const points = [[11, "FPU", "unit"], [10, "SFPU", "dst"]].map(([row, name, colour]) => {
    const busy = sum(all.flatMap(core => core.units.filter(unit => unit.row === row).map(unit => unit.busy)));
    return {name, colour, x: busy / moved, y: busy / ran};
  }).filter(({y}) => y > 0);
  if (!points.length || !(moved > 0) || !(rate > 0)) return [];
  const knee = all.length / rate, xs = [knee, ...points.map(({x}) => x)], ys = [all.length, ...points.map(({y}) => y)];
  const below = list => 10 ** Math.floor(Math.log10(Math.min(...list)) - 0.3), above = list => 10 ** Math.ceil(Math.log10(Math.max(...list)) + 0.3);
  const [x0, x1, y0, y1] = [below(xs), above(xs), below(ys), above(ys)], wide = 560, high = 260, left = 64, foot = 44;
  const at = (value, low, most, from, to) => from + Math.log(value / low) / Math.log(most / low) * (to - from);
  const px = x => at(x, x0, x1, left, wide - 12), py = y => at(y, y0, y1, high - foot, 12);
  const picture = svg("svg", {viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": "the run under the limits of DRAM and of its cores", style: "max-width:720px"});
  const line = (a, b, stroke, width) => picture.append(svg("line", {x1: a[0], y1: a[1], x2: b[0], y2: b[1], stroke, "stroke-width": width}));
  const text = (x, y, anchor, words, style = "") => {
    const label = svg("text", {x, y, "text-anchor": anchor, style});
    label.textContent = words;
    picture.append(label);
  };
  const plain = value => Number(value.toPrecision(3)).toString();
  for (let x = x0; x <= x1 * 1.001; x *= 10) {
    line([px(x), 12], [px(x), high - foot], colours.line, 0.5);
    text(px(x), high - foot + 14, "middle", plain(x));
  }
  for (let y = y0; y <= y1 * 1.001; y *= 10) {
    line([left, py(y)], [wide - 12, py(y)], colours.line, 0.5);
    text(left - 6, py(y) + 4, "end", plain(y));
  }
  const first = Math.max(x0, y0 / rate);
  line([px(first), py(first * rate)], [px(knee), py(all.length)], colours.read, 2);
  line([px(knee), py(all.length)], [px(x1), py(all.length)], colours.work, 2);
  text(px(x1) - 4, py(all.length) - 5, "end", `${all.length} core${all.length === 1 ? "" : "s"}`);
  text(px(first) + 8, py(first * rate) + 16, "start", `DRAM, ${plain(rate)} B a cycle`);
  text((left + wide) / 2, high - 10, "middle", "cycles of work for a byte of DRAM traffic");
  text(14, (high - foot) / 2, "middle", "at work at a time", `transform-origin:14px ${(high - foot) / 2}px;transform:rotate(-90deg)`);
  for (const {name, colour, x, y} of points) {
    const limit = Math.min(all.length, x * rate), dot = svg("circle", {cx: px(x), cy: py(y), r: 5, fill: colours[colour], stroke: colours.ink});
    tipFor(dot, () => `${name}: ${plain(y)} at work at a time, ${plain(x)} cycles a byte\n${percent(y / limit)} of what ${limit < all.length ? "DRAM" : "the cores"} would allow`);
    picture.append(dot);
    text(px(x) + 9, py(y) + 4, "start", `${name}, ${percent(y / limit)}`);
  }
  return [element("div", {id: "roofline"}, picture, element("div", {className: "figures"},
    "Roofline: work counts as cycles of the FPU and of the SFPU; percentages are of the limit straight above a point."))];
}
