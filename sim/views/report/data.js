// The run's data, unpacked once, and what all parts of the page share.
const $ = id => document.getElementById(id);
const page = JSON.parse($("data").textContent);
// Of a page about two runs the address says which is shown.
const showsOther = Boolean(page.other) && /(^|&)run=there(&|$)/.test(location.hash.slice(1));
const data = showsOther ? page.other : page;
const profile = data.profile;
// Of a run that a fault ended the time goes on a little beyond it, where waits without end are drawn to the edge.
const fault = data.fault || null, ranCycles = data.cycles;
if (fault) data.cycles += Math.max(1, Math.ceil(0.04 * ranCycles));
const ZONE = 0, WORK = 1, WAIT = 2;
const unitNames = new Map(data.units);
const isRisc = row => row < 10;

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes))
    if (key in node) node[key] = value;
    else node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// A track's slices in typed arrays, by what they are. Work and waits of a track follow each other; zones nest. Of a
// wait `cause` is where its cause begins in `told`, or -1. `names` and `places` translate another run's numbers.
function unpackTrack([row, flat, told = []], names = null, places = null) {
  const counts = [0, 0, 0], name = i => names ? names[i] : i, place = i => places ? places[i] : i;
  for (let i = 2; i < flat.length; i += 4) ++counts[data.names[name(flat[i])][1]];
  const layers = counts.map((size, kind) => ({
    kind, count: 0, begin: new Float64Array(size), end: new Float64Array(size), name: new Int32Array(size),
    place: new Int32Array(size), cause: new Int32Array(kind === WAIT ? size : 0).fill(-1)}));
  let at = 0, next = 0, due = told.length ? told[0] : -1;
  for (let i = 0; i < flat.length; i += 4) {
    at += flat[i];
    const layer = layers[data.names[name(flat[i + 2])][1]];
    const n = layer.count++;
    layer.begin[n] = at;
    layer.end[n] = at + flat[i + 1];
    layer.name[n] = name(flat[i + 2]);
    layer.place[n] = place(flat[i + 3]);
    if (i / 4 !== due) continue;
    layer.cause[n] = next;
    next += 6;
    due = next < told.length ? due + told[next] : -1;
  }
  return {row, told, zones: layers[ZONE], work: layers[WORK], waits: layers[WAIT]};
}

const cores = data.cores.map(core => ({...core, label: `(${core.x},${core.y})`,
                                       tracks: core.tracks.map(track => unpackTrack(track))}));
for (const core of cores) for (const track of core.tracks) track.core = core;
const coreOf = new Map(cores.map(core => [core.core, core]));
const profileOf = new Map((profile ? profile.cores : []).map(core => [core.core, core]));
const trackOf = (core, row) => coreOf.has(core) ? coreOf.get(core).tracks.find(track => track.row === row) : undefined;

// The RISC that the fault is about, and what stands still for ever.
const culprit = fault && fault.standing.find(one => one.x === fault.core[0] && one.y === fault.core[1] && one.unit.split(" ")[0] === fault.risc);
const endless = new Map((fault && fault.endless ? fault.standing : [])
  .filter(one => (one.state === "waits" || one.state === "polls") && trackOf(one.core, one.row))
  .map(one => [trackOf(one.core, one.row), one]));

// What ended the i-th slice of a track's waits: who acted and when; of a transfer also when it was issued.
function causeOf(track, i) {
  const at = track.waits.cause[i];
  if (!(at >= 0)) return null;
  const [, core, row, lag, travel, place] = track.told.slice(at, at + 6);
  const acted = track.waits.end[i] - lag;
  return {core, row, at: acted, issued: travel < 0 ? null : acted - travel, place: data.places[place]};
}

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

// Zones that no other one holds: the lives of kernels.
function* lives({zones}) {
  let reached = -1;
  for (let i = 0; i < zones.count; ++i)
    if (zones.begin[i] >= reached) {
      reached = zones.end[i];
      yield i;
    }
}

// A colour for each reason: what belongs together has one hue.
const reasonColours = {
  cb_empty: "cb", cb_full: "cb2", noc_read: "read", noc_write: "write", noc_flush: "flush", noc_atomic: "atomic",
  semaphore: "sem", unit_semaphore: "unitsem", mailbox: "mail", dst_free: "dst", dst_ready: "dst2", src_free: "src",
  src_valid: "src2", tensix_fifo: "fifo"};
const colours = {};
function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["page", "card", "ink", "muted", "line", "soft", "work", "unit", "zone", "accent", "none", "fault",
                      "heat0", "heat1", ...Object.values(reasonColours)])
    colours[name] = style.getPropertyValue("--" + name).trim();
}
readColours();
const reasonColour = reason => reasonColours[reason] || "none";
const colourOfName = ([, kind, reason]) => kind === WAIT ? reasonColour(data.reasons[reason][0]) : kind === WORK ? "unit" : "work";

// What the parts of the critical path do, each kind with its colour.
const pathKinds = [["work", "RISC works"], ["unit", "unit works"], ["none", "polls or waits"], ["read", "read under way"],
                   ["write", "write under way"], ["sem", "atomic under way"]];
function pathColour({unit, what}) {
  for (const [start, colour] of [["read", "read"], ["write", "write"], ["atomic", "sem"], ["last transfers", "write"],
                                 ["polling", "none"], ["wait", "none"]])
    if (what.startsWith(start)) return colour;
  const row = data.units.find(([, name]) => name === unit);
  return !row ? "none" : isRisc(row[0]) ? "work" : "unit";
}

const number = new Intl.NumberFormat("en", {maximumFractionDigits: 0});
const cycles = n => number.format(n);
const percent = share => (100 * share).toFixed(1) + " %";
const time = n => {
  const ns = n / data.clock_ghz;
  return ns < 1e3 ? ns.toFixed(0) + " ns" : ns < 1e6 ? (ns / 1e3).toFixed(2) + " us" : (ns / 1e6).toFixed(2) + " ms";
};
const bytes = n => n < 2048 ? n + " B" : n < 2 ** 21 ? (n / 1024).toFixed(0) + " KiB" : (n / 2 ** 20).toFixed(1) + " MiB";
const sum = list => list.reduce((total, one) => total + one, 0);
const share = (part, whole) => whole ? part / whole : 0;

// From the first colour to the second, as both themes define them.
function heat(share) {
  const part = (text, i) => parseInt(text.slice(1 + 2 * i, 3 + 2 * i), 16);
  const mixed = [0, 1, 2].map(i => Math.round(part(colours.heat0, i) + (part(colours.heat1, i) -
                                   part(colours.heat0, i)) * Math.min(1, Math.max(0, share))));
  return {fill: `rgb(${mixed})`, ink: mixed[0] * 0.3 + mixed[1] * 0.6 + mixed[2] * 0.1 > 130 ? "#111" : "#fff"};
}

// Black or white, whichever can be read on the colour.
function inkOn(colour) {
  const part = i => parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16);
  return part(0) * 0.3 + part(1) * 0.6 + part(2) * 0.1 > 140 ? "#111" : "#fff";
}

// What is chosen and shown; the address holds it, so that a state can be linked. `range` is a stretch of time, or null.
const state = {from: 0, to: Math.max(1, data.cycles), core: cores.length ? cores[0].core : -1, range: null,
               listeners: []};
function changed(what) {
  for (const listener of state.listeners) listener(what);
}
function choose(core) {
  state.core = core;
  changed("core");
}
function selectRange(from, to) {
  const range = [from, to].map(at => Math.round(Math.max(0, Math.min(at, data.cycles)))).sort((a, b) => a - b);
  state.range = range[1] > range[0] ? {from: range[0], to: range[1]} : null;
  changed("range");
}
const chosenCore = () => coreOf.get(state.core);
