import {byId, element, fill, row, time} from './dom.js';
import {seconds} from './jobs.js';
import {keepRefreshing, post, read} from './server.js';

/** An instance has a heartbeat every two seconds; who has had none for longer is silent. */
const SILENT = 3.5;
const EVENTS = 50;

/** All instances that this page has seen, also those that are dead, by the id of their worker. */
const instances = new Map();
/** Their names, in the order of their colours. */
const known = [];
/** The reports as they were last, by job. */
const reports = new Map();
const done = new Set();

function happened(text, className) {
  const item = element('li', text, className);
  item.prepend(element('time', time(new Date())), ' ');
  const events = byId('events');
  events.querySelector('.none')?.remove();
  events.prepend(item);
  [...events.children].slice(EVENTS).forEach(old => old.remove());
}

const byName = (one, other) => one.name.localeCompare(other.name);
const names = list => list.map(report => report.branch).join(', ');
const added = report => report.days.filter(day => day.addedBy).length;

function colour(name) {
  if (!known.includes(name)) known.push(name);
  return `i${known.indexOf(name) % 4}`;
}

/** Compares the workers with those of a second ago. */
function see(workers, held) {
  for (const worker of workers) {
    const before = instances.get(worker.id);
    const silentFor = seconds(worker.silentFor);
    const state = worker.stopped ? 'stopped' : worker.dead ? 'dead' : silentFor > SILENT ? 'silent' : 'alive';
    const left = Math.max(0, seconds(worker.deadAfter) - silentFor);
    colour(worker.name);
    if (!before) appeared(worker);
    else if (before.state !== state) changed(before, state, held);
    instances.set(worker.id, {...worker, state, silentFor, left});
  }
  for (const [id, before] of instances) {
    if (!workers.some(worker => worker.id === id) && ['alive', 'silent'].includes(before.state)) {
      const state = before.state === 'silent' ? 'dead' : 'stopped';
      instances.set(id, {...before, state});
      changed(before, state, held);
    }
  }
}

function appeared(worker) {
  happened(`${worker.name} is there, as process ${worker.pid}.`);
  for (const [id, before] of instances) {
    if (before.name === worker.name && ['dead', 'stopped'].includes(before.state)) instances.delete(id);
  }
}

function changed(before, state, held) {
  const name = before.name;
  const runs = held.filter(report => report.worker === name);
  const holds = runs.length ? ` It holds ${names(runs)}.` : '';
  if (state === 'silent') happened(`${name} is silent.${holds}`, 'DEAD');
  if (state === 'dead') happened(`${name} is declared dead after ${Math.round(seconds(before.deadAfter))} s.`, 'DEAD');
  if (state === 'stopped') happened(`${name} has stopped, and returned its jobs.`);
  if (state === 'alive') happened(`${name} is alive again.`);
  if (state === 'silent' || state === 'dead') done.add(2);
}

/** Compares the reports with those of a second ago. */
function follow(now) {
  for (const report of now) {
    const before = reports.get(report.job);
    if (before?.worker && report.worker && report.worker !== before.worker) {
      const from = report.days.filter(day => day.addedBy && day.addedBy !== report.worker).length + 1;
      happened(`${report.worker} reclaims ${report.branch} and goes on at day ${from}.`, 'COMPLETED');
      done.add(3);
    } else if (before && before.state !== report.state && report.state === 'COMPLETED') {
      happened(`${report.branch} is complete, ${report.days.filter(day => day.runs === 1).length} days once each.`);
    }
    reports.set(report.job, {...report, worker: report.worker ?? before?.worker});
  }
}

function card(instance, held) {
  const item = element('li', '', `${instance.state} ${colour(instance.name)}`);
  const says = {
    alive: `alive, last heartbeat ${Math.round(instance.silentFor)} s ago`,
    silent: `silent for ${Math.round(instance.silentFor)} s, declared dead in ${Math.ceil(instance.left)} s`,
    dead: 'dead',
    stopped: 'stopped',
  }[instance.state];
  const runs = ['alive', 'silent'].includes(instance.state) ? held.filter(report => report.worker === instance.name) : [];
  item.append(element('b', instance.name), element('span', `process ${instance.pid}`, 'none'),
    element('strong', says), element('span', runs.length ? `holds ${names(runs)}` : 'holds no report'));
  return item;
}

function strip(report) {
  const made = element('span', '', 'strip');
  made.setAttribute('role', 'img');
  const by = Map.groupBy(report.days.filter(day => day.addedBy), day => day.addedBy);
  made.setAttribute('aria-label', [...by].map(([name, days]) => `${days.length} by ${name}`).join(', ') || 'none yet');
  made.append(...report.days.map(day => element('i', '', day.addedBy ? colour(day.addedBy) : '')));
  return made;
}

function reportRow(report) {
  const days = element('td');
  days.append(strip(report));
  const runs = report.state === 'CLAIMED' ? report.worker : report.state.toLowerCase();
  return row(element('td', report.branch), element('td', report.job), days,
    element('td', `${added(report)} of ${report.days.length}`, 'number'), element('td', runs, report.state));
}

/** Shows which steps of the guide are done, which one is next, and what to kill. */
function guide(own, held) {
  const alive = [...instances.values()].filter(instance => instance.state === 'alive');
  if (alive.length > 1) done.add(0);
  if (held.length) done.add(1);
  const steps = [...byId('guide').children];
  const next = steps.findIndex((step, i) => !done.has(i));
  steps.forEach((step, i) => {
    step.className = done.has(i) ? 'done' : i === next ? 'next' : '';
    if (i === next) step.setAttribute('aria-current', 'step');
    else step.removeAttribute('aria-current');
  });
  const other = alive.find(instance => instance.name !== own);
  if (other) byId('kill').textContent = `kill -9 ${other.pid}`;
}

async function refresh() {
  const [state, workers] = await Promise.all([read('/api/reports'), read('/actuator/baton/workers')]);
  const held = state.reports.filter(report => report.state === 'CLAIMED');
  byId('instance').textContent = state.instance;
  see(workers.items.sort(byName), held);
  follow(state.reports);
  byId('instances').replaceChildren(...[...instances.values()].sort(byName).map(instance => card(instance, held)));
  fill('reports', state.reports.map(reportRow), 'No reports yet: start some, above.');
  guide(state.instance, held);
}

byId('start').addEventListener('click', () => post('/reports', 'message', count => `${count} reports have begun.`));

keepRefreshing(refresh);
