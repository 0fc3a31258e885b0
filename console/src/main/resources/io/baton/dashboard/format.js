// Numbers, times and states in the language and zone of the browser.

import { h } from './dom.js';

const numbers = new Intl.NumberFormat();
const rates = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const shorts = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
export const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Counts end here, which stands for more. */
export const BOUND = 100001;

/** Those of the jobs of a limit end here. */
export const BOUND_OF_LIMIT = 10001;

export function count(number, bound = BOUND) {
  return number === bound ? numbers.format(number - 1) + '+' : numbers.format(number);
}

export function rate(number) {
  return rates.format(number);
}

export function short(number) {
  return shorts.format(number);
}

export function time(text) {
  if (!text) return null;
  return h('time', { datetime: text, title: text }, times.format(new Date(text)));
}

export function seconds(text) {
  const parts = /^PT(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?$/.exec(text ?? '');
  return parts ? (Number(parts[1]) || 0) * 3600 + (Number(parts[2]) || 0) * 60 + (Number(parts[3]) || 0) : null;
}

/** The end of a pause that lasts so long; null if it has none. */
export function until(pausedFor) {
  return pausedFor === null ? null : new Date(Date.now() + seconds(pausedFor) * 1000).toISOString();
}

export function duration(text) {
  const all = seconds(text);
  return all === null ? null : span(all);
}

export function span(all) {
  if (all === 0) return '0';
  if (all < 1) return Math.round(all * 1000) + ' ms';
  if (all < 10) return rates.format(all) + ' s';
  const units = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];
  const first = units.findIndex(([, size]) => all >= size);
  let rest = all;
  return units.slice(first, first + 2).map(([name, size]) => {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    return whole ? whole + ' ' + name : '';
  }).filter(Boolean).join(' ');
}

const looks = {
  COMPLETED: 'good', COMPLETE: 'good', DEAD: 'bad', STUCK: 'bad', CANCELLED: 'soft', CLAIMED: 'busy', RUNNING: 'busy',
  BLOCKED: 'warn', WAITING: 'soft', SCHEDULED: 'soft', READY: 'warn', OPEN: 'warn', Paused: 'warn', Closed: 'soft', Stopped: 'bad', Living: 'good', Silent: 'bad'
};

export function badge(state) {
  return h('span', { class: 'badge ' + (looks[state] ?? 'soft') }, state.charAt(0) + state.slice(1).toLowerCase());
}

/** How many of all have ended, drawn and as numbers. */
export function bar(done, all, name, bound) {
  return h('span', { class: 'row' }, h('progress', { max: Math.max(all, 1), value: done, 'aria-label': name }), h('span', { class: 'nowrap' }, count(done, bound) + ' of ' + count(all)));
}
