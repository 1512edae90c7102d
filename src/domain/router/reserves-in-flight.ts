import type { ContractId } from '../shared/contract-id.js';
import type { Units } from '../shared/units.js';
import { toUnits } from '../shared/units.js';
import { isRoutable, opcodeFor, quoteHop, rulesOf } from '../vault/kinds.js';
import type { Reserves, Vault } from '../vault/vault.js';
import { reservesAfter } from './split/split.js';

/** Swap that is sent and in no block yet. */
export interface SwapInFlight {
  readonly amountIn: Units;
  /** Tokens from input to output. */
  readonly path: readonly ContractId[];
  /** Vaults in the order of the hops. */
  readonly vaults: readonly ContractId[];
}

/**
 * Reserves that swaps in flight leave if they are mined in this order, by vault; vaults that they do not change are absent. A swap is
 * followed up to the first vault that is not listed or that only its contract can quote: what comes behind it is not known.
 *
 * @example
 * reservesInFlight([{ amountIn, path: [welsh, dollar], vaults: [pool] }], { vaults, reserves }).get(pool);
 */
export function reservesInFlight(
  swaps: readonly SwapInFlight[],
  {
    vaults,
    reserves,
  }: { readonly vaults: readonly Vault[]; readonly reserves: ReadonlyMap<ContractId, Reserves> },
): ReadonlyMap<ContractId, Reserves> {
  const left = new Map<ContractId, Reserves>();
  for (const swap of swaps) {
    let { amountIn } = swap;
    for (const [n, contractId] of swap.vaults.entries()) {
      const vault = vaults.find((known) => known.contractId === contractId);
      const [tokenIn, tokenOut] = [swap.path[n], swap.path[n + 1]];
      if (vault === undefined || tokenIn === undefined || tokenOut === undefined) break;
      if (!isRoutable(vault) || rulesOf(vault).isQuoted) break;
      const held = left.get(contractId) ?? reserves.get(contractId);
      const opcode = opcodeFor(vault, tokenIn);
      const { dx, dy } = quoteHop(vault, held, opcode, amountIn);
      const amountOut = toUnits(dy);
      const hop = { vault, opcode, tokenIn, tokenOut, amountIn, dx: toUnits(dx), amountOut };
      const after = held && reservesAfter({ ...hop, reserves: held });
      if (after !== undefined) left.set(contractId, after);
      amountIn = amountOut;
    }
  }
  return left;
}
