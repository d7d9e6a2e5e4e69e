/** The symbols that stand for seats: which one, and what it is called in the game's words. Pure. */
import { message } from '../../i18n/message';
import type { Message, View } from '../../net/wire';

/** The symbol of a seat; chance has none. */
export function symbolOf(view: View, seat: number): string {
  return view.seats.find((one) => one.seat === seat)?.symbol ?? '';
}

export function symbolName(game: string, view: View, seat: number): Message {
  const found = view.seats.find((one) => one.seat === seat);
  return found ? message(`${game}:symbol.${found.symbol}`) : message('table:chance');
}
