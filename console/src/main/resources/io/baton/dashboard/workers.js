// Workers, and what each holds.

import { empty, facts, h, link, table, to } from './dom.js';
import { get } from './api.js';
import { badge, count, duration, seconds, time } from './format.js';
import { title } from './parts.js';

export async function workers() {
  const found = await get('workers', { limit: '200' });
  return [title('Workers'), found.items.length === 200 && h('p', { class: 'soft' }, 'The first 200.'), table('Workers, the living first', [
    { name: 'Worker', cell: worker => link(to('workers', worker.id), worker.name || worker.id) },
    { name: 'State', cell: condition },
    { name: 'Holds', number: true, cell: worker => count(worker.holding) },
    { name: 'Last heartbeat', cell: worker => duration(worker.silentFor) + ' ago' },
    { name: 'Started', cell: worker => time(worker.startedAt) },
    { name: 'Host', cell: worker => worker.host + ', process ' + worker.pid },
    { name: 'Version', cell: worker => worker.version },
    { name: 'Queues', wide: true, cell: worker => worker.queues.join(', ') }
  ], found.items, empty('No worker has started yet.', 'A node that has a job handler starts one, unless baton.worker.enabled is false.'))];
}

function condition(worker) {
  const silent = worker.deadAfter && seconds(worker.silentFor) > seconds(worker.deadAfter) / 2;
  return badge(worker.stopped ? 'STOPPED' : worker.dead ? 'DEAD' : silent ? 'Silent' : 'Living');
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
    ], held, empty('It holds no job.', one.stopped ? 'It was stopped.' : one.dead ? 'Its jobs were reclaimed by others.' : 'It claims jobs of its queues as they become due.'))
  ];
}
