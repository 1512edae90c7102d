import type { Hop, Quote } from '../../../../sdk/client/index.js';
import { mathsOf } from '../../../../sdk/words/vault-maths.js';

/** Effect of one hop on the price. */
export interface HopImpact {
  /** Price impact of the hop without its fee, a fraction; undefined if the quote does not determine it. */
  readonly impact: number | undefined;
  /** Share of the hop in the route's price impact, 0 to 1. */
  readonly share: number | undefined;
}

/**
 * The price impact of each hop. It is computed as on the server for pools whose price follows from their reserves. The remainder of
 * the route's price impact is assigned to the hop of another kind; if there are several such hops, theirs is unknown.
 */
export function hopImpacts({ hops, fees, priceImpact }: Quote): readonly HopImpact[] {
  const kept = hops.map((hop, n) => rateKept(hop, Number(fees[n]?.amount ?? 0)));
  const unknown = kept.filter((rate) => rate === undefined).length;
  const known = kept.reduce<number>((product, rate) => product * (rate ?? 1), 1);
  const total = 1 - priceImpact;
  return kept.map((rate): HopImpact => {
    const own = rate ?? (unknown === 1 && known > 0 ? total / known : undefined);
    if (own === undefined) return { impact: undefined, share: undefined };
    const bounded = Math.min(own, 1);
    return { impact: 1 - bounded, share: shareOf(bounded, total) };
  });
}

/** Impacts multiply, so their logarithms add up. */
const shareOf = (own: number, total: number): number | undefined =>
  total <= 0 || total >= 1 || own <= 0 ? undefined : Math.min(1, Math.log(own) / Math.log(total));

/** The hop's rate after its fee, relative to the price before the swap; undefined for pools whose reserves do not determine the price. */
function rateKept({ vault, opcode, quote }: Hop, fee: number): number | undefined {
  switch (mathsOf(vault)) {
    case 'even':
      return 1;
    case 'pool':
    case 'product': {
      const { reservesA, reservesB } = vault.reserves;
      if (reservesA === null || reservesB === null) return undefined;
      const [a, b] = [Number(reservesA), Number(reservesB)];
      const price = opcode === 0 ? b / a : a / b;
      const swapped = quote.amountIn - fee;
      return swapped > 0 && price > 0 ? quote.amountOut / swapped / price : undefined;
    }
    case 'unknown':
      return undefined;
  }
}

/** A hop's amount in smallest units. It is rounded beyond 2^53, where the service sends no more digits. */
export const hopUnits = (amount: number): string => BigInt(Math.trunc(amount)).toString();
