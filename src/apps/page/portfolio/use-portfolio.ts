import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Fill, Portfolio, PortfolioResults } from '../../../sdk/client/index.js';
import { problemOf } from '../live/problem.js';
import { useReading, type Read } from '../live/reading.js';
import { useClient } from '../session/service.js';
import { wallet } from '../session/wallet.js';
import { tellProblem } from '../shell/notices.js';
import { useSigned, type Signed } from '../wallet/use-signed.js';

const AGAIN_MS = 60_000;
const PAGE = 20;

/** The part of a portfolio that only its owner reads. */
export interface Own {
  readonly results: PortfolioResults;
  /** Newest fills, as far as they are read. */
  readonly fills: readonly Fill[];
  readonly nextCursor: string | undefined;
}

/** Public holdings of the address, read again each minute. */
export const usePortfolio = (address: string): Read<Portfolio> =>
  useReading(({ balances }, signal) => balances.portfolio(address, { signal }), AGAIN_MS);

/** Results and fills of the wallet, read again with its portfolio if that opens no window. */
export function useOwn(address: string, portfolio: Portfolio | undefined): Signed<Own> {
  const own = useSigned('orders', async (client, signal): Promise<Own> => {
    const options = { by: 'wallet', signal } as const;
    const [results, { items, nextCursor }] = await Promise.all([
      client.portfolio.results(address, {}, options),
      client.portfolio.fills(address, { limit: PAGE }, options),
    ]);
    return { results, fills: items, nextCursor };
  });
  useEffect(() => {
    const known = own.value.peek();
    // Pages that the visitor has opened stay open.
    if (known !== undefined && known.fills.length <= PAGE) own.readFreely();
  }, [portfolio]);
  return own;
}

/** Adds the next page of fills. */
export function useMoreFills(own: Signed<Own>) {
  const client = useClient();
  const isReading = useSignal(false);
  const more = async () => {
    const known = own.value.peek();
    const address = wallet.peek()?.signer.address;
    if (known?.nextCursor === undefined || address === undefined || isReading.peek()) return;
    isReading.value = true;
    try {
      const query = { limit: PAGE, cursor: known.nextCursor };
      const { items, nextCursor } = await client.portfolio.fills(address, query, { by: 'wallet' });
      if (own.value.peek() === known)
        own.value.value = { ...known, fills: [...known.fills, ...items], nextCursor };
    } catch (error) {
      tellProblem(problemOf(error));
    } finally {
      isReading.value = false;
    }
  };
  return { isReading, more };
}
