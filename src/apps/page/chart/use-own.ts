import { useEffect, useMemo } from 'preact/hooks';
import type { Fill, Order } from '../../../sdk/client/index.js';
import { OrderList } from '../orders/order-list.js';
import { filtersOf } from '../orders/order-query.js';
import { useClient } from '../session/service.js';
import { wallet } from '../session/wallet.js';
import { useSigned, type Signed } from '../wallet/use-signed.js';

const OPEN = filtersOf(new URLSearchParams({ status: 'open' }));
const NONE: readonly Order[] = [];

/** The wallet's open orders, kept up to date; none without a wallet. */
export function useOpenOrders(): readonly Order[] {
  const client = useClient();
  const owner = wallet.value?.signer.address;
  const list = useMemo(
    () => (owner === undefined ? undefined : new OrderList(client, OPEN, owner)),
    [client, owner],
  );
  useEffect(() => {
    list?.begin();
    return () => list?.end();
  }, [list]);
  return list?.orders.value ?? NONE;
}

const MOST_FILLS = 50;

/** The wallet's newest fills. Reading them asks the wallet, so a visitor with a wallet of the browser has to ask for them. */
export function useOwnFills(openOrders: number): Signed<readonly Fill[]> {
  const fills = useSigned('orders', async (client, signal) => {
    const owner = wallet.peek()?.signer.address;
    if (owner === undefined) return [];
    const page = await client.portfolio.fills(owner, { limit: MOST_FILLS }, { by: 'wallet', signal });
    return page.items;
  });
  // An order that is no longer open may have been filled.
  useEffect(() => {
    if (fills.value.peek() !== undefined) fills.readFreely();
  }, [openOrders]);
  return fills;
}
