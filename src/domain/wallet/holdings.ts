import type { Token } from '../market/registry.js';
import type { ContractId } from '../shared/contract-id.js';
import type { Units } from '../shared/units.js';

/** Price of a token, as holdings are valued. */
export interface HeldPrice {
  /** Dollars for a whole token. */
  readonly usd: number;
  /** Change over 24 hours in percent; null without enough history. */
  readonly change24h: number | null;
}

/** Balance in smallest units; undefined if unknown, which is not 0. */
export type KnownBalance = Units | undefined;

/** One token of a wallet: what the wallet itself holds, and what its subnet copies hold, which are worth the same. */
export interface Holding {
  readonly token: Token;
  readonly wallet: KnownBalance;
  /** Balances of the subnet copies, from which orders are paid; empty if the token has none. */
  readonly copies: readonly { readonly contractId: ContractId; readonly balance: KnownBalance }[];
  /** Absent without a price. */
  readonly price?: HeldPrice;
  /** Dollars of all known balances; absent without a price. */
  readonly valueUsd?: number;
}

/** Holdings of a wallet, and their worth. */
export interface Holdings {
  /** Most valuable first, then those without a price; ties by contract id. Tokens of which the wallet surely holds none are absent. */
  readonly tokens: readonly Holding[];
  /** Dollars of all priced holdings. */
  readonly valueUsd: number;
  /** Whether every balance is known, and every token that is held has a price. */
  readonly isComplete: boolean;
}

/**
 * Returns the token as which a contract is held: for a subnet copy the token that it holds 1:1, for any other contract itself. A copy
 * whose base is not among the tokens is a token of its own.
 */
export function heldToken(tokens: readonly Token[]): (contract: ContractId) => ContractId {
  const listed = new Set(tokens.map(({ contractId }) => contractId));
  const bases = new Map(tokens.map(({ contractId, base }) => [contractId, base]));
  return (contract) => {
    const base = bases.get(contract);
    return base !== undefined && listed.has(base) ? base : contract;
  };
}

/**
 * Holdings of a wallet by token, each with its subnet copies as one.
 *
 * @param tokens of the registry.
 * @param balanceOf balance of the wallet in a token.
 * @param priceOf price of a token; undefined if it has none.
 */
export function holdingsOf(
  tokens: readonly Token[],
  balanceOf: (token: ContractId) => KnownBalance,
  priceOf: (token: ContractId) => HeldPrice | undefined,
): Holdings {
  const tokenOf = heldToken(tokens);
  const copiesOf = (id: ContractId) =>
    tokens.filter(({ contractId }) => contractId !== id && tokenOf(contractId) === id);
  const all = tokens
    .filter(({ contractId }) => tokenOf(contractId) === contractId)
    .map((token): Holding => {
      const { contractId, decimals } = token;
      const wallet = balanceOf(contractId);
      const held = copiesOf(contractId).map(({ contractId: copy }) => ({
        contractId: copy,
        balance: balanceOf(copy),
      }));
      const price = priceOf(contractId);
      const units = [wallet, ...held.map(({ balance }) => balance)].reduce<bigint>(
        (sum, balance) => sum + (balance ?? 0n),
        0n,
      );
      const valueUsd = price && (Number(units) / 10 ** decimals) * price.usd;
      return { token, wallet, copies: held, ...(price && { price, valueUsd: valueUsd! }) };
    })
    .filter((holding) => !isEmpty(holding));
  const valued = all.toSorted(
    (a, b) => (b.valueUsd ?? -1) - (a.valueUsd ?? -1) || (a.token.contractId < b.token.contractId ? -1 : 1),
  );
  return {
    tokens: valued,
    valueUsd: valued.reduce((sum, holding) => sum + (holding.valueUsd ?? 0), 0),
    isComplete: valued.every(
      (holding) =>
        holding.price !== undefined && balancesOf(holding).every((balance) => balance !== undefined),
    ),
  };
}

const balancesOf = ({ wallet, copies }: Holding): readonly KnownBalance[] => [
  wallet,
  ...copies.map(({ balance }) => balance),
];

const isEmpty = (holding: Holding): boolean => balancesOf(holding).every((balance) => balance === 0n);
