import {byId, element, fill, row, time} from './dom.js';
import {keepRefreshing, post, read} from './server.js';

const words = {DONE: 'done', WAITING: 'waits', TIMED_OUT: 'no answer in time', BEGUN: 'begun', UNREADABLE: 'done, with an unreadable result'};

function stepItem(step) {
  const until = step.waitsUntil ? ` until ${time(step.waitsUntil)}` : '';
  return element('li', `${step.name}: ${words[step.state] ?? step.state.toLowerCase()}${until} ${time(step.endedAt ?? step.beganAt)}`, step.state);
}

function approval(shown) {
  const cell = element('td');
  if (shown.waitsForApproval) {
    const button = element('button', 'Approve');
    button.type = 'button';
    button.setAttribute('aria-label', `Approve order ${shown.job}`);
    button.addEventListener('click', () => post(`/orders/${shown.job}/approve`, 'message',
      count => count ? `Order ${shown.job} is approved.` : `Order ${shown.job} waits no more.`));
    cell.append(button);
  }
  return cell;
}

function orderRow(shown) {
  const steps = element('td');
  const list = element('ol', '', 'timeline');
  list.append(...shown.steps.map(stepItem));
  steps.append(list);
  return row(
    element('td', shown.job),
    element('td', shown.order.article),
    element('td', shown.state.toLowerCase(), shown.state),
    element('td', shown.order.progress),
    steps,
    approval(shown));
}

async function refresh() {
  const state = await read('/api/orders');
  byId('instance').textContent = state.instance;
  fill('orders', state.orders.map(orderRow), 'No orders yet: place one, above.');
}

byId('place').addEventListener('click', () => post('/orders', 'message', () => 'The order is placed.'));

keepRefreshing(refresh);
