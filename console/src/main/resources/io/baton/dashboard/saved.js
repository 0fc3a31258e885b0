// Searches that are kept in this browser.

import { h, link } from './dom.js';
import { ask, say } from './actions.js';
import { query } from './parts.js';

const KEY = 'baton.searches';
const MOST = 20;

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(each => typeof each?.name === 'string' && typeof each?.query === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function write(all) {
  localStorage.setItem(KEY, JSON.stringify(all));
}

/** The searches, each with a button that removes it. */
export function saved(page) {
  const all = read();
  return all.length > 0 && h('ul', { class: 'chips', 'aria-label': 'Saved searches' }, all.map(each => h('li', null, link('jobs' + each.query, each.name),
    h('button', {
      type: 'button', 'aria-label': 'Remove the search ' + each.name,
      click: () => { write(read().filter(other => other.name !== each.name)); page.again(); say('Removed: ' + each.name); }
    }, '×'))));
}

/** A button that keeps a search by a name; one of the same name is replaced. */
export function save(page, terms) {
  const one = { name: 'Save', value: 'Name', need: true };
  return h('button', {
    type: 'button',
    click: () => ask(one, 'Save this search', 'It is kept in this browser only, with its filters.', async name => {
      if (!name) throw new Error('It needs a name.');
      const others = read().filter(each => each.name !== name);
      if (others.length === MOST) throw new Error(`${MOST} searches are saved already. Remove one first.`);
      write([...others, { name, query: query({ ...terms, after: '' }) }]);
      say('Saved: ' + name);
    }, page.again)
  }, 'Save this search');
}
