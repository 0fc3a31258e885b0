// What several pages show.

import { h, link, to } from './dom.js';
import { info } from './api.js';
import { action } from './actions.js';
import { count, span } from './format.js';

const MOST_IDS = 20;

export const title = (...text) => h('h1', { tabindex: -1 }, text);

/** A title with what can be done. */
export function head(text, actions) {
  return h('div', { class: 'head' }, title(text), actions);
}

/** A link to the next page of a list, if there is one. */
export function next(path, terms, found, name = 'Next page') {
  if (!found.next) return terms.after ? h('p', { class: 'after' }, link(path + query({ ...terms, after: '' }), 'To the first page')) : null;
  return h('p', { class: 'after' }, link(path + query({ ...terms, after: found.next }), name));
}

/** Terms as the end of an address, without those that are empty. */
export function query(terms) {
  const chosen = Object.entries(terms).filter(([, value]) => value);
  return chosen.length ? '?' + new URLSearchParams(chosen) : '';
}

/** Links to jobs, of which a reader wants the first ones. */
export function jobLinks(ids) {
  return [ids.slice(0, MOST_IDS).map((id, at) => [at ? ', ' : '', link(to('jobs', id), id)]), ids.length > MOST_IDS ? ', …' : ''];
}

/** How long ago a time was. */
export function age(time) {
  return time ? span(Math.max(0, (Date.now() - new Date(time)) / 1000)) : '';
}

/** Links to more about a thing: why it does not go on, and what was changed in it. */
export function more(resource, target, kind) {
  return h('p', { class: 'row after' },
    kind && link('why' + query({ [kind]: target }), 'Why does it not go on?'),
    info.resources.changes && link('changes' + query({ resource, target }), 'History of changes'));
}

/** The number of dead jobs of a batch or flow, which leads to them. */
export function dead(of, number) {
  return number ? link('jobs' + query({ batch: of.id, state: 'DEAD' }), count(number)) : count(number);
}

/** What can be done with all dead jobs of a batch or flow at once. */
export function forDead(page, kind, of, number) {
  return number ? ['revive-dead', 'cancel-dead'].map(verb => action(kind, of.id, verb, page.again)) : [];
}

export function labels(job) {
  return Object.entries(job.labels ?? {}).map(([name, value]) => name + '=' + value).join(', ');
}
