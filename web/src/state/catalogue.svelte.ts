/** Which games there are and who plays them: asked for once, when the page starts. */

import * as api from '../net/api';
import type { Game, Player } from '../net/wire';

/** What it holds is never changed in its parts, and goes to workers, which take no proxies. */
class Catalogue {
  games = $state.raw<Game[]>([]);
  players = $state.raw<Player[]>([]);
  /** Why it could not be had; asked again by `loadCatalogue`. */
  refused = $state.raw<api.Refused | null>(null);
  ready = $state(false);
}

export const catalogue = new Catalogue();

/** Ours first, in this order, then whatever else is installed. */
const ORDER = ['relati-classic', 'relati', 'relati-legacy', 'tzaar', 'atom'];

export async function loadCatalogue(): Promise<void> {
  try {
    const [games, players] = await Promise.all([api.games(), api.players()]);
    catalogue.games = games.toSorted((one, other) => rank(one) - rank(other));
    catalogue.players = players;
    catalogue.refused = null;
    catalogue.ready = true;
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
    catalogue.refused = error;
  }
}

function rank(game: Game): number {
  const place = ORDER.indexOf(game.id);
  return place < 0 ? ORDER.length : place;
}

export function gameOf(id: string): Game | undefined {
  return catalogue.games.find((game) => game.id === id);
}
