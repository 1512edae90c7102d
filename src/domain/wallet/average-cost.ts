import type { ContractId } from '../shared/contract-id.js';
import { nanoUsd, NO_USD, type NanoUsd } from './nano-usd.js';

/** Amount of a token. A token and its subnet copies are one: `token` is the token itself, never a copy. */
export interface Quantity {
  readonly token: ContractId;
  /** Smallest units. */
  readonly units: bigint;
}

/** Swap of a wallet. */
export interface SwapEntry {
  readonly kind: 'swap';
  readonly sold: Quantity;
  readonly bought: Quantity;
  /** Worth of both sides at the time of the swap; absent without a recorded price, which is not a worth of 0. */
  readonly worth?: NanoUsd;
}

/**
 * One entry of a wallet's history. A deposit and a withdrawal move a token between the wallet and its subnet copy, a transfer between
 * wallets. What a transfer brings in has no known cost.
 */
export type LedgerEntry =
  SwapEntry | (Quantity & { readonly kind: 'deposit' | 'withdrawal' | 'transfer-in' | 'transfer-out' });

/** State of one token after the history of a wallet. */
export interface TokenLedger {
  /** Units held whose cost is known. */
  readonly quantity: bigint;
  /** Cost of these units. */
  readonly cost: NanoUsd;
  /** Units held whose cost is unknown: transferred in, or bought without a recorded price. */
  readonly quantityWithoutCost: bigint;
  /** Sum, over the units sold whose cost was known, of what they brought less their cost. */
  readonly realised: NanoUsd;
  /** Units sold at a recorded price whose cost is unknown, also those of which the history does not say where they came from. */
  readonly soldWithoutCost: bigint;
  /** Proceeds of these units; no part of `realised`. */
  readonly proceedsWithoutCost: NanoUsd;
  /** Units bought or sold by swaps without a recorded price; no part of any result. */
  readonly unpriced: bigint;
}

/** Result of selling some of a token. */
export interface SaleResult {
  /** Proceeds of the units with a known cost, less that cost; absent without a recorded price, or if none of the units had a known cost. */
  readonly realised?: NanoUsd;
  /** Cost of the units sold, as far as it was known. */
  readonly cost: NanoUsd;
  /** Units sold whose cost is unknown. */
  readonly withoutCost: bigint;
}

/** A token of which the history says nothing. */
export const NO_HISTORY: TokenLedger = {
  quantity: 0n,
  cost: NO_USD,
  quantityWithoutCost: 0n,
  realised: NO_USD,
  soldWithoutCost: 0n,
  proceedsWithoutCost: NO_USD,
  unpriced: 0n,
};

/**
 * Ledger of a wallet at average cost, in billionths of a dollar. Units leave at the average cost of all units with a known cost, rounded
 * down; the last of them take what is left, so that no cost is lost. Units with a known cost leave before those without.
 */
export class AverageCostLedger {
  private readonly byToken = new Map<ContractId, TokenLedger>();

  /** State of every token that the entries named, unordered. */
  get tokens(): ReadonlyMap<ContractId, TokenLedger> {
    return this.byToken;
  }

  /** Adds the next entry, oldest first. Returns the result of the sale if it is a swap. */
  add(entry: SwapEntry): SaleResult;
  add(entry: LedgerEntry): SaleResult | undefined;
  add(entry: LedgerEntry): SaleResult | undefined {
    switch (entry.kind) {
      case 'swap': {
        const result = this.sell(entry.sold, entry.worth);
        this.buy(entry.bought, entry.worth);
        return result;
      }
      case 'transfer-in':
        this.change(entry, ({ quantityWithoutCost }) => ({
          quantityWithoutCost: quantityWithoutCost + entry.units,
        }));
        return undefined;
      case 'transfer-out':
        this.change(entry, (held) => taken(held, entry.units).left);
        return undefined;
      case 'deposit':
      case 'withdrawal':
        return undefined;
    }
  }

  private sell(sold: Quantity, worth: NanoUsd | undefined): SaleResult {
    const { units } = sold;
    const { left, costed, cost } = taken(this.of(sold.token), units);
    const withoutCost = units - costed;
    if (worth === undefined) {
      this.change(sold, ({ unpriced }) => ({ ...left, unpriced: unpriced + units }));
      return { cost, withoutCost };
    }
    const brought = part(worth, costed, units);
    const realised = nanoUsd(brought - cost);
    this.change(sold, (held) => ({
      ...left,
      realised: nanoUsd(held.realised + realised),
      soldWithoutCost: held.soldWithoutCost + withoutCost,
      proceedsWithoutCost: nanoUsd(held.proceedsWithoutCost + worth - brought),
    }));
    return { cost, withoutCost, ...(costed > 0n && { realised }) };
  }

  private buy(bought: Quantity, worth: NanoUsd | undefined): void {
    const { units } = bought;
    this.change(bought, (held) =>
      worth === undefined
        ? { quantityWithoutCost: held.quantityWithoutCost + units, unpriced: held.unpriced + units }
        : { quantity: held.quantity + units, cost: nanoUsd(held.cost + worth) },
    );
  }

  private of(token: ContractId): TokenLedger {
    return this.byToken.get(token) ?? NO_HISTORY;
  }

  private change({ token }: Quantity, to: (held: TokenLedger) => Partial<TokenLedger>): void {
    const held = this.of(token);
    this.byToken.set(token, { ...held, ...to(held) });
  }
}

/** Takes units away, first those with a known cost. More may be taken than the history has brought. */
function taken(held: TokenLedger, units: bigint) {
  const costed = min(units, held.quantity);
  const cost = part(held.cost, costed, held.quantity);
  const others = min(units - costed, held.quantityWithoutCost);
  return {
    costed,
    cost,
    left: {
      quantity: held.quantity - costed,
      cost: nanoUsd(held.cost - cost),
      quantityWithoutCost: held.quantityWithoutCost - others,
    },
  };
}

/** The part of a sum that falls to some of the units, rounded down. */
const part = (sum: NanoUsd, units: bigint, ofUnits: bigint): NanoUsd =>
  nanoUsd(units === ofUnits ? sum : (sum * units) / ofUnits);

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
