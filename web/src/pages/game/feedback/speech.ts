/**
 * What a screen reader is told: lines added to a polite live region. Adding elements, not changing
 * one text, makes a sentence that is said twice heard twice.
 */
const KEPT = 12;

export class Speech {
  #region: HTMLElement | null = null;
  #last = '';

  attach(region: HTMLElement | null): void {
    this.#region = region;
  }

  /** What was said is no longer to be found. */
  clear(): void {
    this.#region?.replaceChildren();
  }

  /** The line said last, for those who look for it. */
  get last(): string {
    return this.#last;
  }

  say(text: string): void {
    this.#last = text;
    const region = this.#region;
    if (!region || !text) return;
    const line = document.createElement('p');
    line.textContent = text;
    region.append(line);
    while (region.children.length > KEPT) region.firstElementChild?.remove();
  }
}
