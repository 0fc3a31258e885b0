// Workers, limits, batches, flows and recurring jobs.

import { facts, h, link, table, to } from './dom.js';
import { get } from './api.js';
import { action } from './actions.js';
import { bar, graph } from './charts.js';
import { next } from './jobs.js';
import { badge, count, duration, seconds, time } from './format.js';

const MOST_DRAWN = 200;
const MOST_IDS = 20;

const title = (...text) => h('h1', { tabindex: -1 }, text);

export async function workers() {
  const found = await get('workers');
  return [title('Workers'), table('Workers, the living first', [
    { name: 'Worker', cell: worker => link(to('workers', worker.id), worker.name || worker.id) },
    { name: 'State', cell: condition },
    { name: 'Holds', number: true, cell: worker => count(worker.holding) },
    { name: 'Last heartbeat', cell: worker => duration(worker.silentFor) + ' ago' },
    { name: 'Started', cell: worker => time(worker.startedAt) },
    { name: 'Host', cell: worker => worker.host + ', process ' + worker.pid },
    { name: 'Version', cell: worker => worker.version },
    { name: 'Queues', wide: true, cell: worker => worker.queues.join(', ') }
  ], found.items)];
}

function condition(worker) {
  const silent = worker.deadAfter && seconds(worker.silentFor) > seconds(worker.deadAfter) / 2;
  return badge(worker.dead ? 'DEAD' : silent ? 'Silent' : 'Living');
}

export async function worker(page, id) {
  const { worker: one, held } = await get(to('workers', id));
  return [
    title('Worker ', one.name || one.id, ' ', condition(one)),
    h('section', { class: 'card', 'aria-label': 'Facts' }, facts([
      ['Host', one.host + ', process ' + one.pid], ['Version', one.version], ['Started', time(one.startedAt)], ['Last heartbeat', duration(one.silentFor) + ' ago'],
      ['Dead after', duration(one.deadAfter)], ['Queues', one.queues.join(', ')], ['Types', one.types.join(', ')]
    ])),
    h('h2', null, 'What it holds (' + count(one.holding) + ')'),
    table('Jobs that it holds', [
      { name: 'Job', cell: job => link(to('jobs', job.id), job.id) }, { name: 'Type', cell: job => job.type }, { name: 'Queue', cell: job => job.queue },
      { name: 'Attempt', number: true, cell: job => count(job.attempt) }, { name: 'Since', cell: job => time(job.claimedAt) },
      { name: 'Progress', cell: job => job.progress === null ? '' : Math.round(job.progress * 100) + ' % ' + (job.progressNote ?? '') }
    ], held)
  ];
}

function ids(all, name) {
  if (all.length === 0) return '';
  return h('details', null, h('summary', null, name), all.slice(0, MOST_IDS).map((id, at) => [at ? ', ' : '', link(to('jobs', id), id)]), all.length > MOST_IDS ? ', …' : '');
}

/** A key follows its limit until it is given a number of its own, which cannot be undone. */
const isKey = limit => limit.name.includes(':');

export async function limits(page) {
  const [semaphores, rates] = await Promise.all([get('semaphores', { after: page.terms.semaphore }), get('rate-limits', { after: page.terms.rate })]);
  const more = (name, found) => found.next && h('p', { class: 'after' }, link('limits?' + new URLSearchParams({ ...page.terms, [name]: found.next }), 'Next page'));
  return [
    title('Limits'), h('h2', null, 'Semaphores'),
    table('Semaphores', [
      { name: 'Semaphore', cell: one => one.name },
      { name: 'Permits in use', cell: one => bar(Math.min(one.held, one.capacity), one.capacity, 'Permits of ' + one.name) },
      { name: 'Waiting', number: true, cell: one => count(one.waiting) },
      { name: 'Held by', cell: one => ids(one.holders, count(one.held) + ' jobs') },
      { name: 'Waited for by', cell: one => ids(one.waiters, count(one.waiting) + ' jobs') },
      { name: 'Change', cell: one => action('semaphores', one.name, 'resize', page.again, now => isKey(now.limit) ? null : String(now.limit.capacity)) ?? '' }
    ], semaphores.items), more('semaphore', semaphores),
    h('h2', null, 'Rates'),
    table('Rates', [
      { name: 'Rate', cell: one => one.name },
      { name: 'Starts', cell: one => count(one.rate.permits) + ' in ' + duration(one.rate.per) },
      { name: 'Burst', number: true, cell: one => one.rate.burst ?? '' },
      { name: 'Waiting', number: true, cell: one => count(one.waiting) },
      { name: 'Waited for by', cell: one => ids(one.waiters, count(one.waiting) + ' jobs') },
      { name: 'Change', cell: one => action('rate-limits', one.name, 'change', page.again, now => isKey(now.limit) ? null : `${now.limit.rate.permits}/${now.limit.rate.per} burst ${now.limit.rate.burst}`) ?? '' }
    ], rates.items), more('rate', rates)
  ];
}

const done = one => one.items - one.remaining;

/** The number of dead jobs, which leads to them. */
const dead = (of, number) => (number ? link('jobs?' + new URLSearchParams({ batch: of.id, state: 'DEAD' }), count(number)) : count(number));

/** What can be done with all dead jobs at once. */
const forDead = (page, kind, of, number) => (number ? ['revive-dead', 'cancel-dead'].map(verb => action(kind, of.id, verb, page.again)) : null);

export async function batches(page) {
  const found = await get('batches', page.terms);
  return [title('Batches'), table('Batches, the newest first', [
    { name: 'Batch', cell: one => link(to('batches', one.id), one.id) },
    { name: 'Key', wide: true, cell: one => one.key ?? '' },
    { name: 'State', cell: one => badge(one.state) },
    { name: 'Ended', cell: one => bar(done(one), one.items, 'Batch ' + one.id) },
    { name: 'Dead', number: true, cell: one => dead(one, one.dead) },
    { name: 'Cancelled', number: true, cell: one => count(one.cancelled) },
    { name: 'Complete', cell: one => time(one.completedAt) ?? '' }
  ], found.items), next('batches', page.terms, found)];
}

export async function batch(page, id) {
  const one = await get(to('batches', id));
  return [title('Batch ', one.id, ' ', badge(one.state)), h('div', { class: 'row' }, forDead(page, 'batches', one, one.dead)), h('section', { class: 'card after', 'aria-label': 'Facts' }, facts([
    ['Key', one.key], ['Ended', bar(done(one), one.items, 'Ended')], ['Dead', dead(one, one.dead)], ['Cancelled', count(one.cancelled)],
    ['Sealed', one.sealed ? 'yes' : 'no: more may be added'], ['Complete', time(one.completedAt)]
  ]))];
}

export async function flows(page) {
  const found = await get('flows', page.terms);
  return [title('Flows'), table('Flows, the newest first', [
    { name: 'Flow', cell: one => link(to('flows', one.id), one.id) },
    { name: 'Key', wide: true, cell: one => one.key ?? '' },
    { name: 'State', cell: one => badge(one.state) },
    { name: 'Steps', cell: one => bar(one.steps.filter(step => step.state === 'COMPLETE').length, one.steps.length, 'Steps of flow ' + one.id) },
    { name: 'Complete', cell: one => time(one.completedAt) ?? '' }
  ], found.items), next('flows', page.terms, found)];
}

export async function flow(page, id) {
  const one = await get(to('flows', id));
  return [
    title('Flow ', one.id, ' ', badge(one.state)),
    h('div', { class: 'row' }, one.completedAt ? null : action('flows', one.id, 'cancel', page.again),
      forDead(page, 'flows', one, one.steps.reduce((sum, step) => sum + step.dead, 0))),
    facts([['Key', one.key], ['Complete', time(one.completedAt)]]),
    h('h2', null, 'Steps'),
    one.steps.length <= MOST_DRAWN ? graph(one.steps) : h('p', { class: 'soft' }, 'Too many steps to draw.'),
    h('div', { class: 'after' }, table('Steps', [
      { name: 'Step', cell: step => step.name }, { name: 'State', cell: step => badge(step.state) },
      { name: 'Waits for', wide: true, cell: step => step.after.join(', ') },
      { name: 'Ended', cell: step => bar(done(step), step.items, step.name) },
      { name: 'Dead', number: true, cell: step => dead(one, step.dead) }
    ], one.steps))
  ];
}

export async function recurring(page) {
  const found = await get('recurring', page.terms);
  return [title('Recurring'), table('Recurring jobs', [
    { name: 'Name', cell: one => one.name },
    { name: 'Type', cell: one => one.type },
    { name: 'When', cell: one => one.recurrence.cron ? one.recurrence.cron + ', ' + one.recurrence.zone : 'every ' + duration(one.recurrence.every) },
    { name: 'Next ticks', cell: one => one.nextTicks.length ? h('ul', null, one.nextTicks.slice(0, 3).map(tick => h('li', null, time(tick)))) : '' },
    { name: 'Last tick', cell: one => [time(one.lastTick), one.lastJob && [' ', link(to('jobs', one.lastJob), 'job ' + one.lastJob)]] },
    { name: 'State', wide: true, cell: one => [one.paused && badge('Paused'), one.stopped && [badge('Stopped'), ' ' + one.stopped]] },
    { name: 'Change', cell: one => h('span', { class: 'row' }, action('recurring', one.name, one.paused ? 'resume' : 'pause', page.again), action('recurring', one.name, 'trigger', page.again)) }
  ], found.items), next('recurring', page.terms, found)];
}
