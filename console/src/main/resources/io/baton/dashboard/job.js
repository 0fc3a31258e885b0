// One job, with all that is known of it.

import { details, facts, h, link, to } from './dom.js';
import { get, info } from './api.js';
import { action, actions, say } from './actions.js';
import { badge, count, duration, span, time } from './format.js';
import { age, head, labels, more, query } from './parts.js';
import { reasons } from './why.js';

const VERBS = {
  DEAD: ['revive', 'cancel'], SCHEDULED: ['reschedule', 'cancel'], READY: ['reschedule', 'cancel'], BLOCKED: ['reschedule', 'cancel'], CLAIMED: ['cancel'], WAITING: ['cancel']
};
const OTHERS_FRAMES = /^(java|javax|jakarta|jdk|sun|com\.sun|org\.springframework|org\.hibernate|io\.baton(?!\.sample\.|\.hosts\.))\./;
const MOST_FRAMES = 5;
const MOST_STEPS = 200;
const LOOKS = { DONE: 'good', WAITING: 'busy', BEGUN: 'bad', UNREADABLE: 'bad', UNDONE: 'warn' };

export async function job(page, id) {
  const one = await get(to('jobs', id));
  const ended = one.state === 'COMPLETED' || one.state === 'CANCELLED';
  const steps = await get('steps', { job: id, limit: String(MOST_STEPS) });
  const verbs = [...(VERBS[one.state] ?? []), ...(steps.items.length && !ended && one.state !== 'DEAD' ? ['signal'] : [])];
  const relations = one.relations ?? { permits: [] };
  return [
    head(['Job ', one.id, ' ', badge(one.state)], actions(verbs.map(verb => action('jobs', one.id, verb, page.again, now => now.dueAt)))),
    !ended && h('section', { 'aria-labelledby': 'why' }, h('h2', { id: 'why' }, one.state === 'CLAIMED' ? 'What it does' : 'Why it does not run'), await reasons('job', one.id, one.queue, page.again)),
    h('div', { class: 'cards after' },
      h('div', null, h('section', { class: 'card', 'aria-labelledby': 'facts' }, h('h2', { id: 'facts' }, 'Facts'), facts([
        ['Type', link('jobs' + query({ type: one.type }), one.type)],
        ['Queue', link('jobs' + query({ queue: one.queue }), one.queue)], ['Share', one.share && link('jobs' + query({ queue: one.queue, share: one.share }), one.share)],
        ['Priority', String(one.priority)],
        ['Attempts', count(one.attempts) + (one.maxAttempts ? ' of ' + count(one.maxAttempts) : '')],
        ['Worker', one.worker && workerLink(one)],
        ['Key', one.key && link('jobs' + query({ key: one.key }), one.key)],
        ['Labels', labels(one)],
        ['After the death of', one.labels?.['baton.dead'] && link(to('jobs', one.labels['baton.dead']), one.labels['baton.dead'])],
        ['Progress', one.progress === null ? null : h('span', { class: 'row' }, h('progress', { max: 1, value: one.progress, 'aria-label': 'Progress' }), Math.round(one.progress * 100) + ' %')],
        ['It says', one.progressNote],
        [relations.flow ? 'Flow' : 'Batch', relations.batch && link(to(relations.flow ? 'flows' : 'batches', relations.batch), relations.batch)],
        ['Step', relations.step],
        ['Permits', relations.permits.length ? h('ul', null, relations.permits.map(permit => h('li', null, permit.limit + ': ', permit.held ? 'held' : one.state === 'BLOCKED' ? h('span', { class: 'warn' }, 'waited for') : 'needed'))) : null],
        ['Trace', relations.traceId && h('span', { class: 'row' }, h('code', null, relations.traceId), h('button', { type: 'button', 'aria-label': 'Copy the trace id', click: () => copy(relations.traceId) }, 'Copy'))]
      ]), more('jobs', one.id)), text('Payload', one.payload), text('Result', one.result)),
      h('section', { class: 'card', 'aria-labelledby': 'timeline' }, h('h2', { id: 'timeline' }, 'Timeline'), timeline(one))),
    steps.items.length > 0 && h('section', { class: 'card after', 'aria-labelledby': 'steps' }, h('h2', { id: 'steps' }, 'Steps'), stepsOf(one, steps, page.again)),
    one.error && one.failedAttempts.at(-1)?.error !== one.error && [h('h2', null, 'Error'), h('div', { class: 'card' }, folded(one.error))],
    !info.showValues && (one.payload || one.result || steps.items.length > 0 || one.error || one.failedAttempts.length > 0) && h('p', { class: 'soft' }, 'Payloads, results and messages of errors are masked; baton.dashboard.show-values shows them.')
  ];
}

function workerLink(one) {
  return one.relations?.workerId ? link(to('workers', one.relations?.workerId), one.worker) : one.worker;
}

function text(name, content) {
  return content && h('section', { class: 'card after', 'aria-label': name }, h('h2', null, name), h('pre', { tabindex: 0 }, pretty(content)));
}

/** Indents JSON as it is: parsed and written again, long numbers would be others. */
function pretty(content) {
  try {
    JSON.parse(content);
  } catch {
    return content;
  }
  let line = '\n';
  return content.replace(/("(?:\\.|[^"\\])*")|([{[])\s*([}\]])|([{[])|([}\]])|(,)|(:)|\s+/g, (all, text, from, end, open, close, comma, colon) => {
    if (open) line += '  ';
    if (close) line = line.slice(0, -2);
    return text ?? (from ? from + end : open ? open + line : close ? line + close : comma ? ',' + line : colon ? ': ' : '');
  });
}

/** What happened with it and when, each with the time since the one before. */
function timeline(one) {
  const failed = one.failedAttempts;
  const last = failed.at(-1);
  const ran = one.claimedAt && one.claimedAt !== last?.claimedAt;
  const moments = [{ name: 'Enqueued', at: one.enqueuedAt }];
  if (failed.length && failed[0].attempt > 1) moments.push({ name: failed[0].attempt > 2 ? `Attempts 1 to ${failed[0].attempt - 1} are not kept` : 'Attempt 1 is not kept' });
  for (const attempt of failed) {
    moments.push({
      name: `Attempt ${attempt.attempt} failed`, look: 'bad', at: attempt.claimedAt, until: attempt.failedAt, more: attempt === last ? folded(attempt.error) : whole(attempt.error.split('\n', 1)[0], attempt.error),
      notes: ['after ' + duration(attempt.duration), attempt.worker && 'on ' + attempt.worker]
    });
  }
  if (one.state === 'CLAIMED') {
    moments.push({ name: `Attempt ${one.attempts} runs`, look: 'busy', at: one.claimedAt, notes: ['for ' + age(one.claimedAt), one.worker && ['on ', workerLink(one)]] });
  } else if (ran && one.endedAt) {
    const took = span((new Date(one.endedAt) - new Date(one.claimedAt)) / 1000);
    moments.push({ name: `Attempt ${one.attempts}`, at: one.claimedAt, until: one.endedAt, notes: ['took ' + took, one.worker && ['on ', workerLink(one)]] });
  }
  if (one.endedAt) moments.push({ name: { COMPLETED: 'Completed', CANCELLED: 'Cancelled', DEAD: 'Died' }[one.state] ?? 'Ended', look: { COMPLETED: 'good', DEAD: 'bad' }[one.state], at: one.endedAt });
  else if (one.state !== 'CLAIMED') moments.push({ name: 'Due', at: one.dueAt, notes: [new Date(one.dueAt) > new Date() && 'in ' + span((new Date(one.dueAt) - new Date()) / 1000)] });
  let before = null;
  return h('ol', { class: 'timeline' }, moments.map(moment => {
    const gap = before && moment.at && (new Date(moment.at) - new Date(before)) / 1000;
    before = moment.until ?? moment.at ?? before;
    return h('li', { class: moment.look }, h('p', null, h('strong', null, moment.name), ' ', time(moment.at)),
      h('p', { class: 'soft' }, [gap >= 1 && !moment.name.startsWith('Due') && span(gap) + ' later', ...(moment.notes ?? [])].filter(Boolean).map((note, at) => [at ? ', ' : '', note])), moment.more);
  }));
}

/** What its handler has done and waits for, in the order in which it began. */
function stepsOf(one, { items, next }, again) {
  return [h('ol', { class: 'timeline' }, items.map(step => {
    const id = one.id + ':' + step.name;
    const verbs = one.state === 'CLAIMED' || one.state === 'COMPLETED' || one.state === 'CANCELLED' ? [] : [step.state === 'WAITING' ? 'end-wait' : 'forget'];
    const took = step.endedAt && span((new Date(step.endedAt) - new Date(step.beganAt)) / 1000);
    return h('li', { class: LOOKS[step.state] }, h('p', null, h('strong', null, step.name), ' ', time(step.beganAt)),
      h('p', { class: 'soft' }, step.kind.toLowerCase(), ', ', step.state.toLowerCase().replaceAll('_', ' '), step.waitsUntil ? [' until ', time(step.waitsUntil)] : took && ' after ' + took, `, attempt ${step.attempt}`),
      step.result && details('Result', h('pre', { tabindex: 0 }, pretty(step.result))), actions(verbs.map(verb => action('steps', id, verb, again))));
  })), next && h('p', { class: 'soft' }, `The first ${MOST_STEPS} steps.`)];
}

/** The message of an error and the frames that are the application's own; the whole is behind a click. */
function folded(error) {
  const lines = error.split('\n');
  const isFrame = line => /^\s*at /.test(line);
  const first = lines.findIndex(isFrame);
  const message = (first < 0 ? lines : lines.slice(0, first)).join('\n').trim();
  const own = lines.filter(line => isFrame(line) && !OTHERS_FRAMES.test(line.replace(/^\s*at (?:[^\s(]*\/)?/, '')));
  const cause = lines.findLast(line => line.startsWith('Caused by: '));
  return h('div', { class: 'error' },
    h('pre', { tabindex: 0 }, [message, cause, ...own.slice(0, MOST_FRAMES).map(line => '  ' + line.trim())].filter(Boolean).join('\n')),
    first >= 0 && whole('Whole error', error));
}

function whole(summary, error) {
  return details(summary, h('pre', { tabindex: 0 }, error));
}

/** Pages that are not served by HTTPS have no clipboard. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied');
  } catch {
    say('This browser does not let the page copy: ' + text);
  }
}
