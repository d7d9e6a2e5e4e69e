/**
 * Where we are: the address as path parts and query. Links within the page are followed without
 * loading it anew. Which page belongs to an address is `App.svelte`.
 */

interface Route {
  path: string[];
  query: URLSearchParams;
}

export const route: Route = $state(read());

function read(): Route {
  if (typeof location === 'undefined') return { path: [], query: new URLSearchParams() };
  return { path: parts(location.pathname), query: new URLSearchParams(location.search) };
}

export function parts(pathname: string): string[] {
  return pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}

function follow(): void {
  Object.assign(route, read());
}

/** Goes to a path of the page, with query; `replace` leaves no step in the history. */
export function go(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path);
  else {
    history.pushState(null, '', path);
    window.scrollTo(0, 0);
  }
  follow();
}

/** Whether a click on a link is ours: same page, this tab, nothing to download. */
function ours(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return false;
  return !link.pathname.startsWith('/api') && link.pathname !== '/health' && !link.hash;
}

/** Starts following links and the browser's back and forward. */
export function followLinks(): void {
  window.addEventListener('popstate', follow);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!(link instanceof HTMLAnchorElement) || !ours(event, link)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
