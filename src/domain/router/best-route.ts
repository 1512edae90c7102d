import type { ContractId } from '../shared/contract-id.js';
import { U128_MAX, type Units } from '../shared/units.js';
import { isRoutable, opcodeFor, quoteHop, type Opcode, type Reserves, type Vault } from './vault.js';

/** One vault on the way, with the reserves its amounts were computed from. */
export interface RouteHop {
  readonly vault: Vault;
  /** Absent on a sublink: it holds its base token 1:1 and needs none. */
  readonly reserves?: Reserves;
  readonly opcode: Opcode;
  readonly tokenIn: ContractId;
  readonly tokenOut: ContractId;
  readonly amountIn: Units;
  /** The input after the vault's fee. */
  readonly dx: Units;
  readonly amountOut: Units;
}

/** 1 to `MAX_HOPS` hops; no token and no vault appears twice. `amountOut` is 1 or more. */
export interface Route {
  readonly hops: readonly RouteHop[];
  readonly amountIn: Units;
  readonly amountOut: Units;
}

export const MAX_HOPS = 4;

/**
 * Whether some step of the route overflows the 128-bit unsigned numbers of the contracts, which then abort.
 * Routes are searched with unbounded maths: if an overflow counted as 0, more input could give less output
 * and the best prefix of a route would no longer be part of the best route.
 */
export function exceedsChain(route: Route): boolean {
  return route.hops.some(hopExceedsChain);
}

function hopExceedsChain({ vault, reserves, opcode, amountIn, dx }: RouteHop): boolean {
  if (reserves === undefined || vault.kind === 'sublink') return false;
  const { reserveA, reserveB } = reserves;
  const [x, y] = opcode === 0 ? [reserveA, reserveB] : [reserveB, reserveA];
  const kept = 1_000_000n - BigInt(vault.feePpm);
  // The whole input stays in the pool, so x + amountIn covers x + dx as well.
  return amountIn * kept > U128_MAX || dx * y > U128_MAX || x + amountIn > U128_MAX;
}

/**
 * The vaults of one registry with their latest reserves, and the search for the best route through them.
 * Rebuild it when the registry changes; reserves are updated in place.
 */
export class Router {
  private readonly vaults = new Map<ContractId, Vault>();
  private readonly reserves = new Map<ContractId, Reserves>();
  private readonly byToken = new Map<ContractId, Vault[]>();

  constructor(vaults: readonly Vault[]) {
    const inOrder = vaults.filter(isRoutable).sort((a, b) => (a.contractId < b.contractId ? -1 : 1));
    for (const vault of inOrder) {
      this.vaults.set(vault.contractId, vault);
      for (const token of [vault.tokenA, vault.tokenB]) {
        const holding = this.byToken.get(token);
        if (holding === undefined) this.byToken.set(token, [vault]);
        else holding.push(vault);
      }
    }
  }

  /** Whether some routable vault holds the token. */
  knows(token: ContractId): boolean {
    return this.byToken.has(token);
  }

  /** Replaces what a vault holds. A vault that is not routed is passed over. */
  update(contractId: ContractId, reserves: Reserves): void {
    if (this.vaults.has(contractId)) this.reserves.set(contractId, reserves);
  }

  /** Whether a path of at most four hops joins the tokens, whatever its vaults hold. */
  connects(tokenIn: ContractId, tokenOut: ContractId): boolean {
    let frontier = new Set([tokenIn]);
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      const next = new Set<ContractId>();
      for (const token of frontier) {
        for (const vault of this.byToken.get(token) ?? []) {
          next.add(vault.tokenA === token ? vault.tokenB : vault.tokenA);
        }
      }
      if (next.has(tokenOut)) return true;
      frontier = next;
    }
    return false;
  }

  /**
   * The route with the largest output; among equals the one with fewer hops, then with the smaller vault ids in order.
   * Undefined when no route gives 1 unit or more. `amountIn` is 0 to 2^128 - 1, else a RangeError is thrown.
   */
  bestRoute(tokenIn: ContractId, tokenOut: ContractId, amountIn: bigint): Route | undefined {
    if (amountIn < 0n || amountIn > U128_MAX) throw new RangeError(`${amountIn} is not an amount of units`);
    if (tokenIn === tokenOut) return undefined;
    let best: RouteHop[] = [];
    const path: RouteHop[] = [];
    const seen = new Set([tokenIn]);
    const visit = (token: ContractId, amount: Units): void => {
      if (token === tokenOut) {
        const bestOut = best.at(-1)?.amountOut ?? 0n;
        if (amount > bestOut || (amount === bestOut && path.length < best.length)) best = [...path];
        return;
      }
      if (path.length === MAX_HOPS) return;
      for (const vault of this.byToken.get(token) ?? []) {
        const next = vault.tokenA === token ? vault.tokenB : vault.tokenA;
        if (seen.has(next)) continue;
        const opcode = opcodeFor(vault, token);
        const reserves = this.reserves.get(vault.contractId);
        const { dx, dy } = quoteHop(vault, reserves, opcode, amount);
        if (dy === 0n) continue;
        path.push({
          vault,
          ...(reserves !== undefined && { reserves }),
          opcode,
          tokenIn: token,
          tokenOut: next,
          amountIn: amount,
          dx: dx as Units,
          amountOut: dy as Units,
        });
        seen.add(next);
        visit(next, dy as Units);
        seen.delete(next);
        path.pop();
      }
    };
    visit(tokenIn, amountIn as Units);
    const last = best.at(-1);
    if (last === undefined) return undefined;
    return { hops: best, amountIn: amountIn as Units, amountOut: last.amountOut };
  }
}
