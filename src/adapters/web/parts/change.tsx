import { percent } from '../format/numbers.js';

/** A change in percent: by its sign, and by colour for those who see it. */
export function Change({ value }: { readonly value: number | null }) {
  const direction = value === null || value === 0 ? 'even' : value > 0 ? 'up' : 'down';
  return <span class={`change ${direction}`}>{percent(value)}</span>;
}
