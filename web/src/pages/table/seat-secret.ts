/**
 * The secret of a seat in an address. It stands behind the #, which browsers keep to themselves: a
 * query would end in the logs of every proxy on its way. Links of older versions have it there.
 */
export function seatSecret(hash: string, query: URLSearchParams): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('seat') ?? query.get('seat');
}
