// The kernels' sources with the cycles of each line; moves with what is picked.
const source = {
  texts: new Map(data.sources || []), file: "",

  parts(at) {
    const [, file, line] = /^(.*?)(?::(\d+))?$/.exec(at || "") || [];
    return {file, line: Number(line || 0)};
  },
  has(at) { return this.texts.has(this.parts(at).file); },

  // By file and line: cycles of waits, of the SFPU, of the critical path, over the whole run.
  collect() {
    this.costs = new Map();
    const add = (at, kind, n) => {
      const {file, line} = this.parts(at);
      if (!line || !this.texts.has(file)) return;
      const lines = this.costs.get(file) || new Map();
      this.costs.set(file, lines);
      const costs = lines.get(line) || {waits: 0, sfpu: 0, path: 0};
      lines.set(line, costs);
      costs[kind] += n;
    };
    if (!profile) return;
    for (const core of profile.cores)
      for (const unit of core.units) for (const wait of unit.waits) for (const line of wait.lines) add(line.at, "waits", line.cycles);
    for (const line of profile.sfpu.lines) add(line.at, "sfpu", line.cycles);
    for (const line of profile.path.lines) add(line.at, "path", line.cycles);
  },

  start() {
    this.collect();
    if (!this.texts.size) return $("source-pane").hidden = true;
    const total = file => sum([...(this.costs.get(file) || new Map()).values()].map(cost => cost.waits + cost.sfpu));
    const files = [...this.texts.keys()].sort((a, b) => total(b) - total(a) || (a < b ? -1 : 1));
    const select = $("source-file");
    select.replaceChildren(...files.map(file => element("option", {value: file}, file)));
    select.onchange = () => this.show(this.hottest(select.value));
    if (!this.file) this.show(fault && this.has(fault.at) ? fault.at : this.hottest(files[0]));
    let high = 0;
    new ResizeObserver(([{contentRect}]) => {
      if (contentRect.height !== high) this.centre();
      high = contentRect.height;
    }).observe($("source"));
  },

  // The line of a file that costs most.
  hottest(file) {
    const cost = ([, {waits, sfpu}]) => waits + sfpu, lines = [...(this.costs.get(file) || new Map())];
    if (!lines.length) return file;
    return `${file}:${lines.reduce((best, one) => cost(one) > cost(best) ? one : best)[0]}`;
  },

  show(at) {
    const {file, line} = this.parts(at);
    if (!this.texts.has(file)) return;
    if (file !== this.file) this.fill(file);
    const list = $("source"), row = line && list.querySelectorAll("[data-line]")[line - 1];
    list.querySelectorAll("[aria-current]").forEach(one => one.removeAttribute("aria-current"));
    if (row) row.setAttribute("aria-current", "true");
    this.centre();
  },
  // What stands above the pane grows and shrinks, and the line stays in the middle.
  centre() {
    const list = $("source"), row = list.querySelector("[aria-current]");
    if (!row) list.scrollTop = 0;
    else list.scrollTop += row.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  },
  reveal() {
    const box = $("source-pane").getBoundingClientRect();
    if (box.top < 0 || box.top > innerHeight * 0.7) $("source-pane").scrollIntoView({block: "nearest"});
  },

  fill(file) {
    this.file = file;
    $("source-file").value = file;
    const costs = this.costs.get(file) || new Map(), all = [...costs.values()];
    const kinds = [["waits", "waits", "cycles that RISCs waited at this line, all cores"],
                   ["sfpu", "SFPU", "cycles of the SFPU for this line, all cores"],
                   ["path", "path", "cycles of the critical path at this line"]].filter(([kind]) => all.some(cost => cost[kind]));
    const most = kinds.map(([kind]) => Math.max(...all.map(cost => cost[kind])));
    const head = element("tr", {}, element("th", {scope: "col", className: "number"}, "line"),
      ...kinds.map(([, name, title]) => element("th", {scope: "col", title}, name)), element("th", {scope: "col", className: "text"}, "source"));
    const body = element("tbody");
    this.texts.get(file).replace(/\n$/, "").split("\n").forEach((text, i) => {
      const cost = costs.get(i + 1), row = element("tr", {}, element("td", {className: "number"}, String(i + 1)));
      row.dataset.line = i + 1;
      kinds.forEach(([kind], k) => {
        const n = cost ? cost[kind] : 0, cell = element("td", {}, n ? cycles(n) : "");
        if (n) cell.style.background = `color-mix(in srgb, var(--${({waits: "cb", sfpu: "unit", path: "read"})[kind]}) ${Math.round(8 + 42 * n / most[k])}%, transparent)`;
        row.append(cell);
      });
      const code = element("code", {}, text || " ");
      if (cost) {
        const link = element("button", {className: "link code", title: "show the slices of this line in the schedule"}, code);
        link.onclick = () => search.set(`${file}:${i + 1}`);
        row.append(element("td", {className: "text"}, link));
      } else row.append(element("td", {className: "text"}, code));
      body.append(row);
    });
    $("source").replaceChildren(element("table", {className: "source"}, element("thead", {}, head), body));
  },
};
