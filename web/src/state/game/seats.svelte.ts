/** Who sits where, as the page calls and draws them. Knows players and looks; no table, no socket. */
import { catalogue } from '../catalogue.svelte';
import { playerText } from '../descriptions';
import { capital } from '../../i18n/format';
import { say, t } from '../../i18n/words.svelte';
import { settings } from '../settings.svelte';
import type { Meter, TableSeat, View } from '../../net/wire';
import { symbolName } from './symbols';

/** A seat as a table or a record knows it. */
export interface Participant {
  seat: number;
  kind: TableSeat['kind'] | 'recorded';
  name: string;
  present: boolean;
  mine: boolean;
  hinted: boolean;
}

function participantName(participant: Participant): string {
  if (participant.kind === 'open') return t('table:seat.open');
  if (participant.kind === 'computer') return playerText(catalogue.players, participant.name);
  return participant.name || (participant.mine ? settings.name || t('table:you') : t('table:seat.guest'));
}

/**
 * How each seat is called. Whoever sits at several seats is told apart by their symbols: one's own
 * seats, and nameless ones of a record, go by the symbol alone; those of others have it beside the
 * name unless it is `drawn` there.
 */
export function participantNames(
  participants: readonly Participant[],
  game: string,
  view: View,
  drawn = false,
): string[] {
  const names = participants.map(participantName);
  return participants.map((participant, at) => {
    const name = names[at]!;
    const nameless = participant.kind === 'recorded' && !participant.name;
    const alone = !nameless && names.indexOf(name) === names.lastIndexOf(name);
    const own = participant.mine || nameless;
    if (alone || participant.kind === 'open' || (drawn && !own)) return name;
    const symbol = say(symbolName(game, view, participant.seat));
    return own ? capital(symbol) : t('table:seat.with-symbol', { name, symbol });
  });
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
