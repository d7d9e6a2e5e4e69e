/** A table with one click: you against the computer, everything as usual. */

import * as api from '../net/api';
import { settings } from './settings.svelte';
import type { Game, NewTable, Player } from '../net/wire';
import { catalogue } from './catalogue.svelte';
import { able, usual, versatile } from './opponents';
import { go } from './router.svelte';

/** Computers that can play with one click, whatever the game is. */
export function quickPlayers(): Player[] {
  return versatile(catalogue.players, catalogue.games);
}

/** The one of them that was chosen last. */
export function quickPlayer(): string {
  return usual(quickPlayers(), settings.computer);
}

export function quickTable(game: Game, players: readonly Player[], wanted: string): NewTable {
  const seats = game.seats[0];
  const player = usual(able(players, game, seats), wanted);
  const computers = Array.from({ length: seats - 1 }, () => ({ kind: 'computer' as const, player }));
  return {
    game: game.id,
    options: {},
    seats: [{ kind: 'me' }, ...computers],
    clock: { kind: 'none', seconds: 0, increment: 0 },
    public: false,
    undo: true,
    lot: true,
  };
}

export async function playAgainstComputer(game: Game): Promise<void> {
  const made = await api.makeTable(quickTable(game, catalogue.players, quickPlayer()));
  go(`/table/${made.id}`);
}

/** A first game after the lessons: against the lowest level, with the coach. */
export async function playWithCoach(game: Game): Promise<void> {
  const lowest = catalogue.players.find((player) => player.level === 1);
  const made = await api.makeTable(quickTable(game, catalogue.players, lowest?.name ?? ''));
  go(`/table/${made.id}?coach=1`);
}
