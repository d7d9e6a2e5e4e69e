/** The graph as sound: which tone is heard when. Pure; `pages/review/graph/tones` plays it. */
import { isMarked, type Verdict } from './verdicts';

export interface Tone {
  /** Milliseconds after the beginning. */
  at: number;
  /** Hertz. */
  frequency: number;
  kind: 'steady' | 'falling' | 'middle' | 'tap' | 'bell';
  /** From -1, left, to 1: who moved. */
  pan: number;
  /** The position that is heard; -1 for what only orients. */
  position: number;
}
/** What is heard of a position. */
export interface Heard {
  at: number;
  turn: number;
  actor: number;
  /** Of the seat that is listened to. */
  share: number;
  verdict: Verdict | null;
}

const APART = 90;
const LONGEST = 12_000;
const PENTATONIC = [0, 2, 4, 7, 9];
const [LOWEST, OCTAVES] = [48, 3];
const [MIDDLE, TAP, BELL] = [66, 84, 91];
const TENTH = 10;
const WIDE = 0.8;

/** One tone for each position; the whole takes at most twelve seconds. */
export function soundPlan(
  heard: readonly Heard[],
  { seats, provenFrom, pace = 1 }: { seats: number; provenFrom: number | null; pace?: number },
): Tone[] {
  const apart = Math.min(APART / pace, LONGEST / Math.max(1, heard.length));
  const tones: Tone[] = [];
  let tenth = -1;
  for (const [number, one] of heard.entries()) {
    const at = number * apart;
    const pan = seats > 1 ? -WIDE + (2 * WIDE * Math.max(0, one.actor)) / (seats - 1) : 0;
    const tone = (kind: Tone['kind'], note: number, after = 0): Tone => ({
      at: at + after,
      frequency: hertz(note),
      kind,
      pan: kind === 'middle' ? 0 : pan,
      position: kind === 'middle' ? -1 : one.at,
    });
    const ten = Math.floor(one.turn / TENTH);
    if (ten !== tenth) tones.push(tone('middle', MIDDLE));
    tenth = ten;
    const marked = one.verdict !== null && isMarked(one.verdict);
    tones.push(tone(marked ? 'falling' : 'steady', noteOf(one.share)));
    for (let tap = 0; tap < taps(one.verdict); tap += 1) tones.push(tone('tap', TAP, (tap * apart) / 2));
    if (one.at === provenFrom) tones.push(tone('bell', BELL));
  }
  return tones;
}

/** The MIDI number of a share, on C pentatonic from C3 to C6. */
export function noteOf(share: number): number {
  const steps = PENTATONIC.length * OCTAVES;
  const step = Math.round(Math.min(1, Math.max(0, share)) * steps);
  return LOWEST + 12 * Math.floor(step / PENTATONIC.length) + PENTATONIC[step % PENTATONIC.length]!;
}

function taps(verdict: Verdict | null): number {
  if (!verdict) return 0;
  if (verdict.missed || verdict.mark === 'blunder') return 2;
  return verdict.mark === 'mistake' ? 1 : 0;
}

function hertz(note: number): number {
  return 440 * 2 ** ((note - 69) / 12);
}
