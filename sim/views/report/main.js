// Puts the parts together; the address ("#t=from:to&core=x,y") holds what is shown.
function readAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const span = /^(\d+):(\d+)$/.exec(parts.get("t") || ""), at = /^(\d+),(\d+)$/.exec(parts.get("core") || "");
  if (at) {
    const core = cores.find(one => one.x === Number(at[1]) && one.y === Number(at[2]));
    if (core) {
      state.core = core.core;
      schedule.open.add(core.core);
    }
  }
  if (span && Number(span[2]) > Number(span[1])) {
    state.from = Math.min(Number(span[1]), data.cycles - 1);
    state.to = Math.min(Number(span[2]), data.cycles);
  }
}
function writeAddress() {
  const core = chosenCore(), whole = state.from === 0 && state.to === data.cycles;
  const parts = [whole ? "" : `t=${Math.round(state.from)}:${Math.round(state.to)}`,
                 core ? `core=${core.x},${core.y}` : ""].filter(Boolean);
  history.replaceState(null, "", "#" + parts.join("&"));
}

// Runs `act` once things have been quiet for a moment.
function later(act, wait = 120) {
  let timer = 0;
  return () => { clearTimeout(timer); timer = setTimeout(act, wait); };
}

function showHead() {
  document.title = data.title + " \u2014 tessera";
  $("title").textContent = data.title;
  const facts = [["architecture", data.arch], ["cores", String(cores.length)],
                 ["cycles", `${cycles(data.cycles)} = ${time(data.cycles)} at ${data.clock_ghz.toFixed(2)} GHz`],
                 ...data.facts, ["cycles are", data.calibration]];
  $("facts").replaceChildren(...facts.map(([name, text]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, text))));
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

if (profile && profile.slowest_core >= 0) state.core = profile.slowest_core;
readAddress();
if (cores.length <= 2) for (const core of cores) schedule.open.add(core.core);
schedule.open.add(state.core);
showHead();
showProfile();
showTorus();
showBuffers();
schedule.start();
schedule.paint();
schedule.reveal();
schedule.paint();

const slow = later(() => { showTorus(); showBuffers(); });
const address = later(writeAddress);
state.listeners.push(what => {
  if (what === "core" && profile) {
    drawCores();
    showUnits();
    showLines();
  }
  slow();
  address();
});
addEventListener("hashchange", () => {
  readAddress();
  schedule.reveal();
  changed("window");
});
addEventListener("resize", later(showBuffers));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  readColours();
  if (profile) drawCores();
  schedule.legend();
  changed("window");
});
