// Jobs: search, and one with all that is known of it.

import { facts, h, link, selection, table, to } from './dom.js';
import { get, info } from './api.js';
import { action, bulkAction } from './actions.js';
import { badge, count, duration, span, time } from './format.js';

const PAGE = 50;
const FURTHER = 10;
const FIELDS = { state: 'State', type: 'Type', queue: 'Queue', label: 'Label', batch: 'Batch or flow' };
const STATES = ['SCHEDULED', 'READY', 'CLAIMED', 'BLOCKED', 'COMPLETED', 'DEAD', 'CANCELLED'];

export async function jobs(page) {
  const terms = page.terms;
  let found = { items: [], next: null };
  let refused = null;
  try {
    found = await search(terms);
  } catch (failure) {
    if (!meantBy(failure)) throw failure;
    refused = failure;
  }
  const fields = {
    state: h('select', null, h('option', { value: '' }, 'any'), STATES.map(state =>
      h('option', { value: state, selected: (terms.state ?? '').toUpperCase() === state }, state.toLowerCase()))),
    type: h('input', { value: terms.type ?? '', autocomplete: 'off' }),
    queue: h('input', { value: terms.queue ?? '', autocomplete: 'off' }),
    label: h('input', { value: terms.label ?? '', placeholder: 'customer=17', autocomplete: 'off' }),
    batch: h('input', { value: terms.batch ?? '', inputmode: 'numeric', size: 10, autocomplete: 'off' })
  };
  const id = h('input', { inputmode: 'numeric', pattern: '[0-9]*', size: 10, autocomplete: 'off' });
  const form = h('form', {
    class: 'search', role: 'search', 'aria-label': 'Jobs',
    submit: event => {
      event.preventDefault();
      if (id.value) { location.hash = '#/' + to('jobs', id.value.trim()); return; }
      const chosen = Object.entries(fields).filter(([, field]) => field.value.trim()).map(([name, field]) => [name, field.value.trim()]);
      location.hash = '#/jobs?' + new URLSearchParams(chosen);
    }
  },
  Object.entries(FIELDS).map(([name, text]) => h('label', null, text, fields[name])),
  h('label', null, 'or id', id), h('button', { class: 'do', type: 'submit' }, 'Search'));
  if (refused) complain(fields[meantBy(refused)], refused.message);
  const chosen = selection(found.items, job => job.id, job => 'Select job ' + job.id);
  const buttons = ['revive', 'cancel', 'reschedule'].map(verb => bulkAction('jobs', verb, chosen.ids, page.again)).filter(Boolean);
  return [
    h('h1', { tabindex: -1 }, 'Jobs'), form,
    buttons.length > 0 && found.items.length > 0 && h('div', { class: 'row bulk', role: 'group', 'aria-label': 'With the selected jobs' }, chosen.all, chosen.counter, buttons),
    !refused && table('Jobs, the newest first', [
      { name: 'Id', cell: job => h('span', { class: 'row nowrap' }, buttons.length > 0 && chosen.box(job), link(to('jobs', job.id), job.id)) },
      { name: 'Type', cell: job => job.type },
      { name: 'Queue', cell: job => job.queue },
      { name: 'State', cell: job => badge(job.state) },
      { name: 'Attempts', number: true, cell: job => count(job.attempts) },
      { name: 'Enqueued', cell: job => time(job.enqueuedAt) },
      { name: 'Due', cell: job => time(job.dueAt) },
      { name: 'Labels', wide: true, cell: job => labels(job) },
      { name: 'Error', wide: true, cell: job => job.error ?? '' }
    ], found.items),
    next('jobs', terms, found)
  ];
}

/** Returns the field that a refusal is about. */
const meantBy = failure => (failure.status === 400 ? Object.keys(FIELDS).find(name => failure.message.startsWith('"' + name + '"')) : undefined);

/** Shows at its field why a search is refused. */
function complain(field, message) {
  const note = h('span', { class: 'bad', role: 'alert', id: 'search-problem' }, message);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', note.id);
  field.after(note);
}

/** A page may end before it is full where no index finds the jobs: then older ones are requested, within bounds. */
async function search(terms) {
  const found = await get('jobs', terms);
  for (let pages = 0; found.next && found.items.length < PAGE && pages < FURTHER; pages++) {
    const older = await get('jobs', { ...terms, after: found.next, limit: String(PAGE - found.items.length) });
    found.items.push(...older.items);
    found.next = older.next;
  }
  return found;
}

/** A link to the next page of a list, if there is one. */
export function next(path, terms, found) {
  if (!found.next) return terms.after ? h('p', { class: 'after' }, link(path, 'To the first page')) : null;
  return h('p', { class: 'after' }, link(path + '?' + new URLSearchParams({ ...terms, after: found.next }), found.items.length < PAGE && path === 'jobs' ? 'Search among older jobs' : 'Next page'));
}

function labels(job) {
  return Object.entries(job.labels ?? {}).map(([name, value]) => name + '=' + value).join(', ');
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export async function job(page, id) {
  const one = await get(to('jobs', id));
  const moment = (name, at, before) => at && h('li', null, name + ' ', time(at),
    before && h('span', { class: 'soft' }, ' (after ' + span(Math.max(0, (new Date(at) - new Date(before)) / 1000)) + ')'));
  const relations = one.relations ?? { permits: [] };
  const buttons = {
    DEAD: ['revive', 'cancel'], SCHEDULED: ['reschedule', 'cancel'], READY: ['reschedule', 'cancel'], BLOCKED: ['reschedule', 'cancel'], CLAIMED: ['cancel']
  }[one.state] ?? [];
  const text = (name, content) => content && [h('h2', null, name), h('div', { class: 'card' }, h('pre', { tabindex: 0 }, pretty(content)))];
  return [
    h('h1', { tabindex: -1 }, 'Job ' + one.id + ' ', badge(one.state)),
    h('div', { class: 'row' }, buttons.map(verb => action('jobs', one.id, verb, page.again, now => now.dueAt))),
    h('div', { class: 'cards after' },
      h('section', { class: 'card', 'aria-label': 'Facts' }, facts([
        ['Type', link('jobs?type=' + encodeURIComponent(one.type), one.type)],
        ['Queue', link('jobs?queue=' + encodeURIComponent(one.queue), one.queue)],
        ['Priority', String(one.priority)],
        ['Attempts', count(one.attempts) + (one.maxAttempts ? ' of ' + count(one.maxAttempts) : '')],
        ['Worker', one.worker],
        ['Labels', labels(one)],
        ['Progress', one.progress === null ? null : h('span', { class: 'row' }, h('progress', { max: 1, value: one.progress, 'aria-label': 'Progress' }), Math.round(one.progress * 100) + ' %')],
        ['It says', one.progressNote],
        [relations.flow ? 'Flow' : 'Batch', relations.batch && link(to(relations.flow ? 'flows' : 'batches', relations.batch), relations.batch)],
        ['Permits', relations.permits.length ? h('ul', null, relations.permits.map(permit => h('li', null, permit.limit + ': ', permit.held ? 'held' : one.state === 'BLOCKED' ? h('span', { class: 'warn' }, 'waited for') : 'needed'))) : null]
      ])),
      h('section', { class: 'card', 'aria-label': 'Timeline' }, h('ol', { class: 'timeline' },
        moment('Enqueued', one.enqueuedAt), moment('Due', one.dueAt, one.enqueuedAt), moment('Claimed by a worker', one.claimedAt, one.dueAt),
        moment('Ended', one.endedAt, one.claimedAt ?? one.enqueuedAt)))),
    one.failedAttempts.length > 0 && [h('h2', null, 'Failed attempts'), table('Failed attempts, the last one first', [
      { name: 'Attempt', number: true, cell: attempt => count(attempt.attempt) },
      { name: 'Failed', cell: attempt => time(attempt.failedAt) },
      { name: 'After', cell: attempt => duration(attempt.duration) },
      { name: 'Worker', cell: attempt => attempt.worker },
      { name: 'Error', wide: true, cell: attempt => attempt.error.split('\n', 1)[0] }
    ], [...one.failedAttempts].reverse())],
    text('Error', one.error), text('Payload', one.payload), text('Result', one.result),
    !info.showValues && (one.payload || one.result || one.error || one.failedAttempts.length > 0) && h('p', { class: 'soft' }, 'Payloads, results and messages of errors are masked; baton.dashboard.show-values shows them.')
  ];
}
