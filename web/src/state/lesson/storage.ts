/** What a browser keeps for its person, as JSON under a key: there is nothing to sign up for. */

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Storage that is full or forbidden costs the memory of this and nothing else. */
export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

/** Calls back when another tab has stored something else. */
export function followStored(key: string, changed: (text: string | null) => void): void {
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', (event) => {
    if (event.key === key) changed(event.newValue);
  });
}

/** What a text means; an empty object where it means nothing. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
}

/** The entries of an object that are objects themselves. */
export function entries(value: unknown): [string, object][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter(([, one]) => typeof one === 'object' && one !== null);
}
