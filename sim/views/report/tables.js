// Tables of the profile. A head is a button that sorts by its column, numbers largest first.
function table(place, columns, rows, {sort = 0, up = false, chosen = () => false, pick = null, most = 400} = {}) {
  let by = sort, rising = up;
  const draw = () => {
    const value = columns[by].value;
    const order = rows.slice().sort((a, b) => {
      const x = value(a), y = value(b);
      return (rising ? 1 : -1) * (typeof x === "string" ? x.localeCompare(y, "en", {numeric: true}) : x - y);
    });
    const head = element("tr");
    columns.forEach((column, i) => {
      const button = element("button", {title: column.title || ""}, column.name + (i === by ? rising ? " \u25b2" : " \u25bc" : ""));
      button.onclick = () => {
        rising = i === by ? !rising : Boolean(column.text);
        by = i;
        draw();
        place.querySelectorAll("th button")[i].focus();
      };
      const cell = element("th", {className: column.text ? "text" : "", scope: "col"}, button);
      if (i === by) cell.setAttribute("aria-sort", rising ? "ascending" : "descending");
      head.append(cell);
    });
    const body = element("tbody");
    for (const row of order.slice(0, most)) {
      const line = element("tr", {className: chosen(row) ? "chosen" : ""});
      for (const column of columns) {
        const text = String((column.show || column.value)(row));
        const cell = element("td", {className: column.text ? "text" : text === "0" ? "zero" : ""},
                             column.place && row.at ? placeLink(row.at) : text);
        if (column.share) {
          const bar = element("span", {className: "share"});
          bar.style.width = 100 * Math.min(1, column.share(row)) + "%";
          cell.append(bar);
        }
        line.append(cell);
      }
      if (pick) {
        line.style.cursor = "pointer";
        line.onclick = () => pick(row);
      }
      body.append(line);
    }
    if (order.length > most)
      body.append(element("tr", {}, element("td", {className: "text", colSpan: columns.length},
                                            `${cycles(order.length - most)} further rows are not shown`)));
    place.replaceChildren(element("table", {}, element("thead", {}, head), body));
  };
  draw();
}

const count = (name, value, more = {}) => ({name, value, show: row => cycles(value(row)), ...more});

// Parts of the time of a bank, a link, a unit; waits have the colour of their reason.
const partColours = {data: "work", busy: "work", instructions: "work", overhead: "cb2", turnaround: "dst", blocked: "held",
                     queueing: "queue", latency: "late", commands: "unit", constants: "cb", SFPNOP: "src"};
const partColour = part => partColours[part] || (part.endsWith(" busy") ? "unit" : reasonColour(part.split(" ")[0]));

function splitStrip({of, cycles: whole, parts}) {
  const shares = parts.map(({part, cycles: n}) => [partColour(part), n, `${part}: ${percent(share(n, whole))}, ${cycles(n)} cycles`]);
  const shown = parts.filter(({cycles: n}) => share(n, whole) >= 0.001);
  return [element("div", {className: "legend"}, element("b", {}, of), ...shown.map(({part, cycles: n}) =>
    legendEntry(partColour(part), `${part} ${percent(share(n, whole))}`))), stripOf(shares, of)];
}

function showVerdict() {
  const place = $("verdict"), {verdict} = profile;
  place.append(element("p", {className: "verdict"}, verdict.sentence));
  for (const split of verdict.splits) place.append(...splitStrip(split));
  const figures = verdict.figures.map(({name, value, unit}) =>
    `${name} ${Number.isInteger(value) ? cycles(value) : value.toFixed(1)}${unit ? " " + unit : ""}`);
  // The schedule begins in the first screen: what is not the answer itself opens on demand.
  const more = element("details", {}, element("summary", {}, "Figures"), element("div", {className: "figures"}, figures.join("  \u00b7  ")));
  if (verdict.balance) more.append(element("div", {className: "figures"}, `Core ${verdict.balance}.`));
  if (verdict.known) more.append(element("div", {className: "figures"}, `How well the model knows it: ${verdict.known}.`));
  if (profile.cores.length > 1)
    more.append(element("div", {className: "figures"},
      `imbalance over ${profile.cores.length} cores: last finish ${percent(profile.imbalance_finish)} beyond the mean, ` +
      `most active work ${percent(profile.imbalance_active)} beyond the mean`));
  const list = texts => element("ul", {className: "advice"}, ...texts.map(text => element("li", {}, text)));
  if (verdict.advice.length) place.append(list(verdict.advice.slice(0, 1)));
  if (verdict.advice.length > 1)
    place.append(element("details", {}, element("summary", {}, `More advice (${verdict.advice.length - 1})`), list(verdict.advice.slice(1))));
  if (profile.tried.length)
    more.append(element("div", {className: "figures"}, `Simulated with a change each, ${cycles(profile.cycles)} cycles without: ` +
      profile.tried.map(({change, cycles: n}) => `${change} ${cycles(n)}`).join("  \u00b7  ")));
  more.append(...roofline());
  place.append(more);
}

const scope = {all: false};
function scopeBar(place, redraw) {
  const button = (text, all) => {
    const node = element("button", {}, text);
    node.setAttribute("aria-pressed", String(scope.all === all));
    node.onclick = () => { scope.all = all; redraw(); };
    return node;
  };
  const core = chosenCore();
  place.replaceChildren(button(`core ${core ? core.label : ""}`, false), button("all cores", true),
    element("span", {}, scope.all ? "every core" : "choose another core in the schedule or the map"));
}
const coresInScope = () => profile.cores.filter(core => scope.all || core.core === state.core);

function showUnits() {
  scopeBar($("units-bar"), () => { showUnits(); showLines(); });
  const rows = coresInScope().flatMap(core => core.units.map(unit => ({core, ...unit})));
  const reasons = data.reasons.filter(([name]) => rows.some(row => row.waits.some(wait => wait.reason === name)));
  const waited = (row, reason) => sum(row.waits.filter(wait => wait.reason === reason).map(wait => wait.cycles));
  const parts = row => row.work.map(({part, cycles: n}) => `${part} ${cycles(n)}`).join(", ");
  table($("units"), [
    {name: "core", text: true, value: row => `(${row.core.x},${row.core.y})`},
    {name: "unit", text: true, value: row => String(row.row).padStart(2, "0"), show: row => row.unit},
    count("cycles", row => row.cycles, {title: "of a RISC its life, of a unit that of its core"}),
    count("busy", row => row.busy),
    {name: "busy %", value: row => share(row.busy, row.cycles), show: row => percent(share(row.busy, row.cycles)),
     share: row => share(row.busy, row.cycles)},
    count("idle", row => row.idle, {title: "a unit whose RISC had given it nothing"}),
    ...reasons.map(([name, text]) => count(name, row => waited(row, name), {title: text})),
    {name: "busy consists of", text: true, value: parts},
  ], rows, {sort: scope.all ? 4 : 1, up: !scope.all});
}

function showLines() {
  const lines = new Map();
  for (const core of coresInScope())
    for (const unit of core.units)
      for (const wait of unit.waits)
        for (const line of wait.lines.length ? wait.lines : [{at: "", cycles: wait.cycles, count: wait.count}]) {
          const key = [unit.unit, wait.reason, wait.index, line.at].join("|");
          const found = lines.get(key) || {unit: unit.unit, reason: wait.reason, index: wait.index, at: line.at, cycles: 0, count: 0};
          found.cycles += line.cycles;
          found.count += line.count;
          lines.set(key, found);
        }
  const rows = [...lines.values()], total = sum(rows.map(row => row.cycles));
  table($("lines"), [
    {name: "line", text: true, place: true, value: row => row.at || "(not known)"},
    {name: "unit", text: true, value: row => row.unit},
    {name: "waits for", text: true, value: row => `${row.reason}${row.index ? " " + row.index : ""}`},
    count("times", row => row.count),
    count("cycles", row => row.cycles),
    {name: "share", value: row => share(row.cycles, total), show: row => percent(share(row.cycles, total)),
     share: row => share(row.cycles, total)},
    {name: "a time", value: row => share(row.cycles, row.count), show: row => share(row.cycles, row.count).toFixed(1)},
  ], rows, {sort: 4});
}

function showSfpu() {
  const {sfpu} = profile;
  if (!sfpu.lines.length) return $("sfpu-section").remove();
  const held = [...new Set(sfpu.lines.flatMap(line => line.held.map(one => one.hold)))];
  const loops = sfpu.lines.some(line => line.loop > 0);
  const total = sum(sfpu.lines.map(line => line.cycles));
  table($("sfpu"), [
    {name: "line", text: true, place: true, value: row => row.at || "(call)"},
    count("times", row => row.executions),
    count("instructions", row => row.instructions),
    count("constants", row => row.constants),
    count("SFPNOP", row => row.nops),
    count("cycles", row => row.cycles),
    {name: "share", value: row => share(row.cycles, total), show: row => percent(share(row.cycles, total)),
     share: row => share(row.cycles, total)},
    ...held.map(name => count("held: " + name, row => sum(row.held.filter(one => one.hold === name).map(one => one.cycles)))),
    ...(loops ? [{name: "loop", value: row => row.loop,
                  title: `instructions until this code is fetched again; T1 keeps ${profile.cached_pushes}`}] : []),
  ], sfpu.lines, {sort: 5});
}

// What the run's end waited for: shares as a strip, then by line, then step by step.
function showPath() {
  const {path} = profile, place = $("path");
  place.replaceChildren();
  if (path.missing) place.append(element("p", {}, path.missing));
  if (!path.kinds.length) return;
  const most = 10;
  const strip = stripOf(path.kinds.map(kind => [pathColour(kind), kind.cycles,
    `${kind.unit} ${kind.what}: ${cycles(kind.cycles)} cycles, ${percent(share(kind.cycles, path.cycles))}, ${cycles(kind.count)} times`]), "critical path");
  const legend = element("div", {className: "legend"}, ...path.kinds.slice(0, most).map(kind =>
    legendEntry(pathColour(kind), `${kind.unit} ${kind.what} ${percent(share(kind.cycles, path.cycles))}`)));
  const lines = element("div", {className: "scroll"}), steps = element("div", {className: "scroll"});
  place.append(strip, legend, lines);
  const place_ = row => row.at || "";
  table(lines, [
    {name: "unit", text: true, value: row => row.unit},
    {name: "does", text: true, value: row => row.what},
    {name: "line", text: true, place: true, value: place_},
    count("times", row => row.count),
    count("cycles", row => row.cycles),
    {name: "share", value: row => share(row.cycles, path.cycles), show: row => percent(share(row.cycles, path.cycles)),
     share: row => share(row.cycles, path.cycles)},
  ], path.lines, {sort: 4});
  if (!path.steps.length) return;
  const more = path.steps_left_out ? `, ${cycles(path.steps_left_out)} further are left out` : "";
  place.append(element("details", {}, element("summary", {}, `${cycles(path.steps.length)} steps in the order of time${more}; a click shows one in the schedule`), steps));
  table(steps, [
    count("from", row => row.begin),
    count("cycles", row => row.end - row.begin),
    {name: "core", text: true, value: row => `(${row.x},${row.y})`},
    {name: "unit", text: true, value: row => row.unit},
    {name: "does", text: true, value: row => row.what},
    {name: "line", text: true, place: true, value: place_},
  ], path.steps, {sort: 0, up: true, pick: step => {
    showStep(step);
    schedule.holder.scrollIntoView({block: "nearest"});
  }});
}

function showStep(step) {
  const around = 2 * (step.end - step.begin) + 40;
  schedule.open.add(step.core);
  schedule.show(step.begin - around, step.end + around);
  choose(step.core);
  source.show(step.at);
  const row = data.units.find(([, name]) => name === step.unit), track = row && trackOf(step.core, row[0]);
  schedule.reveal(track);
}
