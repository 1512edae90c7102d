/** Scrolls a heading into view and moves the focus to it, so that the reader continues where the link leads. */
export function arriveAt(target: HTMLElement, isTop: boolean): void {
  if (target instanceof HTMLDetailsElement) target.open = true;
  const { top } = target.getBoundingClientRect();
  const underHead = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const isInSight = isTop && top >= underHead && top < innerHeight / 2;
  if (!isInSight) target.scrollIntoView({ block: 'start' });
  target.focus({ preventScroll: true });
}

/** Returns to the heading of the current route: following a link to it again causes no navigation. */
export function arriveAgain(anchor: string): void {
  const named = anchor === '' ? null : document.getElementById(anchor);
  const target = named ?? document.querySelector<HTMLElement>('.docs-page h1');
  if (target !== null) arriveAt(target, named === null);
}
