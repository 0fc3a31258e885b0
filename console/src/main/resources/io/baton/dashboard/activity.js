// What ran in the last minutes, hour or day: charts, and the same as numbers.

import { details, empty, h, table } from './dom.js';
import { get } from './api.js';
import { charts, clock } from './charts.js';
import { count, duration, rate, seconds, short, span } from './format.js';

const MINUTE = 60000;
const SPANS = { '15m': '15 min', '1h': '1 hour', '24h': '24 hours' };
const COUNTS = Array.from({ length: 11 }, (_, power) => [1, 2, 5].map(digit => digit * 10 ** power)).flat();
const TIMES = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18000, 43200, 86400];

const perMinute = kind => slot => slot[kind] / slot.minutes;
const wait = kind => slot => seconds(slot[kind]);
const jobs = { text: rate, tick: short, steps: COUNTS, least: 1 };

const drawn = [
  { ...jobs, title: 'Throughput', unit: 'jobs per minute', lines: [{ name: 'completed', of: perMinute('completed') }, { name: 'cancelled', look: 'second', of: perMinute('cancelled') }] },
  { ...jobs, title: 'Failures', unit: 'attempts per minute', lines: [{ name: 'died', look: 'bad', of: perMinute('died') }, { name: 'tried again', look: 'warn', of: perMinute('failed') }] },
  { title: 'Wait', unit: 'from due to start', text: span, tick: span, steps: TIMES, least: 0.01,
    lines: [{ name: 'mean', of: wait('meanWait') }, { name: 'longest', look: 'second', of: wait('longestWait') }] },
  { ...jobs, title: 'Depth', unit: 'ready jobs', lines: [{ name: 'ready', of: slot => slot.depth }] }
];

/** The time of a slot, or the quarter of an hour that it is. */
function name(slot) {
  const start = Date.parse(slot.start) / 1000;
  return slot.minutes === 1 ? clock(start) : clock(start) + '–' + clock(start + slot.minutes * 60);
}

/** Charts of what is chosen, which stays in the address, read again every minute while they are shown. */
export function activity(page) {
  const chosen = { span: Object.hasOwn(SPANS, page.terms.span ?? '') ? page.terms.span : '1h', queue: page.terms.queue ?? '', type: page.terms.type ?? '' };
  const all = charts(page, drawn, name);
  const problem = h('p', { class: 'card bad', role: 'alert', hidden: true });
  const numbers = h('div', null);
  const folded = details('The same as numbers', numbers);
  let slots = [];
  let turn = 0;

  function tell() {
    if (folded.open) numbers.replaceChildren(table('Activity', columns, slots.filter(slot => slot.measured).reverse(), empty('Nothing was measured in this time.')));
  }

  async function read() {
    const mine = ++turn;
    try {
      const { items } = await get('activity', chosen);
      if (mine !== turn) return;
      // the last slot has only begun
      slots = items.slice(0, -1);
      all.update(slots);
      tell();
      problem.hidden = true;
    } catch (failure) {
      if (mine !== turn) return;
      problem.textContent = 'The activity could not be read. ' + failure.message;
      problem.hidden = false;
    }
  }

  function choose(term, value) {
    chosen[term] = value;
    const terms = Object.entries(chosen).filter(([key, each]) => each && !(key === 'span' && each === '1h'));
    history.replaceState(null, '', '#/overview' + (terms.length ? '?' + new URLSearchParams(terms) : ''));
    for (const each of spans) each.setAttribute('aria-pressed', each.value === chosen.span);
    read();
  }

  const spans = Object.entries(SPANS).map(([value, text]) => h('button', { type: 'button', value, 'aria-pressed': String(value === chosen.span), click: () => choose('span', value) }, text));
  const select = (term, every) => h('select', { 'aria-label': 'Activity of ' + term, change: event => choose(term, event.target.value) },
    h('option', { value: '' }, every), chosen[term] && h('option', { value: chosen[term], selected: true }, chosen[term]));
  const selects = { queues: select('queue', 'All queues'), types: select('type', 'All types') };

  async function readNames() {
    try {
      const names = await get('activity/names');
      for (const [kind, field] of Object.entries(selects)) {
        const known = [...field.options].map(option => option.value);
        field.append(...names[kind].filter(each => !known.includes(each)).map(each => h('option', { value: each }, each)));
      }
    } catch {
      // the charts say what is wrong
    }
  }

  folded.addEventListener('toggle', tell);
  const timer = setInterval(() => { if (!document.hidden) read(); }, MINUTE);
  page.atEnd(() => clearInterval(timer));
  read();
  readNames();
  return [
    h('div', { class: 'head' }, h('h2', null, 'Activity'), h('div', { class: 'row' }, selects.queues, selects.types, h('div', { class: 'segments', role: 'group', 'aria-label': 'Time' }, spans))),
    problem, all.element, h('div', { class: 'after' }, folded)
  ];
}

const columns = [
  { name: 'Time', cell: name },
  { name: 'Started', number: true, cell: slot => count(slot.started) },
  { name: 'Completed', number: true, cell: slot => count(slot.completed) },
  { name: 'Cancelled', number: true, cell: slot => count(slot.cancelled) },
  { name: 'Tried again', number: true, cell: slot => count(slot.failed) },
  { name: 'Died', number: true, cell: slot => count(slot.died) },
  { name: 'Mean wait', number: true, cell: slot => duration(slot.meanWait) ?? '–' },
  { name: 'Longest wait', number: true, cell: slot => duration(slot.longestWait) ?? '–' },
  { name: 'Depth', number: true, cell: slot => (slot.depth === null ? '–' : count(slot.depth)) }
];
