import type { ListedToken } from '../../../sdk/client/index.js';
import { worth } from '../../../sdk/words/numbers.js';
import { clockTime } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';
import { prices } from '../live/prices.js';
import { dollarsOf } from '../live/dollars.js';
import type { Desk } from './desk.js';
import { worthOf } from '../../../sdk/words/worth.js';
import { worthWords } from './model/worth.js';

interface WorthProps {
  readonly units: string | undefined;
  readonly token: ListedToken | undefined;
}

/** Approximate worth of an amount in dollars, at the newest prices. */
export function Worth({ units, token }: WorthProps) {
  const isKnown = units !== undefined && units !== '0' && token !== undefined;
  const usd = isKnown ? worthOf(units, token, dollarsOf) : undefined;
  if (usd === undefined) return <span class="amount-worth clip muted small">&nbsp;</span>;
  const text = worth(usd);
  return <span class="amount-worth clip muted small">{text.startsWith('>') ? text : `≈ ${text}`}</span>;
}

/** Note on the age of the dollar values, and on the loss of the swap by them. Its space is reserved. */
export function WorthNote({ desk: { live, market } }: { readonly desk: Desk }) {
  const at = prices.value?.at;
  const { quote } = live.value;
  const told =
    at === undefined || quote === undefined
      ? undefined
      : worthWords(clockTime(at, now.value), quote, market.value?.worths);
  return (
    <p class={`worth-note small ${told?.isBad === true ? 'is-bad' : 'muted'}`} role="status">
      {told?.text}
    </p>
  );
}
