import { holdingsOf, type Holdings } from '../../domain/wallet/holdings.js';
import { parseAddress, type Address } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import type { ReadTokenBook } from '../metadata/read-token-book.js';
import type { PriceListCache } from '../prices/price-list-cache.js';
import type { makeBalancesAtTip } from './balances-at-tip.js';
import type { ReadBalancesError } from './read-balances.js';

/** Holdings of a wallet as of one block, at the newest recorded prices. */
export interface Portfolio extends Holdings {
  readonly address: Address;
  /** Height of the block as of which all the balances were read. */
  readonly blockHeight: number;
  /** Time of the prices; absent before the first run. */
  readonly pricesAt?: Date;
}

/**
 * Reads what a wallet holds of every token of the exchange: each token with its subnet copies as one, in dollars. It shows what the chain
 * shows to everyone; what open orders will take is not subtracted.
 */
export const makeReadPortfolio =
  (
    { hasher, registry }: Pick<Ports, 'hasher' | 'registry'>,
    {
      balancesAtTip,
      prices,
      readTokens,
    }: {
      readonly balancesAtTip: ReturnType<typeof makeBalancesAtTip>;
      readonly prices: Pick<PriceListCache, 'list'>;
      readonly readTokens: ReadTokenBook;
    },
  ) =>
  async (text: string): Promise<Result<Portfolio, ReadBalancesError>> => {
    const current = registry.current();
    const address = parseAddress(text, current.network, hasher.sha256);
    if (!address.ok)
      return err({ kind: 'invalid-balance-request', parameter: 'address', reason: address.error.reason });
    const balances = await balancesAtTip();
    if (!balances.ok) return balances;
    const { tip, balanceOf } = balances.value;
    const ids = current.tokens.map(({ contractId }) => contractId);
    const [read, list, book] = await Promise.all([
      Promise.all(ids.map((token) => balanceOf(token, address.value))),
      prices.list(),
      readTokens(current),
    ]);
    const held = new Map(ids.map((id, n) => [id, read[n]?.ok === true ? read[n].value : undefined]));
    const priced = new Map(list.tokens.map((token) => [token.token, token]));
    const holdings = holdingsOf(
      current.tokens.map((token) => book.listed(token.contractId) ?? token),
      (token) => held.get(token),
      (token) => {
        const price = priced.get(token);
        return price && { usd: price.usd, change24h: price.change['24h'] };
      },
    );
    return ok({
      ...holdings,
      address: address.value,
      blockHeight: tip.height,
      ...(list.run !== undefined && { pricesAt: list.run.at }),
    });
  };
