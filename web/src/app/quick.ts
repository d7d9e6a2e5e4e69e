/** A table with one click: you against the computer, everything as usual. */

import * as api from '../net/api';
import type { Game, NewTable, Player } from '../wire';
import { go } from './router.svelte';

const USUAL = 'greedy';

/** The computer that sits down when nobody says which. */
export function usualPlayer(players: readonly Player[]): string {
  return (players.find((player) => player.name === USUAL) ?? players[0])?.name ?? USUAL;
}

export function quickTable(game: Game, players: readonly Player[]): NewTable {
  const computers = Array.from({ length: game.seats[0] - 1 }, () => ({
    kind: 'computer' as const,
    player: usualPlayer(players),
  }));
  return {
    game: game.id,
    options: {},
    seats: [{ kind: 'me' }, ...computers],
    clock: { kind: 'none', seconds: 0, increment: 0 },
    public: false,
    undo: true,
  };
}

export async function playAgainstComputer(game: Game, players: readonly Player[]): Promise<void> {
  go(`/table/${(await api.makeTable(quickTable(game, players))).id}`);
}
