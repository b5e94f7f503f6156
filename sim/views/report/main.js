// Puts the parts together; the address ("#t=from:to&core=x,y&sel=from:to&at=file:line&find=words") holds what is shown.
const spanOf = text => {
  const found = /^(\d+):(\d+)$/.exec(text || "");
  return found && Number(found[2]) > Number(found[1]) ? [Number(found[1]), Number(found[2])] : null;
};
function readAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const span = spanOf(parts.get("t")), range = spanOf(parts.get("sel")), at = /^(\d+),(\d+)$/.exec(parts.get("core") || "");
  const core = at && cores.find(one => one.x === Number(at[1]) && one.y === Number(at[2]));
  if (core) {
    state.core = core.core;
    schedule.open.add(core.core);
  }
  if (span) {
    state.from = Math.min(span[0], data.cycles - 1);
    state.to = Math.min(span[1], data.cycles);
  }
  if (range) state.range = {from: range[0], to: Math.min(range[1], data.cycles)};
  if (parts.get("at")) source.show(parts.get("at"));
  if (parts.get("find")) search.set(parts.get("find"));
  return Boolean(span || core || range || parts.get("find"));
}
function writeAddress() {
  const core = chosenCore(), whole = state.from === 0 && state.to === data.cycles;
  const parts = [showsOther ? "run=there" : "", whole ? "" : `t=${Math.round(state.from)}:${Math.round(state.to)}`,
                 core ? `core=${core.x},${core.y}` : "", state.range ? `sel=${state.range.from}:${state.range.to}` : "",
                 search.active ? "find=" + encodeURIComponent(search.text) : ""].filter(Boolean);
  history.replaceState(null, "", "#" + parts.join("&"));
}

function showHead() {
  document.title = (fault ? "fault: " : data.check ? "failed: " : "") + data.title + " \u2014 tessera";
  $("title").textContent = data.title;
  const facts = [["architecture", data.arch], ["cores", String(cores.length)],
                 ["cycles", `${cycles(ranCycles)} = ${time(ranCycles)} at ${data.clock_ghz.toFixed(2)} GHz`],
                 ...data.facts, ["cycles are", data.calibration]];
  $("facts").replaceChildren(...facts.map(([name, text]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, text))));
  const low = matchMedia("(max-height: 760px)").matches;
  $("legend-fold").open = !low;
  if (low && facts.length > 3) {
    const button = element("button", {className: "link", onclick: () => { $("facts").classList.add("all"); button.remove(); }}, `${facts.length - 3} more facts`);
    $("facts").append(element("div", {className: "more"}, button));
  }
  const notes = profile ? [...profile.notes] : ["This page holds the schedule without a profile."];
  if (data.left_out)
    notes.push(`The schedule leaves out ${cycles(data.left_out)} slices shorter than ${data.shortest} cycles to stay ` +
               `within ${cycles(data.max_slices)}; tables and maps count everything.`);
  $("notes").textContent = notes.join(" ");
}

function showProfile() {
  if (!profile) {
    for (const id of ["verdict", "cores-map", "units-section", "lines-section", "sfpu-section", "path-section"])
      if ($(id)) $(id).remove();
    return;
  }
  showVerdict();
  showCores();
  showUnits();
  showLines();
  showSfpu();
  showPath();
}

// What a link asks for lies in view, whatever was laid out late.
function bringIntoView() {
  schedule.paint();
  $("schedule-section").scrollIntoView({block: "start"});
  schedule.reveal();
}

if (profile && profile.slowest_core >= 0) state.core = profile.slowest_core;
if (culprit) {
  state.core = culprit.core;
  schedule.open.add(culprit.core);
}
if (cores.length <= 2) for (const core of cores) schedule.open.add(core.core);
else if (cores.length <= 8) schedule.open.add(state.core);
schedule.start();
search.start();
source.start();
const linked = readAddress();
selection.start();
showHead();
showFault();
showFailed();
showAgainst();
showProfile();
showTorus();
showBuffers();
showPrints();
schedule.paint();
if (linked) requestAnimationFrame(bringIntoView);

const slow = later(() => { showTorus(); showBuffers(); });
const address = later(writeAddress);
state.listeners.push(what => {
  if (what === "core" && profile) {
    drawCores();
    showUnits();
    showLines();
  }
  if (what === "window" || what === "core") slow();
  address();
});
addEventListener("hashchange", () => {
  if (/(^|[#&])run=there(&|$)/.test(location.hash) !== showsOther && page.other) return location.reload();
  readAddress();
  changed("core");
  changed("window");
  bringIntoView();
});
addEventListener("resize", later(showBuffers));
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(one => { one.open = false; }));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  schedule.recolour();
  if (profile) drawCores();
  changed("window");
});
