import type { Order } from '../../../sdk/client/index.js';
import { shortId } from '../../../sdk/words/names.js';
import { pathNames } from '../live/token-names.js';

type SentQuote = NonNullable<NonNullable<Order['metadata']>['quote']>;

/** The tokens that the order's swap passes through, hop by hop. */
export const RoutePath = ({ quote: { path, vaults } }: { readonly quote: SentQuote }) => (
  <span title={vaults.join(' → ')}>
    {pathNames(path.map(({ contractId, symbol = shortId(contractId) }) => ({ contractId, symbol }))).map(
      (name, n) => (
        <span key={n}>
          {n > 0 && ' → '}
          <bdi>{name}</bdi>
        </span>
      ),
    )}
  </span>
);
