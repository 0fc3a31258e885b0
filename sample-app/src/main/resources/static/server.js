import {byId} from './dom.js';

const SHOWN_FOR = 6_000;
const timers = new Map();

/** Says something where it belongs; it goes away by itself. */
export function say(id, text, isError = false) {
  const place = byId(id);
  place.textContent = text;
  place.className = isError ? 'error' : '';
  clearTimeout(timers.get(id));
  timers.set(id, setTimeout(() => { place.textContent = ''; }, isError ? 2 * SHOWN_FOR : SHOWN_FOR));
}

export async function read(path) {
  const response = await fetch(path, {headers: {Accept: 'application/json'}});
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

async function refusal(response) {
  if (response.status === 413) return 'that is too large';
  const problem = await response.json().catch(() => ({}));
  return problem.detail ?? `it answered ${response.status}`;
}

/** Asks for something and says at this place what came of it; returns whether it was done. */
export async function ask(path, place, words, options = {}) {
  try {
    const response = await fetch(path, {method: 'POST', ...options});
    if (!response.ok) throw new Error(await refusal(response));
    say(place, words((await response.json()).count));
    return true;
  } catch (error) {
    say(place, `That did not work: ${error.message}`, true);
    return false;
  }
}

/** Calls again and again, one after the other; says so at the top when the instance does not answer. */
export async function keepRefreshing(refresh) {
  for (;;) {
    try {
      await refresh();
      byId('connection').textContent = '';
    } catch {
      byId('connection').textContent = 'It does not answer at the moment; what you see may be old.';
    }
    await new Promise(later => setTimeout(later, 1_000));
  }
}
