/** Looks as reactive values: null until they are there. Loading them is `draw/look.ts`. */
import { SvelteMap } from 'svelte/reactivity';
import { loadLook, type LoadedLook } from './draw/look';

const looks = new SvelteMap<string, LoadedLook>();

export function lookOf(game: string): LoadedLook | null {
  return looks.get(game) ?? null;
}

export async function wantLook(game: string): Promise<void> {
  if (!looks.has(game)) looks.set(game, await loadLook(game));
}

/** The id in the document of the symbol that stands for a seat. */
export function seatSymbol(look: LoadedLook, symbol: string): string | null {
  const plain = look.look.states['']?.[0]?.symbol ?? '';
  const wanted = look.look.seats[symbol] ?? plain.replace('{glyph}', symbol);
  return look.ids.get(wanted) ?? null;
}
