import { worth } from '../../../sdk/words/numbers.js';

const CENTS = 100;

/** A result in dollars with its sign, distinguished by colour too; a dash if unknown. */
export function Gain({ usd }: { readonly usd: number | null }) {
  if (usd === null) return <span class="change even">–</span>;
  const text = worth(Math.round(Math.abs(usd) * CENTS) / CENTS);
  const isEven = text === worth(0);
  const direction = isEven ? 'even' : usd > 0 ? 'up' : 'down';
  return (
    <span class={`change ${direction}`}>
      {isEven ? '' : usd > 0 ? '+' : '−'}
      {text}
    </span>
  );
}
