/** Who sits where, as the page calls and draws them. Knows players and looks; no table, no socket. */
import { catalogue } from '../app/catalogue.svelte';
import { playerText } from '../app/wordings';
import { capital } from '../i18n/wording';
import { say, t } from '../i18n/words.svelte';
import { settings } from '../settings.svelte';
import type { Meter, TableSeat, View } from '../wire';
import { symbolName } from './queries';

/** A seat as a table or a record knows it. */
export interface Sitter {
  seat: number;
  kind: TableSeat['kind'] | 'recorded';
  name: string;
  present: boolean;
  mine: boolean;
  hinted: boolean;
}

function sitterName(sitter: Sitter): string {
  if (sitter.kind === 'open') return t('table:seat.open');
  if (sitter.kind === 'computer') return playerText(catalogue.players, sitter.name);
  return sitter.name || (sitter.mine ? settings.name || t('table:you') : t('table:seat.guest'));
}

/**
 * How each seat is called. Whoever sits at several seats is told apart by their symbols: one's own
 * seats, and nameless ones of a record, go by the symbol alone; those of others have it beside the
 * name unless it is `drawn` there.
 */
export function sitterNames(sitters: readonly Sitter[], game: string, view: View, drawn = false): string[] {
  const names = sitters.map(sitterName);
  return sitters.map((sitter, at) => {
    const name = names[at]!;
    const nameless = sitter.kind === 'recorded' && !sitter.name;
    const alone = !nameless && names.indexOf(name) === names.lastIndexOf(name);
    const own = sitter.mine || nameless;
    if (alone || sitter.kind === 'open' || (drawn && !own)) return name;
    const symbol = say(symbolName(game, view, sitter.seat));
    return own ? capital(symbol) : t('table:seat.with-symbol', { name, symbol });
  });
}

/** What a seat's sign is; nothing for chance. */
export function symbolOf(view: View, seat: number): string {
  return view.seats.find((one) => one.seat === seat)?.symbol ?? '';
}

/** The meters of a seat that belong to no place on the board. */
export function seatMeters(view: View, seat: number): Meter[] {
  return view.meters.filter((meter) => meter.seat === seat && !meter.name.params.length);
}

/** A half travels as "5/2" and is read 2.5. */
export function figure(value: number | string): string {
  const [above, below] = String(value).split('/');
  return below === '2' ? String(Number(above) / 2) : String(value);
}
