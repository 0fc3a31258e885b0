// What can be changed, each by a dialog that says what it will do, and an undo where there is one.

import { h, to } from './dom.js';
import { change, get, info } from './api.js';
import { count } from './format.js';

const MOMENT = 'a time such as 2027-01-31T22:00:00Z';
const UNDO_MS = 20000;
const SAID_MS = 6000;

/*
 * says: what it does with one; many: with several at once, if that can be, and states: those in which it does something. need: whether the value
 * has to be given. portions: whether one call does a part of it and says where the next goes on. danger: whether it cannot be undone.
 * undo(id, before, done): the opposite, as [resource, id, verb, value]; nothing where there is none.
 */
const known = {
  'jobs.revive': {
    name: 'Revive', states: ['DEAD'], says: id => `Job ${id} is dead. It gets a new set of attempts and runs again as soon as a worker claims it.`,
    many: number => `${count(number)} jobs: each that is dead gets a new set of attempts and runs again as soon as a worker claims it. The others are left as they are.`
  },
  'jobs.cancel': {
    name: 'Cancel', danger: true, states: ['SCHEDULED', 'READY', 'BLOCKED', 'WAITING', 'CLAIMED', 'DEAD'],
    says: id => `Job ${id} will not run any more. If it runs now, its handler is requested to stop. A batch or flow that waits for it goes on without it. If it is dead, its payload and error are not kept. This cannot be undone.`,
    many: number => `${count(number)} jobs will not run any more. Handlers of those that run now are requested to stop. Payloads and errors of dead ones are not kept. This cannot be undone.`
  },
  'jobs.reschedule': {
    name: 'Reschedule', states: ['SCHEDULED', 'READY', 'BLOCKED'], says: id => `Job ${id} becomes due at another time.`, value: 'When: a wait such as 10m, or ' + MOMENT, need: true,
    many: number => `${count(number)} jobs: each that waits becomes due at this time. The others are left as they are.`,
    undo: (id, before) => before && ['jobs', id, 'reschedule', before]
  },
  'jobs.signal': {
    name: 'Send a signal', value: 'Its name, and a JSON value such as approved={"by": "ann"} (without a value: true)', need: true, longest: 3000,
    says: id => `If the handler of job ${id} waits for this signal, it goes on. Otherwise the signal is kept until it does.`
  },
  'steps.forget': {
    name: 'Forget', danger: true, says: id => `The step ${id} counts as not done: the next run of the handler does it again. Its result is not kept. This cannot be undone.`
  },
  'steps.end-wait': {
    name: 'End wait', danger: true, says: id => `The wait ${id} is over now: a sleep has ended, and a wait for a signal has timed out. The handler goes on. This cannot be undone.`
  },
  'queues.pause': {
    name: 'Pause', says: id => `No job of the queue ${id} starts on any node until it is resumed. What runs goes on.`,
    value: 'For a time such as 30m, or until ' + MOMENT + ' (empty: until it is resumed)', undo: id => ['queues', id, 'resume', null]
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
  'sequences.skip': {
    name: 'Skip', says: id => `The next job of the sequence ${id} runs although the one before it is dead. That one stays dead; if it is revived, it runs before the others that still wait.`
  },
  'sequences.skip-all': {
    name: 'Skip all dead', says: id => `The next job of the sequence ${id} runs although the one before it is dead, and so does each one behind another that dies of those that wait now.`
  },
  'sequences.cancel-rest': {
    name: 'Cancel the rest', danger: true, says: id => `All jobs that wait in the sequence ${id} behind the dead one are cancelled. Jobs that are enqueued later run. This cannot be undone.`
  },
  'shares.set-weight': {
    name: 'Weight', says: id => `Of ${id}, as many times more jobs start than of a share with the weight 1, also of those that wait already.`, value: 'Weight from 1 to 1000', need: true,
    undo: (id, before) => before ? ['shares', id, 'set-weight', before] : ['shares', id, 'reset-weight']
  },
  'shares.reset-weight': { name: 'Reset', says: id => `The weight of ${id} is that of the configuration again.` },
  'shares.pause': { name: 'Pause', says: id => `No further job of ${id} starts until it is resumed.`, undo: id => ['shares', id, 'resume'] },
  'shares.resume': { name: 'Resume', says: id => `Jobs of ${id} start again.`, undo: id => ['shares', id, 'pause'] },
  'batches.revive-dead': {
    name: 'Revive all dead', says: id => `All dead jobs of ${id} get a new set of attempts and run again as soon as workers claim them.`, portions: true
  },
  'batches.cancel-dead': {
    name: 'Cancel all dead', danger: true, says: id => `All dead jobs of ${id} are cancelled, and it goes on without them. Their payloads and errors are not kept. This cannot be undone.`, portions: true
  },
  'flows.cancel': {
    name: 'Cancel', danger: true, says: id => `All jobs of the flow ${id} that have not ended are cancelled, and no step of it starts any more. This cannot be undone.`
  },
  'recurring.pause': { name: 'Pause', says: id => `${id} has no ticks until it is resumed.`, undo: id => ['recurring', id, 'resume', null] },
  'recurring.resume': { name: 'Resume', says: id => `${id} has its ticks again.`, undo: id => ['recurring', id, 'pause', null] },
  'recurring.trigger': {
    name: 'Trigger', says: id => `A job of ${id} is enqueued now, beside its ticks.`, undo: (id, before, done) => ['jobs', done.id, 'cancel', null],
    undone: 'Its job is cancelled, or requested to stop if it runs already'
  }
};

known['flows.revive-dead'] = known['batches.revive-dead'];
known['flows.cancel-dead'] = known['batches.cancel-dead'];
for (const verb of ['revive', 'cancel', 'reschedule']) known['matching.' + verb] = known['jobs.' + verb];

function allowed(resource, verb) {
  return info.writes && (info.resources[resource] ?? []).includes(verb) ? known[resource + '.' + verb] : undefined;
}

function button(one, title, click) {
  return h('button', { type: 'button', class: one.danger ? 'danger' : null, 'aria-label': title, click }, one.name);
}

/** A button that opens the dialog; nothing where that is not offered. Before reads the state right before the change, for an undo. */
export function action(resource, id, verb, after, before = null) {
  const one = allowed(resource, verb);
  if (!one) return null;
  const title = one.name + ' ' + id;
  return button(one, title, () => ask(one, title, one.says(id), async (value, run) => {
    const was = before ? before(await get(to(resource, id))) : null;
    const done = one.portions ? await portions(resource, id, verb, null, null, run) : await change(resource, id, verb, value);
    say(title + ': ' + outcome(done) + (done.id !== String(id) ? ' (' + done.id + ')' : ''), one.undo?.(id, was, done), after, one.undone);
  }, after));
}

/** Buttons in a row, those apart that cannot be undone; nothing if there is none. */
export function actions(...all) {
  const buttons = all.flat().filter(Boolean);
  const [dangerous, others] = [true, false].map(danger => buttons.filter(each => each.classList.contains('danger') === danger));
  return buttons.length > 0 && h('div', { class: 'row actions' }, others, dangerous.length > 0 && h('span', { class: 'row apart' }, dangerous));
}

function outcome(done) {
  const what = done.jobs === null ? 'done' : count(done.jobs) + (done.jobs === 1 ? ' job' : ' jobs');
  return what + (done.stopped ? ', then stopped' : '') + (done.warning ? '. ' + done.warning : '');
}

/** Portion by portion, each of which a call may change at most, until all are done, it is stopped, or a portion fails; returns the sum. */
async function portions(resource, id, verb, value, most, run) {
  let done = { next: value, jobs: 0 };
  let jobs = 0;
  do {
    run.show(jobs, most);
    try {
      done = await change(resource, id, verb, done.next);
    } catch (failure) {
      throw jobs ? new Error(`${failure.message} ${count(jobs)} jobs were changed before.`) : failure;
    }
    jobs += done.jobs;
  } while (done.next && !done.warning && !run.stopped());
  if (done.warning) throw new Error(`It failed after ${count(jobs)} jobs; the log of the application says why. Repeat it for the others.`);
  return { ...done, jobs, stopped: run.stopped() && done.next };
}

/** A button that does it with each of those that are chosen by then. */
export function bulkAction(resource, verb, chosen, after) {
  const one = allowed(resource, verb);
  if (!one?.many) return null;
  return button(one, one.name + ' all that are selected', () => {
    const ids = chosen();
    const title = one.name + ' ' + ids.length + (ids.length === 1 ? ' job' : ' jobs');
    if (ids.length) ask(one, title, one.many(ids.length), (value, run) => each(title, ids, id => change(resource, id, verb, value), run), after);
    else say('Nothing is selected');
  });
}

async function each(title, ids, work, run) {
  const refused = [];
  let tried = 0;
  for (const id of ids) {
    if (run.stopped()) break;
    run.show(tried++, ids.length);
    try {
      await work(id);
    } catch (failure) {
      refused.push(id + ': ' + failure.message);
    }
  }
  const outcome = (tried - refused.length) + ' done';
  if (refused.length) throw new Error(`${outcome}, ${refused.length} refused, such as ${refused[0]}`);
  say(title + ': ' + outcome);
}

/** A button that does it with all jobs that match a search by then, which are counted first. */
export function matchingAction(verb, terms, after) {
  const one = allowed('matching', verb);
  if (!one) return null;
  return button(one, one.name + ' all that match', async event => {
    const pressed = event.currentTarget;
    let found;
    pressed.disabled = true;
    try {
      [found] = (await get('matching', terms)).items;
    } catch (failure) {
      say('The jobs could not be counted: ' + failure.message);
      return;
    } finally {
      pressed.disabled = false;
    }
    if (!pressed.isConnected) return;
    // dead ones are cancelled only where the search is for them
    const states = verb !== 'cancel' || terms.state || terms.error ? one.states : one.states.filter(state => state !== 'DEAD');
    const number = states.reduce((sum, state) => sum + (found.byState[state] ?? 0), 0);
    const some = found.more ? 'at least ' : '';
    const matched = some + count(found.count) + ' match this search' + (found.count ? ': ' : '')
      + Object.entries(found.byState).filter(([, many]) => many).map(([state, many]) => count(many) + ' ' + state.toLowerCase()).join(', ');
    if (number === 0 && !found.more) {
      say(`There is nothing to ${verb}: ${matched}`);
      return;
    }
    const title = one.name + ' ' + some + count(number) + (number === 1 ? ' job' : ' jobs');
    const kept = states.length < one.states.length && found.byState.DEAD ? ' Dead ones stay as they are: search by the state to cancel them.' : '';
    ask(one, title, 'Of all jobs, ' + matched + '. ' + one.many(number) + kept, async (value, run) => {
      const start = new URLSearchParams(terms);
      if (found.newest) start.set('after', String(BigInt(found.newest) + 1n));
      if (value) start.set('to', value);
      say(title + ': ' + outcome(await portions('matching', 'jobs', verb, start.toString(), found.more ? null : number, run)));
    }, after);
  });
}

export function say(text, undo, after, undone = 'Undone') {
  const said = document.getElementById('said');
  const takeBack = undo && allowed(undo[0], undo[2]) && h('button', {
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
  const shown = h('span', { class: 'row' }, text, takeBack);
  said.replaceChildren(shown);
  const end = () => (shown.contains(document.activeElement) ? setTimeout(end, SAID_MS) : shown.remove());
  setTimeout(end, takeBack ? UNDO_MS : SAID_MS);
}

/** Opens a dialog that says what will be done, and does it: work(value, run) may show with run.show(done, most) how far it is, and ends early if run.stopped(). */
export function ask(one, title, says, work, after) {
  const input = one.value ? h('input', { required: one.need, autocomplete: 'off', maxlength: one.longest ?? 200 }) : null;
  const problem = h('p', { class: 'bad', role: 'alert' });
  const far = h('p', { class: 'row', role: 'status' });
  const go = h('button', { type: 'submit', class: one.danger ? 'do danger' : 'do' }, one.name);
  const leave = h('button', { type: 'button', click: () => (go.disabled && far.hasChildNodes() ? stop() : dialog.close()) }, 'Do nothing');
  let stopped = false;
  let tried = false;
  const stop = () => { stopped = true; leave.disabled = true; };
  const run = {
    stopped: () => stopped,
    show(done, most) {
      if (leave.textContent !== 'Stop') {
        leave.textContent = 'Stop';
        leave.focus();
      }
      far.replaceChildren(h('progress', { max: most ? Math.max(most, done) : null, value: most ? done : null, 'aria-label': 'Progress' }),
        count(done) + (most ? ' of ' + count(most) : '') + ' jobs');
    }
  };
  const form = h('form', {
    submit: async event => {
      event.preventDefault();
      go.disabled = tried = true;
      leave.textContent = 'Close';
      problem.textContent = '';
      try {
        await work(input ? input.value.trim() : null, run);
        dialog.close();
        after?.();
      } catch (failure) {
        if (dialog.open) problem.textContent = failure.message.replace(/^"value" /, 'It ');
        else say(title + ': ' + failure.message);
        far.replaceChildren();
        leave.textContent = 'Close';
        (input && failure.status === 400 ? input : leave).focus();
      } finally {
        go.disabled = leave.disabled = false;
      }
    }
  },
  h('h2', { id: 'dialog-title' }, title),
  h('p', null, says),
  input && h('label', null, one.value, input),
  far, problem,
  h('div', { class: 'row after' }, go, leave));
  const dialog = h('dialog', { 'aria-labelledby': 'dialog-title', close: () => { stopped = true; dialog.remove(); if (tried && problem.textContent) after?.(); } }, form);
  document.body.append(dialog);
  dialog.showModal();
}

/** Dialogs are about the page that is left. */
export function closeDialogs() {
  for (const each of document.querySelectorAll('dialog[open]')) each.close();
}
