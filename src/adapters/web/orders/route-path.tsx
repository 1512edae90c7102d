import type { Order } from '../../../client/index.js';
import { oneLine, shortId } from '../format/names.js';

type SentQuote = NonNullable<NonNullable<Order['metadata']>['quote']>;

/** The tokens that the order's swap passes, from hop to hop. */
export function RoutePath({ quote: { path, vaults } }: { readonly quote: SentQuote }) {
  return (
    <span title={vaults.join(' → ')}>
      {path.map(({ contractId, symbol, type }, n) => (
        <span key={contractId}>
          {n > 0 && ' → '}
          <bdi>{symbol === undefined ? shortId(contractId) : oneLine(symbol, 16)}</bdi>
          {type === 'SUBNET' && <span class="muted small"> subnet</span>}
        </span>
      ))}
    </span>
  );
}
