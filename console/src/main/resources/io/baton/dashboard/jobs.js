// Jobs: search, and what can be done with those that are found.

import { details, empty, h, link, selection, table, to } from './dom.js';
import { get, info } from './api.js';
import { actions, bulkAction, matchingAction } from './actions.js';
import { exports } from './export.js';
import { badge, count, time } from './format.js';
import { labels, next, query, title } from './parts.js';
import { save, saved } from './saved.js';

const PAGE = 50;
const FURTHER = 10;
const STATES = ['SCHEDULED', 'READY', 'CLAIMED', 'BLOCKED', 'WAITING', 'COMPLETED', 'DEAD', 'CANCELLED'];
const TEXTS = {
  type: ['Type', { list: 'types' }], queue: ['Queue', { list: 'queues' }], share: ['Share', { placeholder: 'of the queue' }], key: ['Key', { placeholder: 'order:4711' }], label: ['Label', { placeholder: 'customer=17' }],
  batch: ['Batch or flow', { inputmode: 'numeric', size: 10 }], error: ['Error contains', { placeholder: 'timed out' }]
};
const PERIODS = { '': 'at any time', '15m': 'in the last 15 minutes', '1h': 'in the last hour', '24h': 'in the last 24 hours', '7d': 'in the last 7 days' };
const VERBS = ['revive', 'reschedule', 'cancel'];

export async function jobs(page) {
  const terms = page.terms;
  const filters = Object.fromEntries(Object.entries(terms).filter(([name, value]) => value && name !== 'after'));
  const filtered = Object.keys(filters).length > 0;
  const form = search(page, terms);
  let found = { items: [], next: null };
  let refused = false;
  try {
    found = await read(page);
  } catch (failure) {
    const field = failure.status === 400 && form.fields[Object.keys(form.fields).find(name => failure.message.startsWith('"' + name + '"'))];
    if (!field) throw failure;
    complain(field, failure.message);
    refused = true;
  }
  const chosen = selection(found.items, job => job.id, job => 'Select job ' + job.id);
  const buttons = VERBS.map(verb => bulkAction('jobs', verb, chosen.ids, page.again)).filter(Boolean);
  const matching = filtered && !refused && actions(VERBS.map(verb => matchingAction(verb, filters, page.again)));
  return [
    title('Jobs'), form.element, saved(page),
    found.items.length > 0 && h('div', { class: 'row bulk' },
      buttons.length > 0 && h('div', { class: 'row', role: 'group', 'aria-label': 'With the selected jobs' }, chosen.all, chosen.counter, actions(buttons)),
      h('div', { class: 'row end', role: 'group', 'aria-label': 'Export' }, h('span', { class: 'soft' }, 'Export'), exports(filters))),
    !refused && table('Jobs, the newest first', columns(found.items, buttons.length > 0 && chosen.box), found.items, nothing(filtered, found)),
    next('jobs', terms, found, found.items.length < PAGE ? 'Search among older jobs' : undefined),
    matching && h('div', { class: 'after' }, details('With all jobs that match this search', h('div', { class: 'card' }, matching)))
  ];
}

function nothing(filtered, found) {
  if (found.next) return empty('No job among the newest matches.', 'Search among older jobs, or narrow the search by a time.');
  return filtered ? empty('No job matches this search.', ['Remove a filter, or look at ', link('jobs', 'all jobs'), '. Jobs that have ended are kept for a time only.'])
    : empty('There are no jobs yet.', 'Enqueue one with Jobs.enqueue; it is listed here once its transaction is committed.');
}

const waits = job => ['SCHEDULED', 'READY', 'BLOCKED'].includes(job.state);

const died = job => job.state === 'DEAD';

/** What no job of the page has takes no column. */
function columns(items, box) {
  return [
    { name: 'Id', cell: job => h('span', { class: 'row nowrap' }, box && box(job), link(to('jobs', job.id), job.id)) },
    { name: 'Type', cell: job => h('span', { class: 'nowrap' }, job.type) },
    { name: 'Queue', cell: job => job.queue },
    { name: 'State', cell: job => badge(job.state) },
    { name: 'Attempts', number: true, cell: job => count(job.attempts) },
    { name: 'Enqueued', cell: job => time(job.enqueuedAt) },
    (items.some(waits) || items.some(died)) && {
      name: !items.some(died) ? 'Due' : items.some(waits) ? 'Due or died' : 'Died',
      cell: job => (waits(job) ? time(job.dueAt) : died(job) ? time(job.endedAt) : '')
    },
    items.some(job => labels(job)) && { name: 'Labels', wide: true, cell: labels },
    items.some(job => job.error) && { name: 'Error', wide: true, cell: job => h('span', { class: 'clamp', title: job.error }, (job.error ?? '').replace(/^(?:[\w$]+\.)+/, '')) }
  ].filter(Boolean);
}

/** The form of the search, with its fields by the terms that they stand for. */
function search(page, terms) {
  const state = (terms.state ?? '').toUpperCase();
  const fields = {
    state: h('select', null, h('option', { value: '' }, 'any'), [...STATES, ...(state && !STATES.includes(state) ? [state] : [])].map(name =>
      h('option', { value: name, selected: name === state }, name.toLowerCase())))
  };
  // a search by messages would tell those that are masked
  const texts = Object.entries(TEXTS).filter(([name]) => name !== 'error' || info.showValues);
  for (const [name, [, attributes]] of texts) {
    fields[name] = h('input', { value: terms[name] ?? '', maxlength: 200, autocomplete: 'off', ...attributes, focus: attributes.list ? suggest : null });
  }
  const exact = Boolean(terms.until || (terms.since && !isDuration(terms.since)));
  const periods = exact || terms.since in PERIODS || !terms.since ? PERIODS : { ...PERIODS, [terms.since]: 'in the last ' + terms.since };
  const between = h('div', { class: 'row', hidden: !exact });
  const period = h('select', { change: () => { between.hidden = period.value !== 'between'; } },
    Object.entries({ ...periods, between: 'between …' }).map(([value, name]) => h('option', { value, selected: value === (exact ? 'between' : terms.since ?? '') }, name)));
  fields.since = h('input', { type: 'datetime-local', value: exact ? local(terms.since) : '' });
  fields.until = h('input', { type: 'datetime-local', value: exact ? local(terms.until) : '' });
  const first = { since: fields.since.value, until: fields.until.value };
  between.append(h('label', null, 'From', fields.since), h('label', null, 'Until', fields.until));
  const id = h('input', { inputmode: 'numeric', pattern: '[0-9]*', title: 'The number of a job', size: 10, autocomplete: 'off' });

  function chosen() {
    const values = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value.trim()]));
    // a field has no seconds: what was not touched stays as it is in the address
    const instant = name => (exact && values[name] === first[name] ? terms[name] : values[name] && new Date(values[name]).toISOString());
    return period.value === 'between' ? { ...values, since: instant('since'), until: instant('until') } : { ...values, since: period.value, until: '' };
  }

  const element = h('form', {
    class: 'card search', role: 'search', 'aria-label': 'Jobs',
    submit: event => {
      event.preventDefault();
      const address = '#/' + (id.value ? to('jobs', id.value.trim()) : 'jobs' + query(chosen()));
      if (address === location.hash) page.again();
      else location.hash = address;
    }
  },
  h('label', null, 'State', fields.state), texts.map(([name, [text]]) => h('label', null, text, fields[name])),
  h('label', null, 'Enqueued', period), between, h('label', null, 'Or one by its id', id),
  h('div', { class: 'row end' }, h('button', { class: 'do', type: 'submit' }, 'Search'),
    Object.keys(terms).length > 0 && [link('jobs', 'Clear'), save(page, terms)]),
  h('datalist', { id: 'types' }), h('datalist', { id: 'queues' }));
  return { element, fields: { ...fields, since: exact ? fields.since : period } };
}

const isDuration = text => !text.includes('-');

/** A time in the way in which a field has it, in the zone of the browser. */
function local(text) {
  if (!text) return '';
  const [, number, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const at = number ? new Date(Date.now() - number * { s: 1000, m: 60000, h: 3600000, d: 86400000 }[unit]) : new Date(text);
  return Number.isNaN(at.getTime()) ? '' : new Date(at.getTime() - at.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
}

/** Fills the lists of names when a field that has one is used. */
async function suggest() {
  const lists = [...document.querySelectorAll('datalist')];
  if (lists.some(list => list.hasChildNodes())) return;
  try {
    const names = await get('activity/names');
    for (const list of lists) list.replaceChildren(...names[list.id].map(value => h('option', { value })));
  } catch {
    // the field works without them
  }
}

/** Shows at its field why a search is refused. */
function complain(field, message) {
  const note = h('span', { class: 'bad', role: 'alert', id: 'search-problem' }, message);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', note.id);
  field.after(note);
}

/** A page may end before it is full where no index finds the jobs: then older ones are requested, within bounds. */
async function read({ terms, atEnd }) {
  let left = false;
  atEnd(() => { left = true; });
  const found = await get('jobs', terms);
  for (let pages = 0; !left && found.next && found.items.length < PAGE && pages < FURTHER; pages++) {
    const older = await get('jobs', { ...terms, after: found.next, limit: String(PAGE - found.items.length) });
    found.items.push(...older.items);
    found.next = older.next;
  }
  return found;
}
