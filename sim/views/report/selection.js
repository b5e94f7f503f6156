// Beside the schedule: the picked slice with what ended it, and where the time of a range went, by unit and by reason.
const selection = {
  all: false,

  start() {
    state.listeners.push(what => { if (what === "pick") this.showPicked(); });
    const sums = later(() => this.showSums(), 60);
    state.listeners.push(what => { if (what !== "pick") sums(); });
    this.showPicked();
    this.showSums();
  },

  showPicked() {
    const place = $("picked"), slice = schedule.picked;
    if (!slice) {
      place.replaceChildren(element("p", {className: "muted"}, "Click a slice, or press p in the schedule, to keep it here."));
      return;
    }
    const {who, what, when, at, cause} = schedule.facts(slice);
    const button = (text, act, title) => element("button", {onclick: act, title}, text);
    place.replaceChildren(element("p", {}, element("b", {}, who)), element("p", {}, what), element("p", {}, when),
      ...(at ? [element("p", {}, placeLink(at))] : []), ...(cause ? [element("p", {}, cause)] : []),
      element("div", {className: "bar"},
        ...(cause ? [button("Go to cause", () => schedule.toCause(), "key c")] : []),
        button("\u25c2", () => schedule.beside(-1), "the one before, key ,"), button("\u25b8", () => schedule.beside(1), "the next, key ."),
        button("Zoom", () => schedule.zoomToPicked(), "key z"),
        button("As range", () => selectRange(slice.layer.begin[slice.i], slice.layer.end[slice.i]), "sums over this stretch")));
    const [before, next] = place.querySelectorAll(".bar button:nth-last-child(-n+4)");
    before.ariaLabel = "slice before";
    next.ariaLabel = "next slice";
  },

  // Of each unit what it did in a stretch of time, cycles by "work" or a reason.
  sums(tracks, from, to) {
    const units = new Map(), reasons = new Map();
    for (const track of tracks) {
      const unit = units.get(track.row) || {row: track.row, life: 0, work: 0, waits: new Map()};
      units.set(track.row, unit);
      const inside = (layer, i) => Math.max(0, Math.min(layer.end[i], to) - Math.max(layer.begin[i], from));
      if (isRisc(track.row)) for (const i of lives(track)) unit.life += inside(track.zones, i);
      else unit.life += to - from;
      const {work, waits} = track;
      for (let i = firstEnding(work, from); i < work.count && work.begin[i] < to; ++i) unit.work += inside(work, i);
      for (let i = firstEnding(waits, from); i < waits.count && waits.begin[i] < to; ++i) {
        const n = inside(waits, i), name = waits.name[i];
        unit.waits.set(name, (unit.waits.get(name) || 0) + n);
        const reason = reasons.get(name) || {name, cycles: 0, count: 0, places: new Map()};
        reasons.set(name, reason);
        reason.cycles += n;
        ++reason.count;
        reason.places.set(waits.place[i], (reason.places.get(waits.place[i]) || 0) + n);
      }
    }
    for (const unit of units.values())
      if (isRisc(unit.row)) unit.work = unit.life - sum([...unit.waits.values()]);
    return {units: [...units.values()].sort((a, b) => a.row - b.row), reasons: [...reasons.values()].sort((a, b) => b.cycles - a.cycles)};
  },

  showSums() {
    const place = $("sums"), {from, to} = state.range || state, core = chosenCore();
    const tracks = this.all ? cores.flatMap(one => one.tracks) : core ? core.tracks : [];
    const {units, reasons} = this.sums(tracks, from, to);
    const scope = (text, all) => {
      const button = element("button", {onclick: () => { this.all = all; this.showSums(); }}, text);
      button.setAttribute("aria-pressed", String(this.all === all));
      return button;
    };
    const head = state.range ? "Selected" : "Shown";
    const rows = units.filter(unit => unit.life > 0 && (unit.work > 0 || unit.waits.size)).map(unit => {
      const name = unitNames.get(unit.row), parts = [[isRisc(unit.row) ? "work" : "unit", unit.work, `works ${percent(share(unit.work, unit.life))}`],
        ...[...unit.waits].sort((a, b) => b[1] - a[1]).map(([wait, n]) =>
          [colourOfName(data.names[wait]), n, `${data.names[wait][0]} ${percent(share(n, unit.life))}, ${cycles(n)} cycles`])];
      const rest = unit.life - sum(parts.map(part => part[1]));
      return element("tr", {}, element("th", {className: "text", scope: "row"}, name),
        element("td", {className: "wide"}, stripOf([...parts, [null, Math.max(0, rest), ""]], name)),
        element("td", {}, percent(share(unit.work, unit.life))));
    });
    const total = sum(units.filter(unit => isRisc(unit.row)).map(unit => unit.life));
    const lines = reasons.slice(0, 12).map(({name, cycles: n, count, places}) => {
      const most = [...places].sort((a, b) => b[1] - a[1])[0], at = most ? data.places[most[0]] : "";
      return element("tr", {}, element("th", {className: "text", scope: "row"}, swatch(colourOfName(data.names[name])), data.names[name][0]),
        element("td", {}, cycles(n)), element("td", {}, percent(share(n, total))), element("td", {}, cycles(count)),
        element("td", {className: "text"}, placeLink(at, true)));
    });
    const heads = names => element("thead", {}, element("tr", {}, ...names.map((name, i) => element("th", {scope: "col", className: i ? "" : "text"}, name))));
    place.replaceChildren(
      element("h3", {}, `${head}: cycles ${cycles(from)} to ${cycles(to)}`),
      element("p", {className: "muted"}, `${cycles(to - from)} cycles = ${time(to - from)}` +
        (state.range ? "" : "; drag on the ruler, or with shift, to select a range")),
      element("div", {className: "bar"}, ...(cores.length > 1 ? [scope(core ? `core ${core.label}` : "no core", false), scope("all cores", true)] : []),
        ...(state.range ? [element("button", {onclick: () => schedule.show(from, to)}, "Zoom"),
                           element("button", {onclick: () => selectRange(0, 0)}, "Clear")] : [])),
      ...(rows.length ? [element("table", {className: "tight", ariaLabel: "what each unit did"}, heads(["unit", "", "works"]), element("tbody", {}, ...rows))] : []),
      ...(lines.length ? [element("table", {className: "tight", ariaLabel: "waits by reason"}, heads(["waits for", "cycles", "of RISCs", "times", "most at"]),
                                  element("tbody", {}, ...lines))] : []));
  },
};
