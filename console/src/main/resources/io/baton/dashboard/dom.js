// Makes elements. Whatever is text stays text: nothing here reads markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add(element, child);
    else element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

export function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes ?? {}, children);
}

export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes ?? {}, children);
}

/** What is shown where there is nothing: that there is none, and what to do next. */
export function empty(text, hint) {
  return h('div', { class: 'empty' }, h('p', null, text), hint && h('p', { class: 'soft' }, hint));
}

/** What is read only after a click on its summary. */
export function details(summary, ...content) {
  return h('details', null, h('summary', null, summary), content);
}

/** A table; each column is {name, number, wide, cell: item -> node or text}; the first heads its row; none is shown if there are no items. */
export function table(caption, columns, items, none = empty('None.')) {
  if (items.length === 0) return none;
  const kind = column => (column.number ? 'number' : column.wide ? 'wide' : null);
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    h('table', null,
      h('caption', null, caption),
      h('thead', null, h('tr', null, columns.map(column => h('th', { scope: 'col', class: kind(column) }, column.name)))),
      h('tbody', null, items.map(item => h('tr', null, columns.map((column, index) =>
        h(index === 0 ? 'th' : 'td', { scope: index === 0 ? 'row' : null, class: kind(column) }, column.cell(item))))))));
}

/** Boxes to choose items of a table with, one for all of them, and how many are chosen. */
export function selection(items, id, name) {
  const boxes = new Map();
  const counter = h('span', { class: 'soft', 'aria-live': 'polite' }, '0 selected');
  const ids = () => [...boxes].filter(([, box]) => box.checked).map(([key]) => key);
  const update = () => { counter.textContent = ids().length + ' selected'; every.checked = items.length > 0 && ids().length === items.length; };
  const every = h('input', { type: 'checkbox', change: () => { boxes.forEach(box => { box.checked = every.checked; }); update(); } });
  const box = item => {
    const made = h('input', { type: 'checkbox', 'aria-label': name(item), change: update });
    boxes.set(id(item), made);
    return made;
  };
  return { all: h('label', { class: 'row' }, every, 'Select all of this page'), counter, box, ids };
}

/** Names with what is known of them; those of which nothing is are left out. */
export function facts(pairs) {
  return h('dl', { class: 'facts' }, pairs
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => [h('dt', null, name), h('dd', null, value)]));
}

export function link(path, ...children) {
  return h('a', { href: '#/' + path }, ...children);
}

export function to(...parts) {
  return parts.map(part => encodeURIComponent(part)).join('/');
}
