const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

/** Moves the focus between the links of a table's rows with the arrow keys, Home and End. */
export function moveBetweenRows(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = STEPS[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody tr a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  links[step(at, links.length - 1)]?.focus();
}

/** Moves the focus from the search field to the first row found. */
export function moveToRows(event: KeyboardEvent): void {
  const first = document.querySelector<HTMLElement>('.markets tbody tr a');
  if (event.key !== 'ArrowDown' || event.isComposing || first === null) return;
  event.preventDefault();
  first.focus();
}
