/** Chances as people read them: whole numbers that sum to 100. Pure. */

/** The largest remainders get what rounding down leaves. */
export function wholes(shares: readonly number[], sum = 100): number[] {
  const total = shares.reduce((all, one) => all + one, 0);
  if (!(total > 0)) return shares.map(() => 0);
  const exact = shares.map((one) => (one / total) * sum);
  const found = exact.map(Math.floor);
  const order = exact.map((_, seat) => seat).sort((a, b) => (exact[b]! % 1) - (exact[a]! % 1) || a - b);
  const left = sum - found.reduce((all, one) => all + one, 0);
  for (const seat of order.slice(0, left)) found[seat]! += 1;
  return found;
}

/** The same with one decimal. */
export function tenths(shares: readonly number[]): string[] {
  return wholes(shares, 1000).map((one) => (one / 10).toFixed(1));
}

/** "5/96" as a number. */
export function fraction(text: string): number {
  const [above, below] = text.split('/').map(Number);
  return (above ?? 0) / (below ?? 1);
}
