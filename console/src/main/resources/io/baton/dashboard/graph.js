// The steps of a flow as a graph.

import { h, svg } from './dom.js';

const WIDTH = 150;
const HEIGHT = 44;
const STILL = 30;
const SMALLEST = 200;

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
  const wide = Math.max(1, layers.length) * 200;
  const x = place => place.layer * 200 + 10;
  const y = place => place.row * 64 + (high - layers[place.layer].length * 64) / 2 + 10;
  const arrows = ways.map(way => svg('path', {
    class: way[0].step.state === 'COMPLETE' ? 'done' : null,
    d: way.slice(1).map((place, at) => {
      const [x1, y1, x2, y2] = [x(way[at]) + WIDTH, y(way[at]) + HEIGHT / 2, x(place), y(place) + HEIGHT / 2];
      const past = place.step ? '' : ` H${x2 + WIDTH}`;
      return `${at ? 'L' : 'M'}${x1} ${y1} C${x1 + 25} ${y1} ${x2 - 25} ${y2} ${x2} ${y2}${past}`;
    }).join(' ')
  }));
  const boxes = [...places.values()].map(place => {
    const { step } = place;
    const ended = `${step.items - step.remaining}/${step.items}`;
    const name = step.name.length > 20 ? step.name.slice(0, 19) + '…' : step.name;
    return svg('g', { class: step.state, transform: `translate(${x(place)} ${y(place)})` },
      svg('title', null, `${step.name}: ${step.state.toLowerCase()}, ${ended}`),
      svg('rect', { width: WIDTH, height: HEIGHT, rx: 6 }),
      svg('text', { x: 10, y: 18 }, name),
      svg('text', { x: 10, y: 35, class: 'soft' }, `${step.state.toLowerCase()} ${ended}`));
  });
  const picture = svg('svg', { class: 'graph', role: 'img', 'aria-label': `Graph of ${steps.length} steps; the table below tells the same`, width: wide, height: high }, arrows, boxes);
  return steps.length > STILL ? movable(picture, wide, high) : h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Graph of the steps' }, picture);
}

/** Shows a part of a picture, which is chosen by buttons, keys, the wheel with Ctrl, and by dragging. */
function movable(picture, wide, high) {
  let seen;
  const show = to => {
    seen = to;
    picture.setAttribute('viewBox', `${to.x} ${to.y} ${to.width} ${to.height}`);
  };
  const fit = () => show({ x: 0, y: 0, width: wide, height: high });
  const move = (right, down) => show({ ...seen, x: seen.x + right * seen.width, y: seen.y + down * seen.height });
  const zoom = (by, atX = 0.5, atY = 0.5) => {
    const width = Math.min(Math.max(seen.width * by, SMALLEST), wide * 2);
    const height = seen.height * width / seen.width;
    show({ x: seen.x + (seen.width - width) * atX, y: seen.y + (seen.height - height) * atY, width, height });
  };
  const keys = {
    '+': () => zoom(0.8), '=': () => zoom(0.8), '-': () => zoom(1.25), 0: fit,
    ArrowLeft: () => move(-0.1, 0), ArrowRight: () => move(0.1, 0), ArrowUp: () => move(0, -0.1), ArrowDown: () => move(0, 0.1)
  };
  picture.removeAttribute('width');
  picture.removeAttribute('height');
  fit();
  const button = (name, text, click) => h('button', { type: 'button', 'aria-label': name, click }, text);
  const frame = h('div', {
    class: 'frame', tabindex: 0, role: 'group', 'aria-label': 'Graph of the steps: arrow keys move it, plus and minus zoom, 0 shows all',
    keydown: event => {
      if (!Object.hasOwn(keys, event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      keys[event.key]();
    },
    wheel: event => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const box = frame.getBoundingClientRect();
      zoom(event.deltaY > 0 ? 1.25 : 0.8, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    },
    pointerdown: event => frame.setPointerCapture(event.pointerId),
    pointermove: event => {
      if (!frame.hasPointerCapture(event.pointerId)) return;
      // the picture keeps its proportions, so that one scale holds for both directions
      const box = frame.getBoundingClientRect();
      const scale = Math.max(seen.width / box.width, seen.height / box.height);
      show({ ...seen, x: seen.x - event.movementX * scale, y: seen.y - event.movementY * scale });
    }
  }, picture);
  return h('div', { class: 'card' },
    h('div', { class: 'row', role: 'group', 'aria-label': 'Zoom' }, button('Zoom in', '+', () => zoom(0.8)), button('Zoom out', '−', () => zoom(1.25)), button('Show all steps', 'Fit', fit),
      h('span', { class: 'soft' }, 'Drag to move, Ctrl and wheel to zoom')), frame);
}
