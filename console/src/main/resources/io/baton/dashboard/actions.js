// What can be changed, each by a dialog that says what it will do, and an undo where there is one.

import { h, to } from './dom.js';
import { change, get, info } from './api.js';
import { count } from './format.js';

const MOMENT = 'a time such as 2027-01-31T22:00:00Z';
const UNDO_MS = 20000;
const SAID_MS = 6000;

/*
 * says: what it does with one; many: with several at once, if that can be. need: whether the value has to be given. portions: whether one call does
 * a part of it and says where the next goes on.
 * undo(id, before, done): the opposite, as [resource, id, verb, value]; nothing where there is none.
 */
const known = {
  'jobs.revive': {
    name: 'Revive', says: id => `Job ${id} is dead. It gets a new set of attempts and runs again as soon as a worker claims it.`,
    many: count => `${count} jobs: each that is dead gets a new set of attempts and runs again as soon as a worker claims it. The others are left as they are.`
  },
  'jobs.cancel': {
    name: 'Cancel', says: id => `Job ${id} will not run any more. If it runs now, its handler is requested to stop. A batch or flow that waits for it goes on without it. If it is dead, its payload and error are not kept. This cannot be undone.`,
    many: count => `${count} jobs will not run any more. Handlers of those that run now are requested to stop. Payloads and errors of dead ones are not kept. This cannot be undone.`
  },
  'jobs.reschedule': {
    name: 'Reschedule', says: id => `Job ${id} becomes due at another time.`, value: 'When: a wait such as 10m, or ' + MOMENT, need: true,
    many: count => `${count} jobs: each that waits becomes due at this time. The others are left as they are.`,
    undo: (id, before) => before && ['jobs', id, 'reschedule', before]
  },
  'queues.pause': {
    name: 'Pause', says: id => `No job of the queue ${id} starts on any node until it is resumed. What runs goes on.`,
    value: 'Until ' + MOMENT + ' (empty: until it is resumed)', undo: id => ['queues', id, 'resume', null]
  },
  'queues.resume': { name: 'Resume', says: id => `Jobs of the queue ${id} start again.`, undo: (id, before) => ['queues', id, 'pause', before] },
  'semaphores.resize': {
    name: 'Resize', value: 'Permits', need: true, undo: (id, before) => before && ['semaphores', id, 'resize', before],
    says: id => `Another number of jobs may hold a permit of ${id} at once. Jobs that hold one go on. A number that an application's configuration sets comes back at its next start. A key that is given a number does not follow its semaphore any more.`
  },
  'rate-limits.change': {
    name: 'Change', says: id => `Another number of jobs of ${id} may start in a period.`, value: 'Rate such as 100/1s, or 100/1s burst 200', need: true,
    undo: (id, before) => before && ['rate-limits', id, 'change', before]
  },
  'batches.revive-dead': {
    name: 'Revive all dead', says: id => `All dead jobs of ${id} get a new set of attempts and run again as soon as workers claim them.`, portions: true
  },
  'batches.cancel-dead': {
    name: 'Cancel all dead', says: id => `All dead jobs of ${id} are cancelled, and it goes on without them. Their payloads and errors are not kept. This cannot be undone.`, portions: true
  },
  'flows.cancel': { name: 'Cancel', says: id => `All jobs of the flow ${id} that have not ended are cancelled, and no step of it starts any more. This cannot be undone.` },
  'recurring.pause': { name: 'Pause', says: id => `${id} has no ticks until it is resumed.`, undo: id => ['recurring', id, 'resume', null] },
  'recurring.resume': { name: 'Resume', says: id => `${id} has its ticks again.`, undo: id => ['recurring', id, 'pause', null] },
  'recurring.trigger': {
    name: 'Trigger', says: id => `A job of ${id} is enqueued now, beside its ticks.`, undo: (id, before, done) => ['jobs', done.id, 'cancel', null],
    undone: 'Its job is cancelled, or requested to stop if it runs already'
  }
};

known['flows.revive-dead'] = known['batches.revive-dead'];
known['flows.cancel-dead'] = known['batches.cancel-dead'];

function allowed(resource, verb) {
  return info.writes && (info.resources[resource] ?? []).includes(verb) ? known[resource + '.' + verb] : undefined;
}

/** A button that opens the dialog; nothing where the dashboard only reads. Before reads the state right before the change, for an undo. */
export function action(resource, id, verb, after, before = null) {
  const one = allowed(resource, verb);
  if (!one) return null;
  const title = one.name + ' ' + id;
  return h('button', {
    type: 'button', 'aria-label': title,
    click: () => confirm(one, { title, says: one.says(id) }, async value => {
      const was = before ? before(await get(to(resource, id))) : null;
      const done = one.portions ? await all(resource, id, verb) : await change(resource, id, verb, value);
      const what = done.jobs === null ? 'done' : count(done.jobs) + (done.jobs === 1 ? ' job' : ' jobs');
      say(title + ': ' + what + (done.id !== String(id) ? ' (' + done.id + ')' : '') + (done.warning ? '. ' + done.warning : ''), one.undo?.(id, was, done), after, one.undone);
    }, after)
  }, one.name);
}

/** Portion by portion, each of which a call may change at most; returns the sum. */
async function all(resource, id, verb) {
  let done = await change(resource, id, verb, null);
  let jobs = done.jobs;
  while (done.next) {
    done = await change(resource, id, verb, done.next);
    jobs += done.jobs;
  }
  return { ...done, jobs };
}

/** A button that does it with each of those that are chosen by then. */
export function bulkAction(resource, verb, chosen, after) {
  const one = allowed(resource, verb);
  if (!one?.many) return null;
  return h('button', {
    type: 'button', 'aria-label': one.name + ' all that are selected',
    click: () => {
      const ids = chosen();
      const title = one.name + ' ' + ids.length + (ids.length === 1 ? ' job' : ' jobs');
      if (ids.length) confirm(one, { title, says: one.many(ids.length) }, value => each(title, ids, id => change(resource, id, verb, value)), after);
      else say('Nothing is selected');
    }
  }, one.name);
}

async function each(title, ids, work) {
  const refused = [];
  for (const id of ids) {
    try {
      await work(id);
    } catch (failure) {
      refused.push(id + ': ' + failure.message);
    }
  }
  say(title + ': ' + (ids.length - refused.length) + ' done' + (refused.length ? ', ' + refused.length + ' refused, such as ' + refused[0] : ''));
}

export function say(text, undo, after, undone = 'Undone') {
  const said = document.getElementById('said');
  const button = undo && allowed(undo[0], undo[2]) && h('button', {
    type: 'button',
    click: async () => {
      try {
        await change(...undo);
        say(undone);
        after?.();
      } catch (failure) {
        say('It could not be undone: ' + failure.message);
      }
    }
  }, 'Undo');
  const shown = h('span', { class: 'row' }, text, button);
  said.replaceChildren(shown);
  setTimeout(() => shown.remove(), button ? UNDO_MS : SAID_MS);
}

function confirm(one, what, work, after) {
  const input = one.value ? h('input', { required: one.need, autocomplete: 'off' }) : null;
  const problem = h('p', { class: 'bad', role: 'alert' });
  const go = h('button', { type: 'submit', class: 'do' }, one.name);
  const form = h('form', {
    submit: async event => {
      event.preventDefault();
      go.disabled = true;
      problem.textContent = '';
      try {
        await work(input ? input.value.trim() : null);
        dialog.close();
        after?.();
      } catch (failure) {
        problem.textContent = failure.message;
      } finally {
        go.disabled = false;
      }
    }
  },
  h('h2', { id: 'dialog-title' }, what.title),
  h('p', null, what.says),
  input && h('label', null, one.value, input),
  problem,
  h('div', { class: 'row after' }, go, h('button', { type: 'button', click: () => dialog.close() }, 'Do nothing')));
  const dialog = h('dialog', { 'aria-labelledby': 'dialog-title', close: () => dialog.remove() }, form);
  document.body.append(dialog);
  dialog.showModal();
}

/** Dialogs are about the page that is left. */
export function closeDialogs() {
  for (const each of document.querySelectorAll('dialog[open]')) each.close();
}
