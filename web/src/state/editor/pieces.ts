/** Operations on the page's own copy of a position, so that a tap is seen before the server answers. Pure. */
import type { EditedPiece, EditedPosition, EditOperation, Piece, Stock, View } from '../../net/wire';

export const stockOf = (box: readonly Stock[], piece: EditedPiece): Stock | undefined =>
  box.find((stock) => stock.kind === piece.kind && stock.seat === piece.seat);

/** The pieces after some operations. */
export function placed(position: EditedPosition, operations: readonly EditOperation[]): EditedPosition {
  const pieces = { ...position.pieces };
  for (const { do: does, site = '', piece } of operations) {
    if (does === 'put' && piece) pieces[site] = piece;
    else if (does === 'remove') delete pieces[site];
    else if (does === 'clear') for (const one of Object.keys(pieces)) delete pieces[one];
  }
  return { ...position, pieces };
}

/** A view with the pieces that have changed; what follows from them comes with the answer. */
export function redrawn(
  view: View,
  before: EditedPosition,
  now: EditedPosition,
  box: readonly Stock[],
): View {
  const sites = new Set([...Object.keys(before.pieces), ...Object.keys(now.pieces)]);
  const changed = [...sites].filter((site) => before.pieces[site] !== now.pieces[site]);
  if (!changed.length) return view;
  const added = changed.flatMap((site): Piece[] => {
    const piece = now.pieces[site];
    const stock = piece && stockOf(box, piece);
    if (!piece || !stock) return [];
    const top = stock.stack.at(-1)!;
    const stack = piece.height > 1 ? [...Array(piece.height - 1).fill(top), top] : stock.stack;
    const label = piece.height > 1 ? String(piece.height) : top.label;
    return [{ site, stack: [...stack.slice(0, -1), { ...top, label }], marks: stock.marks }];
  });
  const touched = (site: string): boolean => changed.includes(site);
  return {
    ...view,
    pieces: [...view.pieces.filter((piece) => !touched(piece.site)), ...added],
    edges: view.edges.filter((edge) => ![edge.source, edge.target, ...edge.via].some(touched)),
  };
}
