/** Brings a heading in view and moves the focus to it, so that the reader is where the link has led. */
export function arriveAt(target: HTMLElement, isTop: boolean): void {
  if (target instanceof HTMLDetailsElement) target.open = true;
  const { top } = target.getBoundingClientRect();
  const underHead = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const isInSight = isTop && top >= underHead && top < innerHeight / 2;
  if (!isInSight) target.scrollIntoView({ block: 'start' });
  target.focus({ preventScroll: true });
}

/** Does the same for the current route: following its link again causes no navigation. */
export function arriveAgain(anchor: string): void {
  const named = anchor === '' ? null : document.getElementById(anchor);
  const target = named ?? document.querySelector<HTMLElement>('.docs-page h1');
  if (target !== null) arriveAt(target, named === null);
}
