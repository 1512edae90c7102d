import { parseRoute } from '../route.js';

/** Time for a view to show its heading, after which its visitor has gone on alone. */
const PATIENCE_MS = 5_000;
/** Time for a view to reach its old height, so that its scroll position can be restored. */
const GROWTH_MS = 1_000;

/** The place that an address names, whatever its query says of how it is shown. */
const placeOf = (hash: string) => {
  const { view, rest } = parseRoute(hash);
  return { view, path: [view, ...rest].join('/') };
};

/**
 * Begins each new view at its top, with the focus on its heading, and one that is gone back to where it was left. The history's entries
 * are marked, to tell these apart. Returns a function that ends it.
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
    // The documents find the place of their headings themselves.
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
  // By the time that the address has changed, the next view may be there already.
  const onScroll = () => left.set(entry, scrollY);
  addEventListener('scroll', onScroll, { passive: true });
  addEventListener('hashchange', onChange);
  return () => {
    stop();
    removeEventListener('scroll', onScroll);
    removeEventListener('hashchange', onChange);
  };
}

/** Scrolls as far as a view was scrolled, which it may still be too short for. */
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

/** Focuses the heading once it is there, unless the visitor or the view has put the focus elsewhere by then. */
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
