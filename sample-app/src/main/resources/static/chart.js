import {byId} from './dom.js';

const SECONDS = 60;
const HEIGHT = 150;
const LEFT = 44;
const BOTTOM = 22;
const TOP = 18;
const SVG = 'http://www.w3.org/2000/svg';

function svg(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** The least of 1, 2, 5, 10, 20, 50.. that is not below a value. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map(step => step * power).find(step => step >= value);
}

/** A chart of the growth of a count per second over the last minute. */
export class Rate {
  #unit;
  #rates = [];
  #last = null;

  constructor(unit) {
    this.#unit = unit;
  }

  add(count) {
    const now = performance.now();
    if (this.#last) this.#rates.push({now, rate: Math.max(0, (count - this.#last.count) * 1_000 / (now - this.#last.now))});
    this.#rates = this.#rates.filter(each => now - each.now <= SECONDS * 1_000);
    this.#last = {count, now};
    this.#draw(now);
  }

  #draw(now) {
    const width = byId('chart').clientWidth;
    const highest = roundUp(Math.max(1, ...this.#rates.map(each => each.rate)));
    const x = ago => LEFT + (SECONDS - ago) * (width - LEFT - 8) / SECONDS;
    const y = rate => TOP + (1 - rate / highest) * (HEIGHT - TOP - BOTTOM);
    const chart = svg('svg', {viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img',
      'aria-label': `${this.#unit} in the last minute; the axis ends at ${highest}`});
    for (const rate of [0, highest / 2, highest]) {
      chart.append(
        svg('line', {x1: LEFT, x2: width - 8, y1: y(rate), y2: y(rate)}),
        svg('text', {x: LEFT - 8, y: y(rate) + 4, 'text-anchor': 'end'}, rate.toLocaleString()));
    }
    for (const ago of [60, 45, 30, 15, 0]) {
      chart.append(svg('text', {x: x(ago), y: HEIGHT - 4, 'text-anchor': ago ? 'middle' : 'end'}, ago ? `${ago} s ago` : 'now'));
    }
    chart.append(
      svg('text', {x: LEFT, y: 10}, this.#unit),
      svg('polyline', {points: this.#rates.map(each => `${x((now - each.now) / 1_000)},${y(each.rate)}`).join(' ')}));
    byId('chart').replaceChildren(chart);
    byId('rate').textContent = (this.#rates.at(-1)?.rate ?? 0).toFixed(1);
  }
}
