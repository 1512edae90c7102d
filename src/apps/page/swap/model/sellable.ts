import type { ListedToken, Vault } from '../../../../sdk/client/index.js';
import { signedFor, type Facts } from './facts.js';
import { isSellable } from './form.js';

/** The tokens, and which of them orders can sell. */
export interface Sellers {
  readonly tokens: readonly ListedToken[];
  readonly canSell: (token: ListedToken) => boolean;
  /** Balance of the visitor's wallet, smallest units; 0 if unknown. */
  readonly held: (contractId: string) => bigint;
}

interface Listed {
  readonly tokens: readonly ListedToken[];
  readonly vaults: readonly Pick<Vault, 'liquidity'>[];
}

/** The exchange's tokens, of which orders sell those copies that a router takes and a vault swaps. */
export function sellersOf(
  facts: Facts,
  { tokens, vaults }: Listed,
  held: Sellers['held'] = () => 0n,
): Sellers {
  const swapped = new Set(vaults.flatMap(({ liquidity }) => liquidity.map(({ contractId }) => contractId)));
  const canSell = (token: ListedToken) =>
    isSellable(token) && swapped.has(token.contractId) && signedFor(facts, token) !== undefined;
  return { tokens, canSell, held };
}

/**
 * The copy of the token from which orders sell it; a copy that can be sold is its own. Of several, the one of which the wallet holds most,
 * and the last of equal ones: registries list older versions first. Undefined if no order can sell the token.
 */
export function tradedAs(token: ListedToken, { tokens, canSell, held }: Sellers): ListedToken | undefined {
  if (isSellable(token)) return canSell(token) ? token : undefined;
  return tokens
    .filter((copy) => copy.base === token.contractId && canSell(copy))
    .reduce<ListedToken | undefined>(
      (most, copy) => (most === undefined || held(copy.contractId) >= held(most.contractId) ? copy : most),
      undefined,
    );
}

/** Reason why no order can sell the token, in a few words; undefined if one can. */
export const whyNotSold = (token: ListedToken, sellers: Sellers): string | undefined =>
  tradedAs(token, sellers) === undefined ? 'no order can sell it here' : undefined;
