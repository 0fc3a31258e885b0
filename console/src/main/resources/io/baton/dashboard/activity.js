// What ran in the last hour, minute by minute.

import { h, table } from './dom.js';
import { get } from './api.js';
import { chart } from './charts.js';
import { count, duration, seconds, span, time } from './format.js';

const MINUTE = 60000;
const hour = { step: 6, span: 'last hour', text: count };

/** Charts of the last hour, read again every minute while they are shown. */
export function activity(page) {
  const charts = [
    chart('Runs that ended, per minute', [{ name: 'completed', of: minute => minute.completed }, { name: 'cancelled', look: 'third', of: minute => minute.cancelled }], hour),
    chart('Failures per minute', [{ name: 'tried again', look: 'third', of: minute => minute.failed }, { name: 'died', look: 'second', of: minute => minute.died }], hour),
    chart('Wait from due to start', [{ name: 'mean', of: minute => seconds(minute.meanWait) ?? 0 }, { name: 'longest', look: 'third', of: minute => seconds(minute.longestWait) ?? 0 }],
      { ...hour, text: span, least: 0.01 })
  ];
  const numbers = h('div', { class: 'after' });
  const problem = h('p', { class: 'bad', role: 'alert' });

  async function read() {
    try {
      const { items } = await get('activity');
      // the last minute has only begun
      const whole = items.slice(0, -1);
      charts.forEach(each => each.update(whole));
      numbers.replaceChildren(table('Activity of the last hour', columns, whole.filter(minute => minute.started + minute.completed + minute.failed + minute.died > 0).reverse()));
      problem.textContent = '';
    } catch (failure) {
      problem.textContent = failure.message;
    }
  }

  const timer = setInterval(() => { if (!document.hidden) read(); }, MINUTE);
  page.atEnd(() => clearInterval(timer));
  read();
  return [h('div', { class: 'cards' }, charts.map(each => each.element)), problem, h('details', { class: 'after' }, h('summary', null, 'The last hour in numbers'), numbers)];
}

const columns = [
  { name: 'Minute', cell: minute => time(minute.minute) },
  { name: 'Started', number: true, cell: minute => count(minute.started) },
  { name: 'Completed', number: true, cell: minute => count(minute.completed) },
  { name: 'Cancelled', number: true, cell: minute => count(minute.cancelled) },
  { name: 'Tried again', number: true, cell: minute => count(minute.failed) },
  { name: 'Died', number: true, cell: minute => count(minute.died) },
  { name: 'Mean wait', number: true, cell: minute => duration(minute.meanWait) ?? '' },
  { name: 'Longest wait', number: true, cell: minute => duration(minute.longestWait) ?? '' }
];
