import { parseRoute, pathOf } from '../route.js';

/** Time for a view to show its heading, after which the visitor has moved on. */
const PATIENCE_MS = 5_000;
/** Time for a view to reach its old height, so that its scroll position can be restored. */
const GROWTH_MS = 1_000;

/** The place that an address names, ignoring its query. */
const placeOf = (hash: string) => ({ view: parseRoute(hash).view, path: pathOf(hash) });

/**
 * Starts each new view at the top, with the focus on its heading. Restores the scroll position of a view to which the visitor goes
 * back; marks on history entries tell the two cases apart. Returns a function that stops both.
 */
export function followArrivals(): () => void {
  let last = placeOf(location.hash);
  let stop = () => {};
  const left = new Map<number, number>();
  let entry = mark();
  const onChange = () => {
    const next = placeOf(location.hash);
    const isNew = entryOf() === undefined;
    const isOther = next.path !== last.path;
    // The documents scroll to their headings themselves.
    const isWithinDocs = next.view === 'docs' && last.view === 'docs';
    last = next;
    entry = mark();
    if (!isOther) return;
    stop();
    if (isWithinDocs) return;
    if (isNew) scrollTo(0, 0);
    const y = isNew ? 0 : (left.get(entry) ?? 0);
    stop = focusHeading(() => scrollDownTo(y));
  };
  // Recorded on each scroll: once the address changes, the next view may already be rendered.
  const onScroll = () => left.set(entry, scrollY);
  addEventListener('scroll', onScroll, { passive: true });
  addEventListener('hashchange', onChange);
  return () => {
    stop();
    removeEventListener('scroll', onScroll);
    removeEventListener('hashchange', onChange);
  };
}

/** Scrolls to a view's old position, again on each frame until the view has grown tall enough or time is up. */
function scrollDownTo(y: number): void {
  const until = performance.now() + GROWTH_MS;
  const step = () => {
    if (Math.ceil(scrollY) >= y || performance.now() > until) return;
    scrollTo(0, y);
    requestAnimationFrame(step);
  };
  step();
}

const entryOf = () => (history.state as { readonly entry?: number } | null)?.entry;

/** Marks the entry of the history as seen, and returns its number. */
function mark(): number {
  const known = entryOf();
  if (known !== undefined) return known;
  const entry = Date.now();
  history.replaceState({ entry }, '');
  return entry;
}

/** Focuses the heading once it is rendered, unless the visitor or the view has moved the focus by then. */
function focusHeading(onShown: () => void): () => void {
  const from = document.activeElement;
  const old = document.querySelector('#main h1');
  const look = () => {
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== from) return stop();
    if (activeElement?.matches('input, textarea, select')) return stop();
    const heading = document.querySelector<HTMLElement>('#main h1');
    if (heading === null || heading === old) return;
    onShown();
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    stop();
  };
  const watch = new MutationObserver(look);
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const stop = () => {
    clearTimeout(timer);
    watch.disconnect();
  };
  watch.observe(document.getElementById('main')!, { childList: true, subtree: true });
  return stop;
}
