// The schedule: cores, RISCs and units against time. Slices finer than a pixel are drawn as what fills most of it.
const schedule = {
  canvas: $("schedule"), left: 168, top: 24, lane: 20, mini: 4, gap: 6, scroll: 0, open: new Set(), rows: [],
  picked: null, queued: false,

  // Rows downwards: of an open core a head and a lane a track, of a closed one a narrow lane for each RISC.
  arrange() {
    this.rows = [];
    let y = 0;
    for (const core of cores) {
      const open = this.open.has(core.core);
      const riscs = core.tracks.filter(track => isRisc(track.row));
      const head = open ? this.lane : Math.max(this.lane, riscs.length * this.mini);
      this.rows.push({core, y, height: head, open});
      y += head;
      if (open)
        for (const track of core.tracks) {
          this.rows.push({core, track, y, height: this.lane});
          y += this.lane;
        }
      y += this.gap;
    }
    this.total = y;
    this.height = Math.min(Math.max(y, 60), 620);
    this.scroll = Math.max(0, Math.min(this.scroll, this.total - this.height));
  },

  x(cycle) { return this.left + (cycle - state.from) / (state.to - state.from) * (this.width - this.left); },
  cycle(x) { return state.from + (x - this.left) / (this.width - this.left) * (state.to - state.from); },

  draw() {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => { this.queued = false; this.paint(); });
  },

  paint() {
    this.arrange();
    const {context: c, width} = prepare(this.canvas, this.height + this.top);
    this.width = width;
    c.font = "11.5px system-ui, sans-serif";
    c.textBaseline = "middle";
    this.axis(c);
    c.save();
    c.beginPath();
    c.rect(0, this.top, width, this.height);
    c.clip();
    for (const row of this.rows) {
      const y = row.y - this.scroll + this.top;
      if (y + row.height < this.top || y > this.top + this.height) continue;
      this.label(c, row, y);
      c.save();
      c.beginPath();
      c.rect(this.left, y, width - this.left, row.height);
      c.clip();
      if (row.track) {
        this.track(c, row.track, y + 1, this.lane - 5, true);
        this.path(c, this.steps.get(row.core.core + " " + row.track.row) || [], y + this.lane - 3);
      } else if (!row.open)
        row.core.tracks.filter(track => isRisc(track.row)).forEach((track, i) =>
          this.track(c, track, y + i * this.mini, this.mini - 1, false));
      c.restore();
    }
    if (this.total > this.height) {
      c.fillStyle = colours.muted;
      const size = this.height * this.height / this.total;
      c.fillRect(width - 4, this.top + this.scroll / this.total * this.height, 3, Math.max(12, size));
    }
    c.restore();
    $("window").textContent = `cycles ${cycles(state.from)} to ${cycles(state.to)} (${time(state.to - state.from)})`;
  },

  axis(c) {
    const step = axisStep(state.to - state.from, Math.max(2, (this.width - this.left) / 110));
    c.textAlign = "center";
    for (let at = Math.ceil(state.from / step) * step; at <= state.to; at += step) {
      const x = this.x(at);
      c.fillStyle = colours.line;
      c.fillRect(x, this.top - 6, 1, this.height + 6);
      c.fillStyle = colours.muted;
      const text = cycles(at), half = c.measureText(text).width / 2;
      c.fillText(text, Math.max(this.left + half, Math.min(x, this.width - half)), this.top / 2 - 2);
    }
    c.textAlign = "left";
    c.fillText("cycles", 4, this.top / 2 - 2);
  },

  label(c, row, y) {
    if (!row.track && row.core.core === state.core) {
      c.fillStyle = colours.soft;
      c.fillRect(0, y, this.left - 4, row.height);
      c.fillStyle = colours.accent;
      c.fillRect(0, y, 3, row.height);
    }
    c.fillStyle = row.track ? colours.muted : colours.ink;
    c.textAlign = "left";
    const name = row.track ? unitNames.get(row.track.row) : `${row.open ? "\u25be" : "\u25b8"} core ${row.core.label}`;
    c.fillText(name, row.track ? 26 : 8, y + row.height / 2 - (row.track ? 1 : 0));
  },

  // A RISC works whenever its kernel runs and it does not wait; a unit works in its own slices.
  track(c, track, y, height, full) {
    const {zones, work, waits} = track;
    if (isRisc(track.row))
      for (let i = 0; i < zones.count; ++i) {
        const outer = i === 0 || zones.end[i] > zones.end[i - 1] || zones.begin[i] >= zones.end[i - 1];
        if (!outer) continue;
        const x0 = Math.max(this.left, this.x(zones.begin[i])), x1 = Math.min(this.width, this.x(zones.end[i]));
        if (x1 <= this.left || x0 >= this.width) continue;
        c.fillStyle = colours.work;
        c.fillRect(x0, y, Math.max(1, x1 - x0), height);
      }
    this.layer(c, work, y, height, () => colours.unit, full);
    this.layer(c, waits, y, height, name => reasonColour(data.names[name][2]), full);
    if (full && isRisc(track.row)) this.inner(c, zones, y, height);
  },

  // The user's zones, as a line along the top of the lane.
  inner(c, zones, y, height) {
    c.fillStyle = colours.zone;
    let last = -1;
    for (let i = 1; i < zones.count; ++i) {
      if (zones.end[i] < state.from || zones.begin[i] > state.to) continue;
      const x0 = Math.max(this.left, this.x(zones.begin[i])), x1 = this.x(zones.end[i]);
      if (x1 - last < 1) continue;
      c.fillRect(x0, y, Math.max(1, x1 - x0 - 1), 2);
      last = x1;
    }
  },

  // The parts of the critical path, as a line along the foot of the lane.
  steps: new Map(),
  path(c, steps, y) {
    for (const {begin, end} of steps) {
      if (end < state.from || begin > state.to) continue;
      const x0 = Math.max(this.left, this.x(begin)), x1 = Math.min(this.width, this.x(end));
      c.fillStyle = colours.ink;
      c.fillRect(x0, y, Math.max(1.5, x1 - x0), 2);
    }
  },

  // Called for every slice in the window, so it allocates nothing.
  shares: new Float64Array(data.names.length),
  layer(c, layer, y, height, colour, full) {
    const {begin, end, name, count} = layer, {shares} = this, touched = [];
    const scale = (this.width - this.left) / (state.to - state.from), shift = this.left - state.from * scale;
    let pixel = -1;
    const flush = () => {
      if (touched.length === 0) return;
      let best = touched[0], sum = 0;
      for (const key of touched) {
        sum += shares[key];
        if (shares[key] > shares[best]) best = key;
      }
      for (const key of touched) shares[key] = 0;
      touched.length = 0;
      c.globalAlpha = Math.min(1, Math.max(0.15, sum * scale));
      c.fillStyle = colour(best);
      c.fillRect(pixel, y, 1, height);
      c.globalAlpha = 1;
    };
    for (let i = firstEnding(layer, state.from); i < count && begin[i] < state.to; ++i) {
      const x0 = begin[i] * scale + shift, x1 = end[i] * scale + shift;
      if (x1 - x0 < 1.5) {
        const at = Math.floor((x0 + x1) / 2);
        if (at !== pixel) {
          flush();
          pixel = at;
        }
        if (shares[name[i]] === 0) touched.push(name[i]);
        shares[name[i]] += end[i] - begin[i];
        continue;
      }
      flush();
      const shown = Math.max(this.left, x0), wide = Math.min(this.width, x1) - shown;
      c.fillStyle = colour(name[i]);
      c.fillRect(shown, y, Math.max(1, wide - (wide > 4 ? 1 : 0)), height);
      if (full && wide > 46) {
        c.fillStyle = inkOn(c.fillStyle);
        c.textAlign = "left";
        const text = data.names[name[i]][0];
        if (c.measureText(text).width < wide - 8) c.fillText(text, shown + 4, y + height / 2 + 1);
      }
    }
    flush();
  },

  rowAt(y) {
    const at = y - this.top + this.scroll;
    return y < this.top ? undefined : this.rows.find(row => at >= row.y && at < row.y + row.height);
  },

  // The innermost slice under a point, with its track.
  sliceAt(x, y) {
    const row = this.rowAt(y);
    if (!row || x < this.left || row.open) return null;
    const riscs = row.core.tracks.filter(track => isRisc(track.row));
    const track = row.track || riscs[Math.min(riscs.length - 1,
      Math.floor((y - this.top + this.scroll - row.y) / this.mini))];
    if (!track) return null;
    const at = this.cycle(x), slack = (state.to - state.from) / (this.width - this.left);
    for (const layer of [track.waits, track.work]) {
      const i = firstEnding(layer, at - slack / 2);
      if (i < layer.count && layer.begin[i] <= at + slack / 2) return {core: row.core, track, layer, i};
    }
    let inner = -1;
    for (let i = 0; i < track.zones.count && track.zones.begin[i] <= at; ++i)
      if (track.zones.end[i] > at) inner = i;
    return inner < 0 ? null : {core: row.core, track, layer: track.zones, i: inner};
  },

  describe({core, track, layer, i}) {
    const [text, kind, reason] = data.names[layer.name[i]];
    const place = data.places[layer.place[i]];
    const what = kind === WAIT ? `waits: ${text} (${data.reasons[reason][1]})`
               : kind === WORK ? `works: ${text}` : `runs, in ${text}`;
    return `core ${core.label} ${unitNames.get(track.row)}\n${what}\n` +
      `${cycles(layer.end[i] - layer.begin[i])} cycles, ${cycles(layer.begin[i])} to ${cycles(layer.end[i])}` +
      (place ? `\n${place}` : "");
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
  // Scrolls so that the chosen core can be seen.
  reveal() {
    this.arrange();
    const rows = this.rows.filter(row => row.core.core === state.core);
    if (!rows.length) return;
    const last = rows[rows.length - 1];
    if (rows[0].y < this.scroll) this.scroll = rows[0].y;
    else if (last.y + last.height > this.scroll + this.height)
      this.scroll = Math.min(rows[0].y, last.y + last.height - this.height);
  },

  start() {
    const {canvas} = this;
    const rows = new Map(data.units.map(([row, name]) => [name, row]));
    for (const step of profile ? profile.path.steps : []) {
      const key = step.core + " " + rows.get(step.unit);
      if (!this.steps.has(key)) this.steps.set(key, []);
      this.steps.get(key).push(step);
    }
    let drag = null;
    const local = event => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      const [x] = local(event), by = event.deltaY || event.deltaX;
      if (event.shiftKey || x < this.left) {
        this.scroll += by;
        this.draw();
      } else {
        this.zoom(1.0015 ** by, this.cycle(x));
      }
    }, {passive: false});
    canvas.addEventListener("pointerdown", event => {
      const [x, y] = local(event);
      drag = {x, y, from: state.from, to: state.to, scroll: this.scroll, moved: false};
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", event => {
      const [x, y] = local(event);
      if (!drag) {
        const slice = this.sliceAt(x, y);
        if (slice) showTip(this.describe(slice), event.clientX, event.clientY);
        else hideTip();
        return;
      }
      if (Math.abs(x - drag.x) + Math.abs(y - drag.y) > 3) drag.moved = true;
      if (!drag.moved) return;
      hideTip();
      canvas.classList.add("dragging");
      this.scroll = drag.scroll - (y - drag.y);
      const by = (drag.x - x) / (this.width - this.left) * (drag.to - drag.from);
      this.show(drag.from + by, drag.to + by);
    });
    canvas.addEventListener("pointerup", event => {
      canvas.classList.remove("dragging");
      const [x, y] = local(event);
      if (drag && !drag.moved) this.click(x, y);
      drag = null;
    });
    canvas.addEventListener("pointerleave", hideTip);
    canvas.addEventListener("keydown", event => {
      const act = {ArrowLeft: () => this.pan(-0.15), ArrowRight: () => this.pan(0.15),
                   ArrowUp: () => { this.scroll -= 40; this.draw(); }, ArrowDown: () => { this.scroll += 40; this.draw(); },
                   "+": () => this.zoom(0.7), "=": () => this.zoom(0.7), "-": () => this.zoom(1 / 0.7),
                   "0": () => this.show(0, data.cycles), "[": () => this.step(-1), "]": () => this.step(1),
                   Enter: () => this.toggle(state.core)}[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    });
    $("fit").onclick = () => this.show(0, data.cycles);
    $("in").onclick = () => this.zoom(0.5);
    $("out").onclick = () => this.zoom(2);
    $("open-all").onclick = () => { for (const core of cores) this.open.add(core.core); this.draw(); };
    $("close-all").onclick = () => { this.open.clear(); this.draw(); };
    state.listeners.push(what => {
      if (what === "core") this.reveal();
      this.draw();
    });
    addEventListener("resize", () => this.draw());
    this.legend();
  },

  click(x, y) {
    const row = this.rowAt(y);
    if (!row) return;
    const slice = this.sliceAt(x, y);
    if (x < this.left && !row.track) this.toggle(row.core.core);
    if (slice) $("picked").textContent = this.describe(slice).replace(/\n/g, " \u2014 ");
    choose(row.core.core);
  },

  step(by) {
    const at = cores.findIndex(core => core.core === state.core);
    const next = cores[Math.max(0, Math.min(cores.length - 1, at + by))];
    if (next) choose(next.core);
  },

  // Only what occurs, with its share of all RISC and unit time shown.
  legend() {
    const sums = new Map();
    for (const core of cores)
      for (const {waits} of core.tracks)
        for (let i = 0; i < waits.count; ++i) {
          const reason = data.names[waits.name[i]][2];
          sums.set(reason, (sums.get(reason) || 0) + waits.end[i] - waits.begin[i]);
        }
    const entry = (colour, text, title) =>
      element("span", {title}, element("i", {style: `background:var(--${colour})`}), text);
    $("legend").replaceChildren(entry("work", "RISC works", "its kernel runs and does not wait"),
      entry("unit", "unit works", "SFPU, FPU, unpacker or packer"),
      ...(this.steps.size ? [entry("ink", "on the critical path", "a line along the foot of a lane")] : []),
      ...[...sums].sort((a, b) => b[1] - a[1]).map(([reason]) =>
        entry(reasonFamily(data.reasons[reason][0]), data.reasons[reason][0], data.reasons[reason][1])));
  },
};

// Index of the first slice that ends after `cycle`, of slices that follow each other.
function firstEnding(layer, cycle) {
  let low = 0, high = layer.count;
  while (low < high) {
    const middle = low + high >> 1;
    if (layer.end[middle] > cycle) high = middle;
    else low = middle + 1;
  }
  return low;
}
