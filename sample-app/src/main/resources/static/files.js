import {Rate} from './chart.js';
import {byId, element, errorLines, fill, row} from './dom.js';
import {showJobs} from './jobs.js';
import {keepRefreshing, post, read, say} from './server.js';

const rate = new Rate('files per second');
const place = 'upload-message';

function fileRow(file) {
  const name = element('td', file.name);
  name.append(...errorLines(file.errors));
  return row(
    name,
    element('td', file.status.toLowerCase(), file.status),
    element('td', file.status === 'PROCESSED' ? file.rows : '', 'number'),
    element('td', file.processedBy ? `${file.processedBy}, for ${file.processedOn}` : ''));
}

function totalRow(total) {
  return row(
    element('td', total.user),
    element('td', total.total.toLocaleString(undefined, {minimumFractionDigits: 2}), 'number'));
}

function processedItem(processed) {
  const item = element('li', `files by ${processed.instance}`);
  item.prepend(element('b', processed.count, 'COMPLETED'));
  return item;
}

async function refresh() {
  const [state] = await Promise.all([read('/api/files'), showJobs()]);
  fill('files', state.files.map(fileRow), 'No files yet: drop CSV files here or into the inbox, or create demo files.');
  fill('totals', state.totals.map(totalRow), 'No totals yet.');
  byId('processed').replaceChildren(...state.processed.map(processedItem));
  byId('night').textContent = `next at ${state.nextNight ? new Date(state.nextNight).toLocaleString() : '…'}`;
  rate.add(state.processed.reduce((sum, processed) => sum + processed.count, 0));
}

async function upload(files) {
  const body = new FormData();
  for (const file of files) body.append('file', file);
  return post('/files', place, count => `${count} uploaded.`, {body});
}

byId('upload').addEventListener('submit', async event => {
  event.preventDefault();
  if (await upload(byId('chosen').files)) event.target.reset();
});
byId('demo').addEventListener('click', () => post('/demo-files', place, count => `${count} files dropped into the inbox.`));
byId('run-now').addEventListener('click', () =>
  post('/files/run-now', place, () => 'Each file that had no job today has one now.'));

const target = byId('drop');
target.addEventListener('dragover', event => {
  event.preventDefault();
  target.classList.add('over');
});
target.addEventListener('dragleave', () => target.classList.remove('over'));
target.addEventListener('drop', event => {
  event.preventDefault();
  target.classList.remove('over');
  if (event.dataTransfer.files.length) upload(event.dataTransfer.files);
  else say(place, 'That was no file.', true);
});

keepRefreshing(refresh);
