// What operators have changed.

import { empty, h, link, table, to } from './dom.js';
import { get } from './api.js';
import { count, time } from './format.js';
import { next, query, title } from './parts.js';

const RESOURCES = ['jobs', 'matching', 'steps', 'queues', 'semaphores', 'rate-limits', 'sequences', 'shares', 'batches', 'flows', 'recurring'];

export async function changes(page) {
  const terms = page.terms;
  const found = await get('changes', terms);
  const fields = {
    resource: h('select', null, h('option', { value: '' }, 'anything'), RESOURCES.map(name => h('option', { value: name, selected: terms.resource === name }, name))),
    target: h('input', { value: terms.target ?? '', maxlength: 200, autocomplete: 'off', placeholder: 'its id or name' }),
    principal: h('input', { value: terms.principal ?? '', maxlength: 200, autocomplete: 'off' })
  };
  return [
    title('Changes'),
    h('form', {
      class: 'card search', role: 'search', 'aria-label': 'Changes',
      submit: event => {
        event.preventDefault();
        const address = '#/changes' + query(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value.trim()])));
        if (address === location.hash) page.again();
        else location.hash = address;
      }
    }, h('label', null, 'What', fields.resource), h('label', null, 'Which', fields.target), h('label', null, 'Who', fields.principal),
    h('button', { class: 'do', type: 'submit' }, 'Search'), Object.keys(terms).length > 0 && link('changes', 'Clear')),
    table('Changes, the newest first', [
      { name: 'When', cell: one => time(one.at) },
      { name: 'Who', cell: one => link('changes' + query({ principal: one.principal }), one.principal) },
      { name: 'Action', cell: one => one.action },
      { name: 'What', cell: one => [one.resource + ' ', target(one)] },
      { name: 'From', wide: true, cell: one => one.was ?? '' },
      { name: 'To', wide: true, cell: one => one.value ?? '' },
      { name: 'Jobs', number: true, cell: one => (one.jobs === null ? '' : count(one.jobs)) }
    ], found.items, Object.keys(terms).length > 0 ? empty('No change matches.', ['Look at ', link('changes', 'all changes'), '. They are kept for 90 days.'])
      : empty('Nothing was changed yet.', 'What operators do here or by the endpoint is listed with its time and its user.')),
    next('changes', terms, found)
  ];
}

function target(one) {
  // a text that was cut would be another search
  if (one.resource === 'matching') return one.value?.length >= 200 ? 'a search' : link('jobs' + query(Object.fromEntries([...new URLSearchParams(one.value ?? '')].filter(([name]) => name !== 'after' && name !== 'to'))), 'a search');
  if (one.resource === 'steps') return link(to('jobs', one.target.split(':', 1)[0]), one.target);
  return one.resource === 'queues' ? link('jobs' + query({ queue: one.target }), one.target) : link(to(one.resource, one.target), one.target);
}
