// The requests of the page.

// browsers send no request to an address with a user and password in it, as that of the page may be
const base = new URL('api/', location.origin + location.pathname);

/** How long a read may take, and how long the page waits before the next sample, in milliseconds. */
const LONGEST_READ = 30000;
const PERIOD = 2000;

export const info = { writes: false, showValues: false, resources: {}, loaded: false };

async function bodyOf(promise) {
  let response;
  try {
    response = await promise;
  } catch {
    throw new Error('The application does not respond.');
  }
  if (response.redirected) throw new Error('You are not logged in any more. Reload the page.');
  const text = await response.text();
  let body = null;
  try {
    body = JSON.parse(text);
  } catch {
    // another body, such as that of a proxy
  }
  if (!response.ok || body === null) {
    throw Object.assign(new Error(body && body.detail ? body.detail : 'The application responded with ' + response.status + '.'), { status: response.status });
  }
  return body;
}

export function get(path, terms = {}) {
  const url = new URL(path, base);
  for (const [name, value] of Object.entries(terms)) if (value) url.searchParams.set(name, value);
  const signal = AbortSignal.timeout(LONGEST_READ);
  return bodyOf(fetch(url, { headers: { Accept: 'application/json' }, credentials: 'same-origin', signal }));
}

export function change(resource, id, action, value) {
  const headers = { 'Content-Type': 'application/json', 'X-Baton-Request': '1' };
  const token = document.cookie.split('; ').find(cookie => cookie.startsWith('XSRF-TOKEN='));
  if (token) headers['X-XSRF-TOKEN'] = decodeURIComponent(token.slice('XSRF-TOKEN='.length));
  return bodyOf(fetch(new URL(encodeURIComponent(resource) + '/' + encodeURIComponent(id), base), {
    method: 'POST', headers, credentials: 'same-origin', body: JSON.stringify({ action, value: value || null })
  }));
}

export async function loadInfo() {
  Object.assign(info, await get('../api'), { loaded: true });
}

/** Reads samples while the page is seen, each some time after the one before. */
export const live = {
  last: null,
  listeners: new Set(),
  turn: 0,
  open(status) {
    const turn = ++this.turn;
    const read = async () => {
      let sample = null;
      try {
        sample = await get('live');
      } catch {
        // the status says so
      }
      if (turn !== this.turn) return;
      setTimeout(() => { if (turn === this.turn) read(); }, PERIOD);
      status(sample ? 'Live' : 'Not live: trying again', !sample);
      if (!sample) return;
      this.last = sample;
      for (const listener of this.listeners) listener(sample);
    };
    read();
  },
  close() {
    this.turn++;
  }
};
