import { percent } from '../../../sdk/words/numbers.js';

/** A change in percent, distinguished by its sign and by colour. A change shown as 0.00% has neither. */
export function Change({ value }: { readonly value: number | null }) {
  const text = percent(value);
  const isEven = value === null || text === percent(0);
  const direction = isEven ? 'even' : value > 0 ? 'up' : 'down';
  return <span class={`change ${direction}`}>{text}</span>;
}
