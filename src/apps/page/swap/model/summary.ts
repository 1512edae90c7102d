import type { Quote } from '../../../../sdk/client/index.js';
import { distance } from '../../../../sdk/words/rates.js';

/** Total fees that the pools of a route keep. */
export interface PoolFees {
  /** Fees as a fraction of the amount. */
  readonly share: number;
  /** Fees in dollars; undefined if a token has no price. */
  readonly usd: number | undefined;
}

/** Adds up the fees that the route's pools keep. `usd` returns the price of a token's smallest unit; undefined if it is unknown. */
export function poolFees(
  { hops, fees }: Pick<Quote, 'hops' | 'fees'>,
  usd: (token: string, decimals: number) => number | undefined,
): PoolFees {
  const kept = hops.reduce((left, { vault }) => left * (1 - vault.fee / 1_000_000), 1);
  const costs = fees.map(({ token, amount }, n) => {
    const price = usd(token, hops[n]?.tokenIn.decimals ?? 0);
    return amount === '0' ? 0 : price === undefined ? undefined : Number(amount) * price;
  });
  const sum = costs.reduce<number | undefined>(
    (all, cost) => (all === undefined || cost === undefined ? undefined : all + cost),
    0,
  );
  return { share: 1 - kept, usd: sum };
}

/** Gain of the newer quote's price over that of the older one, a signed fraction; 0 if they are equal. */
export function changeOf(older: Quote, newer: Quote): number {
  const [was, is] = [older, newer].map((quote) => ({
    paid: BigInt(quote.amountInExact),
    got: BigInt(quote.amountOutExact),
  }));
  return distance(is!.got * was!.paid, was!.got * is!.paid) ?? 0;
}
