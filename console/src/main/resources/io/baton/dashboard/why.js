// Why something does not run, and what to do about it.

import { h, link, to } from './dom.js';
import { get } from './api.js';
import { action } from './actions.js';
import { until } from './format.js';
import { jobLinks, query, title } from './parts.js';

const KINDS = { job: 'Job', queue: 'Queue', type: 'Type', batch: 'Batch', flow: 'Flow' };
const PAGES = { job: id => to('jobs', id), batch: id => to('batches', id), flow: id => to('flows', id), queue: id => 'jobs' + query({ queue: id }), type: id => 'jobs' + query({ type: id }) };
const GOOD = ['ENDED', 'RUNNING', 'READY_SOON', 'SUSPENDED', 'COMPLETE'];

/** The page: something is chosen, and the answer is below. */
export async function why(page) {
  const kind = Object.keys(KINDS).find(each => page.terms[each]) ?? 'job';
  const id = page.terms[kind] ?? '';
  const of = h('select', null, Object.entries(KINDS).map(([value, name]) => h('option', { value, selected: value === kind }, name)));
  const name = h('input', { value: id, required: true, maxlength: 200, autocomplete: 'off', placeholder: 'its id or name' });
  return [
    title('Why does it not run?'),
    h('form', {
      class: 'card search', role: 'search', 'aria-label': 'Why',
      submit: event => {
        event.preventDefault();
        const address = '#/why' + query({ [of.value]: name.value.trim() });
        if (address === location.hash) page.again();
        else location.hash = address;
      }
    }, h('label', null, 'What', of), h('label', null, 'Id or name', name), h('button', { class: 'do', type: 'submit' }, 'Ask')),
    id ? [h('h2', null, KINDS[kind] + ' ', link(PAGES[kind](id), id)), await reasons(kind, id, kind === 'queue' ? id : null, page.again)]
      : h('p', { class: 'soft' }, 'Choose a job, queue, type, batch or flow. The answer names what it waits for, the most important first, and what to do about it.')
  ];
}

/** The causes, the most important first; a failure stands in their place. A pause of the queue can be ended here, if it is known. */
export async function reasons(kind, id, queue, again) {
  let found;
  try {
    found = (await get('diagnosis', { [kind]: id })).items;
  } catch (failure) {
    return h('p', { class: 'card bad', role: 'alert' }, failure.message);
  }
  if (found.length === 0) return h('p', { class: 'card' }, 'Nothing holds it.');
  return h('ol', { class: 'reasons' }, found.map(reason => h('li', { class: 'card ' + (GOOD.includes(reason.cause) ? 'fine' : 'holds') },
    h('p', { class: 'cause' }, reason.cause.charAt(0) + reason.cause.slice(1).toLowerCase().replaceAll('_', ' ')),
    h('p', null, reason.text),
    reason.action && h('p', null, h('strong', null, 'What to do: '), linked(reason.action)),
    reason.cause === 'QUEUE_PAUSED' && queue && action('queues', queue, 'resume', again, now => until(now.pausedFor)),
    reason.jobs.length > 0 && h('p', null, reason.jobs.length === 1 ? 'Job ' : 'Jobs ', jobLinks(reason.jobs)))));
}

/** Names of queues, limits and sequences lead to them; what looks like a name and is none leads to a page that says so. */
function linked(text) {
  return text.split(/((?:queue|semaphore|rate|sequence) "[^"]+")/).map(part => {
    const [, kind, name] = /^(queue|semaphore|rate|sequence) "([^"]+)"$/.exec(part) ?? [];
    return kind ? [kind + ' ', link(kind === 'queue' ? PAGES.queue(name) : to(kind === 'rate' ? 'rate-limits' : kind + 's', name), name)] : part;
  });
}
