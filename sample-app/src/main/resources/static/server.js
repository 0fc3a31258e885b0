import {byId} from './dom.js';

const SHOWN_FOR = 6_000;
const timers = new Map();

/** Shows a message in an element; it disappears by itself. */
export function say(id, text, isError = false) {
  const place = byId(id);
  place.textContent = text;
  place.className = isError ? 'error' : '';
  clearTimeout(timers.get(id));
  timers.set(id, setTimeout(() => { place.textContent = ''; }, isError ? 2 * SHOWN_FOR : SHOWN_FOR));
}

export async function read(path) {
  const response = await fetch(path, {headers: {Accept: 'application/json'}});
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return response.json();
}

async function refusal(response) {
  if (response.status === 413) return 'that is too large';
  const problem = await response.json().catch(() => ({}));
  return problem.detail ?? `status ${response.status}`;
}

/** Sends a POST request and shows the result in an element; returns whether it succeeded. */
export async function post(path, place, words, options = {}) {
  try {
    const response = await fetch(path, {method: 'POST', ...options});
    if (!response.ok) throw new Error(await refusal(response));
    say(place, words((await response.json()).count));
    return true;
  } catch (error) {
    say(place, `Failed: ${error.message}`, true);
    return false;
  }
}

/** Refreshes the page repeatedly; shows a notice at the top while the instance does not respond. */
export async function keepRefreshing(refresh) {
  for (;;) {
    try {
      await refresh();
      byId('connection').textContent = '';
    } catch {
      byId('connection').textContent = 'No response at the moment; the data may be outdated.';
    }
    await new Promise(later => setTimeout(later, 1_000));
  }
}
