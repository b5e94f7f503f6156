// The schedule: which rows there are, where a cycle and a track lie, what is under a point, and what is shown of it.
// paint.js draws it, input.js hears what the reader does.
const schedule = {
  canvas: $("schedule"), holder: $("schedule-holder"), left: 128, axis: 24, pathLane: 16, gap: 1, open: new Set(),
  rows: [], rowHeight: 0, picked: null, hovered: null, arrows: false, width: 1, height: 1, total: 1, printing: false,

  // With so many cores a row is as high as all of them together leave room for, until the reader says how high.
  fitting() {
    const room = innerHeight - this.top - 24;
    return Math.max(6, Math.min(26, Math.floor(room / Math.max(1, cores.length)) - this.gap));
  },
  get top() { return this.axis + (this.steps.length ? this.pathLane : 0); },

  // Rows downwards: of an open core a head and a lane a track, of a closed one a narrow lane for each RISC.
  arrange() {
    const closed = this.rowHeight || this.fitting();
    const lanes = sum(cores.filter(core => this.open.has(core.core)).map(core => core.tracks.length + 1));
    const lane = Math.max(18, Math.min(this.rowHeight || Math.floor(0.6 * innerHeight / Math.max(1, lanes + cores.length / 2)), 34));
    this.rows = [];
    this.rowOf = new Map();
    let y = 0;
    for (const core of cores) {
      const open = this.open.has(core.core), riscs = core.tracks.filter(track => isRisc(track.row));
      const height = open ? lane : closed, mini = Math.max(1, (height - (height > 9 ? 2 : 0)) / Math.max(1, riscs.length));
      const row = {core, y, height, open, riscs, mini};
      this.rows.push(row);
      if (!open) riscs.forEach((track, i) => this.rowOf.set(track, {row, y: y + i * mini, height: mini}));
      y += height;
      if (open)
        for (const track of core.tracks) {
          const one = {core, track, y, height: lane};
          this.rows.push(one);
          this.rowOf.set(track, one);
          y += lane;
        }
      y += open ? 5 : this.gap;
    }
    this.total = y;
  },

  // The canvas is as high as the window at most and stays in it while the page scrolls over its rows.
  get scroll() {
    if (this.printing) return 0;
    return Math.max(0, Math.min(-this.holder.getBoundingClientRect().top, this.total + this.top - this.height));
  },
  x(cycle) { return this.left + (cycle - state.from) / (state.to - state.from) * (this.width - this.left); },
  cycle(x) { return state.from + (x - this.left) / (this.width - this.left) * (state.to - state.from); },
  // Where a row's part begins on the canvas.
  screen(y) { return y - this.scroll + this.top; },

  rowAt(y) {
    const at = y - this.top + this.scroll;
    return y < this.top ? undefined : this.rows.find(row => at >= row.y && at < row.y + row.height);
  },

  // The innermost slice under a point.
  sliceAt(x, y) {
    const row = this.rowAt(y);
    if (!row || x < this.left || row.open) return null;
    const track = row.track || row.riscs[Math.min(row.riscs.length - 1,
      Math.floor((y - this.top + this.scroll - row.y) / row.mini))];
    return track ? this.sliceOf(track, this.cycle(x), (state.to - state.from) / (this.width - this.left)) : null;
  },
  sliceOf(track, at, slack = 0) {
    if (at >= ranCycles && endless.has(track)) at = ranCycles - 0.5;
    for (const layer of [track.waits, track.work]) {
      const i = firstEnding(layer, at - slack / 2);
      if (i < layer.count && layer.begin[i] <= at + slack / 2) return {track, layer, i};
    }
    let inner = -1;
    for (let i = 0; i < track.zones.count && track.zones.begin[i] <= at; ++i)
      if (track.zones.end[i] > at) inner = i;
    return inner < 0 ? null : {track, layer: track.zones, i: inner};
  },
  // What the track did last before: a unit has finished some cycles before others learn of it.
  lastBefore(track, at) {
    let last = null;
    for (const layer of [track.waits, track.work]) {
      const i = firstEnding(layer, at) - 1;
      if (i >= 0 && (!last || layer.end[i] > last.layer.end[last.i])) last = {track, layer, i};
    }
    return last;
  },
  causeOf: slice => slice && slice.layer.kind === WAIT ? causeOf(slice.track, slice.i) : null,

  facts(slice) {
    const {track, layer, i} = slice, [text, kind, reason] = data.names[layer.name[i]], cause = this.causeOf(slice);
    const forEver = kind === WAIT && endless.has(track) && layer.end[i] >= ranCycles;
    return {
      who: `core ${track.core.label} ${unitNames.get(track.row)}`,
      what: kind === WAIT ? `waits: ${text} (${data.reasons[reason][1]})` : kind === WORK ? `works: ${text}` : `runs, in ${text}`,
      when: forEver ? `without end, since ${cycles(layer.begin[i])}` : `${cycles(layer.end[i] - layer.begin[i])} cycles, ${cycles(layer.begin[i])} to ${cycles(layer.end[i])}`,
      at: data.places[layer.place[i]],
      cause: cause && `${cause.issued === null ? "ended by" : "ended by a transfer of"} ` +
        `${coreOf.has(cause.core) ? `core ${coreOf.get(cause.core).label} ` : ""}${unitNames.get(cause.row)} at ${cycles(cause.at)}` +
        (cause.issued === null ? "" : `, issued at ${cycles(cause.issued)}`) + (cause.place ? `, ${cause.place}` : ""),
    };
  },
  describe(slice) {
    const {who, what, when, at, cause} = this.facts(slice);
    return [who, what, when, at, cause].filter(Boolean).join("\n");
  },

  show(from, to) {
    const least = Math.min(20, data.cycles), span = Math.max(least, Math.min(to - from, data.cycles));
    state.from = Math.max(0, Math.min(from, data.cycles - span));
    state.to = state.from + span;
    changed("window");
  },
  zoom(factor, around = (state.from + state.to) / 2) {
    this.show(around - (around - state.from) * factor, around + (state.to - around) * factor);
  },
  pan(share) {
    const by = share * (state.to - state.from);
    this.show(state.from + by, state.to + by);
  },
  toggle(core) {
    if (!this.open.delete(core)) this.open.add(core);
    this.draw();
  },

  // Keeps a slice: its facts stand beside, its line in the source pane.
  pick(slice, moves = false) {
    this.picked = slice;
    if (slice) {
      const {track, layer, i} = slice;
      if (moves) {
        this.open.add(track.core.core);
        const length = layer.end[i] - layer.begin[i], span = state.to - state.from;
        if (layer.begin[i] < state.from || layer.end[i] > state.to || length < span / 400) {
          const wide = Math.max(length * 1.5, Math.min(span, length * 30, data.cycles));
          const middle = (layer.begin[i] + layer.end[i]) / 2;
          this.show(middle - wide / 2, middle + wide / 2);
        }
      }
      source.show(data.places[layer.place[i]]);
      if (state.core !== track.core.core) choose(track.core.core);
      if (moves) this.reveal(track);
    }
    changed("pick");
  },
  // The slice beside the picked one, of the same kind.
  beside(by) {
    if (!this.picked) return;
    const {track, layer, i} = this.picked;
    if (i + by >= 0 && i + by < layer.count) this.pick({track, layer, i: i + by}, true);
  },
  toCause() {
    const cause = this.causeOf(this.picked), track = cause && trackOf(cause.core, cause.row);
    const at = cause && (cause.issued === null ? Math.max(0, cause.at - 1) : cause.issued);
    const slice = track && (this.sliceOf(track, at, 2) || this.lastBefore(track, at));
    if (slice) this.pick(slice, true);
  },

  // Scrolls the page so that the chosen core, or a track of it, can be seen.
  reveal(track = null) {
    this.arrange();
    this.size();
    const at = track && this.rowOf.get(track), mine = this.rows.filter(row => row.core.core === state.core);
    const first = at || mine[0], last = at || mine[mine.length - 1];
    if (!first) return;
    const box = this.holder.getBoundingClientRect(), top = box.top + this.top;
    const high = Math.max(0, box.top) + this.top, low = Math.min(innerHeight, box.bottom) - 8;
    if (top + first.y < high) scrollBy(0, top + first.y - this.top - 8);
    else if (top + last.y + last.height > low)
      scrollBy(0, Math.min(top + last.y + last.height - innerHeight + 24, top + first.y - this.top - 8));
    this.draw();
  },
  step(by) {
    const at = cores.findIndex(core => core.core === state.core);
    const next = cores[Math.max(0, Math.min(cores.length - 1, at + by))];
    if (next) {
      choose(next.core);
      this.reveal();
    }
  },
};
