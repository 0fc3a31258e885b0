import {byId} from './dom.js';

const SAMPLES = 60;
const WIDTH = 600;
const HEIGHT = 80;
const SVG = 'http://www.w3.org/2000/svg';

/** A chart of the growth of a count per second over the last minute. */
export class Rate {
  #rates = [];
  #last = null;

  add(count) {
    const now = performance.now();
    if (this.#last) this.#rates.push(Math.max(0, (count - this.#last.count) * 1_000 / (now - this.#last.now)));
    this.#rates = this.#rates.slice(-SAMPLES);
    this.#last = {count, now};
    this.#draw();
  }

  #draw() {
    const highest = Math.max(1, ...this.#rates);
    const points = this.#rates.map((rate, i) =>
      `${(SAMPLES - this.#rates.length + i) * WIDTH / (SAMPLES - 1)},${HEIGHT - 2 - rate * (HEIGHT - 4) / highest}`);
    const line = document.createElementNS(SVG, 'polyline');
    line.setAttribute('points', points.join(' '));
    const chart = document.createElementNS(SVG, 'svg');
    chart.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
    chart.setAttribute('preserveAspectRatio', 'none');
    chart.setAttribute('role', 'img');
    chart.setAttribute('aria-label', `The last minute; at most ${Math.round(highest)} per second`);
    chart.append(line);
    byId('chart').replaceChildren(chart);
    byId('rate').textContent = (this.#rates.at(-1) ?? 0).toFixed(1);
  }
}
