import type { ChangeOptions, ReadOptions } from '../transport/call.js';
import { ClientError } from '../transport/client-error.js';
import type { Connection } from '../transport/connection.js';
import { quotesOf } from '../market/quotes.js';
import type { OrderDraft } from '../wire/swap.js';

/** Options of placing orders. */
export interface PlaceOptions extends ChangeOptions {
  /**
   * Whether to place the order even if its price is probably for the other direction. Default false: `priceConcern` checks each
   * order that is not stored yet, and a concern rejects with `far-from-market`.
   */
  readonly farFromMarket?: boolean;
}

/** The terms of an order that determine its price; the order need not be signed. */
export type OrderPrice = Pick<OrderDraft, 'inputToken' | 'outputToken'> & {
  /** Smallest units. */
  readonly amountIn: unknown;
  /** Smallest units; without it there is no concern. */
  readonly minAmountOut?: unknown;
  /** `*` for an order that is sent at once. */
  readonly conditionToken?: unknown;
  /** Time from which it is sent, ISO 8601. */
  readonly validFrom?: unknown;
};

/** Concern that an order's least output is so far from the market that its price is probably for the other direction. */
export interface PriceConcern {
  /**
   * `below`: the order accepts less than half of what the market pays. `above`: it asks for more than one and a half times as
   * much, and waits until the market pays that.
   */
  readonly is: 'below' | 'above';
  /** Least amount that the order accepts, smallest units. */
  readonly least: bigint;
  /** Amount that the market pays now, smallest units. */
  readonly market: bigint;
}

/**
 * Returns the concern about an order's price. Undefined if there is none, if the order waits for a price or a time, or if there is
 * no market to compare it with.
 */
export async function priceConcern(
  connection: Connection,
  { inputToken, outputToken, amountIn, minAmountOut, conditionToken, validFrom }: OrderPrice,
  options?: ReadOptions,
): Promise<PriceConcern | undefined> {
  const least = BigInt(digitsOf(minAmountOut));
  const isLater = Date.parse(String(validFrom)) > connection.clock.now();
  if (conditionToken !== '*' || isLater || least === 0n) return undefined;
  const query = { tokenIn: inputToken, tokenOut: outputToken, amount: digitsOf(amountIn) };
  const { amountOutExact = 0 } = await quotesOf(connection).get(query, options);
  const market = BigInt(amountOutExact);
  const is = least * 2n < market ? 'below' : least * 2n > market * 3n && market > 0n && 'above';
  return is ? { is, least, market } : undefined;
}

/** Error for an order that is not placed because of a concern about its price. */
export const tooFar = ({ is, least, market }: PriceConcern): ClientError =>
  new ClientError(`The market pays ${market} smallest units, not ${least}: farFromMarket places it`, {
    code: 'far-from-market',
    details: { is, least: String(least), market: String(market) },
  });

/** An amount as decimal digits; 0 if absent. */
const digitsOf = (amount: unknown): string => /^\d+$/.exec(String(amount))?.[0] ?? '0';
