import { memo } from 'preact/compat';
import { useEffect, useRef } from 'preact/hooks';
import type { TokenPrice } from '../../../client/index.js';
import { dollars, roughDollars, share } from '../format/numbers.js';
import { Change } from '../parts/change.js';
import { Sparkline } from '../parts/sparkline.js';
import { TokenName } from '../parts/token-mark.js';
import { href } from '../route.js';

/** One market. Drawn again only when its token changed. */
export const MarketRow = memo(({ token }: { readonly token: TokenPrice }) => (
  <tr>
    <th scope="row">
      <div class="market-token">
        <a href={href('token', [token.contractId])}>
          <TokenName token={token} />
        </a>
        <Marks token={token} />
      </div>
    </th>
    <td class="number">
      <Price usd={token.usd} />
      <span class="only-narrow">
        <Change value={token.change['24h']} />
      </span>
    </td>
    <td class="number wide">
      <Change value={token.change['1h']} />
    </td>
    <td class="number not-narrow">
      <Change value={token.change['24h']} />
    </td>
    <td class="number wide">
      <Change value={token.change['7d']} />
    </td>
    <td class="not-narrow">
      <Sparkline closes={token.sparkline ?? []} />
    </td>
    <td class="number not-narrow">{roughDollars(token.liquidityUsd)}</td>
    <td class="number wide">{token.roundTripLoss === null ? '–' : share(token.roundTripLoss / 100)}</td>
  </tr>
));

/** A price that lights up for a moment when it changes. It keeps its room. */
function Price({ usd }: { readonly usd: number }) {
  const shown = useRef(usd);
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (shown.current === usd) return;
    const hasRisen = usd > shown.current;
    shown.current = usd;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const colour = hasRisen ? 'var(--good-soft)' : 'var(--bad-soft)';
    element.current?.animate([{ backgroundColor: colour }, { backgroundColor: 'transparent' }], 1_500);
  }, [usd]);
  return (
    <span ref={element} class="price" title={`$${usd}`}>
      {dollars(usd)}
    </span>
  );
}

/** What a buyer should know before the price. */
export function Marks({ token: { thin, stale } }: { readonly token: Pick<TokenPrice, 'thin' | 'stale'> }) {
  return (
    <>
      {thin && (
        <span
          class="badge warn"
          title="Buying for a dollar and selling straight back loses over 25%: little money moves this price."
        >
          thin
        </span>
      )}
      {stale && (
        <span class="badge bad" title="This price is more than 15 minutes old.">
          stale
        </span>
      )}
    </>
  );
}
