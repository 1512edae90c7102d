import type { ListedToken, Quote } from '../../../sdk/client/index.js';
import { decimal } from '../../../sdk/signing/index.js';
import { worth } from '../../../sdk/words/numbers.js';
import { clockTime } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';
import { prices } from '../live/prices.js';
import { dollarsOf } from '../live/dollars.js';
import { worthWords } from './model/worth.js';

interface WorthProps {
  readonly units: string | undefined;
  readonly token: ListedToken | undefined;
}

/** Approximate worth of an amount in dollars, at the newest prices. */
export function Worth(props: WorthProps) {
  const usd = worthOf(props);
  if (usd === undefined) return <span class="amount-worth clip muted small">&nbsp;</span>;
  const text = worth(usd);
  return <span class="amount-worth clip muted small">{text.startsWith('>') ? text : `≈ ${text}`}</span>;
}

/** Note on the age of the dollar values, and on how far they differ from the quote. Its space is reserved. */
export function WorthNote({
  quote,
  sell,
  buy,
}: {
  readonly quote: Quote | undefined;
  readonly sell: ListedToken | undefined;
  readonly buy: ListedToken | undefined;
}) {
  const at = prices.value?.at;
  const paid = worthOf({ units: quote?.amountInExact, token: sell });
  const received = worthOf({ units: quote?.amountOutExact, token: buy });
  const clock = at === undefined ? undefined : clockTime(at, now.value);
  return (
    <p class="worth-note muted small">
      {clock !== undefined && quote !== undefined && worthWords(clock, quote, { paid, received })}
    </p>
  );
}

function worthOf({ units, token }: WorthProps): number | undefined {
  const usd = token === undefined ? undefined : dollarsOf(token.contractId);
  if (units === undefined || units === '0' || token === undefined || usd === undefined) return undefined;
  return Number(decimal(units, token.decimals)) * usd;
}
