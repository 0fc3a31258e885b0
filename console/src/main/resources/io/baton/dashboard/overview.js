// The cluster at a glance, kept up by the samples.

import { empty, h, link } from './dom.js';
import { action } from './actions.js';
import { activity } from './activity.js';
import { BOUND, badge, count, duration, rate, times, until } from './format.js';
import { get, live } from './api.js';

/** When a pause ends; nothing if it does not. */
const per = kind => sample => rate(sample.ended[kind] / sample.seconds);
/** A sum of bounded counts has a bound if one of them is at it. */
const total = key => sample => (sample.queues.some(queue => queue[key] === BOUND) && sample.totals[key] !== BOUND ? count(sample.totals[key]) + '+' : count(sample.totals[key]));

// each leads to what it counts
const totals = [
  ['Ended per second', sample => rate((sample.ended.completed + sample.ended.cancelled) / sample.seconds)], ['Died per second', per('died')],
  ['Ready', total('ready'), 'jobs?state=READY'], ['Running', total('claimed'), 'jobs?state=CLAIMED'], ['Scheduled', total('scheduled'), 'jobs?state=SCHEDULED'],
  ['Wait for permits', total('waitingForPermits'), 'jobs?state=BLOCKED'], ['Wait in steps', total('suspended'), 'jobs?state=WAITING'], ['Dead', total('dead'), 'jobs?state=DEAD'], ['Workers', sample => count(sample.workers), 'workers']
];

const columns = [
  ['Ready', queue => count(queue.ready)], ['Running', queue => count(queue.claimed)], ['Scheduled', queue => count(queue.scheduled)],
  ['Wait for permits', queue => count(queue.waitingForPermits)], ['Wait in steps', queue => count(queue.suspended)], ['Dead', queue => count(queue.dead)], ['Oldest due for', queue => duration(queue.oldestDue) ?? '–']
];

function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function overview(page) {
  const shown = totals.map(([, , path]) => (path ? link(path, '–') : h('span', null, '–')));
  const body = h('tbody', null);
  const rows = new Map();
  const list = h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Queues' }, h('table', null, h('caption', null, 'Queues'),
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Queue'), columns.map(([name]) => h('th', { scope: 'col', class: 'number' }, name)),
      h('th', { scope: 'col' }, 'State'), h('th', { scope: 'col' }, 'Change'))), body));
  const none = empty('There is no queue yet.', 'A queue is here with its first job, which an application enqueues with the bean Jobs.');
  none.hidden = true;
  const more = h('p', { class: 'soft' });

  function row({ queue }) {
    const cells = columns.map(() => h('td', { class: 'number' }));
    const state = h('td', null);
    const button = h('span', null);
    const why = h('a', { href: '#/why?queue=' + encodeURIComponent(queue), 'aria-label': 'Why does the queue ' + queue + ' not run?' }, 'Why?');
    const made = {
      element: h('tr', null, h('th', { scope: 'row' }, link('jobs?queue=' + encodeURIComponent(queue), queue)), cells, state, h('td', { class: 'quiet' }, h('span', { class: 'row' }, button, why))),
      cells, state, button, paused: null, end: h('span', { class: 'soft' })
    };
    rows.set(queue, made);
    return made;
  }

  function update(sample) {
    totals.forEach(([, text], at) => put(shown[at], text(sample)));
    shown[7].classList.toggle('bad', sample.totals.dead > 0);
    fill(sample.queues);
    put(more, sample.totals.queues > sample.queues.length ? `The first ${sample.queues.length} of ${sample.totals.queues} queues.` : '');
  }

  function fill(queues) {
    const seen = new Set(queues.map(queue => queue.queue));
    for (const [name, old] of rows) if (!seen.has(name)) { old.element.remove(); rows.delete(name); }
    queues.forEach((queue, index) => {
      const known = rows.get(queue.queue) ?? row(queue);
      if (body.children[index] !== known.element) body.insertBefore(known.element, body.children[index] ?? null);
      columns.forEach(([, text], cell) => put(known.cells[cell], text(queue)));
      known.cells[5].classList.toggle('bad', queue.dead > 0);
      const { paused, closedUntil } = queue;
      const state = paused ? 'Paused' : closedUntil ? 'Closed' : '';
      if (known.paused !== state) {
        known.paused = state;
        known.state.replaceChildren(...(state ? [badge(state), ' ', known.end] : []));
        const focused = known.button.contains(document.activeElement);
        known.button.replaceChildren(...[action('queues', queue.queue, paused ? 'resume' : 'pause', null, paused ? now => until(now.pausedFor) : null)].filter(Boolean));
        if (focused) known.button.firstChild?.focus();
      }
      put(known.end, !paused ? closedUntil ? 'until ' + times.format(new Date(closedUntil)) : '' : queue.pausedFor === null ? 'until it is resumed' : 'for ' + duration(queue.pausedFor));
    });
    list.hidden = queues.length === 0;
    none.hidden = queues.length > 0;
  }

  /** Without a sample, which may come late or fail, queues can be paused all the same. */
  async function readQueues() {
    try {
      const { items } = await get('queues', { limit: '200' });
      if (!live.last) fill(items);
    } catch {
      // the charts say what is wrong
    }
  }

  live.listeners.add(update);
  page.atEnd(() => live.listeners.delete(update));
  if (live.last) update(live.last);
  else readQueues();
  return [
    h('h1', { tabindex: -1 }, 'Overview'),
    h('dl', { class: 'totals' }, totals.map(([name], at) => h('div', null, h('dt', null, name), h('dd', null, shown[at])))),
    activity(page),
    h('h2', null, 'Queues'), list, none, more
  ];
}
