/**
 * A table while somebody is thinking about it: what the new-table page shows and changes, and the
 * request that it becomes. What is right and wrong in it is the server's to say.
 */

import type { Clock, ClockKind, Game, NewSeat, NewTable, OptionValue, Player, Position } from '../net/wire';
import { t } from '../i18n/words.svelte';
import { able, usual } from './opponents';
import { settings } from './settings.svelte';

/** `me`, `screen` (someone beside me), `friend` (by link), or `computer:NAME`. */
export type Who = 'me' | 'screen' | 'friend' | `computer:${string}`;
export interface SeatDraft {
  who: Who;
  /** As somebody at this screen is to be called; empty: as it is proposed. */
  name: string;
}

/** A seat, from 0, or by lot. */
export type Order = number | typeof LOT;

const DAY = 86_400;
export const LOT = 'lot';
export const COMPUTER = 'computer:';

export class Draft {
  readonly game: Game;
  count: number = $state(2);
  seats: SeatDraft[] = $state([]);
  options: Record<string, OptionValue> = $state({});
  clock: ClockKind = $state('none');
  turnSeconds: number = $state(60);
  minutes: number = $state(10);
  increment: number = $state(5);
  days: number = $state(2);
  public: boolean = $state(false);
  undo: boolean = $state(true);
  start: string = $state('');
  /** The seat that the first in the list gets, the others after him; or all of them by lot. */
  order: Order = $state(LOT);

  readonly #players: readonly Player[];
  readonly #wanted: string;
  /** The position for which the seats are no longer drawn by lot. */
  #placed = '';

  /** `wanted`: the computer that is chosen to begin with, where it can play. */
  constructor(game: Game, players: readonly Player[], wanted = '') {
    this.#players = players;
    this.#wanted = wanted;
    this.game = game;
    const computer: Who = `${COMPUTER}${usual(able(players, game, game.seats[0]), wanted)}`;
    this.count = game.seats[0];
    this.seats = Array.from({ length: game.seats[1] }, (_, seat) => ({
      who: seat === 0 ? 'me' : computer,
      name: '',
    }));
    this.options = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
    this.turnSeconds = game.turnSeconds ?? 60;
  }

  /** Computers that can play with so many seats. */
  get computers(): Player[] {
    return able(this.#players, this.game, this.count);
  }

  /** Who sits there: in place of a computer that cannot play with so many seats, the usual one. */
  sitting(seat: number): Who {
    const { who } = this.seats[seat]!;
    const player = playerOf(who);
    const can = player === null || this.computers.some(({ name }) => name === player);
    return can ? who : `${COMPUTER}${usual(this.computers, this.#wanted)}`;
  }

  /** Whether several people play at this screen, so that each needs a name. */
  get together(): boolean {
    return this.seats.slice(0, this.count).filter((_, at) => isHere(this.sitting(at))).length > 1;
  }

  /** Whether somebody in the list is given a name here. */
  named(index: number): boolean {
    const who = this.sitting(index);
    return who === 'screen' || (who === 'me' && this.together);
  }

  /** What somebody at this screen is called unless he says something else. */
  proposedName(index: number): string {
    const own = this.sitting(index) === 'me' ? settings.name : '';
    return own || t('app:new.player', { number: index + 1 });
  }

  /** The order as it can be with so many seats. */
  get shownOrder(): Order {
    return this.order !== LOT && this.order >= this.count ? LOT : this.order;
  }

  /** Where somebody in the list will sit; null: that is drawn by lot. */
  seatOf(index: number): number | null {
    return this.shownOrder === LOT ? null : (index + this.shownOrder) % this.count;
  }

  /** A position says how many sit and by which options, and whoever sets one up knows who sits where. */
  startFrom(position: Position): void {
    if (this.#placed !== position.start && this.order === LOT) this.order = 0;
    this.#placed = this.start = position.start;
    this.count = position.view.seats.length;
    for (const [name, value] of Object.entries(position.options)) {
      if (name in this.options) this.options[name] = value;
    }
  }

  request(): NewTable {
    const start = this.start.trim();
    return {
      game: this.game.id,
      options: { ...this.options },
      seats: this.seated(),
      clock: this.newClock(),
      public: this.public,
      undo: this.undo,
      ...(start === '' ? {} : { start }),
      ...(this.shownOrder === LOT ? { lot: true } : {}),
    };
  }

  /** Seat by seat; where lots are drawn, in the order of the list. */
  private seated(): NewSeat[] {
    const listed = this.seats
      .slice(0, this.count)
      .map((seat, at) =>
        newSeat(this.sitting(at), this.named(at) ? seat.name.trim() || this.proposedName(at) : ''),
      );
    if (this.shownOrder === LOT) return listed;
    const first = this.count - this.shownOrder;
    return [...listed.slice(first), ...listed.slice(0, first)];
  }

  private newClock(): Clock {
    switch (this.clock) {
      case 'none':
        return { kind: 'none', seconds: 0, increment: 0 };
      case 'turn':
        return { kind: 'turn', seconds: this.turnSeconds, increment: 0 };
      case 'game':
        return { kind: 'game', seconds: this.minutes * 60, increment: this.increment };
      case 'days':
        return { kind: 'days', seconds: this.days * DAY, increment: 0 };
    }
  }
}

/** The computer that somebody is; null: it is a person. */
export function playerOf(who: Who): string | null {
  return who.startsWith(COMPUTER) ? who.slice(COMPUTER.length) : null;
}

/** Somebody who decides at this screen. */
const isHere = (who: Who): boolean => who === 'me' || who === 'screen';

function newSeat(who: Who, name: string): NewSeat {
  const player = playerOf(who);
  if (player !== null) return { kind: 'computer', player };
  if (who === 'friend') return { kind: 'friend' };
  return name === '' ? { kind: 'me' } : { kind: 'me', name };
}

/** What was written into a number's field: a number, none, or the text as it is, for the server
 * to refuse or, beyond 2^53, to read. */
export function numberOf(text: string): OptionValue {
  const written = text.trim();
  if (written === '') return null;
  const value = Number(written);
  return /^-?\d+$/.test(written) && Number.isSafeInteger(value) ? value : written;
}

/** Which part of the form a refused field belongs to. */
export function fieldOf(game: Game, field: string): string {
  const names = field.split(/[.[\]]+/).filter((part) => part !== '');
  if (names[0] === 'options' && names[1] !== undefined) names.shift();
  const first = names[0] ?? '';
  if (game.options.some((option) => option.name === first)) return `option.${first}`;
  if (first === 'seat' || first === 'player' || first === 'name') return 'seats';
  return ['seats', 'clock', 'start', 'public', 'undo'].includes(first) ? first : '';
}
