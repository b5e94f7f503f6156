// A chart on a canvas: lines, bands, steps and points of several functions; zoom, reading off, keyboard.
const page = JSON.parse(document.getElementById("data").textContent);
const shownFunctions = page.functions.map(() => true);
const charts = [];
// Of a function; what belongs to none of them has -1.
const colour = index => getComputedStyle(document.documentElement).getPropertyValue(index < 0 ? "--strong" : "--c" + index % 7).trim();
const ink = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes))
    if (key in node) node[key] = value;
    else node.setAttribute(key, value);
  node.append(...children);
  return node;
}

class Chart {
  // `series`: {function, kind: "line"|"band"|"steps"|"points"|"marks", x, y, y2, dash, wide, alpha, name, label}; a label
  // is written beside the first mark. Charts of one `group` zoom together. `lines`: values across, with names.
  constructor(place, {x, y, series, lines = [], group = "", name}) {
    Object.assign(this, {x: new Axis(x), y: new Axis(y), series, lines, group, name, cursor: null, boxed: null});
    this.canvas = element("canvas", {tabIndex: 0, role: "application", ariaLabel: `${name}: ${y.label} against ${x.label}. ` +
      "Arrows read off, plus and minus zoom, 0 shows all."});
    this.read = element("p", {className: "read", ariaLive: "polite"});
    place.append(this.canvas, this.read);
    this.hear();
    charts.push(this);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  draw() {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => { this.queued = false; this.paint(); });
  }
  px(value) { return this.left + this.x.share(value) * this.wide; }
  py(value) { return this.top + (1 - this.y.share(value)) * this.tall; }

  paint() {
    const {canvas} = this, ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width) return;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const c = canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    Object.assign(this, {left: 66, top: 8, wide: width - 66 - 60, tall: height - 8 - 38});
    c.font = "12px system-ui, sans-serif";
    this.frame(c, width, height);
    c.save();
    c.beginPath();
    c.rect(this.left, this.top, this.wide, this.tall);
    c.clip();
    const shown = this.series.filter(one => one.function < 0 || shownFunctions[one.function]);
    for (const one of shown) this.one(c, one);
    this.names(c, shown);
    c.restore();
    this.overlay(c);
  }
  frame(c, width, height) {
    const {left, top, wide, tall} = this;
    c.textBaseline = "middle";
    for (const {share, text} of this.x.ticks(wide / 75)) {
      const x = left + share * wide;
      c.fillStyle = ink("line");
      c.fillRect(x, top, 1, tall);
      c.fillStyle = ink("muted");
      c.textAlign = "center";
      c.fillText(text, x, top + tall + 11);
    }
    for (const {share, text} of this.y.ticks(tall / 34)) {
      const y = top + (1 - share) * tall;
      c.fillStyle = ink("line");
      c.fillRect(left, y, wide, 1);
      c.fillStyle = ink("muted");
      c.textAlign = "right";
      c.fillText(text, left - 6, y);
    }
    c.textAlign = "center";
    c.fillText(this.x.label, left + wide / 2, height - 9);
    c.save();
    c.translate(8, top + tall / 2);
    c.rotate(-Math.PI / 2);
    c.fillText(this.y.label, 0, 0);
    c.restore();
    c.textAlign = "left";
    let last = Infinity;
    for (const [value, text, across = true] of this.lines) {
      const at = across ? this.py(value) : this.px(value);
      if (across && Math.abs(at - last) < 14) continue;  // names on the right would cover each other
      last = at;
      if (across ? at < top || at > top + tall : at < left || at > left + wide) continue;
      c.strokeStyle = ink("strong");
      c.setLineDash([5, 4]);
      c.beginPath();
      if (across) c.moveTo(left, at), c.lineTo(left + wide, at);
      else c.moveTo(at, top), c.lineTo(at, top + tall);
      c.stroke();
      c.setLineDash([]);
      c.fillStyle = ink("muted");
      if (across) c.fillText(text, left + wide + 4, at);
      else c.fillText(text, at + 3, top + tall - 8);
    }
    c.strokeStyle = ink("strong");
    c.strokeRect(left, top, wide, tall);
  }

  one(c, {function: index, kind, x, y, y2, dash = [], wide = 2, alpha = 1, size = 1.6}) {
    c.strokeStyle = c.fillStyle = colour(index);
    c.globalAlpha = alpha;
    c.lineWidth = wide;
    c.setLineDash(dash);
    const inside = (low, high) => Math.max(low, Math.min(high, 1e5));
    const py = value => inside(-1e5, this.py(Math.max(Math.min(value, this.y.whole[1]), this.y.whole[0])));
    if (kind === "points" || kind === "marks") {
      for (let i = 0; i < x.length; ++i) {
        const at = this.px(x[i]), up = py(y[i]);
        if (kind === "points") c.fillRect(at - size / 2, up - size / 2, size, size);
        else {
          c.beginPath();
          c.arc(at, up, 5, 0, 7);
          if (dash.length) c.setLineDash([]), c.stroke();
          else c.fill();
        }
      }
    } else {
      for (const [from, to] of runs(x)) {
        c.beginPath();
        for (let i = from; i < to; ++i) {
          if (kind === "steps" && i > from) c.lineTo(this.px(x[i]), py(y[i - 1]));
          c.lineTo(this.px(x[i]), py(y[i]));
        }
        if (kind === "band") {
          for (let i = to; i-- > from;) c.lineTo(this.px(x[i]), py(y2[i]));
          c.fill();
        } else c.stroke();
      }
    }
    c.setLineDash([]);
    c.globalAlpha = 1;
  }

  // The names of marks within the frame, with a line to those that have no room beside their mark.
  names(c, shown) {
    const inside = ({x, y}) => x >= this.left && x <= this.left + this.wide && y >= this.top && y <= this.top + this.tall;
    const marks = shown.filter(one => one.kind === "marks").map(one => ({one, ...this.place(one, 0)})).filter(inside);
    const named = marks.filter(({one}) => one.label).map(mark => ({...mark, width: c.measureText(mark.one.label).width}));
    const frame = {left: this.left, top: this.top, width: this.wide, height: this.tall};
    this.placed = placeLabels(named, marks, frame);
    c.textAlign = "left";
    this.placed.forEach((box, i) => {
      const {one, x, y} = named[i], end = nearest(box, named[i]);
      c.fillStyle = c.strokeStyle = colour(one.function);
      c.fillText(one.label, box.left, box.top + box.height / 2);
      if (Math.hypot(end.x - x, end.y - y) < 12) return;
      c.lineWidth = 0.5;
      c.beginPath();
      c.moveTo(x, y);
      c.lineTo(end.x, end.y);
      c.stroke();
    });
  }
  place(one, i) { return {x: this.px(one.x[i]), y: this.py(Math.max(Math.min(one.y[i], this.y.whole[1]), this.y.whole[0]))}; }

  overlay(c) {
    if (this.boxed) {
      c.fillStyle = ink("accent");
      c.globalAlpha = 0.15;
      c.fillRect(Math.min(...this.boxed), this.top, Math.abs(this.boxed[1] - this.boxed[0]), this.tall);
      c.globalAlpha = 1;
    }
    if (this.cursor === null) return;
    const at = this.px(this.cursor);
    c.fillStyle = ink("ink");
    c.globalAlpha = 0.6;
    c.fillRect(at, this.top, 1, this.tall);
    c.globalAlpha = 1;
    for (const {one, i} of this.found) {
      c.fillStyle = colour(one.function);
      c.strokeStyle = ink("page");
      c.lineWidth = 1.5;
      c.beginPath();
      const {x, y} = this.place(one, i);
      c.arc(x, y, 4, 0, 7);
      c.fill();
      c.stroke();
    }
  }

  // Of each function what is nearest to the cursor; where there are points, the nearest one.
  readAt(value, height = null) {
    this.cursor = value;
    this.found = [];
    for (const one of this.series) {
      if (!shownFunctions[one.function] || one.mute) continue;
      let best = -1, least = Infinity;
      for (let i = 0; i < one.x.length; ++i) {
        const across = (this.x.share(one.x[i]) - this.x.share(value)) * this.wide;
        const off = height === null || one.kind !== "points" ? Math.abs(across) : Math.hypot(across, this.py(one.y[i]) - height);
        if (off < least) [best, least] = [i, off];
      }
      if (best >= 0 && (one.kind !== "points" || least < 30)) this.found.push({one, i: best});
    }
    const parts = new Map();
    for (const {one, i} of this.found) {
      const text = `${one.name ? one.name + " " : ""}${short(one.y[i])}${one.kind === "points" || one.kind === "marks" ? ` at ${short(one.x[i], 7)}` : ""}`;
      parts.set(one.function, [...(parts.get(one.function) || []), text]);
    }
    this.read.replaceChildren(`${this.x.label.split(" (")[0]} ${this.x.tick ? this.x.tick(value) : short(value, 5)}: `, ...[...parts].flatMap(([index, texts]) => {
      const name = element("b", {}, page.functions[index]);
      name.style.color = colour(index);
      return [name, ` ${texts.join(", ")}   `];
    }));
    this.draw();
  }
  // The other charts of the group follow.
  moved() {
    for (const other of charts) {
      if (other !== this && (!this.group || other.group !== this.group)) continue;
      if (other !== this && !this.x.zoomed) other.x.reset();
      else if (other !== this) other.x.set(this.x.low, this.x.high);
      other.draw();
    }
    for (const listener of Chart.listeners) listener(this);
  }

  hear() {
    const {canvas} = this, at = event => event.offsetX;
    canvas.addEventListener("wheel", event => {
      const across = event.shiftKey && !event.deltaX ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) this.x.zoom(1.003 ** Math.max(-200, Math.min(200, event.deltaY)), (at(event) - this.left) / this.wide);
      else if (Math.abs(across) > Math.abs(event.deltaY) || event.shiftKey) this.x.pan(across / this.wide);
      else return;
      event.preventDefault();
      this.moved();
    }, {passive: false});
    canvas.addEventListener("pointerdown", event => {
      if (event.button) return;
      this.boxed = [at(event), at(event)];
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", event => {
      if (this.boxed) this.boxed[1] = at(event);
      this.readAt(this.x.value(Math.max(0, Math.min(1, (at(event) - this.left) / this.wide))), event.offsetY);
    });
    canvas.addEventListener("pointerup", () => {
      const [a, b] = this.boxed ? this.boxed.map(x => this.x.value((x - this.left) / this.wide)) : [0, 0];
      const far = this.boxed && Math.abs(this.boxed[1] - this.boxed[0]) > 6;
      this.boxed = null;
      if (far) this.x.set(Math.min(a, b), Math.max(a, b));
      this.moved();
    });
    canvas.addEventListener("pointerleave", () => { if (!this.boxed) this.cursor = null; this.draw(); });
    canvas.addEventListener("dblclick", () => { this.x.reset(); this.moved(); });
    canvas.addEventListener("keydown", event => {
      const share = this.cursor === null ? 0.5 : this.x.share(this.cursor), step = event.shiftKey ? 0.1 : 0.01;
      const act = {ArrowLeft: () => this.readAt(this.x.value(Math.max(0, share - step))),
                   ArrowRight: () => this.readAt(this.x.value(Math.min(1, share + step))),
                   "+": () => this.x.zoom(0.5, share), "=": () => this.x.zoom(0.5, share), "-": () => this.x.zoom(2, share),
                   "0": () => this.x.reset()}[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
      this.moved();
    });
  }
}
Chart.listeners = [];

// Stretches without a gap (NaN) in between.
function* runs(x) {
  let from = 0;
  for (let i = 0; i <= x.length; ++i)
    if (i === x.length || Number.isNaN(x[i])) {
      if (i > from) yield [from, i];
      from = i + 1;
    }
}
