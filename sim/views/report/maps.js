// Where on the chip: cores as a heat map, links and banks by their load in the window the schedule shows, and what the
// chosen core's circular buffers held.
const metrics = [
  ["finish", "finish", core => core.finish, core => `${cycles(core.finish)} cycles`],
  ["busiest RISC, busy cycles", "active", core => core.active, core => `${cycles(core.active)} cycles, ${core.active_unit}`],
  ...[[3, "TRISC1 busy %"], [10, "SFPU busy %"], [0, "BRISC busy %"], [1, "NCRISC busy %"]].map(([row, name]) =>
    [name, "unit" + row, core => busyShare(core, row), core => percent(busyShare(core, row))]),
];
let metric = metrics[0];
function busyShare(core, row) {
  const unit = core.units.find(one => one.row === row);
  return unit && unit.cycles ? unit.busy / unit.cycles : 0;
}

function showCores() {
  const select = element("select", {ariaLabel: "what the colours show"});
  for (const [text, key] of metrics) select.append(element("option", {value: key, selected: key === metric[1]}, text));
  select.onchange = () => { metric = metrics.find(one => one[1] === select.value); drawCores(); };
  $("cores-bar").replaceChildren(select, element("span", {}, "a click chooses a core"));
  drawCores();
}

function drawCores() {
  const {width, height} = data.grid, values = profile.cores.map(metric[2]);
  const low = Math.min(...values), high = Math.max(...values);
  const grid = element("div", {className: "cores", role: "group", ariaLabel: "cores"});
  grid.style.gridTemplateColumns = `22px repeat(${width}, minmax(0, 1fr))`;
  grid.append(element("span"));
  for (let x = 0; x < width; ++x) grid.append(element("span", {}, String(x)));
  const at = new Map(profile.cores.map(core => [core.x + "," + core.y, core]));
  for (let y = 0; y < height; ++y) {
    grid.append(element("span", {}, String(y)));
    for (let x = 0; x < width; ++x) {
      const core = at.get(x + "," + y);
      if (!core) {
        grid.append(element("span", {title: "took no part"}, "\u00b7"));
        continue;
      }
      const value = metric[2](core);
      const colour = heat(metric[1].startsWith("unit") ? value : high > low ? (value - low) / (high - low) : 0.5);
      const short = metric[1].startsWith("unit") ? (100 * value).toFixed(0) : value < 1e4 ? cycles(value) : (value / 1e3).toFixed(value < 1e5 ? 1 : 0) + "k";
      const button = element("button", {ariaLabel: `core (${x},${y}), ${metric[0]}: ${metric[3](core)}`}, short);
      button.setAttribute("aria-pressed", String(core.core === state.core));
      button.style.background = colour.fill;
      button.style.color = colour.ink;
      button.onclick = () => choose(core.core);
      tipFor(button, () => `core (${x},${y}) phys (${core.physical_x},${core.physical_y})\n${metric[0]}: ${metric[3](core)}`);
      grid.append(button);
    }
  }
  const text = metric[1].startsWith("unit") ? ["0 %", "100 %"] : [low, high].map(value => `${cycles(value)} cycles`);
  $("cores-grid").replaceChildren(grid, element("div", {className: "legend"}, heatLegend(...text),
    element("span", {}, "\u00b7 took no part")));
}

// Mean of steps over the window, of values in thousandths of a step.
function meanIn(values, step, from, to) {
  let total = 0;
  for (let i = Math.floor(from / step); i < values.length && i * step < to; ++i)
    total += values[i] * (Math.min(to, (i + 1) * step) - Math.max(from, i * step));
  return to > from ? total / (to - from) / 1000 : 0;
}

const torusShows = {noc: 2};
// Asked of the browser, so that the page holds no address at all.
const svgSpace = new DOMParser().parseFromString("<svg></svg>", "text/html").querySelector("svg").namespaceURI;
function svg(tag, attributes, ...children) {
  const node = document.createElementNS(svgSpace, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function showTorus() {
  const bar = $("torus-bar");
  const choice = (text, noc) => {
    const button = element("button", {}, text);
    button.setAttribute("aria-pressed", String(torusShows.noc === noc));
    button.onclick = () => { torusShows.noc = noc; showTorus(); };
    return button;
  };
  bar.replaceChildren(choice("both NoCs", 2), choice("NoC 0", 0), choice("NoC 1", 1),
    element("span", {}, `cycles ${cycles(state.from)} to ${cycles(state.to)}`));
  const {noc_width: wide, noc_height: high} = data.grid, cell = 44;
  const picture = svg("svg", {viewBox: `0 0 ${wide * cell + 20} ${high * cell + 20}`, role: "img",
                              "aria-label": "the torus: links by load, cores that ran, DRAM banks"});
  const centre = (x, y) => [24 + x * cell + 8, 24 + y * cell + 8];
  const loads = [];
  const interfaces = new Map();
  for (const [kind, noc, x, y, values] of data.links) {
    if (torusShows.noc !== 2 && torusShows.noc !== noc) continue;
    const load = meanIn(values, data.load_step, state.from, state.to);
    if (load <= 0) continue;
    const one = {name: `${kind} of (${x},${y})`, direction: directions[kind.split("_")[1]], noc, x, y, load};
    loads.push(one);
    if (isInterface(one)) interfaces.set(x + "," + y, [...(interfaces.get(x + "," + y) || []), one]);
  }
  loads.sort((a, b) => a.load - b.load);
  const most = loads.length ? loads[loads.length - 1] : null;
  bar.append(element("span", {}, most ? `busiest: ${most.name}, ${percent(most.load)} of this time taken` : "nothing under way"));
  const stroke = load => ({stroke: heat(0.2 + 0.8 * load / most.load).fill, "stroke-width": 1.5 + 4.5 * Math.min(1, load)});
  const takenText = one => `${one.name}\n${percent(one.load)} of the time taken${ofWholeRun(one)}`;
  for (const one of loads) {
    if (isInterface(one)) continue;
    const {noc, x, y, load} = one, down = one.direction === "y";
    const sign = noc === 0 ? 1 : -1, [cx, cy] = centre(x, y), off = 4 * sign;
    const [dx, dy] = down ? [0, sign] : [sign, 0];
    const from = [cx + dx * 9 + (down ? off : 0), cy + dy * 9 + (down ? 0 : -off)];
    const to = [cx + dx * (cell - 10) + (down ? off : 0), cy + dy * (cell - 10) + (down ? 0 : -off)];
    const line = svg("line", {x1: from[0], y1: from[1], x2: to[0], y2: to[1], ...stroke(load), "stroke-linecap": "round"});
    tipFor(line, () => takenText(one));
    picture.append(line);
  }
  const ran = new Map(cores.map(core => [core.px + "," + core.py, core]));
  const bank = new Map();
  for (const [number_, x, y] of data.banks) bank.set(x + "," + y, [...(bank.get(x + "," + y) || []), number_]);
  for (let y = 0; y < high; ++y)
    for (let x = 0; x < wide; ++x) {
      const key = x + "," + y, core = ran.get(key), banks = bank.get(key), [cx, cy] = centre(x, y);
      const own = (interfaces.get(key) || []).toReversed();
      if (own.length)
        picture.append(svg("rect", {x: cx - 10, y: cy - 10, width: 20, height: 20, rx: banks ? 10 : 4, fill: "none", ...stroke(own[0].load)}));
      const node = svg("rect", {x: cx - 8, y: cy - 8, width: 16, height: 16, rx: banks ? 8 : 3,
        fill: banks ? colours.dst : core ? colours.work : colours.soft,
        stroke: core && core.core === state.core ? colours.ink : colours.line,
        "stroke-width": core && core.core === state.core ? 2.5 : 1});
      tipFor(node, () => [banks ? `DRAM bank ${banks.join(", ")} at (${x},${y})`
                        : core ? `core ${core.label} at (${x},${y})` : `(${x},${y}), took no part`, ...own.map(takenText)].join("\n"));
      if (core) {
        node.style.cursor = "pointer";
        node.addEventListener("click", () => choose(core.core));
      }
      picture.append(node);
      if (banks) {
        const label = svg("text", {x: cx, y: cy + 3.5, "text-anchor": "middle", style: "fill:#fff;font-size:9px;pointer-events:none"});
        label.textContent = banks.join(",");
        picture.append(label);
      }
    }
  for (let x = 0; x < wide; ++x) axisText(centre(x, 0)[0], 8, x);
  for (let y = 0; y < high; ++y) axisText(6, centre(0, y)[1] + 3, y);
  function axisText(x, y, text) {
    const label = svg("text", {x, y, "text-anchor": "middle"});
    label.textContent = text;
    picture.append(label);
  }
  $("torus").replaceChildren(picture, element("div", {className: "legend"}, legendEntry("work", "core that ran"),
    legendEntry("dst", "DRAM bank, its number"), legendEntry("soft", "took no part"),
    ...(most ? [heatLegend("links, and rings for a node's interfaces: idle", `${percent(most.load)} of the time taken; the thicker, the more`)] : [])));
  showBanks();
}

// As the profile calls the two links that a router drives, and a node's interfaces.
const directions = {EAST: "x", WEST: "x", SOUTH: "y", NORTH: "y", IN: "leave", OUT: "enter"};
const isInterface = ({direction}) => direction === "leave" || direction === "enter";

function ofWholeRun({noc, x, y, direction}) {
  const link = profile && profile.links.find(one => one.noc === noc && one.x === x && one.y === y && one.direction === direction);
  return link ? "\nof the whole run" + partsText(link.parts) : "";
}
const partsText = parts => parts.map(({part, cycles: n}) => `\n${part} ${percent(n / profile.cycles)}`).join("");

function showBanks() {
  const place = $("banks");
  place.replaceChildren();
  $("banks-legend").replaceChildren(legendEntry("work", "share of the time shown in which the bank was taken"));
  for (const [bank, x, y, values] of data.banks) {
    const load = meanIn(values, data.load_step, state.from, state.to);
    const known = profile && profile.banks.find(one => one.bank === bank);
    const fill = element("div");
    fill.style.width = 100 * Math.min(1, load) + "%";
    const track = element("div", {className: "track"}, fill);
    const parts = known ? partsText(known.parts) : "";
    const moved = known ? `\n${bytes(known.read_bytes)} read, ${bytes(known.written_bytes)} written in the whole run` : "";
    tipFor(track, () => `DRAM bank ${bank} at (${x},${y})\n${percent(load)} of the time taken${moved}${parts && "\nof the whole run" + parts}`);
    place.append(element("span", {}, `bank ${bank}`), track, element("span", {}, percent(load)));
  }
}

function showBuffers() {
  const core = chosenCore();
  if (!core || !core.cbs.length) return $("cb-section").hidden = true;
  $("cb-section").hidden = false;
  $("cb-head").textContent = `Circular buffers of core ${core.label}`;
  const known = profileOf.get(core.core);
  const charts = element("div", {className: "charts"});
  $("cbs").replaceChildren(element("div", {className: "legend"}, legendEntry("work", "pages held, mean over each step of time; the window is the schedule's")), charts);
  for (const [cb, values] of core.cbs) {
    const facts = known && known.buffers.find(one => one.cb === cb);
    const canvas = element("canvas", {role: "img", ariaLabel: `pages in circular buffer ${cb} over the time shown`});
    charts.append(element("div", {}, element("h3", {}, `cb ${cb}` + (facts ? `: ${facts.filled} to ${facts.emptied}` : "")),
      element("p", {}, facts ? `mean ${facts.mean.toFixed(2)}, most ${facts.max} of ${facts.capacity || "?"} pages; empty ${percent(facts.empty)}, full ${percent(facts.full)} of the time` : ""), canvas));
    drawBuffer(canvas, values, facts);
  }
}

function drawBuffer(canvas, values, facts) {
  const {context: c, width, height} = prepare(canvas);
  const top = Math.max(1, facts && facts.capacity || 0, ...values.map(value => value / 100)), left = 24;
  const y = pages => height - 4 - pages / top * (height - 14);
  const x = cycle => left + (cycle - state.from) / (state.to - state.from) * (width - left);
  c.font = "11px system-ui, sans-serif";
  c.fillStyle = colours.muted;
  c.fillText(String(top), 0, y(top) + 8);
  c.fillText("0", 0, y(0));
  c.fillStyle = colours.line;
  for (const pages of [0, top]) c.fillRect(left, y(pages), width - left, 1);
  c.save();
  c.beginPath();
  c.rect(left, 0, width - left, height);
  c.clip();
  c.fillStyle = colours.work;
  const step = data.level_step;
  for (let i = Math.floor(state.from / step); i < values.length && i * step < state.to; ++i)
    c.fillRect(x(i * step), y(values[i] / 100), Math.max(1, x((i + 1) * step) - x(i * step) + 0.5), y(0) - y(values[i] / 100));
  c.restore();
  canvas.onpointermove = event => {
    const at = state.from + (event.offsetX - left) / (width - left) * (state.to - state.from), i = Math.floor(at / step);
    if (at < state.from) return hideTip();
    showTip(`cycles ${cycles(i * step)} to ${cycles((i + 1) * step)}\n${((values[i] || 0) / 100).toFixed(2)} pages on average`, event.clientX, event.clientY);
  };
  canvas.onpointerleave = hideTip;
}
