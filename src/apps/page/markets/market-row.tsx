import { memo } from 'preact/compat';
import { useEffect, useRef } from 'preact/hooks';
import type { TokenPrice } from '../../../sdk/client/index.js';
import { roughDollars, shortDollars } from '../../../sdk/words/numbers.js';
import { Change } from '../parts/change.js';
import { Sparkline } from '../parts/sparkline.js';
import { TokenName } from '../parts/token-mark.js';
import { href } from '../route.js';
import type { SortKey } from './market-order.js';
import { Marks, RoundTripCost } from './marks.js';

interface RowProps {
  readonly token: TokenPrice;
  /** Key that the markets are sorted by. */
  readonly by: SortKey;
}

/** One market. Rendered again only if its token or the sorting changes. */
export const MarketRow = memo(({ token, by }: RowProps) => (
  <tr>
    <th scope="row">
      <div class="wrap">
        <a class="row" href={href('token', [token.contractId])}>
          <TokenName token={token} />
        </a>
        <Marks token={token} />
      </div>
    </th>
    <td class="number">
      <Price usd={token.usd} />
      {token.change['24h'] !== null && (
        <span class="only-narrow">
          <Change value={token.change['24h']} />
        </span>
      )}
      <SortedBy token={token} by={by} />
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
    <td class="number not-narrow">
      <VolumeOf token={token} />
    </td>
    <td class="number wide">{roughDollars(token.liquidityUsd)}</td>
    <td class="number wide">
      <RoundTripCost token={token} />
    </td>
  </tr>
));

const VolumeOf = ({ token: { volumeUsd } }: { readonly token: TokenPrice }) => (
  <>{volumeUsd === null ? '–' : roughDollars(volumeUsd)}</>
);

/** Figure that the markets are sorted by, if there is no room for its column. */
function SortedBy({ token, by }: RowProps) {
  if (by === 'symbol' || by === 'usd' || by === '24h') return null;
  // The volume column is the last one that a narrowing page hides.
  const room = by === 'volumeUsd' ? 'only-narrow' : 'only-not-wide';
  return (
    <span class={`${room} muted`}>
      {by === 'volumeUsd' ? (
        <>
          Volume <VolumeOf token={token} />
        </>
      ) : by === 'liquidityUsd' ? (
        <>Liquidity {roughDollars(token.liquidityUsd)}</>
      ) : by === 'roundTripLoss' ? (
        <RoundTripCost token={token} />
      ) : (
        <>
          <Change value={token.change[by]} /> {by === '1h' ? '1 h' : '7 d'}
        </>
      )}
    </span>
  );
}

/** A price that lights up for a moment when it changes. Its space is reserved. */
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
      {shortDollars(usd)}
    </span>
  );
}
