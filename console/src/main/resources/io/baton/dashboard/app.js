// Which page is shown.

import { h, link } from './dom.js';
import { info, live, loadInfo } from './api.js';
import { closeDialogs } from './actions.js';
import { zone } from './format.js';
import { overview } from './overview.js';
import { changes } from './changes.js';
import { batch, batches, flow, flows } from './flows.js';
import { job } from './job.js';
import { jobs } from './jobs.js';
import { limits, rate, semaphore, sequence } from './limits.js';
import { recurring, schedule } from './recurring.js';
import { why } from './why.js';
import { worker, workers } from './workers.js';

// each with its list and the view of one; those without a name in the navigation are only linked
const pages = {
  overview: [overview], jobs: [jobs, job], workers: [workers, worker], limits: [limits], batches: [batches, batch], flows: [flows, flow], recurring: [recurring, schedule], changes: [changes],
  why: [why], semaphores: [limits, semaphore], 'rate-limits': [limits, rate], sequences: [limits, sequence]
};
const unlisted = ['semaphores', 'rate-limits', 'sequences'];
const main = document.getElementById('main');
const status = document.getElementById('live');
let leave = [];
let shown = 0;

function place() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?', 2);
  const [name, id] = path.split('/').map(decodeURIComponent);
  return { name: name || 'overview', id, terms: Object.fromEntries(new URLSearchParams(query ?? '')) };
}

async function show(focus) {
  const turn = ++shown;
  const address = location.hash;
  main.setAttribute('aria-busy', 'true');
  leave.forEach(each => each());
  leave = [];
  let wanted;
  let content;
  try {
    wanted = place();
    const views = Object.hasOwn(pages, wanted.name) ? pages[wanted.name] : null;
    const view = views && (wanted.id === undefined ? views[0] : views[1]);
    if (!view) throw new Error('There is no such page.');
    mark(unlisted.includes(wanted.name) ? 'limits' : wanted.name);
    if (!info.loaded) await readInfo();
    content = await view({ terms: wanted.terms, again: () => { if (location.hash === address) show(false); }, atEnd: each => leave.push(each) }, wanted.id);
  } catch (failure) {
    content = [h('h1', { tabindex: -1 }, 'That did not work'), h('div', { class: 'card bad', role: 'alert' }, h('p', null, failure.message), failure.status !== 404 && h('p', null, h('button', { type: 'button', click: () => show(true) }, 'Try again')))];
  }
  if (turn !== shown) return;
  const holder = h('div', null, content);
  // what had the focus is replaced: it stays with its like, or goes to the heading
  const focused = main.contains(document.activeElement) && document.activeElement.getAttribute('aria-label');
  main.replaceChildren(holder);
  main.removeAttribute('aria-busy');
  const heading = holder.querySelector('h1');
  document.title = heading.textContent + ' · Baton';
  const like = focus || !focused ? null : [...holder.querySelectorAll('[aria-label]')].find(each => each.getAttribute('aria-label') === focused);
  like?.focus?.();
  if (focus || (focused !== false && document.activeElement !== like)) heading.focus();
}

/** What may be done here, read with the first page. */
async function readInfo() {
  await loadInfo();
  document.getElementById('foot').textContent = 'Times in ' + zone + '. ' + (info.writes ? '' : 'This dashboard only reads; baton.dashboard.writes=true lets it change.');
}

function mark(name) {
  for (const each of document.querySelectorAll('#nav a')) {
    if (each.hash === '#/' + name) each.setAttribute('aria-current', 'page');
    else each.removeAttribute('aria-current');
  }
}

function showStatus(text, lost) {
  if (status.textContent !== text) status.textContent = text;
  status.classList.toggle('lost', lost);
  status.classList.toggle('on', !lost);
}

document.getElementById('nav').append(...Object.keys(pages).filter(name => !unlisted.includes(name)).map(name => h('li', null, link(name, name.charAt(0).toUpperCase() + name.slice(1)))));
document.getElementById('skip').addEventListener('click', event => { event.preventDefault(); main.focus(); });
window.addEventListener('hashchange', () => { closeDialogs(); show(true); });
document.addEventListener('visibilitychange', () => (document.hidden ? live.close() : live.open(showStatus)));
// a page in the background reads nothing
if (!document.hidden) live.open(showStatus);
show(false);
