// What is listed, as a file.

import { h } from './dom.js';
import { get } from './api.js';
import { say } from './actions.js';
import { count } from './format.js';
import { labels } from './parts.js';

const MOST = 10000;
const MOST_CALLS = 200;
const PORTION = 200;
const COLUMNS = ['id', 'type', 'queue', 'state', 'priority', 'attempts', 'maxAttempts', 'enqueuedAt', 'dueAt', 'claimedAt', 'endedAt', 'worker', 'key', 'labels', 'error'];

/** Buttons that export the jobs of a search. */
export function exports(terms) {
  return ['CSV', 'JSON'].map(kind => h('button', {
    type: 'button', 'aria-label': 'Export as ' + kind,
    click: async event => {
      const button = event.currentTarget;
      button.disabled = true;
      try {
        const { items, next } = await read(terms);
        download('jobs.' + kind.toLowerCase(), ...(kind === 'CSV' ? [csv(items), 'text/csv'] : [JSON.stringify(items.map(only), null, 2), 'application/json']));
        say(count(items.length) + (items.length === 1 ? ' job' : ' jobs') + ' exported' + (next ? '. There are more: narrow the search to have them' : ''));
      } catch (failure) {
        say('The export failed: ' + failure.message);
      } finally {
        button.disabled = false;
      }
    }
  }, kind));
}

/** Follows a list to its end, within bounds. */
async function read(terms) {
  const items = [];
  let next = terms.after;
  for (let call = 0; call < MOST_CALLS && items.length < MOST; call++) {
    const page = await get('jobs', { ...terms, after: next, limit: String(Math.min(PORTION, MOST - items.length)) });
    items.push(...page.items);
    next = page.next;
    if (!next) break;
    say(count(items.length) + ' jobs read');
  }
  return { items, next };
}

const only = job => Object.fromEntries(COLUMNS.map(name => [name, job[name]]));

function csv(items) {
  const text = (job, name) => (name === 'labels' ? labels(job) : String(job[name] ?? ''));
  return [COLUMNS, ...items.map(job => COLUMNS.map(name => text(job, name)))].map(row => row.map(cell).join(',') + '\r\n').join('');
}

/** A program for tables takes a cell that begins so for a formula, and in some countries a semicolon for the end of a cell. */
function cell(text) {
  const safe = text.replace(/(^|[;\t\r\n] *)(?=[=+\-@\t\r])/g, "$1'");
  return /[",;\r\n]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe;
}

function download(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type: type + ';charset=utf-8' }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}
