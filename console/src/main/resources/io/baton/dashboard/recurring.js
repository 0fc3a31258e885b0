// Recurring jobs: when they have run, and when they run next.

import { empty, facts, h, link, table, to } from './dom.js';
import { get } from './api.js';
import { action, actions } from './actions.js';
import { badge, duration, span, time } from './format.js';
import { head, more, next, query, title } from './parts.js';

const when = one => one.recurrence.cron ? one.recurrence.cron + ', ' + one.recurrence.zone : 'every ' + duration(one.recurrence.every);
const until = tick => span(Math.max(0, (new Date(tick) - Date.now()) / 1000));
const lastJob = one => one.lastJob && link(to('jobs', one.lastJob), 'job ' + one.lastJob);
const state = one => [one.paused && badge('Paused'), one.stopped && [badge('Stopped'), ' ' + one.stopped]];
const buttons = (one, page) => [action('recurring', one.name, one.paused ? 'resume' : 'pause', page.again), action('recurring', one.name, 'trigger', page.again)];

export async function recurring(page) {
  const found = await get('recurring', page.terms);
  return [title('Recurring'), table('Recurring jobs', [
    { name: 'Name', cell: one => link(to('recurring', one.name), one.name) },
    { name: 'Type', cell: one => one.type },
    { name: 'When', cell: when },
    { name: 'Next tick', cell: one => one.nextTicks.length > 0 && h('span', { class: 'row' }, time(one.nextTicks[0]), h('span', { class: 'soft nowrap' }, 'in ' + until(one.nextTicks[0]))) },
    { name: 'Last tick', cell: one => h('span', { class: 'row' }, time(one.lastTick), lastJob(one)) },
    { name: 'State', wide: true, cell: state },
    { name: 'Change', cell: one => h('span', { class: 'row' }, buttons(one, page)) }
  ], found.items, empty('There is no recurring job.', 'Put @Recurring(cron = "0 0 3 * * *") on a handler, or add one with RecurringJobs.')), next('recurring', page.terms, found)];
}

export async function schedule(page, id) {
  const { recurring: one, lastRuns } = await get(to('recurring', id));
  return [
    head(['Recurring ', one.name, ' ', state(one)], actions(buttons(one, page))),
    h('section', { class: 'card after', 'aria-label': 'Facts' }, facts([
      ['Type', link('jobs' + query({ type: one.type }), one.type)], ['When', when(one)], ['Last tick', one.lastTick && h('span', { class: 'row' }, time(one.lastTick), lastJob(one))],
      ['Declared', one.declared ? 'by a handler' : 'by RecurringJobs']
    ]), more('recurring', one.name, null)),
    h('h2', null, 'Next ticks'),
    table('Next ticks', [{ name: 'Tick', cell: tick => time(tick) }, { name: 'In', cell: until }], one.nextTicks,
      empty('It has no ticks.', one.paused ? 'Resume it.' : 'See its state above.')),
    h('h2', null, 'Last runs'),
    table('Last runs, the newest first', [
      { name: 'Job', cell: run => link(to('jobs', run.job), run.job) }, { name: 'State', cell: run => badge(run.state) }, { name: 'Tick', cell: run => time(run.tick) ?? 'triggered' },
      { name: 'Started', cell: run => time(run.claimedAt) ?? '' },
      { name: 'Took', cell: run => run.claimedAt && run.endedAt && span((new Date(run.endedAt) - new Date(run.claimedAt)) / 1000) }
    ], lastRuns, empty('No run is kept.', 'It has not run yet, or its jobs are older than the time for which jobs that have ended are kept.'))
  ];
}
