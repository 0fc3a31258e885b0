import {bar, byId, element, errorLines, fill, row, time} from './dom.js';
import {post, read} from './server.js';

/** What the pages show of workers, permits and jobs. */

const words = {SCHEDULED: 'due later', READY: 'ready', CLAIMED: 'held by a worker', BLOCKED: 'waiting for permits or steps', WAITING: 'waiting for a time or a signal', DEAD: 'failed for good'};

/** "PT9.5S" in seconds; a duration longer than a minute begins with minutes. */
export function seconds(duration) {
  const [, minutes, rest] = /^PT(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration ?? '') ?? [];
  return Number(minutes ?? 0) * 60 + Number(rest ?? 0);
}

function workerRow(worker, running) {
  const left = Math.max(0, Math.ceil(seconds(worker.deadAfter) - seconds(worker.silentFor)));
  const runs = running.filter(job => job.worker === worker.name).map(job => `${job.type} ${job.id}`);
  return row(
    element('td', worker.name),
    element('td', worker.dead ? '' : runs.slice(0, 8).join(', ') + (runs.length > 8 ? ` and ${runs.length - 8} more` : '')),
    element('td', worker.stopped ? 'stopped' : worker.dead ? 'dead' : left, worker.dead && !worker.stopped ? 'number DEAD' : 'number'));
}

/** The action of a job: a dead one can be revived, one that has not ended can be cancelled. */
function action(job) {
  const cell = element('td');
  const verb = job.state === 'DEAD' ? 'revive' : ['COMPLETED', 'CANCELLED'].includes(job.state) ? null : 'cancel';
  if (verb) {
    const button = element('button', verb);
    button.type = 'button';
    button.setAttribute('aria-label', `${verb} job ${job.id}`);
    button.addEventListener('click', () => post(`/jobs/${job.id}/${verb}`, 'jobs-message',
      count => count ? `Job ${job.id}: ${verb} requested.` : `Job ${job.id} has changed its state meanwhile.`));
    cell.append(button);
  }
  return cell;
}

function jobRow(job) {
  const type = element('td', job.labels.file ? `${job.type}, file ${job.labels.file}` : job.type);
  type.append(...errorLines(job.errors));
  return row(
    element('td', job.id),
    type,
    element('td', job.state.toLowerCase(), job.state),
    element('td', job.worker),
    element('td', time(job.enqueuedAt)),
    element('td', time(job.claimedAt)),
    element('td', time(job.endedAt)),
    element('td', job.attempts, 'number'),
    action(job));
}

function countItem(count) {
  const item = element('li', `${words[count.state] ?? count.state.toLowerCase()} in queue “${count.queue}”`);
  item.prepend(element('b', count.count, count.state));
  return item;
}

export async function showJobs() {
  const [state, workers] = await Promise.all([read('/api/state'), read('/actuator/baton/workers')]);
  byId('instance').textContent = state.instance;
  fill('workers', workers.items.map(worker => workerRow(worker, state.running)), 'No worker.');
  const running = new Set(state.running.map(job => job.id));
  const jobs = [...state.running, ...state.jobs.filter(job => !running.has(job.id))];
  fill('jobs', jobs.map(jobRow), 'No jobs yet.');
  byId('permits').replaceChildren(...state.permits.map(permits =>
    bar(`${permits.name}: ${permits.held} of ${permits.capacity} taken, ${permits.waiting} wait`, permits.held, permits.capacity)));
  byId('counts').replaceChildren(
    ...state.counts.length ? state.counts.map(countItem) : [element('li', 'Nothing is waiting, running or dead.', 'none')]);
  const dead = state.counts.filter(count => count.state === 'DEAD');
  byId('revive').disabled = dead.length === 0;
  byId('revive').onclick = () => dead.forEach(count =>
    post(`/revive?queue=${encodeURIComponent(count.queue)}`, 'jobs-message', revived => `${revived} revived.`));
}
