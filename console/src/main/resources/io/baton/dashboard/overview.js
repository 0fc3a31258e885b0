// The cluster at a glance, kept up by the samples.

import { h, link } from './dom.js';
import { action } from './actions.js';
import { activity } from './activity.js';
import { chart } from './charts.js';
import { badge, count, duration, rate, seconds } from './format.js';
import { live } from './api.js';

/** When a pause ends; nothing if it does not. */
function until(pausedFor) {
  return pausedFor === null ? null : new Date(Date.now() + seconds(pausedFor) * 1000).toISOString();
}

const columns = [
  ['Queue', null], ['Ready', queue => count(queue.ready), 'ready'], ['Scheduled', queue => count(queue.scheduled), 'scheduled'],
  ['Wait for permits', queue => count(queue.waitingForPermits), 'blocked'], ['Running', queue => count(queue.claimed), 'claimed'],
  ['Dead', queue => count(queue.dead), 'dead'], ['Oldest due for', queue => duration(queue.oldestDue) ?? '']
];

export function overview(page) {
  const totals = {};
  const names = [['finished', 'Finished per second'], ['died', 'Died per second'], ['ready', 'Ready'], ['claimed', 'Running'],
    ['scheduled', 'Scheduled'], ['waitingForPermits', 'Wait for permits'], ['dead', 'Dead'], ['workers', 'Workers']];
  const list = h('dl', { class: 'totals' }, names.map(([key, name]) => {
    totals[key] = h('dd', null, '–');
    return h('div', null, h('dt', null, name), totals[key]);
  }));
  const per = (sample, kind) => sample.ended[kind] / sample.seconds;
  const charts = [
    chart('Ended per second', [{ name: 'completed', of: sample => per(sample, 'completed') }, { name: 'died', look: 'second', of: sample => per(sample, 'died') }]),
    chart('Jobs that wait', [{ name: 'ready', of: sample => sample.totals.ready }]),
    chart('Jobs that run', [{ name: 'running', of: sample => sample.totals.claimed }])
  ];
  const body = h('tbody', null);
  const more = h('p', { class: 'soft' });
  const rows = new Map();

  function row(queue) {
    const cells = columns.slice(1).map(([, , state]) => h('td', { class: state ? 'number' : 'nowrap' }));
    const state = h('td', null);
    const buttons = h('td', null);
    const name = h('th', { scope: 'row' }, link('jobs?queue=' + encodeURIComponent(queue.queue), queue.queue));
    const made = { element: h('tr', null, name, cells, state, buttons), cells, state, buttons, paused: null, end: null };
    rows.set(queue.queue, made);
    return made;
  }

  function update(sample) {
    totals.finished.textContent = rate(per(sample, 'completed') + per(sample, 'cancelled'));
    totals.died.textContent = rate(per(sample, 'died'));
    for (const key of ['ready', 'claimed', 'scheduled', 'waitingForPermits', 'dead']) totals[key].textContent = count(sample.totals[key]);
    totals.workers.textContent = count(sample.workers);
    charts.forEach(each => each.update(live.history));
    const seen = new Set(sample.queues.map(queue => queue.queue));
    for (const [name, old] of rows) if (!seen.has(name)) { old.element.remove(); rows.delete(name); }
    sample.queues.forEach((queue, index) => {
      const known = rows.get(queue.queue) ?? row(queue);
      if (body.children[index] !== known.element) body.insertBefore(known.element, body.children[index] ?? null);
      columns.slice(1).forEach(([, text], cell) => { known.cells[cell].textContent = text(queue); });
      const paused = queue.paused;
      if (known.paused !== paused) {
        known.paused = paused;
        known.end = h('span', { class: 'soft' });
        known.state.replaceChildren(...(paused ? [badge('Paused'), ' ', known.end] : []));
        const button = action('queues', queue.queue, paused ? 'resume' : 'pause', null, paused ? now => until(now.pausedFor) : null);
        known.buttons.replaceChildren(...(button ? [button] : []));
      }
      known.end.textContent = !paused ? '' : queue.pausedFor === null ? 'until it is resumed' : 'for ' + duration(queue.pausedFor);
    });
    more.textContent = sample.totals.queues > sample.queues.length ? `The first ${sample.queues.length} of ${sample.totals.queues} queues.`
      : sample.queues.length === 0 ? 'There is no queue.' : '';
  }

  live.listeners.add(update);
  page.atEnd(() => live.listeners.delete(update));
  if (live.history.length) update(live.history.at(-1));
  return [
    h('h1', { tabindex: -1 }, 'Overview'), list,
    h('h2', null, 'Last hour'), activity(page),
    h('h2', null, 'Now'), h('div', { class: 'cards' }, charts.map(each => each.element)),
    h('h2', null, 'Queues'),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Queues' }, h('table', null, h('caption', null, 'Queues'),
      h('thead', null, h('tr', null, columns.map(([name, , state]) => h('th', { scope: 'col', class: state ? 'number' : null }, name)),
        h('th', { scope: 'col' }, 'State'), h('th', { scope: 'col' }, 'Change'))), body)),
    more
  ];
}
