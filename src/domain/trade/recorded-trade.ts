import type { Txid } from '../order/ids.js';
import type { ContractId } from '../shared/contract-id.js';
import type { Trade } from './trade.js';

/** A trade of a mined transaction. Its transaction and place name it: nothing else does. */
export interface MinedTrade extends Trade {
  readonly txid: Txid;
}

/** A trade as it is recorded, with its worth. */
export interface ValuedTrade extends MinedTrade {
  /** Dollars, at the price recorded when it was mined; null if neither of its tokens had one. */
  readonly usd: number | null;
}

/** A recorded trade with its place in the chain. */
export interface RecordedTrade extends ValuedTrade {
  /** Height and number within the block, which order trades: a later trade has a higher position. */
  readonly position: number;
  readonly blockHeight: number;
  /** Time of its block, Unix seconds. */
  readonly time: number;
}

/** Greatest number of trades of one block that positions can tell apart. */
const MOST_PER_BLOCK = 2 ** 16;

/** The position of the nth trade of a block, counted from 0. */
export function positionOf(height: number, n: number): number {
  if (n >= MOST_PER_BLOCK) throw new RangeError(`block ${height} has more than ${MOST_PER_BLOCK} trades`);
  return height * MOST_PER_BLOCK + n;
}

/** The height of the block of the trade at this position. */
export const heightOf = (position: number): number => Math.floor(position / MOST_PER_BLOCK);

/** Price and decimals of a token: dollars for a whole one, undefined if it had no price. */
export interface Worth {
  readonly usd: number | undefined;
  readonly decimals: number;
}

/** Dollars of a trade: its input at the price then, or else its output; null if neither had a price. */
export function worthOf(
  { tokenIn, amountIn, tokenOut, amountOut }: Trade,
  worthOfToken: (token: ContractId) => Worth | undefined,
): number | null {
  const dollars = (token: ContractId, amount: bigint) => {
    const worth = worthOfToken(token);
    return worth?.usd === undefined ? null : (Number(amount) / 10 ** worth.decimals) * worth.usd;
  };
  return dollars(tokenIn, amountIn) ?? dollars(tokenOut, amountOut);
}
