// What the reader does with wheel, pointers and keys. A wheel alone scrolls the page, as everywhere else.
Object.assign(schedule, {
  start() {
    const rows = new Map(data.units.map(([row, name]) => [name, row]));
    for (const step of this.steps) {
      const track = trackOf(step.core, rows.get(step.unit));
      if (!track) continue;
      if (!this.stepsOf.has(track)) this.stepsOf.set(track, []);
      this.stepsOf.get(track).push(step);
    }
    raster.readColours();
    this.hearWheel();
    this.hearPointers();
    this.hearKeys();
    this.hearButtons();
    state.listeners.push(() => this.draw());
    addEventListener("resize", () => this.draw());
    addEventListener("scroll", () => this.draw(), {passive: true});
    addEventListener("beforeprint", () => this.print(true));
    addEventListener("afterprint", () => this.print(false));
    this.legend();
  },
  print(on) {
    this.printing = on;
    document.documentElement.classList.toggle("light", on);
    this.recolour();
    this.paint();
  },
  recolour() {
    readColours();
    raster.readColours();
    this.legend();
  },
  local(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  },

  hearWheel() {
    this.canvas.addEventListener("wheel", event => {
      const lines = event.deltaMode === 1 ? 16 : 1, [x] = this.local(event);
      const across = event.shiftKey && !event.deltaX ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        this.zoom(1.003 ** Math.max(-200, Math.min(200, event.deltaY * lines)), this.cycle(Math.max(x, this.left)));
      } else if (Math.abs(across) > Math.abs(event.deltaY) || event.shiftKey) {
        event.preventDefault();
        this.pan(across * lines / (this.width - this.left));
      }
    }, {passive: false});
  },

  // A drag pans, with shift or on the ruler it selects a range of time; two fingers pinch.
  hearPointers() {
    const {canvas} = this, fingers = new Map();
    let drag = null, pinch = null;
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return {wide: Math.max(20, Math.abs(a - b)), middle: (a + b) / 2};
    };
    canvas.addEventListener("pointerdown", event => {
      if (event.button > 0) return;
      const [x, y] = this.local(event);
      fingers.set(event.pointerId, x);
      if (fingers.size === 2) {
        pinch = {...spread(), from: state.from, to: state.to};
        pinch.cycle = this.cycle(pinch.middle);
        drag = null;
        return;
      }
      const selects = x > this.left && (event.shiftKey || y < this.axis);
      drag = {x, y: event.clientY, from: state.from, to: state.to, moved: false, selects, touch: event.pointerType === "touch"};
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", event => {
      const [x, y] = this.local(event);
      if (fingers.has(event.pointerId)) fingers.set(event.pointerId, x);
      if (pinch && fingers.size === 2) {
        const now = spread(), span = (pinch.to - pinch.from) * pinch.wide / now.wide;
        const from = pinch.cycle - (now.middle - this.left) / (this.width - this.left) * span;
        this.show(from, from + span);
        return;
      }
      if (!drag) return this.hover(event, x, y);
      if (Math.abs(x - drag.x) + Math.abs(event.clientY - drag.y) > 3) drag.moved = true;
      if (!drag.moved) return;
      hideTip();
      this.hovered = null;
      if (drag.selects) return selectRange(this.cycle(drag.x), this.cycle(Math.max(this.left, x)));
      canvas.classList.add("dragging");
      if (!drag.touch) {
        scrollBy(0, drag.y - event.clientY);
        drag.y = event.clientY;
      }
      const by = (drag.x - x) / (this.width - this.left) * (drag.to - drag.from);
      this.show(drag.from + by, drag.to + by);
    });
    const end = event => {
      canvas.classList.remove("dragging");
      fingers.delete(event.pointerId);
      if (fingers.size < 2) pinch = null;
      const [x, y] = this.local(event);
      if (event.type === "pointerup" && drag && !drag.moved) this.click(x, y);
      drag = null;
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("pointerleave", () => {
      hideTip();
      this.hovered = null;
      this.draw();
    });
    canvas.addEventListener("dblclick", () => this.picked && this.zoomToPicked());
  },
  hover(event, x, y) {
    const before = this.hovered, step = y >= this.axis && y < this.top && x > this.left && this.stepAt(this.cycle(x));
    this.hovered = this.sliceAt(x, y);
    // Beside the lane, which stays in sight.
    const printed = this.printedAt(x, y), row = this.rowAt(y), above = event.clientY - y + (row ? this.screen(row.y) : y);
    const below = row ? above + row.height - 12 : event.clientY;
    if (printed) showTip(printed, event.clientX, below, above);
    else if (this.hovered) showTip(this.describe(this.hovered), event.clientX, below, above);
    else if (step) showTip(`critical path: core (${step.x},${step.y}) ${step.unit} ${step.what}\n${cycles(step.end - step.begin)} cycles` +
                           (step.at ? `\n${step.at}` : ""), event.clientX, event.clientY);
    else hideTip();
    this.canvas.style.cursor = x < this.left ? "pointer" : y < this.axis ? "col-resize" : "";
    if (before !== this.hovered) this.draw();
  },
  stepAt(cycle) { return this.steps.find(step => step.begin <= cycle && step.end > cycle); },
  click(x, y) {
    if (y < this.axis) return selectRange(0, 0);
    if (y < this.top) {
      const step = x > this.left && this.stepAt(this.cycle(x));
      if (step) showStep(step);
      return;
    }
    const row = this.rowAt(y);
    if (!row) return;
    if (x < this.left && !row.track) this.toggle(row.core.core);
    const slice = this.sliceAt(x, y);
    if (slice) this.pick(slice);
    if (state.core !== row.core.core) choose(row.core.core);
  },
  zoomToPicked() {
    const {layer, i} = this.picked, around = 0.25 * (layer.end[i] - layer.begin[i]);
    this.show(layer.begin[i] - around, layer.end[i] + around);
  },

  hearKeys() {
    const {canvas} = this;
    const keys = {
      ArrowLeft: () => this.pan(-0.15), ArrowRight: () => this.pan(0.15), "+": () => this.zoom(0.7), "=": () => this.zoom(0.7),
      "-": () => this.zoom(1 / 0.7), "0": () => this.show(0, data.cycles), "[": () => this.step(-1), "]": () => this.step(1),
      Enter: () => this.toggle(state.core), ",": () => this.beside(-1), ".": () => this.beside(1), c: () => this.toCause(),
      a: () => this.setArrows(!this.arrows), s: () => selectRange(state.from, state.to),
      p: () => this.pickFirst(), z: () => this.picked && this.zoomToPicked(),
      Escape: () => { this.picked = null; selectRange(0, 0); changed("pick"); }};
    canvas.addEventListener("keydown", event => {
      const act = keys[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    });
    addEventListener("keydown", event => {
      if (event.key !== "/" || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
      event.preventDefault();
      $("search").focus();
    });
  },
  // For who has no pointer: the first wait of the chosen core that is shown.
  pickFirst() {
    const core = chosenCore();
    for (const track of core ? core.tracks : []) {
      let i = firstEnding(track.waits, state.from);
      if (track.waits.begin[i] < state.from && track.waits.begin[i + 1] < state.to) ++i;  // one that begins in view
      if (i < track.waits.count && track.waits.begin[i] < state.to) return this.pick({track, layer: track.waits, i}, true);
    }
  },
  setArrows(on) {
    this.arrows = on;
    $("arrows").setAttribute("aria-pressed", String(on));
    this.draw();
  },

  hearButtons() {
    $("fit").onclick = () => this.show(0, data.cycles);
    $("in").onclick = () => this.zoom(0.5);
    $("out").onclick = () => this.zoom(2);
    $("open-all").onclick = () => { for (const core of cores) this.open.add(core.core); this.draw(); };
    $("close-all").onclick = () => { this.open.clear(); this.draw(); };
    $("arrows").onclick = () => this.setArrows(!this.arrows);
    $("select").onclick = () => selectRange(state.from, state.to);
    const rows = $("rows");
    this.arrange();
    rows.value = String(this.fitting());
    rows.oninput = () => { this.rowHeight = Number(rows.value); this.draw(); };
  },
});
