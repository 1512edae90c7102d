import {
  MAX_TARGET_SCALED,
  ratioOf,
  type PriceRatio,
  type TriggerPrice,
  type UnusablePrice,
} from '../../../domain/order/trigger.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { PairRatio, WatchedPair } from '../../../ports/index.js';
import type { PriceList } from '../../prices/price-list.js';

type PriceOf = (token: ContractId) => TriggerPrice | undefined;

const byToken = new WeakMap<PriceList, ReadonlyMap<ContractId, TriggerPrice>>();

/** The list's prices by token, as triggers read them; no price for any token without a list. */
export function priceOfList(list: PriceList | undefined): PriceOf {
  if (list === undefined) return () => undefined;
  const known = byToken.get(list) ?? new Map(list.tokens.map((priced) => [priced.token, priced]));
  byToken.set(list, known);
  return (token) => known.get(token);
}

/** A watched pair without a usable price, and the ratio it would have with its doubtful one. */
export interface HeldPair extends PairRatio {
  readonly why: UnusablePrice;
}

/** The pairs' ratios, and apart from them the pairs without a usable price. */
export function ratiosOf(
  pairs: readonly WatchedPair[],
  priceOf: PriceOf,
): { readonly ratios: readonly PairRatio[]; readonly held: readonly HeldPair[] } {
  const ratios: PairRatio[] = [];
  const held: HeldPair[] = [];
  for (const pair of pairs) {
    const ratio = ratioOf(pair, priceOf);
    if (ratio.ok) ratios.push({ ...pair, ...ratio.value });
    else held.push({ ...pair, ...doubtfulRatio(pair, priceOf), why: ratio.error });
  }
  return { ratios, held };
}

/** Reaches every target. */
const ANY_RATIO: PriceRatio = { floor: MAX_TARGET_SCALED, ceiling: 0n };

/** The ratio of a stale or thin price; without any price every order of the pair may fire. */
function doubtfulRatio(pair: WatchedPair, priceOf: PriceOf): PriceRatio {
  const ratio = ratioOf(pair, (token) => {
    const price = priceOf(token);
    return price && { usd: price.usd, stale: false, thin: false };
  });
  return ratio.ok ? ratio.value : ANY_RATIO;
}
