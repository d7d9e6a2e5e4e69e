/** Clicks that mean no token, as they are sent to be judged. Pure. */

/** A try that is a row of clicks begins with this, and its clicks are joined by that. */
const [CLICKS, THEN] = ['@', '>'];

export function asClicks(path: readonly string[]): string {
  return CLICKS + path.join(THEN);
}
