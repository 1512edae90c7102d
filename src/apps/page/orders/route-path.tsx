import type { Order } from '../../../sdk/client/index.js';
import { shortId } from '../../../sdk/words/names.js';
import { TokenLabel } from '../parts/token-label.js';

type SentQuote = NonNullable<NonNullable<Order['metadata']>['quote']>;

/** The tokens that the order's swap passes through, hop by hop. */
export const RoutePath = ({ quote: { path, vaults } }: { readonly quote: SentQuote }) => (
  <span title={vaults.join(' → ')}>
    {path.map(({ contractId, symbol, type }, n) => (
      <span key={contractId}>
        {n > 0 && ' → '}
        {symbol === undefined ? (
          <bdi>{shortId(contractId)}</bdi>
        ) : (
          <TokenLabel token={{ contractId, symbol, type }} />
        )}
      </span>
    ))}
  </span>
);
