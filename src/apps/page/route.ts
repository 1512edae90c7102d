import { computed, signal } from '@preact/signals';

/** Place of the visitor in the page. It is the part of the address after `#`, so the page works below any path of any server. */
export interface Route {
  /** The view, such as `markets`. */
  readonly view: string;
  /** Parts of the address after the view, decoded, such as a contract id. */
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}

/** The route that an address names; that of the markets if the address is empty. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [view = '', ...rest] = path.split('/').map(decoded);
  return { view: view === '' ? 'markets' : view, rest, query: new URLSearchParams(query) };
}

/** The address of a view: `href('token', ['.stx'])` is `#/token/.stx`. */
export function href(
  view: string,
  rest: readonly string[] = [],
  query: Readonly<Record<string, string>> = {},
): string {
  const path = [view, ...rest].map(encodeURIComponent).join('/');
  const search = new URLSearchParams(query).toString();
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}

const hash = signal(location.hash);
addEventListener('hashchange', () => (hash.value = location.hash));

/** The route of the page. */
export const route = computed(() => parseRoute(hash.value));

/** Navigates to the address. */
export function go(to: string): void {
  location.hash = to;
}

/** View and further path of an address, without its query. */
export function pathOf(hash: string): string {
  const { view, rest } = parseRoute(hash);
  return [view, ...rest].join('/');
}

/**
 * Whether the address differs from the current one in its query at most. A visitor may have followed a link just now: the address
 * changes at once, {@link route} with the `hashchange` event.
 */
export const isHere = (to: string): boolean => pathOf(location.hash) === pathOf(to);

/** Changes the query of the current address without adding a history entry. Does nothing if the visitor has left for another place. */
export function replaceRoute(to: string): void {
  if (!isHere(to)) return;
  // Takes effect at once, not with the `hashchange` event: the visitor may be typing on.
  history.replaceState(history.state, '', to);
  hash.value = location.hash;
}

/** Decodes a part of an address; returns it unchanged if it is not validly encoded, since people type addresses. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
