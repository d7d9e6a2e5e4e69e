/**
 * Small sounds, made and not stored: wood on wood, a capture, a bell for one's turn, an end. Silent
 * until the person has touched the page, as browsers ask for, and where the setting says so.
 */
export type Sound = 'place' | 'capture' | 'turn' | 'end';

interface Tone {
  /** Seconds after the beginning. */
  at: number;
  frequency: number;
  seconds: number;
  loudness: number;
  form: OscillatorType;
}

const tap = (at: number, frequency: number, loudness: number): Tone => ({
  at,
  frequency,
  seconds: 0.07,
  loudness,
  form: 'triangle',
});
const bell = (at: number, frequency: number): Tone => ({
  at,
  frequency,
  seconds: 0.35,
  loudness: 0.09,
  form: 'sine',
});

export const SOUNDS: Record<Sound, Tone[]> = {
  place: [tap(0, 320, 0.22), tap(0.004, 940, 0.06)],
  capture: [tap(0, 220, 0.26), tap(0.07, 300, 0.2), tap(0.074, 860, 0.06)],
  turn: [bell(0, 660), bell(0.12, 880)],
  end: [bell(0, 523), bell(0.16, 659), bell(0.32, 784)],
};

let context: AudioContext | null = null;

function unlock(): void {
  context ??= typeof AudioContext === 'undefined' ? null : new AudioContext();
  void context?.resume();
}

/** Waits for the first touch or key; gives back how to stop waiting. */
export function listenForGesture(): () => void {
  const options = { once: true, passive: true } as const;
  addEventListener('pointerdown', unlock, options);
  addEventListener('keydown', unlock, options);
  return () => {
    removeEventListener('pointerdown', unlock);
    removeEventListener('keydown', unlock);
  };
}

export function sound(name: Sound): void {
  if (!context || context.state !== 'running') return;
  for (const tone of SOUNDS[name]) ring(context, tone);
}

function ring(audio: AudioContext, tone: Tone): void {
  const start = audio.currentTime + tone.at;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = tone.form;
  oscillator.frequency.setValueAtTime(tone.frequency, start);
  oscillator.frequency.exponentialRampToValueAtTime(tone.frequency * 0.8, start + tone.seconds);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(tone.loudness, start + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + tone.seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + tone.seconds + 0.02);
}
