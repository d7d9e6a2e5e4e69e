/** Sentences about games, tables and clocks that several pages say. Words are in the catalogs. */

import { capital } from '../i18n/format';
import { hasWords, say, t } from '../i18n/words.svelte';
import type { Clock, Game, OptionKind, OptionValue, Player, TableSeat, TableSummary } from '../net/wire';

/** About how many minutes a game between two takes. */
const MINUTES: Record<string, number> = {
  'relati-classic': 5,
  relati: 15,
  'relati-legacy': 30,
  tzaar: 20,
  atom: 25,
};

export function seatsText(game: Game): string {
  const [fewest, most] = game.seats;
  return t(fewest === most ? 'app:seats.exactly' : 'app:seats.range', { fewest, most });
}

export function minutesText(game: Game): string {
  const minutes = MINUTES[game.id];
  return minutes ? t('app:minutes', { minutes }) : '';
}

/** Two lines about a game: ours, or what it says of itself. */
export function aboutText(game: Game): string {
  const key = [`app:about.${game.id}`, `${game.id}:summary`].find(hasWords);
  return key ? t(key) : '';
}

/** Whether a game comes with duiyi: the page has words of its own about it. */
export function comesAlong(game: Game): boolean {
  return hasWords(`app:about.${game.id}`);
}

/** The short rules, one clause a line; a game of someone else's may bring its own. */
export function rulesLines(game: Game): string[] {
  const key = [`app:rules.${game.id}`, `${game.id}:rules`].find(hasWords);
  return key ? t(key).split('\n') : [];
}

export function valueText(game: Game, option: OptionKind, value: OptionValue): string {
  if (value === null) return t('app:option.none');
  if (typeof value === 'boolean') return t(value ? 'app:option.on' : 'app:option.off');
  const key = [
    `${game.id}:option.${option.name}.${value}`,
    `app:option.${game.id}.${option.name}.${value}`,
  ].find(hasWords);
  return key ? t(key) : String(value);
}

/** What of the options is not as usual. */
export function optionsText(game: Game, options: Record<string, OptionValue>): string {
  const told = game.options
    .filter((option) => option.name in options && options[option.name] !== option.default)
    .map((option) => {
      const value = options[option.name] ?? null;
      return value === true
        ? say(option.label)
        : t('app:option.value', { label: say(option.label), value: valueText(game, option, value) });
    });
  return joined(told);
}

export function clockText(clock: Clock): string {
  if (clock.kind === 'none') return '';
  if (clock.kind === 'days') return t('app:clock.says.days', { days: Math.round(clock.seconds / 86_400) });
  if (clock.kind === 'turn') return t('app:clock.says.turn', { seconds: clock.seconds });
  const minutes = Math.round(clock.seconds / 60);
  return clock.increment
    ? t('app:clock.says.increment', { minutes, seconds: clock.increment })
    : t('app:clock.says.game', { minutes });
}

/** A player's title: what the page calls a computer. */
export function playerText(players: readonly Player[], name: string): string {
  const found = players.find((player) => player.name === name);
  return found ? capital(say(found.title)) : name;
}

/** Who else sits at a table, computers by their titles. */
export function othersText(table: TableSummary, players: readonly Player[]): string {
  return namesText(
    table.seats.filter((seat) => !seat.mine && seat.kind !== 'open'),
    players,
  );
}

/** The people who wait at a table, as far as they have names. */
export function invitersText(table: TableSummary, players: readonly Player[]): string {
  return namesText(
    table.seats.filter((seat) => seat.kind === 'person' && seat.name !== ''),
    players,
  );
}

function namesText(seats: readonly TableSeat[], players: readonly Player[]): string {
  const names = seats.map((seat) => (seat.kind === 'computer' ? playerText(players, seat.name) : seat.name));
  return t('app:names', { names: [...new Set(names)] });
}

/** Parts of a line, those that say something. */
export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(t('app:between'));
}
