import type { OrderHandle, OrderUuid, Txid } from '../order/ids.js';
import type { ConfirmedOrder } from '../order/order.js';
import type { Address } from '../shared/address.js';
import type { ContractId } from '../shared/contract-id.js';
import { AverageCostLedger, type LedgerEntry, type Quantity, type SaleResult } from './average-cost.js';
import { worthOf, type NanoUsd } from './nano-usd.js';

/** Swap of one order. */
export interface Fill {
  readonly uuid: OrderUuid;
  readonly handle: OrderHandle;
  readonly txid: Txid;
  /** Time of the block. */
  readonly at: Date;
  readonly blockHeight: number;
  readonly strategyId?: string;
  /** Amount that the order paid, in the token of which the input token may be a subnet copy. */
  readonly sold: Quantity;
  /** Amount that the order received, likewise. */
  readonly bought: Quantity;
  /** Address that received it, if not the owner. */
  readonly recipient?: Address;
}

/** Recorded price by which a fill is valued. */
export interface FillPrice {
  /** Side whose price it is. */
  readonly of: 'bought' | 'sold';
  /** Dollars for a whole token. */
  readonly usd: number;
  /** Worth of both sides at that price. */
  readonly worth: NanoUsd;
}

/** A fill with its worth; without `price` if neither token had a recorded price. */
export interface PricedFill extends Fill {
  readonly price?: FillPrice;
}

/** A fill as a part of a ledger. */
export interface LedgerFill extends PricedFill {
  /** A withdrawal turns a subnet copy into its token, which moves no cost. */
  readonly kind: 'swap' | 'withdrawal';
  /** Result of what it sold; absent for a withdrawal. */
  readonly sale?: SaleResult;
}

/** The fill of an order. @param tokenOf token of which a contract is the subnet copy, or else the contract itself. */
export function fillOf(order: ConfirmedOrder, tokenOf: (contract: ContractId) => ContractId): Fill {
  const { terms, txid, blockHeight, blockTime } = order;
  const { owner, recipient, strategy } = terms;
  return {
    uuid: terms.uuid,
    handle: terms.handle,
    txid,
    at: new Date(blockTime * 1_000),
    blockHeight,
    ...(strategy.strategyId !== undefined && { strategyId: strategy.strategyId }),
    sold: { token: tokenOf(terms.inputToken), units: order.executedAmountIn },
    bought: { token: tokenOf(terms.outputToken), units: order.executedAmountOut },
    ...(recipient !== owner && { recipient }),
  };
}

/** Compares fills by block, ties by handle: the order of transactions in a block is not stored. */
export const byBlock = (a: Pick<Fill, 'blockHeight' | 'handle'>, b: Pick<Fill, 'blockHeight' | 'handle'>) =>
  a.blockHeight - b.blockHeight || (a.handle < b.handle ? -1 : a.handle > b.handle ? 1 : 0);

/** Prices and units by which fills are valued. */
export interface FillPrices {
  /** Dollars for a whole token at a time; undefined if none was recorded. */
  readonly priceAt: (token: ContractId, at: Date) => number | undefined;
  /** Number of decimals; undefined if unknown. */
  readonly decimalsOf: (token: ContractId) => number | undefined;
}

/** The fill with its worth: by the price of what it bought or, without one, of what it sold. */
export function pricedFill(fill: Fill, { priceAt, decimalsOf }: FillPrices): PricedFill {
  for (const side of ['bought', 'sold'] as const) {
    const { token, units } = fill[side];
    const [usd, decimals] = [priceAt(token, fill.at), decimalsOf(token)];
    if (usd !== undefined && decimals !== undefined)
      return { ...fill, price: { of: side, usd, worth: worthOf(units, decimals, usd) } };
  }
  return fill;
}

/** Enters fills, oldest first, into a ledger, and returns them with the result of each. */
export function enterFills(fills: readonly PricedFill[]) {
  const ledger = new AverageCostLedger();
  const entered = fills.map((fill): LedgerFill => {
    const results = entriesOf(fill).map((entry) => ledger.add(entry));
    return isWithdrawal(fill)
      ? { ...fill, kind: 'withdrawal' }
      : { ...fill, kind: 'swap', sale: results[0]! };
  });
  return { ledger, fills: entered };
}

const isWithdrawal = ({ sold, bought }: Fill): boolean =>
  sold.token === bought.token && sold.units === bought.units;

/** Entries of a fill in its owner's ledger. What another address receives was bought, and then transferred away. */
function entriesOf(fill: PricedFill): readonly LedgerEntry[] {
  const { sold, bought, price, recipient } = fill;
  const change: LedgerEntry = isWithdrawal(fill)
    ? { kind: 'withdrawal', ...bought }
    : { kind: 'swap', sold, bought, ...(price && { worth: price.worth }) };
  return recipient === undefined ? [change] : [change, { kind: 'transfer-out', ...bought }];
}
