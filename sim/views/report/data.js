// The run's data, unpacked once, and what all parts of the page share.
const data = JSON.parse(document.getElementById("data").textContent);
const profile = data.profile;
const ZONE = 0, WORK = 1, WAIT = 2;
const unitNames = new Map(data.units);
const isRisc = row => row < 10;
const $ = id => document.getElementById(id);

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes))
    if (key in node) node[key] = value;
    else node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// A track's slices in typed arrays, by what they are. Work and waits of a track follow each other; zones nest.
function unpackTrack([row, flat]) {
  const count = flat.length / 4;
  const layers = [0, 1, 2].map(() => ({count: 0, begin: new Float64Array(count), end: new Float64Array(count),
                                       name: new Int32Array(count), place: new Int32Array(count)}));
  let at = 0;
  for (let i = 0; i < flat.length; i += 4) {
    at += flat[i];
    const layer = layers[data.names[flat[i + 2]][1]];
    const n = layer.count++;
    layer.begin[n] = at;
    layer.end[n] = at + flat[i + 1];
    layer.name[n] = flat[i + 2];
    layer.place[n] = flat[i + 3];
  }
  return {row, zones: layers[ZONE], work: layers[WORK], waits: layers[WAIT]};
}

const cores = data.cores.map(core => ({...core, label: `(${core.x},${core.y})`,
                                       tracks: core.tracks.map(unpackTrack)}));
const profileOf = new Map((profile ? profile.cores : []).map(core => [core.core, core]));

// Colours by reason: what belongs together has one hue.
const families = {
  cb_empty: "cb", cb_full: "cb2", noc_read: "read", noc_write: "write", noc_flush: "write", noc_atomic: "write",
  semaphore: "sem", mailbox: "sem", dst_free: "dst", dst_ready: "dst", src_free: "src", src_valid: "src"};
const colours = {};
function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["page", "card", "ink", "muted", "line", "soft", "work", "unit", "zone", "accent", "cb", "cb2",
                      "read", "write", "sem", "dst", "src", "none", "heat0", "heat1"])
    colours[name] = style.getPropertyValue("--" + name).trim();
}
readColours();
const reasonFamily = reason => families[reason] || "none";
const reasonColour = index => colours[reasonFamily(data.reasons[index][0])];

const number = new Intl.NumberFormat("en", {maximumFractionDigits: 0});
const cycles = n => number.format(n);
const percent = share => (100 * share).toFixed(1) + " %";
const time = n => {
  const ns = n / data.clock_ghz;
  return ns < 1e3 ? ns.toFixed(0) + " ns" : ns < 1e6 ? (ns / 1e3).toFixed(2) + " us" : (ns / 1e6).toFixed(2) + " ms";
};
const bytes = n => n < 2048 ? n + " B" : n < 2 ** 21 ? (n / 1024).toFixed(0) + " KiB" : (n / 2 ** 20).toFixed(1) + " MiB";

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

// What is chosen and shown; the address holds it, so that a state can be linked.
const state = {from: 0, to: Math.max(1, data.cycles), core: cores.length ? cores[0].core : -1, listeners: []};
function changed(what) {
  for (const listener of state.listeners) listener(what);
}
function choose(core) {
  state.core = core;
  changed("core");
}
const chosenCore = () => cores.find(core => core.core === state.core);

const tip = $("tip");
function showTip(text, x, y) {
  tip.textContent = text;
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(x + 14, innerWidth - box.width - 6)) + "px";
  tip.style.top = (y + 18 + box.height > innerHeight ? y - box.height - 10 : y + 18) + "px";
}
const hideTip = () => tip.hidden = true;
function tipFor(node, text) {
  node.addEventListener("pointermove", event => showTip(text(), event.clientX, event.clientY));
  node.addEventListener("pointerleave", hideTip);
}

// A canvas in device pixels; returns its context and its size in CSS pixels.
function prepare(canvas, height) {
  const ratio = devicePixelRatio || 1, width = canvas.clientWidth;
  if (height) canvas.style.height = height + "px";
  const tall = height || canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(tall * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(tall * ratio);
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, tall);
  return {context, width, height: tall};
}

// Round steps for an axis: 1, 2 or 5 times a power of ten.
function axisStep(span, most) {
  const rough = span / most, power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].map(n => n * power).find(step => step >= rough));
}
