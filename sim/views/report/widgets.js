// Small parts that the page is made of.
const tip = $("tip");
// Below `y`, or above `top` where there is no room.
function showTip(text, x, y, top = y) {
  tip.textContent = text;
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(x + 14, innerWidth - box.width - 6)) + "px";
  tip.style.top = (y + 18 + box.height > innerHeight ? top - box.height - 10 : y + 18) + "px";
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
  return {context, width, height: tall, ratio};
}

// Round steps for an axis: 1, 2 or 5 times a power of ten.
function axisStep(span, most) {
  const rough = span / most, power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].map(n => n * power).find(step => step >= rough));
}

// Runs `act` once things have been quiet for a moment.
function later(act, wait = 120) {
  let timer = 0;
  return () => { clearTimeout(timer); timer = setTimeout(act, wait); };
}

// An entry of a legend: a colour of the style by its name, and what it means.
const swatch = colour => element("i", {style: `background:var(--${colour})`});
const legendEntry = (colour, text, title = "") => element("span", {title}, swatch(colour), text);
const heatLegend = (low, high) => element("span", {}, low, element("i", {className: "ramp"}), high);

// A strip of parts, [colour, share, text] each.
function stripOf(parts, name) {
  const strip = element("div", {className: "strip", role: "img", ariaLabel: `${name}: ${parts.map(part => part[2]).join(", ")}`});
  for (const [colour, size, text] of parts) {
    const box = element("div");
    box.style.cssText = `flex:${size} 0 0;background:${colour ? `var(--${colour})` : "transparent"}`;
    if (text) tipFor(box, () => text);
    strip.append(box);
  }
  return strip;
}

// A place of a kernel, which the source pane shows.
function placeLink(at, brief = false) {
  if (!at) return "";
  const text = brief ? at.slice(at.lastIndexOf("/") + 1) : at;
  if (!source.has(at)) return element("span", {title: at}, text);
  const link = element("button", {className: "link", title: `${at}: show it in its source`}, text);
  link.onclick = event => {
    event.stopPropagation();
    source.show(at);
    source.reveal();
  };
  return link;
}
