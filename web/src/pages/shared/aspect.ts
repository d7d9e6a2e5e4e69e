/** A board's frame tells its parent the shape of its picture, so that it is as wide as its height allows. */
export function aspect(frame: HTMLElement): { destroy(): void } {
  const fit = (): void => {
    const box = frame.querySelector('svg')?.viewBox.baseVal;
    if (box?.width && box.height)
      frame.parentElement?.style.setProperty('--aspect', String(box.width / box.height));
  };
  const watcher = new MutationObserver(fit);
  watcher.observe(frame, { subtree: true, childList: true, attributes: true, attributeFilter: ['viewBox'] });
  fit();
  return { destroy: () => watcher.disconnect() };
}
