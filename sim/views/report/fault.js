// The fault that ended the run: its text, its lines, and who waits for whom. Cores whose RISCs stand alike are one.
const standing = {
  places: cores => {
    const xs = cores.map(core => core.x), ys = cores.map(core => core.y);
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    if (cores.length === 1) return `core (${x0},${y0})`;
    if ((x1 - x0 + 1) * (y1 - y0 + 1) === cores.length) return `${cores.length} cores (${x0},${y0}) to (${x1},${y1})`;
    const few = cores.slice(0, 3).map(core => `(${core.x},${core.y})`).join(", ");
    return `${cores.length} cores ${few}${cores.length > 3 ? ", \u2026" : ""}`;
  },

  // One for all that are the same RISC at the same line for the same reason, the culprit's first.
  groups() {
    const all = new Map(), groupOf = new Map();
    for (const one of fault.standing) {
      const near = one.helper ? `${one.helper[1]}${one.helper[0] === one.core ? "here" : "there"}` : "";
      const key = [one.row, one.state, one.at, one.for || "", near, one === culprit ? "culprit" : ""].join("|");
      if (!all.has(key)) all.set(key, {...one, key, cores: [], helps: new Set(), targets: new Set(), culprit: one === culprit});
      const group = all.get(key);
      group.cores.push({core: one.core, x: one.x, y: one.y});
      group.from = Math.min(group.from ?? one.cycle, one.cycle);
      group.to = Math.max(group.to ?? one.cycle, one.cycle);
      if (one.help) group.helps.add(one.help);
      groupOf.set(`${one.core},${one.row}`, group);
    }
    for (const one of fault.standing)
      if (one.helper) {
        const target = groupOf.get(one.helper.join(","));
        groupOf.get(`${one.core},${one.row}`).targets.add(target || this.absent(one.helper, all));
      }
    return [...all.values()].sort((a, b) => Number(b.culprit) - Number(a.culprit));
  },
  // A RISC that could end a wait and runs no kernel.
  absent([core, row], all) {
    const key = `absent|${row}`;
    if (!all.has(key))
      all.set(key, {key, row, unit: unitNames.get(row), state: "absent", at: "", cores: [], helps: new Set(), targets: new Set()});
    const at = coreOf.get(core), group = all.get(key);
    if (at && !group.cores.some(one => one.core === core)) group.cores.push(at);
    return group;
  },
  does: group => group.state === "waits" ? `waits: ${group.for}` : group.state === "polls" ? "polls in a loop" :
    group.state === "absent" ? "runs no kernel" : group.state === "ended" ? "has ended" : "runs",
  colour: group => group.state === "waits" ? reasonColour(group.reason) : group.state === "runs" || group.state === "polls" ? "work" : "none",

  // Layers downwards: where a chain of waits ends is the lowest; of a circle one edge leads back.
  layers(nodes) {
    const depth = new Map();
    const visit = (node, path) => {
      if (depth.has(node)) return depth.get(node);
      if (path.includes(node)) return -1;
      const below = [...node.targets].filter(one => nodes.includes(one)).map(one => visit(one, [...path, node]));
      depth.set(node, Math.max(-1, ...below) + 1);
      return depth.get(node);
    };
    nodes.forEach(node => visit(node, []));
    const deepest = Math.max(0, ...depth.values());
    const layers = Array.from({length: deepest + 1}, () => []);
    for (const node of nodes) layers[deepest - depth.get(node)].push(node);
    return layers;
  },

  graph(groups) {
    const most = 14, targets = new Set(groups.flatMap(group => [...group.targets]));
    const all = groups.filter(group => group.state === "waits" || group.state === "polls" || group.culprit || targets.has(group));
    const nodes = all.slice(0, most), layers = this.layers(nodes);
    const wide = 244, high = 60, gapX = 22, gapY = 30, beside = Math.max(1, ...layers.map(layer => layer.length));
    const size = [beside * (wide + gapX) - gapX + 64, layers.length * (high + gapY) - gapY + 12];
    const at = new Map();
    layers.forEach((layer, i) => layer.forEach((node, j) =>
      at.set(node, [6 + (beside - layer.length) * (wide + gapX) / 2 + j * (wide + gapX), 4 + i * (high + gapY)])));
    const picture = svg("svg", {viewBox: `0 0 ${size.join(" ")}`, width: size[0], height: size[1], class: "waits", role: "img",
      "aria-label": "who waits for whom"});
    for (const node of nodes)
      for (const target of node.targets) {
        if (!at.has(target)) continue;
        const [x0, y0] = at.get(node), [x1, y1] = at.get(target), back = y1 <= y0, side = Math.max(x0, x1) + wide + 40;
        const line = back ? `M${x0 + wide} ${y0 + high / 2} C${side} ${y0 + high / 2} ${side} ${y1 + high / 2} ${x1 + wide + 2} ${y1 + high / 2}`
          : `M${x0 + wide / 2} ${y0 + high} C${x0 + wide / 2} ${y0 + high + gapY / 2} ${x1 + wide / 2} ${y1 - gapY / 2} ${x1 + wide / 2} ${y1 - 2}`;
        const [x, y] = back ? [x1 + wide + 1, y1 + high / 2] : [x1 + wide / 2, y1 - 1];
        const head = back ? `M${x} ${y}l9 -5v10z` : `M${x} ${y}l-5 -9h10z`;
        picture.append(svg("path", {d: line, class: "edge"}), svg("path", {d: head, class: "head"}));
      }
    const short = text => text.length > 38 ? text.slice(0, 37) + "\u2026" : text;
    for (const [node, [x, y]] of at) {
      const place = node.at.slice(node.at.lastIndexOf("/") + 1);
      const box = svg("g", {class: node.culprit ? "culprit" : "node", tabindex: 0, role: "button",
                            "aria-label": `${node.unit}, ${this.places(node.cores)}, ${place}, ${this.does(node)}`},
        svg("rect", {x, y, width: wide, height: high, rx: 6}),
        svg("rect", {x, y, width: 6, height: high, rx: 3, style: `fill:var(--${this.colour(node)});stroke:none`}),
        svg("text", {x: x + 14, y: y + 18, class: "name"}, `${node.unit}`),
        svg("text", {x: x + 14, y: y + 35}, `${node.cores.length ? this.places(node.cores) : ""}`),
        svg("text", {x: x + 14, y: y + 52}, short(`${place ? place + "  " : ""}${this.does(node)}`)));
      const show = () => this.show(node);
      box.addEventListener("click", show);
      box.addEventListener("keydown", event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); show(); } });
      tipFor(box, () => [node.text, ...node.helps].filter(Boolean).slice(0, 3).join("\n") || this.does(node));
      picture.append(box);
    }
    return [picture, all.length - nodes.length];
  },
  show(group) {
    if (group.at) source.show(group.at);
    if (!group.cores.length) return;
    choose(group.cores[0].core);
    schedule.open.add(group.cores[0].core);
    schedule.reveal(trackOf(group.cores[0].core, group.row));
  },

  // The lines around a place.
  excerpt(at, what, around = 3) {
    const {file, line} = source.parts(at), text = source.texts.get(file);
    if (!text || !line) return null;
    const lines = text.split("\n"), from = Math.max(1, line - around), rows = [];
    for (let i = from; i <= Math.min(lines.length, line + around); ++i) {
      const row = element("tr", {}, element("td", {className: "number"}, String(i)), element("td", {className: "text"}, element("code", {}, lines[i - 1] || " ")));
      if (i === line) row.setAttribute("aria-current", "true");
      rows.push(row);
    }
    return element("div", {className: "excerpt"}, element("p", {}, placeLink(at), ` ${what}`),
      element("div", {className: "scroll"}, element("table", {className: "source"}, element("tbody", {}, ...rows))));
  },

  table(groups) {
    const place = element("div", {className: "scroll"});
    table(place, [
      {name: "RISC or unit", text: true, value: group => group.unit},
      {name: "cores", text: true, value: group => group.cores.length ? this.places(group.cores) : ""},
      {name: "stands at", text: true, place: true, value: group => group.at || ""},
      {name: "does", text: true, value: group => this.does(group)},
      {name: "since cycle", value: group => group.from ?? 0,
       show: group => group.from === undefined ? "" : group.from === group.to ? cycles(group.from) : `${cycles(group.from)} to ${cycles(group.to)}`},
      {name: "what could end it", text: true, value: group => [...group.helps].slice(0, 1).join("") + (group.helps.size > 1 ? ` (and ${group.helps.size - 1} alike)` : "")},
    ], groups.filter(group => group.state !== "absent"), {sort: 0, up: true});
    return place;
  },
};

function showFault() {
  const place = $("fault");
  if (!fault) return place.remove();
  $("title").after(place);
  const [x, y] = fault.core, groups = standing.groups();
  const where = x < 0 ? "" : `core (${x},${y}) ${fault.risc}, cycle ${cycles(fault.cycle)}`;
  const places = new Map([[fault.at, "where the fault is"]]);
  const onCulprit = group => Number([...group.targets].some(one => one.culprit));
  for (const group of groups.toSorted((a, b) => onCulprit(b) - onCulprit(a)))
    if (group.state === "waits" && !places.has(group.at)) places.set(group.at, `${group.unit} ${standing.does(group)}`);
  for (const one of fault.related) if (!places.has(one.at)) places.set(one.at, one.core[0] < 0 ? "belongs to it" : `belongs to it: core (${one.core}) ${one.risc}`);
  const excerpts = [...places].map(([at, what]) => standing.excerpt(at, what)).filter(Boolean).slice(0, 3);
  const show = element("button", {onclick: () => {
    const core = cores.find(one => one.x === x && one.y === y);
    if (core) standing.show({at: fault.at, row: culprit ? culprit.row : 0, cores: [core]});
    $("schedule-section").scrollIntoView({block: "start"});
  }}, "Show it in the schedule");
  place.replaceChildren(
    element("h2", {}, `The run ended with a fault: ${fault.name} `, element("span", {className: "muted"}, fault.id)),
    element("p", {className: "verdict"}, fault.text),
    element("p", {}, where, fault.at ? ", " : "", placeLink(fault.at)),
    element("p", {}, element("b", {}, `${fault.category}: `), fault.remedy),
    element("div", {className: "bar"}, ...(cores.length ? [show] : []),
      element("span", {}, "Everything below is up to the fault" + (fault.workload ? `, which ended ${fault.workload}.` : "."))));
  const halves = element("div", {className: "halves"});
  if (excerpts.length) halves.append(element("div", {}, element("h3", {}, "Source"), ...excerpts));
  if (groups.some(group => group.targets.size || group.state === "waits" || group.state === "polls")) {
    const [picture, more] = standing.graph(groups);
    halves.append(element("div", {}, element("h3", {}, "Who waits for whom"), element("div", {className: "scroll"}, picture),
      element("p", {className: "hint"}, "An arrow leads from what waits to what could end the wait" +
        (more ? `; ${more} more are in the table below` : "") + ". A click shows it in the schedule.")));
  }
  place.append(halves);
  if (groups.length)
    place.append(element("details", {open: groups.length <= 8}, element("summary", {}, `How every RISC stood (${cycles(fault.standing.length)})`), standing.table(groups)));
  const notes = fault.notes.trim();
  if (notes) place.append(element("details", {}, element("summary", {}, "Notes as the terminal has them"), element("pre", {}, notes)));
}

// Over the schedule: waits that nothing ends run to the edge, and where the fault came.
Object.assign(schedule, {
  faultMarks(c) {
    if (!fault) return;
    const end = this.x(ranCycles);
    for (const [track, one] of endless) {
      const row = this.rowOf.get(track);
      if (!row) continue;
      const y = this.screen(row.y) + (row.height > 12 ? 1 : 0), high = Math.max(1, row.height - (row.height > 12 ? 6 : 1));
      if (y + high < this.top || y > this.height) continue;
      const from = Math.max(this.left, this.x(Math.min(one.cycle, ranCycles)));
      c.fillStyle = colours[one.state === "waits" ? reasonColour(one.reason) : "work"];
      if (end < this.width) c.fillRect(Math.max(this.left, end), y, this.width - Math.max(this.left, end), high);
      if (high < 5) continue;
      c.save();
      c.beginPath();
      c.rect(from, y, this.width - from, high);
      c.clip();
      c.strokeStyle = colours.card;
      c.globalAlpha = 0.35;
      c.lineWidth = 2;
      for (let x = from - from % 9 - high; x < this.width; x += 9) {
        c.beginPath();
        c.moveTo(x, y + high);
        c.lineTo(x + high, y);
        c.stroke();
      }
      c.restore();
    }
    const x = this.x(fault.cycle);
    if (x < this.left || x > this.width) return;
    c.fillStyle = colours.fault;
    c.fillRect(x - 1, this.top, 2, this.height);
    const at = culprit && this.rowOf.get(trackOf(culprit.core, culprit.row));
    if (!at) return;
    c.strokeStyle = colours.fault;
    c.lineWidth = 2;
    c.strokeRect(this.left, this.screen(at.y) - 1, this.width - this.left - 1, Math.max(4, at.height - 3));
  },
});
