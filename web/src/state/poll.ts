/** Asks again every few seconds, as long as somebody can see the page. */

/** Runs `ask` now and then every `seconds`; gives back what stops it. */
export function poll(ask: () => Promise<void>, seconds: number): () => void {
  let stopped = false;
  let timer = 0;

  async function round(): Promise<void> {
    clearTimeout(timer);
    await ask();
    if (!stopped && !document.hidden) timer = window.setTimeout(round, seconds * 1000);
  }
  function seen(): void {
    if (!document.hidden) void round();
  }

  document.addEventListener('visibilitychange', seen);
  void round();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
