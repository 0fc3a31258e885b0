// A graph of the steps of a flow.

import { h, svg } from './dom.js';

/** Steps in layers from left to right, each behind all that it waits for; arrows past a layer get a row of their own in it. */
export function graph(steps) {
  const layers = [];
  const places = new Map();
  const put = (layer, place) => {
    layers[layer] ??= [];
    place.layer = layer;
    place.row = layers[layer].length;
    layers[layer].push(place);
    return place;
  };
  for (const step of steps) {
    const before = step.after.map(name => places.get(name)).filter(Boolean);
    places.set(step.name, put(Math.max(-1, ...before.map(place => place.layer)) + 1, { step }));
  }
  const ways = steps.flatMap(step => step.after.filter(name => places.has(name)).map(name => {
    const from = places.get(name);
    const end = places.get(step.name);
    const between = [];
    for (let layer = from.layer + 1; layer < end.layer; layer++) between.push(put(layer, {}));
    return [from, ...between, end];
  }));
  const high = Math.max(1, ...layers.map(layer => layer.length)) * 64;
  const x = place => place.layer * 200 + 10;
  const y = place => place.row * 64 + (high - layers[place.layer].length * 64) / 2 + 10;
  const arrows = ways.map(way => svg('path', {
    d: way.slice(1).map((place, at) => {
      const [x1, y1, x2, y2] = [x(way[at]) + 150, y(way[at]) + 22, x(place), y(place) + 22];
      return `${at ? 'L' : 'M'}${x1} ${y1} C${x1 + 25} ${y1} ${x2 - 25} ${y2} ${x2} ${y2}`;
    }).join(' ')
  }));
  const boxes = [...places.values()].map(place => {
    const { step } = place;
    const ended = `${step.items - step.remaining}/${step.items}`;
    const name = step.name.length > 20 ? step.name.slice(0, 19) + '…' : step.name;
    return svg('g', { class: step.state, transform: `translate(${x(place)} ${y(place)})` },
      svg('title', null, `${step.name}: ${step.state.toLowerCase()}, ${ended}`),
      svg('rect', { width: 150, height: 44, rx: 6 }),
      svg('text', { x: 8, y: 18 }, name),
      svg('text', { x: 8, y: 35, class: 'soft' }, `${step.state.toLowerCase()} ${ended}`));
  });
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Graph of the steps' },
    svg('svg', {
      class: 'graph', role: 'img', 'aria-label': `Graph of ${steps.length} steps; the table below tells the same`,
      width: layers.length * 200, height: high
    }, arrows, boxes));
}
