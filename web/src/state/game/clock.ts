/** How a clock is read: what is left now, and in which form it is written. Pure; no timers. */
import type { Clocks } from '../../net/wire';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Under this the seat is short of time and tenths are shown. */
export const SHORT = 10 * SECOND;

/** Milliseconds left for a seat, `passed` milliseconds after the clocks were received. */
export function left(clocks: Clocks, seat: number, passed: number): number | null {
  const known = clocks.left[seat];
  if (known === null || known === undefined) return null;
  return Math.max(0, clocks.running === seat ? known - passed : known);
}

export type Reading = { form: 'figures'; text: string } | { form: 'days'; days: number; hours: number };

/** 9.4 · 3:47 · 1:02:03 · 2 days 5 hours. Rounded down, so that it never shows time that is gone. */
export function reading(milliseconds: number): Reading {
  if (milliseconds >= DAY) {
    const hours = Math.floor(milliseconds / HOUR);
    return { form: 'days', days: Math.floor(hours / 24), hours: hours % 24 };
  }
  if (milliseconds < SHORT) {
    return { form: 'figures', text: (Math.floor(milliseconds / 100) / 10).toFixed(1) };
  }
  const seconds = Math.floor(milliseconds / SECOND);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const text = hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  return { form: 'figures', text };
}
