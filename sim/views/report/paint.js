// Draws the schedule: slices as pixels (raster.js), then what stands over them.
Object.assign(schedule, {
  queued: false, lines: new Map(), drawn: "", steps: profile ? profile.path.steps : [], stepsOf: new Map(),

  draw() {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => { this.queued = false; this.paint(); });
  },
  size() {
    this.height = Math.min(this.total + this.top, this.printing ? 1000 : Math.max(160, innerHeight));
    this.holder.style.height = (this.printing ? this.height : this.total + this.top) + "px";
  },

  paint() {
    this.arrange();
    this.size();
    const {context: c, width, ratio} = prepare(this.canvas, this.height), scroll = this.scroll;
    this.width = width;
    const shown = this.rows.filter(row => row.y + row.height > scroll && row.y - scroll + this.top < this.height);
    this.pixels(c, shown, scroll, ratio);
    c.font = "11.5px system-ui, sans-serif";
    c.textBaseline = "middle";
    this.ruler(c);
    c.save();
    c.beginPath();
    c.rect(0, this.top, width, this.height - this.top);
    c.clip();
    this.labelled = -99;
    for (const row of shown) this.label(c, row, row.y - scroll + this.top);
    c.beginPath();
    c.rect(this.left, this.top, width - this.left, this.height - this.top);
    c.clip();
    for (const row of shown)
      if (row.track) this.overLane(c, row.track, row.y - scroll + this.top, row.height);
    this.overlays(c, shown);
    c.restore();
    if (this.steps.length) this.pathOverview(c);
    this.rangeMark(c);
    $("window").textContent = `cycles ${cycles(state.from)} to ${cycles(state.to)} (${time(state.to - state.from)})`;
  },

  // All slices, in one bitmap. A line of a track is kept while window and colours stay what they are.
  pixels(c, shown, scroll, ratio) {
    const wide = Math.max(1, Math.round((this.width - this.left) * ratio));
    const tall = Math.max(1, Math.round((this.height - this.top) * ratio));
    if (!this.image || this.image.width !== wide || this.image.height !== tall) this.image = new ImageData(wide, tall);
    const key = [state.from, state.to, wide, search.text, colours.card].join();
    if (key !== this.drawn) this.lines.clear();
    this.drawn = key;
    const all = new Uint32Array(this.image.data.buffer);
    all.fill(raster.empty);
    const put = (track, y, height) => {
      let line = this.lines.get(track);
      if (!line) {
        line = new Uint32Array(wide);
        raster.line(track, wide, line);
        this.lines.set(track, line);
      }
      const from = Math.max(0, Math.round((y - scroll) * ratio)), to = Math.min(tall, Math.round((y + height - scroll) * ratio));
      for (let at = from; at < to; ++at) all.set(line, at * wide);
    };
    for (const row of shown)
      if (row.track) put(row.track, row.y + 1, row.height - 6);
      else if (!row.open) row.riscs.forEach((track, i) => put(track, row.y + i * row.mini, Math.max(1 / ratio, row.mini - (row.mini >= 3 ? 1 : 0))));
    c.putImageData(this.image, Math.round(this.left * ratio), Math.round(this.top * ratio));
  },

  ruler(c) {
    const step = axisStep(state.to - state.from, Math.max(2, (this.width - this.left) / 110));
    c.textAlign = "center";
    for (let at = Math.ceil(state.from / step) * step; at <= state.to; at += step) {
      const x = this.x(at);
      c.fillStyle = colours.line;
      c.fillRect(x, this.axis - 6, 1, 6);
      c.globalAlpha = 0.5;
      c.fillRect(x, this.top, 1, this.height);
      c.globalAlpha = 1;
      c.fillStyle = colours.muted;
      const text = cycles(at), half = c.measureText(text).width / 2;
      c.fillText(text, Math.max(this.left + half, Math.min(x, this.width - half)), this.axis / 2 - 2);
    }
    c.textAlign = "left";
    c.fillText("cycles", 8, this.axis / 2 - 2);
  },

  // A narrow row has a name where there is room for it since the last one.
  label(c, row, y) {
    const chosen = !row.track && row.core.core === state.core;
    if (chosen) {
      c.fillStyle = colours.soft;
      c.fillRect(0, y, this.left - 4, row.height);
      c.fillStyle = colours.accent;
      c.fillRect(0, y, 3, row.height);
    }
    if (!row.track && row.height < 11 && y - this.labelled < 11) return;
    this.labelled = y;
    c.fillStyle = row.track ? colours.muted : colours.ink;
    c.font = row.height < 12 && !row.track ? "9.5px system-ui, sans-serif" : "11.5px system-ui, sans-serif";
    const name = row.track ? unitNames.get(row.track.row) : `${row.open ? "\u25be" : "\u25b8"} core ${row.core.label}`;
    c.fillText(name, row.track ? 24 : 8, y + row.height / 2);
  },

  // Over an open lane: names of slices that have room, the user's zones along the top, the critical path along the foot.
  overLane(c, track, y, height) {
    c.font = "11.5px system-ui, sans-serif";
    for (const layer of [track.work, track.waits]) {
      const first = firstEnding(layer, state.from), room = (state.to - state.from) / (this.width - this.left) * 46;
      if (layer.count - first > 20000 && firstEnding(layer, state.to) - first > 20000) continue;
      for (let i = first; i < layer.count && layer.begin[i] < state.to; ++i) {
        if (layer.end[i] - layer.begin[i] < room) continue;
        const left = Math.max(this.left, this.x(layer.begin[i])), wide = Math.min(this.width, this.x(layer.end[i])) - left;
        const name = data.names[layer.name[i]];
        if (search.active && !search.hits(layer, i)) continue;
        if (wide < 46 || c.measureText(name[0]).width > wide - 8) continue;
        c.fillStyle = inkOn(colours[colourOfName(name)]);
        c.fillText(name[0], left + 4, y + height / 2 - 1);
      }
    }
    if (isRisc(track.row)) {
      c.fillStyle = colours.zone;
      let last = -1;
      for (let i = 1; i < track.zones.count; ++i) {
        if (track.zones.end[i] < state.from || track.zones.begin[i] > state.to) continue;
        const x0 = Math.max(this.left, this.x(track.zones.begin[i])), x1 = this.x(track.zones.end[i]);
        if (x1 - last < 1) continue;
        c.fillRect(x0, y, Math.max(1, x1 - x0 - 1), 2);
        last = x1;
      }
    }
    this.pathLine(c, this.stepsOf.get(track) || [], y + height - 4, 3);
  },

  pathLine(c, steps, y, height) {
    for (const step of steps) {
      if (step.end < state.from || step.begin > state.to) continue;
      const x0 = Math.max(this.left, this.x(step.begin)), x1 = Math.min(this.width, this.x(step.end));
      c.fillStyle = colours[pathColour(step)];
      c.fillRect(x0, y, Math.max(1.5, x1 - x0), height);
    }
  },
  // The whole critical path in one lane, with who is on it where there is room.
  pathOverview(c) {
    const y = this.axis, height = this.pathLane - 4;
    c.clearRect(0, y, this.left, height);
    c.font = "11.5px system-ui, sans-serif";
    c.fillStyle = colours.ink;
    c.fillText("critical path", 8, y + height / 2);
    this.pathLine(c, this.steps, y, height);
    c.font = "10px system-ui, sans-serif";
    for (const step of this.steps) {
      if (step.end < state.from || step.begin > state.to) continue;
      const x0 = Math.max(this.left, this.x(step.begin)), wide = Math.min(this.width, this.x(step.end)) - x0;
      const text = `(${step.x},${step.y}) ${step.unit} ${step.what}`;
      if (wide < 60 || c.measureText(text).width > wide - 6) continue;
      c.fillStyle = inkOn(colours[pathColour(step)]);
      c.fillText(text, x0 + 3, y + height / 2 + 0.5);
    }
  },

  // Frames around what is pointed at and picked, and arrows from what ended a wait to its end.
  overlays(c, shown) {
    const most = 300;
    this.faultMarks(c);
    this.printMarks(c);
    if (this.arrows) {
      let drawn = 0;
      for (const {track} of shown) {
        if (!track) continue;
        const {waits} = track;
        for (let i = firstEnding(waits, state.from); i < waits.count && waits.begin[i] < state.to && drawn < most; ++i)
          if (this.x(waits.end[i]) - this.x(waits.begin[i]) > 3 && this.arrow(c, {track, layer: waits, i}, 0.45)) ++drawn;
      }
    }
    for (const slice of [this.hovered, this.picked]) {
      const at = slice && this.rowOf.get(slice.track);
      if (!at) continue;
      const {layer, i} = slice, x0 = Math.max(this.left - 3, this.x(layer.begin[i])), x1 = Math.min(this.width + 3, this.x(layer.end[i]));
      c.strokeStyle = colours.ink;
      c.lineWidth = slice === this.picked ? 2 : 1;
      c.strokeRect(x0 - 1, this.screen(at.y), Math.max(3, x1 - x0 + 1), Math.max(4, at.height - 4));
      this.arrow(c, slice, 1);
    }
    c.globalAlpha = 1;
  },
  arrow(c, slice, alpha) {
    const cause = this.causeOf(slice), from = cause && this.rowOf.get(trackOf(cause.core, cause.row)), to = this.rowOf.get(slice.track);
    if (!from || !to) return false;
    const middle = at => this.screen(at.y) + Math.max(2, at.height - 5) / 2;
    const x0 = this.x(cause.issued === null ? cause.at : cause.issued), x1 = this.x(slice.layer.end[slice.i]);
    const y0 = middle(from), y1 = middle(to), bend = Math.max(14, Math.min(60, Math.abs(y1 - y0) / 3));
    c.globalAlpha = alpha;
    for (const [colour, wide] of [[colours.card, 4], [colours.ink, 1.6]]) {
      c.strokeStyle = c.fillStyle = colour;
      c.lineWidth = wide;
      c.beginPath();
      c.moveTo(x0, y0);
      if (y0 === y1) c.quadraticCurveTo((x0 + x1) / 2, y0 - 14, x1, y1);
      else c.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1, y1);
      c.stroke();
    }
    c.beginPath();
    c.arc(x0, y0, 3, 0, 7);
    c.fill();
    c.beginPath();
    c.moveTo(x1 + 1, y1);
    c.lineTo(x1 - 7, y1 - 4);
    c.lineTo(x1 - 7, y1 + 4);
    c.fill();
    return true;
  },

  rangeMark(c) {
    if (!state.range) return;
    const x0 = Math.max(this.left, this.x(state.range.from)), x1 = Math.min(this.width, this.x(state.range.to));
    if (x1 <= this.left || x0 >= this.width) return;
    c.fillStyle = colours.accent;
    c.globalAlpha = 0.12;
    c.fillRect(x0, this.top, x1 - x0, this.height);
    c.globalAlpha = 1;
    for (const x of [x0, x1]) c.fillRect(x - 0.5, this.axis - 6, 1.5, this.height);
    c.fillRect(x0, this.axis - 6, x1 - x0, 4);
  },

  // Only what occurs, what takes most first.
  legend() {
    const sums = new Map();
    let zones = false;
    for (const core of cores)
      for (const {row, waits, zones: own} of core.tracks) {
        zones = zones || isRisc(row) && own.count > 1;
        for (let i = 0; i < waits.count; ++i) {
          const reason = data.names[waits.name[i]][2];
          sums.set(reason, (sums.get(reason) || 0) + waits.end[i] - waits.begin[i]);
        }
      }
    const waits = [...sums].sort((a, b) => b[1] - a[1]).map(([reason]) =>
      legendEntry(reasonColour(data.reasons[reason][0]), data.reasons[reason][0], data.reasons[reason][1]));
    const onPath = new Set(this.steps.map(pathColour));
    $("legend").replaceChildren(
      element("div", {}, element("b", {}, "work"), legendEntry("work", "RISC works", "its kernel runs and does not wait"),
        legendEntry("unit", "unit works", "SFPU, FPU, unpacker or packer"),
        ...(zones ? [legendEntry("zone", "zone (line along the top)", "a zone that the kernel names")] : []),
        ...(prints.length ? [legendEntry("ink", "printed line (mark along the top)", "DPRINT")] : [])),
      ...(waits.length ? [element("div", {}, element("b", {}, "waits for"), ...waits)] : []),
      ...(onPath.size ? [element("div", {}, element("b", {}, "critical path"),
        ...pathKinds.filter(([colour]) => onPath.has(colour)).map(([colour, text]) => legendEntry(colour, text)),
        element("span", {}, "(top lane, and along the foot of lanes)"))] : []));
  },
});
