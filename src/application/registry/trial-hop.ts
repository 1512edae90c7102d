import type { RouteHop } from '../../domain/router/best-route.js';
import { toUnits } from '../../domain/shared/units.js';
import { isRoutable, rulesOf } from '../../domain/vault/kinds.js';
import type { HopQuote, RoutableVault, Vault } from '../../domain/vault/vault.js';

/** Direction of a hop. 0: A to B; 1: B to A. */
export type Direction = 0 | 1;

/** A hop through any vault, even one that is not routed. `dx` is its whole input. */
export function trialHop(vault: Vault, direction: Direction, { dx, dy }: HopQuote): RouteHop {
  const [tokenIn, tokenOut] = direction === 0 ? [vault.tokenA, vault.tokenB] : [vault.tokenB, vault.tokenA];
  return {
    vault: routed(vault),
    opcode: rulesOf(vault).opcodes[direction],
    tokenIn,
    tokenOut,
    amountIn: toUnits(dx),
    dx: toUnits(dx),
    amountOut: toUnits(dy),
  };
}

/**
 * The vault in a form that can be routed. A vault with unknown maths is assumed to transfer what other vaults do, and to take a
 * fee of up to its whole input.
 */
const routed = (vault: Vault): RoutableVault =>
  isRoutable(vault) ? vault : { ...vault, kind: 'bitflow-stableswap', feePpm: 1_000_000 };
