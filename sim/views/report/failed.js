// A check that failed: how many elements, where they lie, and the worst of them.
function showFailed() {
  const place = $("failed"), check = data.check;
  if (!check) return place.remove();
  (fault ? $("fault") : $("title")).after(place);
  const failures = check.failures;
  const element_ = (name, text) => element("div", {}, element("dt", {}, name), element("dd", {}, text));
  place.append(element("h2", {}, "The check failed"));
  if (!failures) return place.append(element("p", {className: "verdict"}, check.text));
  const {count, elements, words, tiles, faces, rows, columns} = failures;
  place.append(
    element("p", {className: "verdict"}, `${cycles(count)} of ${cycles(elements)} elements` + (words ? `: ${words}` : "")),
    element("p", {}, (check.output ? `${check.output}: ` : "") + check.text),
    element("dl", {}, ...(tiles ? [element_("tiles", `${cycles(tiles[0])} of ${cycles(tiles[1])}`), element_("faces 0 to 3", faces.map(cycles).join(", "))] : []),
      element_("rows", `${cycles(rows[0])} of ${cycles(rows[1])}`), element_("columns", `${cycles(columns[0])} of ${cycles(columns[1])}`),
      ...(failures.cores.length ? [element_("written by cores", failures.cores.slice(0, 8).map(([name, n]) => `${name} ${cycles(n)}`).join(", ") +
        (failures.cores.length > 8 ? ` and ${failures.cores.length - 8} more` : ""))] : [])));
  const head = names => element("thead", {}, element("tr", {}, ...names.map((name, i) => element("th", {scope: "col", className: i ? "" : "text"}, name))));
  const number_ = value => typeof value === "number" ? value.toPrecision(7) : value;
  const short = value => typeof value === "number" ? value.toExponential(2) : value;
  const canvas = element("canvas", {id: "failed-map", role: "img", ariaLabel: `map of the elements that failed${words ? ": " + words : ""}`});
  const worst = element("table", {}, head(["worst", "is", "exact", "error", "bound"]), element("tbody", {},
    ...failures.worst.map(one => element("tr", {}, element("td", {className: "text"}, one.at), element("td", {}, number_(one.got)),
      element("td", {}, number_(one.exact)), element("td", {}, short(one.error)), element("td", {}, short(one.bound))))));
  const {map} = failures, [cellRows, cellColumns] = map.cell;
  const caption = `${map.matrices > 1 ? `Matrix ${map.matrix} of ${map.matrices}, ` : ""}${cycles(map.rows)} x ${cycles(map.columns)} elements, ` +
    `a cell is ${cellRows} x ${cellColumns}` + (tiles ? "; lines are edges of tiles" : "");
  place.append(element("div", {className: "halves"},
    element("div", {}, element("h3", {}, "Where"), canvas, element("div", {className: "legend"}, element("span", {}, swatch("heat0"), "none of a cell failed, the redder the more: ", swatch("fault"), "all")), element("p", {className: "hint"}, caption)),
    element("div", {}, element("h3", {}, "The worst"), element("div", {className: "scroll"}, worst),
      ...(tiles && failures.most_tiles.length > 1 ? [element("p", {className: "hint"}, "Most in " + failures.most_tiles.slice(0, 4).map(([name, n]) => `${name}: ${cycles(n)}`).join("; "))] : []))));
  const of = (y, x) => Math.min(cellRows, map.rows - y * cellRows) * Math.min(cellColumns, map.columns - x * cellColumns);
  const layout = () => {
    const high = map.failed.length, wide = map.failed[0].length;
    const size = Math.max(2, Math.min(26, Math.floor(canvas.clientWidth / wide), Math.floor(Math.max(160, innerHeight * 0.5) / high)));
    return {high, wide, size};
  };
  const draw = () => {
    const {high, wide, size} = layout(), {context: c} = prepare(canvas, high * size + 1);
    map.failed.forEach((row, y) => row.forEach((n, x) => {
      c.fillStyle = n ? colours.fault : colours.heat0;
      c.globalAlpha = n ? 0.35 + 0.65 * n / of(y, x) : 1;
      c.fillRect(x * size, y * size, size - (size > 5 ? 1 : 0), size - (size > 5 ? 1 : 0));
    }));
    c.globalAlpha = 1;
    if (!tiles) return;
    c.fillStyle = colours.muted;
    const stepX = Math.max(1, 32 / cellColumns), stepY = Math.max(1, 32 / cellRows);
    if (stepX * size >= 8) for (let x = 0; x <= wide; x += stepX) c.fillRect(x * size - (size > 5 ? 1 : 0), 0, 1, high * size);
    if (stepY * size >= 8) for (let y = 0; y <= high; y += stepY) c.fillRect(0, y * size - (size > 5 ? 1 : 0), wide * size, 1);
  };
  canvas.addEventListener("pointermove", event => {
    const {size} = layout(), box = canvas.getBoundingClientRect();
    const x = Math.floor((event.clientX - box.left) / size), y = Math.floor((event.clientY - box.top) / size);
    if (!map.failed[y] || map.failed[y][x] === undefined) return hideTip();
    const last = (at, cell, all) => Math.min(all, (at + 1) * cell) - 1;
    showTip(`rows ${y * cellRows} to ${last(y, cellRows, map.rows)}, columns ${x * cellColumns} to ${last(x, cellColumns, map.columns)}: ` +
            `${map.failed[y][x]} of ${of(y, x)} failed`, event.clientX, event.clientY);
  });
  canvas.addEventListener("pointerleave", hideTip);
  addEventListener("resize", later(draw));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); draw(); });
  draw();
}
