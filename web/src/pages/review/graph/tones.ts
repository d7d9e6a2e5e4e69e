/** Plays a plan of tones; made and not stored, as the sounds of the game page are. */
import type { Tone } from '../../../state/review/sound';

const FORMS: Record<
  Tone['kind'],
  { seconds: number; loudness: number; form: OscillatorType; falls: number }
> = {
  steady: { seconds: 0.16, loudness: 0.16, form: 'sine', falls: 1 },
  falling: { seconds: 0.22, loudness: 0.18, form: 'sine', falls: 0.75 },
  middle: { seconds: 0.12, loudness: 0.05, form: 'sine', falls: 1 },
  tap: { seconds: 0.04, loudness: 0.2, form: 'triangle', falls: 0.6 },
  bell: { seconds: 0.6, loudness: 0.07, form: 'sine', falls: 1 },
};
/** So long after the first key nothing sounds yet. */
const BEGINS = 0.05;

export class Tones {
  #audio: AudioContext | null = null;
  #timers: ReturnType<typeof setTimeout>[] = [];
  playing = false;

  /** `heard` is told where it is; `ended`, that all was heard. */
  play(plan: readonly Tone[], heard: (position: number) => void, ended: () => void): void {
    this.stop();
    if (typeof AudioContext !== 'undefined') this.#audio = new AudioContext();
    this.playing = true;
    for (const tone of plan) {
      if (this.#audio) ring(this.#audio, tone);
      if (tone.position >= 0 && (tone.kind === 'steady' || tone.kind === 'falling'))
        this.#timers.push(setTimeout(() => heard(tone.position), tone.at + BEGINS * 1000));
    }
    const last = Math.max(0, ...plan.map((tone) => tone.at));
    this.#timers.push(
      setTimeout(() => {
        this.stop();
        ended();
      }, last + 700),
    );
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    void this.#audio?.close();
    this.#audio = null;
    this.playing = false;
  }
}

function ring(audio: AudioContext, tone: Tone): void {
  const { seconds, loudness, form, falls } = FORMS[tone.kind];
  const start = audio.currentTime + BEGINS + tone.at / 1000;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  const panner = audio.createStereoPanner();
  oscillator.type = form;
  oscillator.frequency.setValueAtTime(tone.frequency, start);
  oscillator.frequency.exponentialRampToValueAtTime(tone.frequency * falls, start + seconds);
  panner.pan.setValueAtTime(tone.pan, start);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loudness, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(gain).connect(panner).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds + 0.02);
}
