/** Which computers can sit at a table, in the order in which people choose: by strength first. */

import type { Game, Player } from '../net/wire';

/** The level for whoever has not chosen one: wins are hard enough, and possible. */
const USUAL_LEVEL = 3;
/** Beyond all levels, in this order. */
const STRONGEST = ['strong', 'perfect'];
/** The first that a table gets where there are no levels. */
const USUAL = 'greedy';

export interface Opponents {
  /** Levels, then those that are stronger than any. */
  byStrength: Player[];
  others: Player[];
}

export function opponents(players: readonly Player[]): Opponents {
  const strength = (player: Player): number => {
    const place = STRONGEST.indexOf(player.name);
    return player.level ?? (place < 0 ? -1 : 1000 + place);
  };
  return {
    byStrength: players
      .filter((player) => strength(player) >= 0)
      .toSorted((one, other) => strength(one) - strength(other)),
    others: players.filter((player) => strength(player) < 0),
  };
}

/** Those who can play a game with so many seats. */
export function able(players: readonly Player[], game: Game, seats: number): Player[] {
  return players.filter((player) => player.fits[game.id]?.includes(seats));
}

/** Those who can play every game that there is, with any number of seats. */
export function versatile(players: readonly Player[], games: readonly Game[]): Player[] {
  const everywhere = (player: Player): boolean =>
    games.every(({ id, seats: [fewest, most] }) => player.fits[id]?.length === most - fewest + 1);
  return players.filter(everywhere);
}

/** The computer that sits down when nobody says which: `wanted` if it is among them. */
export function usual(players: readonly Player[], wanted: string): string {
  const found =
    players.find((player) => player.name === wanted) ??
    players.find((player) => player.level === USUAL_LEVEL) ??
    players.find((player) => player.name === USUAL) ??
    players[0];
  return found?.name ?? USUAL;
}
