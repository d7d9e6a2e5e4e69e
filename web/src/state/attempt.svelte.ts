/** Something that the server is asked to do: whether it is under way, and why it was refused. */

import { Refused } from '../net/api';
import type { Message } from '../net/wire';

export class Attempt {
  busy = $state(false);
  refusal = $state.raw<Message | null>(null);

  /** True: it was done. */
  async run(action: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    try {
      await action();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.refusal.message;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
