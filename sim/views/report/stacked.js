// Of a page about two runs: the schedules of one core of each on one time axis, the lane of a unit here above the one
// there. The other run's names and places join the tables of this one, so that both are drawn alike.
const stacked = {
  left: 142, axis: 24, lane: 15, canvas: null, rows: [], cores: [], ran: 0,

  start(place) {
    const other = showsOther ? page : page.other;
    if (!other) return;
    const join = (all, key, one) => {
      const known = new Map(all.map((each, i) => [key(each), i]));
      return one.map(each => known.has(key(each)) ? known.get(key(each)) : all.push(each) - 1);
    };
    const reasons = join(data.reasons, reason => reason[0], other.reasons);
    const own = ([text, kind, reason]) => [text, kind, kind === WAIT ? reasons[reason] : reason];
    const names = join(data.names, JSON.stringify, other.names.map(own)), places = join(data.places, at => at, other.places);
    this.cores = other.cores.map(core => ({...core, label: `(${core.x},${core.y})`, tracks: core.tracks.map(track => unpackTrack(track, names, places))}));
    this.ran = Math.max(ranCycles, other.cycles);
    raster.readColours();
    this.title = element("h3");
    this.canvas = element("canvas", {role: "img", ariaLabel: "the schedules of a core of both runs on one time axis"});
    place.append(this.title, element("p", {}, "Of each unit the upper lane is the run here, the lower one the other; a stretch chosen in the schedule is shown of both."), this.canvas);
    this.canvas.onpointermove = event => this.tip(event);
    this.canvas.onpointerleave = hideTip;
    state.listeners.push(() => this.draw());
    addEventListener("resize", later(() => this.draw()));
    this.draw();
  },

  // All of both runs, or what the schedule shows.
  get window() {
    return state.from === 0 && state.to === data.cycles ? {from: 0, to: this.ran} : {from: state.from, to: state.to};
  },
  // The core at the same place, or the first.
  partner(core) { return this.cores.find(one => one.x === core.x && one.y === core.y) || this.cores[0]; },

  draw() {
    const here = chosenCore(), there = here && this.partner(here);
    if (!there) return;
    const [first, second] = showsOther ? ["there", "here"] : ["here", "there"];
    this.title.textContent = `Core ${here.label} ${first} and core ${there.label} ${second}`;
    const lanes = new Map();
    for (const [i, core] of [here, there].entries())
      for (const track of core.tracks) lanes.set(track.row, Object.assign(lanes.get(track.row) || [], {[i]: track}));
    this.rows = [...lanes].sort(([a], [b]) => a - b).map(([row, pair], i) => ({row, pair, y: this.axis + i * (2 * this.lane + 8)}));
    const {context: c, width, ratio} = prepare(this.canvas, this.axis + this.rows.length * (2 * this.lane + 8));
    this.width = width;
    const wide = Math.max(1, Math.round((width - this.left) * ratio)), {from, to} = this.window;
    for (const {pair, y} of this.rows)
      for (let i = 0; i < 2; ++i) {
        const tall = Math.max(1, Math.round((this.lane - 1) * ratio)), image = new ImageData(wide, tall), line = new Uint32Array(wide);
        if (pair[i]) raster.line(pair[i], wide, line, {from, to});
        else line.fill(raster.empty);
        const all = new Uint32Array(image.data.buffer);
        for (let at = 0; at < tall; ++at) all.set(line, at * wide);
        c.putImageData(image, Math.round(this.left * ratio), Math.round((y + i * this.lane) * ratio));
      }
    c.font = "11.5px system-ui, sans-serif";
    c.textBaseline = "middle";
    for (const {row, y} of this.rows) {
      c.fillStyle = colours.ink;
      c.fillText(unitNames.get(row), 8, y + this.lane);
      c.fillStyle = colours.muted;
      c.fillText(first, 104, y + this.lane / 2);
      c.fillText(second, 104, y + 1.5 * this.lane);
    }
    const step = axisStep(to - from, Math.max(2, (width - this.left) / 110));
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
      const x = this.left + (at - from) / (to - from) * (width - this.left), half = c.measureText(cycles(at)).width / 2;
      c.fillStyle = colours.muted;
      c.fillText(cycles(at), Math.max(this.left, Math.min(x - half, width - 2 * half)), this.axis / 2 - 2);
      c.fillStyle = colours.line;
      c.fillRect(x, this.axis - 6, 1, 4);
    }
  },

  tip(event) {
    const {from, to} = this.window, row = this.rows.find(({y}) => event.offsetY >= y && event.offsetY < y + 2 * this.lane);
    const track = row && event.offsetX >= this.left && row.pair[event.offsetY < row.y + this.lane ? 0 : 1];
    const span = to - from, at = from + (event.offsetX - this.left) / (this.width - this.left) * span;
    const slice = track && schedule.sliceOf(track, at, span / (this.width - this.left));
    if (!slice) return hideTip();
    const {layer, i} = slice, [text, kind, reason] = data.names[layer.name[i]];
    showTip([unitNames.get(row.row), kind === WAIT ? `waits: ${text} (${data.reasons[reason][1]})` : text,
             `${cycles(layer.end[i] - layer.begin[i])} cycles, ${cycles(layer.begin[i])} to ${cycles(layer.end[i])}`,
             data.places[layer.place[i]]].filter(Boolean).join("\n"), event.clientX, event.clientY);
  },
};
