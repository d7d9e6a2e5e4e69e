/** The server's analysis, for games without a kernel and browsers that cannot run one. It decides by
 * itself how long it thinks. */
import * as api from '../net/api';
import type { Thinker } from './thinker';
import { NO_PROOF, Stopped, type Found, type Limits, type Look, type Proof, type Step } from './types';

export class RemoteEngine implements Thinker {
  readonly here = false;
  private stopped: (error: Error) => void = () => {};
  private stopping = this.untilStopped();

  constructor(readonly game: string) {}

  async look(text: string, steps: readonly Step[] = []): Promise<Look | null> {
    const travelling = steps.map((step) => (typeof step === 'string' ? step : step.withdraws));
    try {
      return { ...(await api.followed(this.game, text, travelling)), endgame: false };
    } catch (error) {
      if (error instanceof api.Refused && [409, 422].includes(error.status)) return null;
      throw error;
    }
  }

  think(text: string, limits: Limits): Promise<Found> {
    return Promise.race([this.asked(text, limits.lines ?? 1), this.stopping]);
  }

  async prove(): Promise<Proof> {
    return NO_PROOF;
  }

  stop(): void {
    this.stopped(new Stopped());
    this.stopping = this.untilStopped();
  }

  close(): void {
    this.stop();
  }

  private async asked(text: string, lines: number): Promise<Found> {
    const { kind, left, of, ...thought } = await api.analysis(this.game, text, lines);
    return {
      kind,
      quota: { left, of },
      thought: { ...thought, lines: thought.lines.map((line) => ({ ...line, visits: 0 })), seconds: 0 },
    };
  }

  private untilStopped(): Promise<never> {
    const stopping = new Promise<never>((_, reject) => (this.stopped = reject));
    stopping.catch(() => {}); // nobody need be waiting
    return stopping;
  }
}
