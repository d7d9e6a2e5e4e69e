/** Who sits where, as the page calls and draws them. Knows players and looks; no table, no socket. */
import { catalogue } from '../app/catalogue.svelte';
import { say, t } from '../i18n/words.svelte';
import { settings } from '../settings.svelte';
import type { Meter, TableSeat, View } from '../wire';

/** A seat as a table or a record knows it. */
export interface Sitter {
  seat: number;
  kind: TableSeat['kind'] | 'recorded';
  name: string;
  present: boolean;
  mine: boolean;
}

export function sitterName(sitter: Sitter): string {
  if (sitter.kind === 'open') return t('table:seat.open');
  if (sitter.kind === 'computer') {
    const player = catalogue.players.find((one) => one.name === sitter.name);
    return player ? say(player.title) : sitter.name;
  }
  return sitter.name || (sitter.mine ? settings.name || t('table:you') : t('table:seat.guest'));
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
