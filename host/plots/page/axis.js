// Axes: a scale, its inverse, and round values along it.
const scales = {
  linear: () => ({at: v => v, back: u => u}),
  log: () => ({at: v => Math.log10(v), back: u => 10 ** u}),
  // Linear near zero, logarithmic beyond, of either sign.
  asinh: near => ({at: v => Math.asinh(v / near), back: u => Math.sinh(u) * near}),
};

class Axis {
  constructor({scale = "linear", near = 1, low, high, label = "", tick = null}) {
    Object.assign(this, scales[scale](near), {scale, whole: [low, high], low, high, label, tick});
  }
  // A share of the axis for a value, and back.
  share(value) { return (this.at(value) - this.at(this.low)) / (this.at(this.high) - this.at(this.low)); }
  value(share) { return this.back(this.at(this.low) + share * (this.at(this.high) - this.at(this.low))); }
  get zoomed() { return this.low !== this.whole[0] || this.high !== this.whole[1]; }
  set(low, high) {
    [low, high] = [Math.max(low, this.whole[0]), Math.min(high, this.whole[1])];
    if (!(high > low) || this.at(high) - this.at(low) < 1e-6 * (this.at(this.whole[1]) - this.at(this.whole[0]))) return;
    [this.low, this.high] = [low, high];
  }
  reset() { [this.low, this.high] = this.whole; }
  zoom(factor, share = 0.5) {
    const [low, high] = [this.at(this.low), this.at(this.high)], middle = low + share * (high - low);
    this.set(this.back(middle - (middle - low) * factor), this.back(middle + (high - middle) * factor));
  }
  pan(share) {
    const [low, high] = [this.at(this.low), this.at(this.high)], [first, last] = this.whole.map(this.at);
    const by = Math.max(first - low, Math.min(last - high, share * (high - low)));
    [this.low, this.high] = [this.back(low + by), this.back(high + by)];
  }

  // Round values, those a reader wants first taken first, none too near to another.
  ticks(most) {
    const {low, high} = this, apart = 1 / (most + 1), kept = [];
    const offer = value => {
      if (value < low || value > high || kept.length > 60) return;
      const share = this.share(value);
      if (Number.isFinite(share) && !kept.some(other => Math.abs(other.share - share) < apart)) kept.push({value, share});
    };
    if (this.scale !== "linear") {
      const largest = Math.max(Math.abs(low), Math.abs(high)), top = Math.ceil(Math.log10(largest));
      if (this.scale === "asinh") offer(0);
      for (const digit of [1, 5, 2])
        for (let decade = top; decade >= top - 44; --decade)
          for (const sign of [1, -1]) offer(sign * Number(`${digit}e${decade}`));
    }
    const rough = (high - low) / most, power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map(n => n * power).find(n => n >= rough);
    for (let k = Math.ceil(low / step); k * step <= high + step * 1e-9 && this.scale === "linear" || kept.length < 2 && k * step <= high; ++k)
      offer(Number((k * step).toPrecision(12)));
    return kept.map(({value, share}) => ({share, text: this.tick ? this.tick(value) : short(value)}));
  }
}

// A few digits, as short as they go.
function short(value, digits = 4) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size >= 1e6 || size < 1e-4 ? value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e") : String(Number(value.toPrecision(digits)));
}
