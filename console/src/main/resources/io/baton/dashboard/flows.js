// Batches and flows: how far each is.

import { empty, facts, h, link, table, to } from './dom.js';
import { get } from './api.js';
import { action, actions } from './actions.js';
import { badge, bar, count, time } from './format.js';
import { graph } from './graph.js';
import { dead, forDead, head, more, next, query, title } from './parts.js';
import { reasons } from './why.js';

const MOST_DRAWN = 200;

const done = one => one.items - one.remaining;
const deadSteps = one => one.steps.reduce((sum, step) => sum + step.dead, 0);
const whyOf = (kind, one) => (one.state === 'COMPLETE' ? '' : link('why' + query({ [kind]: one.id }), 'why?'));
const asked = async (kind, one) => one.state !== 'COMPLETE' && h('section', { 'aria-labelledby': 'why' }, h('h2', { id: 'why' }, 'Why it is not complete'), await reasons(kind, one.id));

export async function batches(page) {
  const found = await get('batches', page.terms);
  return [title('Batches'), table('Batches, the newest first', [
    { name: 'Batch', cell: one => link(to('batches', one.id), one.id) },
    { name: 'Key', wide: true, cell: one => one.key ?? '' },
    { name: 'State', cell: one => h('span', { class: 'row nowrap' }, badge(one.state), whyOf('batch', one)) },
    { name: 'Ended', cell: one => bar(done(one), one.items, 'Batch ' + one.id) },
    { name: 'Dead', number: true, cell: one => dead(one, one.dead) },
    { name: 'Cancelled', number: true, cell: one => count(one.cancelled) },
    { name: 'Complete', cell: one => time(one.completedAt) ?? '' }
  ], found.items, empty('There is no batch.', 'Open one with Batches.open to follow many jobs as one, and to run another when all have ended.')), next('batches', page.terms, found)];
}

export async function batch(page, id) {
  const one = await get(to('batches', id));
  return [
    head(['Batch ', one.id, ' ', badge(one.state)], actions(forDead(page, 'batches', one, one.dead))),
    await asked('batch', one),
    h('section', { class: 'card after', 'aria-label': 'Facts' }, facts([
      ['Key', one.key], ['Ended', bar(done(one), one.items, 'Ended')], ['Dead', dead(one, one.dead)], ['Cancelled', count(one.cancelled)],
      ['Sealed', one.sealed ? 'yes' : 'no: more may be added'], ['Complete', time(one.completedAt)], ['Jobs', link('jobs' + query({ batch: one.id }), 'All of its jobs')]
    ]), more('batches', one.id))
  ];
}

export async function flows(page) {
  const found = await get('flows', page.terms);
  return [title('Flows'), table('Flows, the newest first', [
    { name: 'Flow', cell: one => link(to('flows', one.id), one.id) },
    { name: 'Key', wide: true, cell: one => one.key ?? '' },
    { name: 'State', cell: one => h('span', { class: 'row nowrap' }, badge(one.state), whyOf('flow', one)) },
    { name: 'Steps', cell: one => bar(one.steps.filter(step => step.state === 'COMPLETE').length, one.steps.length, 'Steps of flow ' + one.id) },
    { name: 'Dead', number: true, cell: one => dead(one, deadSteps(one)) },
    { name: 'Complete', cell: one => time(one.completedAt) ?? '' }
  ], found.items, empty('There is no flow.', 'Start one with Flows.start, so that jobs run in the order in which they need each other.')), next('flows', page.terms, found)];
}

export async function flow(page, id) {
  const one = await get(to('flows', id));
  return [
    head(['Flow ', one.id, ' ', badge(one.state)], actions(forDead(page, 'flows', one, deadSteps(one)), !one.completedAt && action('flows', one.id, 'cancel', page.again))),
    await asked('flow', one),
    h('h2', null, 'Steps'),
    one.steps.length <= MOST_DRAWN ? graph(one.steps) : h('p', { class: 'soft' }, 'Too many steps to draw.'),
    h('div', { class: 'after' }, table('Steps', [
      { name: 'Step', cell: step => step.name }, { name: 'State', cell: step => badge(step.state) },
      { name: 'Waits for', wide: true, cell: step => step.after.join(', ') },
      { name: 'Ended', cell: step => bar(done(step), step.items, step.name) },
      { name: 'Dead', number: true, cell: step => dead(one, step.dead) }
    ], one.steps)),
    h('section', { class: 'card after', 'aria-label': 'Facts' }, facts([['Key', one.key], ['Complete', time(one.completedAt)], ['Jobs', link('jobs' + query({ batch: one.id }), 'All of its jobs')]]), more('flows', one.id))
  ];
}
