// Search: what a slice is called, its reason and its place; "(0,3)" chooses a core. What is not found fades.
const search = {
  text: "", active: false, names: new Uint8Array(data.names.length), places: new Uint8Array(data.places.length),
  found: [], at: -1,
  most: 100000,  // slices to step through

  hits(layer, i) { return this.names[layer.name[i]] === 1 || this.places[layer.place[i]] === 1; },

  run(text) {
    this.text = text.trim().toLowerCase();
    const core = /^(?:core\s*)?\(?(\d+)\s*,\s*(\d+)\)?$/.exec(this.text);
    if (core) {
      const one = cores.find(({x, y}) => x === Number(core[1]) && y === Number(core[2]));
      this.text = "";
      if (one) {
        choose(one.core);
        schedule.reveal();
      }
      $("found").textContent = one ? `core ${one.label}` : "no such core took part";
    }
    this.active = this.text !== "";
    const has = words => this.active && words.toLowerCase().includes(this.text) ? 1 : 0;
    // A place counts as a whole line: "x.cpp:4" is not "x.cpp:42".
    const place = words => has(words) && !(/:\d+$/.test(this.text) && !words.toLowerCase().endsWith(this.text)) ? 1 : 0;
    data.names.forEach(([name, kind, reason], i) =>
      this.names[i] = has(name) || (kind === WAIT ? has(data.reasons[reason][1]) : 0));
    data.places.forEach((one, i) => this.places[i] = place(one));
    this.found = [];
    this.at = -1;
    if (this.active) this.collect();
    if (!core) this.say();
    schedule.draw();
  },
  collect() {
    for (const core of cores)
      for (const track of core.tracks)
        for (const layer of [track.zones, track.work, track.waits])
          for (let i = 0; i < layer.count && this.found.length < this.most; ++i)
            if (this.hits(layer, i)) this.found.push({track, layer, i});
    this.found.sort((a, b) => a.layer.begin[a.i] - b.layer.begin[b.i]);
  },
  say() {
    const many = this.found.length === this.most ? "more than " : "";
    $("found").textContent = !this.active ? "" : !this.found.length ? "nothing found"
      : this.at < 0 ? `${many}${cycles(this.found.length)} slices` : `${cycles(this.at + 1)} of ${many}${cycles(this.found.length)}`;
  },
  step(by) {
    if (!this.found.length) return;
    if (this.at < 0 && by > 0)
      this.at = Math.max(0, this.found.findIndex(({layer, i}) => layer.end[i] > state.from));
    else this.at = (this.at + by + this.found.length) % this.found.length;
    this.say();
    schedule.pick(this.found[this.at], true);
  },
  start() {
    const input = $("search");
    input.addEventListener("input", later(() => this.run(input.value), 80));
    input.addEventListener("keydown", event => {
      if (event.key === "Enter") {
        event.preventDefault();
        if (input.value.trim().toLowerCase() !== this.text) this.run(input.value);
        this.step(event.shiftKey ? -1 : 1);
      } else if (event.key === "Escape") {
        input.value = "";
        this.run("");
      }
    });
    $("found-before").onclick = () => this.step(-1);
    $("found-after").onclick = () => this.step(1);
  },
  set(text) {
    $("search").value = text;
    this.run(text);
  },
};
