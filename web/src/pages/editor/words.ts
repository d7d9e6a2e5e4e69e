/** What the editor calls pieces. */
import { say, t } from '../../i18n/words.svelte';
import type { EditedPiece, Stock, View } from '../../net/wire';

export function stockName(stock: Stock, view: View): string {
  const owner = view.seats.find(({ seat }) => seat === stock.seat);
  if (!owner) return say(stock.name);
  return t('editor:piece', { symbol: t(`core:symbol.${owner.symbol}`), kind: say(stock.name) });
}

export function pieceWords(piece: EditedPiece, stock: Stock | undefined, view: View): string {
  const name = stock ? stockName(stock, view) : piece.kind;
  return piece.height > 1 ? t('editor:piece.high', { piece: name, height: piece.height }) : name;
}
