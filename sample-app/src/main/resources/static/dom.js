/** Elements with text in them, never markup: names of files and errors are untrusted. */

export const byId = id => document.getElementById(id);

export function element(tag, text, className) {
  const made = document.createElement(tag);
  made.textContent = text ?? '';
  if (className) made.className = className;
  return made;
}

export function row(...cells) {
  const made = document.createElement('tr');
  made.append(...cells);
  return made;
}

/** Puts rows into the body of a table, or a text if there are none. */
export function fill(id, rows, ifEmpty) {
  if (rows.length === 0) {
    const cell = element('td', ifEmpty, 'none');
    cell.colSpan = 12;
    rows = [row(cell)];
  }
  byId(id).replaceChildren(...rows);
}

/** A text in front of a bar. */
export function bar(text, value, max) {
  const item = element('li', text);
  const progress = document.createElement('progress');
  progress.max = Math.max(max, 1);
  progress.value = value;
  progress.setAttribute('aria-label', text);
  item.append(progress);
  return item;
}

export function errorLines(lines) {
  return lines.map(line => element('span', line, 'error'));
}

export const time = instant => instant ? new Date(instant).toLocaleTimeString() : '';
export const number = value => value.toLocaleString();
