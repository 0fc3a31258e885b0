'use strict';

const byId = id => document.getElementById(id);

/** An element with text in it, never markup: names of files and errors come from strangers. */
function element(tag, text, className) {
  const made = document.createElement(tag);
  made.textContent = text ?? '';
  if (className) made.className = className;
  return made;
}

function row(...cells) {
  const made = document.createElement('tr');
  made.append(...cells);
  return made;
}

function fill(id, rows, ifEmpty) {
  if (rows.length === 0) {
    const cell = element('td', ifEmpty, 'none');
    cell.colSpan = 12;
    rows = [row(cell)];
  }
  byId(id).replaceChildren(...rows);
}

function fileRow(file) {
  const name = element('td', file.name);
  if (file.error) name.append(element('span', file.error, 'error'));
  return row(
    name,
    element('td', file.status.toLowerCase(), file.status),
    element('td', file.status === 'PROCESSED' ? file.rows : '', 'number'),
    element('td', file.processedBy));
}

const time = instant => instant ? new Date(instant).toLocaleTimeString() : '';

function workerRow(worker) {
  return row(
    element('td', worker.name),
    element('td', worker.running, 'number'),
    element('td', worker.processed, 'number'));
}

/** What a person can do about one job: a dead one runs again, one that has not ended is cancelled. */
function action(job) {
  const cell = element('td');
  const verb = job.state === 'DEAD' ? 'revive' : ['COMPLETED', 'CANCELLED'].includes(job.state) ? null : 'cancel';
  if (verb) {
    const button = element('button', verb);
    button.type = 'button';
    button.addEventListener('click', () => post(`/jobs/${job.id}/${verb}`,
      count => count ? `Job ${job.id}: ${verb} asked for.` : `Job ${job.id} had moved on.`));
    cell.append(button);
  }
  return cell;
}

function jobRow(job) {
  return row(
    element('td', job.id),
    element('td', job.type),
    element('td', job.queue),
    element('td', job.file),
    element('td', job.state.toLowerCase(), job.state),
    element('td', job.worker),
    element('td', time(job.enqueuedAt)),
    element('td', time(job.claimedAt)),
    element('td', time(job.endedAt)),
    element('td', job.attempts, 'number'),
    element('td', job.error),
    action(job));
}

function totalRow(total) {
  return row(
    element('td', total.user),
    element('td', total.total.toLocaleString(undefined, {minimumFractionDigits: 2}), 'number'));
}

const words = {SCHEDULED: 'due later', READY: 'ready', CLAIMED: 'held by a worker', BLOCKED: 'blocked', DEAD: 'failed for good'};

function countItem(count) {
  const item = element('li', `${words[count.state] ?? count.state.toLowerCase()} in queue “${count.queue}”`);
  item.prepend(element('b', count.count, count.state));
  return item;
}

function completedItem(completed) {
  const item = element('li', 'files processed');
  item.prepend(element('b', completed, 'COMPLETED'));
  return item;
}

function show(state) {
  byId('instance').textContent = state.instance;
  document.title = `Baton sample, ${state.instance}`;
  fill('files', state.files.map(fileRow), 'No files yet: drop CSV files into the inbox, upload some, or make demo files.');
  fill('jobs', state.jobs.map(jobRow), 'No jobs yet.');
  fill('totals', state.totals.map(totalRow), 'No totals yet.');
  fill('workers', state.workers.map(workerRow), 'No worker has had a file yet.');
  byId('counts').replaceChildren(
    ...state.counts.length ? state.counts.map(countItem) : [element('li', 'Nothing is waiting, running or dead.', 'none')],
    completedItem(state.completed));
  byId('revive').disabled = !state.counts.some(count => count.state === 'DEAD');
}

async function refresh() {
  try {
    const response = await fetch('/api/state');
    if (!response.ok) throw new Error(response.status);
    show(await response.json());
    byId('connection').textContent = '';
  } catch {
    byId('connection').textContent = 'It does not answer at the moment; what you see may be old.';
  }
}

async function keepRefreshing() {
  await refresh();
  setTimeout(keepRefreshing, 1000);
}

async function post(path, words, body) {
  byId('answer').textContent = '';
  try {
    const response = await fetch(path, {method: 'POST', body});
    if (response.status === 413) throw new Error('that is too large');
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    byId('answer').textContent = words((await response.json()).count);
    await refresh();
    return true;
  } catch (error) {
    byId('answer').textContent = `That did not work: ${error.message}.`;
    return false;
  }
}

byId('upload').addEventListener('submit', async event => {
  event.preventDefault();
  const form = event.target;
  if (await post('/files', count => `${count} uploaded.`, new FormData(form))) form.reset();
});
byId('demo').addEventListener('click', () => post('/demo-files', count => `${count} files dropped into the inbox.`));
byId('revive').addEventListener('click', () => post('/revive', count => `${count} revived.`));

keepRefreshing();
