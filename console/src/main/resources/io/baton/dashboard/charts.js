// Lines over a time, drawn by uPlot, which index.html loads before the page's own scripts.

import { h } from './dom.js';

const { uPlot } = window;
const HEIGHT = 176;
const FONT = '11px system-ui, sans-serif';
const dark = window.matchMedia('(prefers-color-scheme: dark)');

const colour = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();

/**
 * Charts of the same slots of time that point at the same one. Each of them is {title, unit, lines, text, tick, steps, least}: lines are {name, look, of: slot -> number or null},
 * text says a value and tick one at the axis, steps are the distances that gridlines can have, least is what the axis shows at least.
 */
export function charts(page, all, name) {
  const made = all.map(each => chart(each, name));
  const redraw = () => made.forEach(each => each.redraw());
  dark.addEventListener('change', redraw);
  page.atEnd(() => {
    dark.removeEventListener('change', redraw);
    made.forEach(each => each.end());
  });
  return { element: h('div', { class: 'charts' }, made.map(each => each.element)), update: slots => made.forEach(each => each.update(slots)) };
}

function chart({ title, unit, lines, text, tick, steps, least }, name) {
  const look = line => line.look ?? 'accent';
  const values = lines.map(() => h('strong', null, '–'));
  const moment = h('span', null);
  const gaps = h('li', null, h('i', { class: 'gap' }), 'not measured');
  const note = h('p', { class: 'soft' });
  const plot = h('div', {
    class: 'plot', tabindex: 0, role: 'slider', 'aria-label': title + ', ' + unit, 'aria-valuemin': 0, 'aria-valuemax': 0, 'aria-valuenow': 0, 'aria-valuetext': 'Not read yet',
    keydown: event => {
      const to = target(event.key, drawn?.cursor.idx ?? slots.length - 1, slots.length - 1);
      if (to === null || !drawn) return;
      event.preventDefault();
      drawn.setCursor({ left: drawn.valToPos(data[0][to], 'x'), top: 0 }, true, true);
    },
    blur: () => drawn?.setCursor({ left: -10, top: -10 }, true, true)
  }, note);
  const element = h('section', { class: 'card chart', 'aria-label': title }, h('h3', null, h('span', null, h('strong', null, title), ' ' + unit), moment),
    h('ul', { class: 'legend' }, lines.map((line, at) => h('li', null, h('i', { class: look(line) }), line.name + ' ', values[at])), gaps), plot);
  let slots = [];
  let data = [[]];
  let drawn = null;

  /** Says the values of the slot that is pointed at, or of the last one. */
  function say() {
    const at = drawn?.cursor.idx ?? slots.length - 1;
    const slot = slots[at];
    if (!slot) return;
    const said = lines.map((line, index) => (data[index + 1][at] === null ? '–' : text(data[index + 1][at])));
    values.forEach((value, index) => { value.textContent = said[index]; });
    moment.textContent = name(slot);
    plot.setAttribute('aria-valuenow', at);
    plot.setAttribute('aria-valuetext', name(slot) + ': ' + (slot.measured ? lines.map((line, index) => line.name + ' ' + said[index]).join(', ') : 'nothing was measured'));
  }

  /** Returns where gridlines are, so that the last one is at or above a value. */
  function grid(top) {
    const most = Math.max(least, top);
    const step = steps.find(each => each >= most / 4) ?? most;
    return Array.from({ length: Math.ceil(most / step) + 1 }, (_, line) => line * step);
  }

  function shade(u) {
    const half = (data[0][1] - data[0][0]) / 2;
    const place = at => Math.round(u.valToPos(Math.min(u.scales.x.max, Math.max(u.scales.x.min, at)), 'x', true));
    u.ctx.fillStyle = colour('gap');
    slots.forEach((slot, at) => {
      if (!slot.measured) u.ctx.fillRect(place(data[0][at] - half), u.bbox.top, place(data[0][at] + half) - place(data[0][at] - half), u.bbox.height);
    });
  }

  function draw(width) {
    const axis = { stroke: () => colour('soft'), font: FONT, ticks: { show: false }, grid: { stroke: () => colour('line'), width: 1 }, gap: 6 };
    drawn = new uPlot({
      width, height: HEIGHT, legend: { show: false }, padding: [8, 20, 0, 0],
      cursor: { y: false, drag: { x: false, y: false }, sync: { key: 'charts' }, points: { size: 7 } },
      scales: { y: { range: (u, min, max) => [0, grid(max ?? 0).at(-1)] } },
      axes: [
        { ...axis, size: 24, space: 56, incrs: [60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600], values: (u, splits) => splits.map(clock) },
        { ...axis, size: 54, splits: u => grid(u.scales.y.max), values: (u, splits) => splits.map(tick) }
      ],
      series: [{}, ...lines.map((line, at) => ({
        stroke: () => colour(look(line)), width: 1.75, fill: at === 0 ? () => colour(look(line)) + '17' : undefined, points: { show: false }
      }))],
      hooks: { drawClear: [shade], setCursor: [say] }
    }, data, plot);
  }

  // the width is known once the page is shown
  const sizes = new ResizeObserver(() => {
    if (drawn) drawn.setSize({ width: plot.clientWidth, height: HEIGHT });
    else if (slots.length) draw(plot.clientWidth);
  });
  sizes.observe(plot);

  return {
    element,
    update(next) {
      slots = next;
      data = [slots.map(slot => Date.parse(slot.start) / 1000), ...lines.map(line => slots.map(slot => (slot.measured ? line.of(slot) : null)))];
      const none = data.slice(1).every(line => line.every(value => value === null));
      note.textContent = !none ? '' : slots.some(slot => slot.measured) ? 'There is nothing to show for this choice.' : 'Nothing was measured in this time.';
      gaps.classList.toggle('out', slots.every(slot => slot.measured));
      plot.setAttribute('aria-valuemax', Math.max(0, slots.length - 1));
      if (drawn) drawn.setData(data);
      else if (plot.clientWidth) draw(plot.clientWidth);
      say();
    },
    redraw: () => drawn?.redraw(),
    end() {
      sizes.disconnect();
      drawn?.destroy();
    }
  };
}

/** Returns where a key leads from one slot. */
function target(key, at, last) {
  const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -last, End: last }[key];
  return by === undefined ? null : Math.min(last, Math.max(0, at + by));
}

const clocks = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

export function clock(seconds) {
  return clocks.format(new Date(seconds * 1000));
}
