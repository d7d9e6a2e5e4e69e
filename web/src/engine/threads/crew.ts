/** The threads of an engine in the page: workers that help the one that thinks, on its memory. */

/** What a helping worker is told. */
export interface Join {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  flags: SharedArrayBuffer;
}

/** The part of a `Worker` that is used. */
export interface MemberLike {
  postMessage(message: Join): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<'here'>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** In pages of 64 KB, as kernels/wasm/build.py says: what is there at first, and the most. */
const PAGES = { initial: 512, maximum: 8192 };
const MOST = 8;
/** Milliseconds for all to arrive. Whoever is later helps with what is thought about next. */
const PATIENCE = 5000;

/** How many threads an engine has, where they can share memory: one core is left to the page. */
export function threadsHere(): number {
  if (!globalThis.crossOriginIsolated || typeof SharedArrayBuffer !== 'function') return 1;
  return Math.max(1, Math.min((navigator.hardwareConcurrency ?? 1) - 1, MOST));
}

export class Crew {
  readonly memory = new WebAssembly.Memory({ ...PAGES, shared: true });
  private members: MemberLike[] = [];
  private arrived: Promise<void> | null = null;

  constructor(
    readonly module: WebAssembly.Module,
    private readonly flags: SharedArrayBuffer,
    private readonly member: () => MemberLike,
    /** Somebody has failed who was there; nothing of the module can be used any more. */
    private readonly lost: () => void,
  ) {}

  /** When all are there who come. They are started the first time that somebody waits for them. */
  present(): Promise<void> {
    this.arrived ??= this.called().catch(() => {}); // a page that may start no more workers
    return this.arrived;
  }

  end(): void {
    for (const member of this.members) {
      member.onerror = null;
      member.terminate();
    }
    this.members = [];
  }

  private async called(): Promise<void> {
    while (this.members.length < threadsHere() - 1) this.members.push(this.member());
    const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
    await Promise.race([Promise.all(this.members.map((member) => this.arrival(member))), late]);
  }

  /** One that cannot even begin is one thread less. */
  private arrival(member: MemberLike): Promise<void> {
    return new Promise((resolve) => {
      member.onmessage = () => {
        member.onerror = () => this.lost();
        resolve();
      };
      member.onerror = () => resolve();
      member.postMessage({ module: this.module, memory: this.memory, flags: this.flags });
    });
  }
}
