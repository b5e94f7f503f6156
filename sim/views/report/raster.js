// Slices of a track as a line of pixels. What is finer than a pixel shows as what fills most of it, as strongly as it
// fills it. Called for every slice in the window, so it allocates nothing.
const raster = {
  ofName: new Uint32Array(0), shares: new Float64Array(0), touched: [],

  number: colour => {
    const part = i => parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16);
    return (255 << 24 | part(2) << 16 | part(1) << 8 | part(0)) >>> 0;
  },
  readColours() {
    this.empty = this.number(colours.card);
    this.work = this.number(colours.work);
    this.ofName = new Uint32Array(data.names.length);
    this.shares = new Float64Array(data.names.length);
    data.names.forEach((name, i) => this.ofName[i] = this.number(colours[colourOfName(name)]));
  },
  mixed(a, b, share) {
    const r = (a & 255) + ((b & 255) - (a & 255)) * share, g = (a >> 8 & 255) + ((b >> 8 & 255) - (a >> 8 & 255)) * share,
          blue = (a >> 16 & 255) + ((b >> 16 & 255) - (a >> 16 & 255)) * share;
    return (255 << 24 | blue << 16 | g << 8 | r) >>> 0;
  },

  // A RISC works whenever its kernel runs and it does not wait; a unit works in its own slices.
  line(track, width, out, {from, to} = state) {
    const scale = width / (to - from);
    out.fill(this.empty);
    if (isRisc(track.row)) {
      const colour = search.active ? this.mixed(this.empty, this.work, 0.2) : this.work;
      for (const i of lives(track)) {
        const x0 = (track.zones.begin[i] - from) * scale, x1 = (track.zones.end[i] - from) * scale;
        if (x1 > 0 && x0 < width) out.fill(colour, Math.max(0, Math.floor(x0)), Math.max(Math.floor(x0) + 1, Math.round(x1)));
      }
    }
    this.layer(track.work, scale, width, out, from, to);
    this.layer(track.waits, scale, width, out, from, to);
  },

  layer(layer, scale, width, out, from, to) {
    const {begin, end, name, place, count} = layer, {shares, touched, ofName} = this, {active, names, places} = search;
    let pixel = -1, found = -1;
    for (let i = firstEnding(layer, from); i < count && begin[i] < to; ++i) {
      const x0 = (begin[i] - from) * scale, x1 = (end[i] - from) * scale, key = name[i];
      const hit = active && (names[key] === 1 || places[place[i]] === 1);
      if (x1 - x0 < 1.5) {
        const at = Math.floor((x0 + x1) / 2);
        if (at !== pixel) {
          this.settle(out, pixel, scale, width, found);
          pixel = at;
          found = -1;
        }
        if (shares[key] === 0) touched.push(key);
        shares[key] += end[i] - begin[i];
        if (hit) found = key;
        continue;
      }
      this.settle(out, pixel, scale, width, found);
      found = pixel = -1;
      const left = Math.max(0, Math.round(x0)), right = Math.max(left + 1, Math.min(width, Math.round(x1) - (x1 - x0 > 4 ? 1 : 0)));
      const colour = active && !hit ? this.mixed(this.empty, ofName[key], 0.2) : ofName[key];
      for (let x = left; x < right; ++x) out[x] = colour;
    }
    this.settle(out, pixel, scale, width, found);
  },
  // The slices that were gathered for one pixel.
  settle(out, pixel, scale, width, found) {
    const {shares, touched} = this;
    if (touched.length === 0) return;
    let best = touched[0], sum = 0;
    for (let i = 0; i < touched.length; ++i) {
      const key = touched[i];
      sum += shares[key];
      if (shares[key] > shares[best]) best = key;
    }
    for (let i = 0; i < touched.length; ++i) shares[touched[i]] = 0;
    touched.length = 0;
    if (pixel < 0 || pixel >= width) return;
    const strength = Math.min(1, Math.max(0.15, sum * scale));
    out[pixel] = found >= 0 ? this.ofName[found] : this.mixed(out[pixel], this.ofName[best], search.active ? 0.2 * strength : strength);
  },
};
