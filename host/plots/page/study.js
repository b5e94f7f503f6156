// What the plots of a study show: from their columns to charts. Drawings of the same data lie beside the page.
const plots = new Map(page.plots.map(plot => [plot.name, plot]));

// Columns are little-endian floats, one after the other.
for (const plot of page.plots)
  plot.series = plot.series.map(({function: index, rows, data}) => {
    const bytes = Uint8Array.from(atob(data), one => one.charCodeAt(0)), all = new Float32Array(bytes.buffer);
    const columns = {function: index, rows};
    plot.columns.forEach((name, k) => columns[name] = all.subarray(k * rows, (k + 1) * rows));
    return columns;
  });

const over = (values, act) => { let found = NaN; for (const value of values) if (Number.isFinite(value) && !(act(found, value) === found)) found = act(Number.isNaN(found) ? value : found, value); return found; };
const least = lists => Math.min(...lists.map(list => over(list, Math.min)).filter(Number.isFinite));
const most = lists => Math.max(...lists.map(list => over(list, Math.max)).filter(Number.isFinite));
const map = (list, act) => Float32Array.from(list, act);
const middle = (low, high) => map(low, (value, i) => (value + high[i]) / 2);
const grades = [[1, "1 ULP"], [3, "3 ULP"], [10, "10 ULP"]], floorUlp = 1 / 16, mostUlp = 1e8;

// x of all studies: logarithmic beyond what is near zero.
function axisOfX(lists) {
  const low = least(lists), high = most(lists), largest = Math.max(Math.abs(low), Math.abs(high));
  const smallest = least(lists.map(list => map(list, Math.abs).filter(value => value > 0)));
  const wide = largest / Math.max(smallest, 2 ** -24) > 30;
  return {scale: wide ? "asinh" : "linear", near: Math.min(Math.max(smallest, 2 ** -24), largest / 4), low, high, label: "x"};
}
const signedAxis = (largest, near, label) => ({scale: "asinh", near, low: -1.5 * largest, high: 1.5 * largest, label});

const kinds = {
  error_against_cycles(plot, place) {
    const all = plot.series, cycles = all.map(one => one.cycles_per_tile), high = Math.min(mostUlp, Math.max(10, most(all.map(one => one.ulp_max))));
    const best = all.map(one => [one.cycles_per_tile[0], one.ulp_max[0]]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const kept = best.filter(([, error], i) => best.slice(0, i).every(other => other[1] > error));
    const cost = page.axes.cost === "log" ? {scale: "log", low: Math.max(1, least(cycles)) / 1.5, high: 1.5 * Math.max(1, most(cycles))}
      : {low: 0, high: 1.1 * Math.max(1, most(cycles))};
    const error = page.axes.error === "log" ? {scale: "log", low: floorUlp, high: 4 * high} : {low: 0, high: 1.1 * high};
    new Chart(place, {name: plot.title, x: {...cost, label: "cycles a tile of 1024 elements"}, y: {...error, label: page.unit}, lines: grades,
      series: [{function: -1, kind: "steps", x: kept.map(one => one[0]), y: kept.map(one => one[1]), dash: [5, 4], wide: 1, mute: true},
        ...all.flatMap(one => [{function: one.function, kind: "line", x: [one.cycles_per_tile[0], one.cycles_per_tile[0]], y: [one.ulp_mean[0], one.ulp_max[0]], mute: true, wide: 1},
        {function: one.function, kind: "marks", name: "max", x: one.cycles_per_tile, y: one.ulp_max, label: page.functions[one.function]},
        {function: one.function, kind: "marks", name: "mean", x: one.cycles_per_tile, y: one.ulp_mean, dash: [1]}])]});
  },
  ulp_against_x(plot, place) {
    const all = plot.series.map(one => ({...one, x: middle(one.x_low, one.x_high),
      max: map(one.ulp_low, (low, i) => Math.max(Math.abs(low), Math.abs(one.ulp_high[i])))}));
    new Chart(place, {name: plot.title, group: "x", x: axisOfX(all.map(one => one.x)), lines: grades,
      y: {scale: "log", low: floorUlp, high: Math.min(mostUlp, 4 * Math.max(10, most(all.map(one => one.max)))), label: page.unit},
      series: all.flatMap(one => [
        {function: one.function, kind: "band", x: one.x, y: one.ulp_p50, y2: one.ulp_p99, alpha: 0.18, name: "median", mute: true},
        {function: one.function, kind: "line", x: one.x, y: one.max, name: "max"},
        {function: one.function, kind: "line", x: one.x, y: one.ulp_p99, name: "99 %", wide: 0.8},
        {function: one.function, kind: "line", x: one.x, y: one.ulp_p50, name: "median", wide: 1.2, dash: [2, 3]}])});
  },
  signed_ulp_against_x(plot, place) {
    const from = plots.get("ulp_against_x").series, all = from.map(one => ({...one, x: middle(one.x_low, one.x_high)}));
    const largest = Math.min(mostUlp, Math.max(1, ...all.map(one => Math.max(most([one.ulp_high]), -least([one.ulp_low])))));
    new Chart(place, {name: plot.title, group: "x", x: axisOfX(all.map(one => one.x)), lines: [[0, ""]],
      y: signedAxis(largest, 0.5, "signed error, " + page.unit),
      series: all.flatMap(one => [
        {function: one.function, kind: "band", x: one.x, y: one.ulp_low, y2: one.ulp_high, alpha: 0.2, mute: true},
        {function: one.function, kind: "line", x: one.x, y: one.ulp_high, name: "highest", wide: 1.4},
        {function: one.function, kind: "line", x: one.x, y: one.ulp_low, name: "lowest", wide: 1.4}])});
  },
  error_histogram(plot, place) {
    const near = 0.25, at = value => Math.asinh(value / near);
    const all = plot.series.map(one => ({...one, density: map(one.share_percent, (value, i) =>
      one.ulp_high[i] > one.ulp_low[i] ? value / (at(one.ulp_high[i]) - at(one.ulp_low[i])) : 0)}));
    const largest = Math.max(0.5, most(all.map(one => one.ulp_high)));
    new Chart(place, {name: plot.title, x: {...signedAxis(largest, near, page.unit)},
      y: {low: 0, high: 1.08 * most(all.map(one => one.density)), label: "results, % per unit of the axis"},
      series: all.map(one => ({function: one.function, kind: "steps", x: one.ulp_low, y: one.density}))});
  },
  cumulative_share(plot, place) {
    const high = most(plot.series.map(one => one.ulp));
    new Chart(place, {name: plot.title, x: {scale: "log", low: 0.01, high: 2 * Math.max(10, high), label: "|error|, " + page.unit},
      y: {low: 0, high: 102, label: "results, %"}, lines: grades.map(([value, text]) => [value, text, false]),
      series: plot.series.map(one => ({function: one.function, kind: "line", x: one.ulp, y: one.share_percent}))});
  },
  relative_against_x(plot, place) {
    const all = plot.series.map(one => ({...one, size: map(one.error, (error, i) => Math.abs(error / one.exact[i]))}));
    new Chart(place, {name: plot.title, group: "x", x: axisOfX(all.map(one => one.x)), y: sizeAxis(all), series: all.map(one =>
      ({function: one.function, kind: "points", x: one.x, y: one.size}))});
  },
};
function sizeAxis(all) {
  const largest = all.map(one => Math.min(10, most([one.size])));
  return {scale: "log", low: Math.max(1e-12, Math.min(...largest)) / 1000, high: 2 * Math.max(1e-12, ...largest), label: "|relative error|"};
}
for (const [side, what, tick] of [["input", "mantissa of x", null], ["result", "mantissa of the exact result (logarithmic axis)", null]])
  kinds[`relative_by_${side}_fraction`] = (plot, place) => {
    const all = plot.series.map(one => ({...one, x: middle(one.fraction_low, one.fraction_high)}));
    const sizes = all.map(one => Math.min(10, Math.max(1e-12, most([one.relative_high]), -least([one.relative_low]))));
    const alike = Math.max(...sizes) < 8 * Math.min(...sizes), largest = Math.max(...sizes);
    new Chart(place, {name: plot.title, x: {scale: side === "input" ? "linear" : "log", low: 1, high: 2, label: what, tick}, lines: [[0, ""]],
      y: alike ? {low: -1.1 * largest, high: 1.1 * largest, label: "relative error"} : signedAxis(largest, Math.min(...sizes) / 2, "relative error"),
      series: all.flatMap(one => [
        {function: one.function, kind: "band", x: one.x, y: one.relative_low, y2: one.relative_high, alpha: 0.3, mute: true},
        {function: one.function, kind: "line", x: one.x, y: one.relative_high, name: "high", wide: 0.7},
        {function: one.function, kind: "line", x: one.x, y: one.relative_low, name: "low", wide: 0.7},
        {function: one.function, kind: "line", x: one.x, y: one.relative_mean_magnitude, name: "mean of |error|", dash: [5, 4], wide: 1.5}])});
  };

// Of single inputs of one function: result, error and relative error.
function singleInputs(plot, place) {
  const one = plots.get("relative_against_x").series.find(series => series.function === plot.of);
  if (!one) return;
  const pair = element("div", {className: "pair"}), cell = () => pair.appendChild(element("div"));
  place.append(pair);
  const result = map(one.exact, (exact, i) => exact + one.error[i]), size = map(one.error, (error, i) => Math.abs(error / one.exact[i]));
  const exact = {...axisOfX([one.exact]), label: "exact value"}, points = (x, y) => [{function: plot.of, kind: "points", x, y, size: 2}];
  const error = Math.max(-least([one.error]), most([one.error]));
  const sorted = Float32Array.from(one.error).sort(), share = map(sorted, (_, i) => 100 * (i + 1) / sorted.length);
  new Chart(cell(), {name: plot.title + ", result", x: exact, y: {...axisOfX([result]), label: "result"}, series: points(one.exact, result)});
  new Chart(cell(), {name: plot.title + ", errors below", x: {low: sorted[0], high: sorted[sorted.length - 1], label: "result - exact value"},
    y: {low: 0, high: 102, label: "inputs below, %"}, series: [{function: plot.of, kind: "line", x: sorted, y: share}]});
  new Chart(cell(), {name: plot.title + ", error", x: exact, y: {low: -1.1 * error, high: 1.1 * error, label: "result - exact value"}, lines: [[0, ""]],
    series: points(one.exact, one.error)});
  new Chart(cell(), {name: plot.title + ", relative error", group: "x", x: axisOfX([one.x]), y: sizeAxis([{size}]), series: points(one.x, size)});
}

// Which functions are shown, and the stretch of x of all charts against it.
function controls() {
  const place = document.getElementById("controls"), buttons = page.functions.map((name, index) => {
    const mark = element("i"), button = element("button", {}, mark, name);
    mark.style.background = `var(--c${index % 7})`;
    button.setAttribute("aria-pressed", "true");
    button.onclick = () => {
      shownFunctions[index] = !shownFunctions[index];
      button.setAttribute("aria-pressed", String(shownFunctions[index]));
      for (const chart of charts) chart.draw();
    };
    return button;
  });
  const from = element("input", {type: "text", ariaLabel: "x from"}), to = element("input", {type: "text", ariaLabel: "x to"});
  const first = charts.find(chart => chart.group === "x");
  const tell = () => { if (first) [from.value, to.value] = [short(first.x.low), short(first.x.high)]; };
  const go = () => {
    const [low, high] = [Number(from.value), Number(to.value)];
    if (from.value.trim() && to.value.trim() && high > low) first.x.set(low, high);
    first.moved();
  };
  from.onchange = to.onchange = go;
  const all = element("button", {onclick: () => { for (const chart of charts) { chart.x.reset(); chart.draw(); } tell(); }}, "Show all");
  place.append(...buttons, ...(first ? [element("span", {}, "x ", from, " to ", to), all] : []),
    element("span", {}, "drag or ctrl and wheel: zoom; double click: all; pointer or arrows: read off"));
  Chart.listeners.push(tell);
  tell();
}

for (const plot of page.plots) {
  const place = document.getElementById("chart-" + plot.name);
  if (kinds[plot.name]) kinds[plot.name](plot, place);
  else if (plot.of >= 0) singleInputs(plot, place);
}
controls();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => charts.forEach(chart => chart.draw()));
addEventListener("beforeprint", () => charts.forEach(chart => chart.paint()));
