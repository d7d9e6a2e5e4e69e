/** Which games the page brings an engine for, and whether this browser can run it. */

/** Where each module lies, by its path; none where the page was built without the compiler. */
const found: Record<string, string> = import.meta.glob('../../../build/engine/*.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});
const addresses = new Map(
  Object.entries(found).map(([path, address]) => [path.replace(/^.*\/|\.wasm$/g, ''), address]),
);

/** A module that uses vectors, as all of ours do: one function that makes one. */
const VECTORS = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15],
  ...[253, 98, 11],
);

export function hasModule(game: string): boolean {
  return addresses.has(game);
}

export function canRun(): boolean {
  if (typeof WebAssembly !== 'object' || typeof Worker !== 'function') return false;
  try {
    return WebAssembly.validate(VECTORS);
  } catch {
    return false;
  }
}

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** The module of a game, with threads or without, loaded and compiled once. */
export function moduleOf(game: string, threads: boolean): Promise<WebAssembly.Module> {
  const name = threads ? `${game}.threads` : game;
  const known = compiled.get(name);
  if (known) return known;
  const made = load(addresses.get(name));
  compiled.set(name, made);
  made.catch(() => compiled.delete(name));
  return made;
}

async function load(address: string | undefined): Promise<WebAssembly.Module> {
  if (address === undefined) throw new Error('there is no such module');
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
