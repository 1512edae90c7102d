import { decimal } from '../signing/amounts.js';
import { percentOf, worth } from './numbers.js';

/** Token whose amounts are in smallest units. */
interface CountedToken {
  readonly contractId: string;
  readonly decimals: number;
}

/** Dollar price of a token; undefined without one. */
type UsdOf = (token: string) => number | undefined;

/** Dollar worth of an amount in smallest units; undefined if the token has no price. */
export function worthOf(
  units: string,
  { contractId, decimals }: CountedToken,
  usdOf: UsdOf,
): number | undefined {
  const usd = usdOf(contractId);
  return usd === undefined ? undefined : Number(decimal(units, decimals)) * usd;
}

/** Dollar worth of both sides of a swap, at prices that are current. */
export interface Worths {
  readonly paid: number;
  readonly received: number;
}

/** Dollar worth of both sides of a quote; undefined without an amount, or if a token has no price. */
export function worthsOf(
  { amountInExact, amountOutExact }: { readonly amountInExact: string; readonly amountOutExact: string },
  { sell, buy }: { readonly sell: CountedToken; readonly buy: CountedToken },
  usdOf: UsdOf,
): Worths | undefined {
  const [paid, received] = [worthOf(amountInExact, sell, usdOf), worthOf(amountOutExact, buy, usdOf)];
  return paid === undefined || received === undefined || paid === 0 || amountOutExact === '0'
    ? undefined
    : { paid, received };
}

/**
 * Loss above which the signer must consent, as a fraction; the same for limits, slippage, price impact and dollar worth. Exchanges warn
 * above a few percent, and require a typed word above 15%.
 */
export const MUCH = 0.05;

/** Loss of a swap by the dollar prices, as a fraction of what is paid; negative if it gains. */
export const dollarLoss = ({ paid, received }: Worths): number => 1 - received / paid;

/** The loss in percent. One just below 100 percent is not shown as `100%`. */
export const lossOf = (loss: number): string =>
  loss > 0.999 && loss < 1 ? 'over 99.9%' : percentOf(loss, 1);

/** Sentence about a swap that loses at least {@link MUCH} by the dollar prices; undefined for others. */
export function dollarLossWords(worths: Worths): string | undefined {
  const lost = dollarLoss(worths);
  if (lost < MUCH) return undefined;
  const { paid, received } = worths;
  return `You get ${lossOf(lost)} less than the dollar prices say: ${worth(received)} for ${worth(paid)}.`;
}
