// Semaphores and rates: how many, and which jobs hold and wait; sequences that dead jobs block, and how they go on.

import { empty, facts, h, link, table, to } from './dom.js';
import { get } from './api.js';
import { action, actions } from './actions.js';
import { BOUND_OF_LIMIT, badge, bar, count, duration, time } from './format.js';
import { age, head, jobLinks, more, query, title } from './parts.js';

/** A key follows its limit until it is given a number of its own, which cannot be undone. */
const isKey = limit => limit.name.includes(':');
const resize = (one, after) => action('semaphores', one.name, 'resize', after, now => isKey(now.limit) ? null : String(now.limit.capacity));
const change = (one, after) => action('rate-limits', one.name, 'change', after, now => isKey(now.limit) ? null : `${now.limit.rate.permits}/${now.limit.rate.per} burst ${now.limit.rate.burst}`);
const starts = one => count(one.rate.permits) + ' in ' + duration(one.rate.per);
const unblock = (one, after) => (one.blockedSince ? [action('jobs', one.head, 'revive', after), ...['skip', 'skip-all', 'cancel-rest'].map(verb => action('sequences', one.name, verb, after))] : []);
const those = (path, number) => number > 0 && link(path, count(number, BOUND_OF_LIMIT) + (number === 1 ? ' job' : ' jobs'));

export async function limits(page) {
  const [semaphores, rates, sequences, shares] = await Promise.all([
    get('semaphores', { after: page.terms.semaphore }), get('rate-limits', { after: page.terms.rate }), get('sequences', { after: page.terms.sequence }), get('shares')
  ]);
  const following = (name, found) => found.next && h('p', { class: 'after' }, link('limits' + query({ ...page.terms, [name]: found.next }), 'Next page'));
  return [
    title('Limits'),
    sequences.items.length > 0 && [h('h2', null, 'Blocked sequences'), table('Sequences that dead jobs block', [
      { name: 'Sequence', cell: one => link(to('sequences', one.name), one.name) },
      { name: 'For', number: true, cell: one => age(one.blockedSince) }, { name: 'Since', cell: one => time(one.blockedSince) },
      { name: 'Dead job', cell: one => link(to('jobs', one.head), one.head) },
      { name: 'Error', wide: true, cell: one => one.error ?? '' },
      { name: 'Waiting', number: true, cell: one => count(one.waiting, BOUND_OF_LIMIT) }, { name: 'Oldest', cell: one => time(one.oldest) ?? '' },
      { name: 'Change', cell: one => h('span', { class: 'row' }, unblock(one, page.again)) }
    ], sequences.items), following('sequence', sequences)],
    shares.items.length > 0 && [h('h2', null, 'Shares'), table('Shares of queues, those with most ready jobs first', [
      { name: 'Queue', cell: one => one.queue }, { name: 'Share', cell: one => link('jobs' + query({ queue: one.queue, share: one.name }), one.name) },
      { name: 'Ready', number: true, cell: one => count(one.ready, BOUND_OF_LIMIT) }, { name: 'Waits for', number: true, cell: one => one.waited ? duration(one.waited) : '' },
      { name: 'Claimed', number: true, cell: one => count(one.claimed) }, { name: 'Weight', cell: one => one.paused ? 'paused' : one.weight ?? 'configured' },
      { name: 'Change', cell: one => h('span', { class: 'row' }, ['set-weight', ...(one.weight ? ['reset-weight'] : []), one.paused ? 'resume' : 'pause'].map(verb => action('shares', `${one.queue}:${one.name}`, verb, page.again, () => one.weight))) }
    ], shares.items)],
    h('h2', null, 'Semaphores'),
    table('Semaphores', [
      { name: 'Semaphore', cell: one => link(to('semaphores', one.name), one.name) },
      { name: 'Permits in use', cell: one => bar(Math.min(one.held, one.capacity), one.capacity, 'Permits of ' + one.name, BOUND_OF_LIMIT) },
      { name: 'Held by', cell: one => those(to('semaphores', one.name), one.held) },
      { name: 'Waited for by', cell: one => those(to('semaphores', one.name), one.waiting) },
      { name: 'Change', cell: one => resize(one, page.again) ?? '' }
    ], semaphores.items, empty('There is no semaphore.', 'Put @RequiresPermit("name") on a handler, and baton.semaphores.name: 3 into the configuration, so that at most three of its jobs run at once.')),
    following('semaphore', semaphores),
    h('h2', null, 'Rates'),
    table('Rates', [
      { name: 'Rate', cell: one => link(to('rate-limits', one.name), one.name) },
      { name: 'Starts', cell: starts },
      { name: 'Burst', number: true, cell: one => one.rate.burst ?? '' },
      { name: 'Waited for by', cell: one => those(to('rate-limits', one.name), one.waiting) },
      { name: 'Change', cell: one => change(one, page.again) ?? '' }
    ], rates.items, empty('There is no rate.', 'Put @RateLimited("name") on a handler, and its permits and period into baton.rate-limits, so that so many of its jobs start in a period.')),
    following('rate', rates)
  ];
}

export async function semaphore(page, id) {
  const { limit, holders, waiters } = await get(to('semaphores', id));
  return [
    head(['Semaphore ', limit.name], actions(resize(limit, page.again))),
    h('section', { class: 'card after', 'aria-label': 'Facts' }, facts([
      ['Permits in use', bar(Math.min(limit.held, limit.capacity), limit.capacity, 'Permits of ' + limit.name, BOUND_OF_LIMIT)], ['Waiting', count(limit.waiting, BOUND_OF_LIMIT)]
    ]), more('semaphores', limit.name)),
    h('h2', null, 'Held by'), listed('Jobs that hold a permit, the earliest first', 'For', holders, empty('No job holds a permit.', 'The next job that needs one runs at once.')),
    h('h2', null, 'Waited for by'), listed('Jobs that wait for a permit, the earliest first', 'Due for', waiters, empty('No job waits for a permit.', 'There are enough permits for the jobs that need one.'))
  ];
}

export async function rate(page, id) {
  const { limit, waiters } = await get(to('rate-limits', id));
  return [
    head(['Rate ', limit.name], actions(change(limit, page.again))),
    h('section', { class: 'card after', 'aria-label': 'Facts' }, facts([['Starts', starts(limit)], ['Burst', limit.rate.burst && count(limit.rate.burst)], ['Waiting', count(limit.waiting, BOUND_OF_LIMIT)]]), more('rate-limits', limit.name)),
    h('h2', null, 'Waited for by'), listed('Jobs that wait for the rate, the earliest first', 'Due for', waiters, empty('No job waits for this rate.', 'Fewer jobs are due than may start.'))
  ];
}

export async function sequence(page, id) {
  const one = await get(to('sequences', id));
  return [
    head(['Sequence ', one.name], actions(unblock(one, page.again))),
    h('section', { class: 'card after', 'aria-label': 'Facts' }, facts([
      ['Its turn', one.head ? h('span', { class: 'row' }, link(to('jobs', one.head), one.head), badge(one.headState)) : 'given to the next one in a moment'],
      ['Error', one.error], ['Blocked for', age(one.blockedSince)], ['Since', time(one.blockedSince)],
      ['Waiting', count(one.waiting, BOUND_OF_LIMIT)], ['Oldest', time(one.oldest)]
    ]), more('sequences', one.name)),
    h('h2', null, 'Waits for its turn'), one.waiters.length ? h('p', null, jobLinks(one.waiters)) : empty('No job waits.', 'The next one runs at once when this one has ended.')
  ];
}

function listed(caption, ageName, jobs, none) {
  return table(caption, [
    { name: 'Job', cell: each => link(to('jobs', each.job), each.job) }, { name: 'Type', cell: each => each.type }, { name: 'Queue', cell: each => each.queue },
    { name: ageName, number: true, cell: each => age(each.since) }, { name: 'Since', cell: each => time(each.since) }
  ], jobs, none);
}
