// Lines that kernels printed: marks along the top of their lanes, and a table in the order of time.
const prints = (data.prints || []).map(([core, row, cycle, place, text]) => ({core, row, cycle, at: data.places[place], text}));
const printsOf = new Map();
for (const one of prints) {
  const track = trackOf(one.core, one.row);
  if (!printsOf.has(track)) printsOf.set(track, []);
  printsOf.get(track).push(one);
}

Object.assign(schedule, {
  printMarks(c) {
    c.fillStyle = colours.ink;
    for (const [track, list] of printsOf) {
      const row = this.rowOf.get(track), y = row && this.screen(row.y);
      if (!row || row.height < 11 || y + row.height < this.top || y > this.height) continue;
      let last = -9;
      for (const one of list) {
        const x = this.x(one.cycle);
        if (x < this.left || x > this.width || x - last < 2) continue;
        last = x;
        c.beginPath();
        c.moveTo(x - 4, y);
        c.lineTo(x + 4, y);
        c.lineTo(x, y + 7);
        c.fill();
      }
    }
  },
  // What was printed at a point of the schedule, at most a few lines.
  printedAt(x, y) {
    const row = this.rowAt(y);
    if (!row || !row.track) return "";
    const near = 5 * (state.to - state.from) / (this.width - this.left), at = this.cycle(x);
    const found = (printsOf.get(row.track) || []).filter(one => Math.abs(one.cycle - at) <= near);
    return found.slice(0, 4).map(one => `printed at ${cycles(one.cycle)}: ${one.text}`).join("\n") +
      (found.length > 4 ? `\nand ${found.length - 4} lines more` : "");
  },
});

function showPrints() {
  if (!prints.length) return $("prints-section").remove();
  table($("prints"), [
    count("cycle", one => one.cycle),
    {name: "core", text: true, value: one => coreOf.get(one.core).label},
    {name: "RISC", text: true, value: one => unitNames.get(one.row)},
    {name: "line", text: true, place: true, value: one => one.at},
    {name: "printed", text: true, value: one => one.text},
  ], prints, {sort: 0, up: true, pick: one => {
    const span = Math.min(data.cycles, Math.max(200, (state.to - state.from) / 4));
    schedule.open.add(one.core);
    schedule.show(one.cycle - span / 2, one.cycle + span / 2);
    choose(one.core);
    source.show(one.at);
    schedule.reveal(trackOf(one.core, one.row));
  }});
  if (data.prints_left_out) $("prints").append(element("p", {className: "hint"}, `${cycles(data.prints_left_out)} further lines are left out`));
}
