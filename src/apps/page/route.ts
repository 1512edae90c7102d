import { computed, signal } from '@preact/signals';

/** Location of the visitor: the part of the address after `#`, so the page works under any path of any server. */
export interface Route {
  /** The view, such as `markets`. */
  readonly view: string;
  /** Parts of the address after the view, decoded, such as a contract id. */
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}

/** The route that an address names; the markets for an empty one. */
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

/** Leads the visitor there. */
export function go(to: string): void {
  location.hash = to;
}

/** Changes the address without adding a history entry. */
export function replaceRoute(to: string): void {
  // At once rather than after an event: the visitor may go on typing.
  history.replaceState(history.state, '', to);
  hash.value = location.hash;
}

/** A text that is not validly encoded is kept as it is: people type addresses. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
