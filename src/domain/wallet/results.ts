import type { ContractId } from '../shared/contract-id.js';
import { NO_HISTORY, type TokenLedger } from './average-cost.js';
import { nanoUsd, worthOf, type NanoUsd } from './nano-usd.js';

/** Amount that open orders take of a token and its subnet copies, if they are sent. */
export interface Reserved {
  readonly units: bigint;
  readonly orders: number;
}

/** Results of an owner's orders in one token. */
export interface TokenResult extends TokenLedger {
  readonly token: ContractId;
  readonly reserved: Reserved;
  /** Newest price of a whole token in dollars; absent without one. */
  readonly usd?: number;
  /** Average cost of a whole token in dollars; absent if no units with a known cost are left, or decimals are unknown. */
  readonly averageCost?: NanoUsd;
  /** Worth, at the newest price, of the units with a known cost, less that cost; absent without a price. */
  readonly unrealised?: NanoUsd;
}

/** Facts about a token as results need them. */
export interface TokenNow {
  readonly decimals?: number | undefined;
  readonly usd?: number | undefined;
}

const NONE: Reserved = { units: 0n, orders: 0 };

/** Results in every token that fills or open orders name, sorted by contract id. */
export function tokenResults(
  ledgers: ReadonlyMap<ContractId, TokenLedger>,
  reserved: ReadonlyMap<ContractId, Reserved>,
  nowOf: (token: ContractId) => TokenNow,
): readonly TokenResult[] {
  const tokens = [...new Set([...ledgers.keys(), ...reserved.keys()])].sort();
  return tokens.map((token) => {
    const ledger = ledgers.get(token) ?? NO_HISTORY;
    return { token, reserved: reserved.get(token) ?? NONE, ...ledger, ...valued(ledger, nowOf(token)) };
  });
}

function valued({ quantity, cost }: TokenLedger, { decimals, usd }: TokenNow) {
  return {
    ...(usd !== undefined && { usd }),
    ...(quantity > 0n &&
      decimals !== undefined && { averageCost: nanoUsd((cost * 10n ** BigInt(decimals)) / quantity) }),
    ...(usd !== undefined &&
      decimals !== undefined && { unrealised: nanoUsd(worthOf(quantity, decimals, usd) - cost) }),
  };
}

/** Sum of the results that are known. */
export const sumOf = (results: readonly (NanoUsd | undefined)[]): NanoUsd =>
  nanoUsd(results.reduce<bigint>((sum, result) => sum + (result ?? 0n), 0n));
