import {Rate} from './chart.js';
import {bar, byId, element, number, row} from './dom.js';
import {showJobs} from './jobs.js';
import {keepRefreshing, post, read} from './server.js';

const rate = new Rate('mails per second');

const percent = (some, all) => all ? ` (${(some * 100 / all).toFixed(1)} %)` : '';

function partRow(push, part) {
  const content = part.sample ?? push.winner;
  return row(
    element('td', part.sample ? `Sample ${part.sample}` : `Rest${content ? `, ${content}` : ''}`),
    element('td', push.contents.find(each => each.letter === content)?.subject ?? 'not chosen yet'),
    element('td', number(part.recipients), 'number'),
    element('td', number(part.sent), 'number'),
    element('td', number(part.opened) + percent(part.opened, part.sent), 'number'),
    element('td', number(part.clicked) + percent(part.clicked, part.sent), 'number'));
}

function table(push) {
  const made = document.createElement('table');
  const head = document.createElement('thead');
  head.append(row(...['Part', 'Subject', 'Recipients', 'Sent', 'Opened', 'Clicked'].map((name, i) =>
    element('th', name, i > 1 ? 'number' : ''))));
  const body = document.createElement('tbody');
  body.append(...push.parts.map(part => partRow(push, part)));
  made.append(head, body);
  const scroll = element('div', '', 'scroll');
  scroll.tabIndex = 0;
  scroll.setAttribute('role', 'region');
  scroll.setAttribute('aria-label', `Push ${push.id}`);
  scroll.append(made);
  return scroll;
}

/** The steps of the flow, each with the number of its jobs that have ended. */
function steps(flow) {
  const list = element('ul', '', 'bars');
  list.append(...(flow?.steps ?? []).map(step => bar(
    `${step.name}: ${step.state.toLowerCase()}, ${number(step.items - step.remaining)} of ${number(step.items)} jobs${step.dead ? `, ${step.dead} dead` : ''}`,
    step.items - step.remaining, step.items)));
  return list;
}

function shown(push) {
  const made = element('article');
  const winner = push.winner ? `, ${push.winner} has won` : '';
  made.append(element('h3', `Push ${push.id}: within ${push.kilometres} km of Sydney${winner}`), table(push), steps(push.flow));
  return made;
}

async function refresh() {
  const [state] = await Promise.all([read('/api/pushes'), showJobs()]);
  const pushes = state.pushes.length ? state.pushes.map(shown) : [element('p', 'No push yet.', 'none')];
  byId('users').textContent = number(state.users);
  byId('pushes').replaceChildren(element('h2', 'Pushes'), ...pushes);
  rate.add(state.pushes.flatMap(push => push.parts).reduce((sum, part) => sum + part.sent, 0));
}

byId('push').addEventListener('submit', event => {
  event.preventDefault();
  const wanted = Object.fromEntries(new FormData(event.target));
  post('/pushes', 'push-message', id => `Push ${id} has begun.`, {
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({...wanted, kilometres: Number(wanted.kilometres)}),
  });
});

keepRefreshing(refresh);
