import type { Quote, Vault } from '../../../../sdk/client/index.js';
import { mathsOf } from '../../../../sdk/words/vault-maths.js';

/** A route other than the best one. */
export interface OtherRoute {
  /** Contract ids of the route's tokens, from the sold one to the bought one. */
  readonly tokens: readonly string[];
  readonly vaults: readonly Vault[];
  /** Smallest units of the bought token. */
  readonly amountOut: bigint;
}

const MOST_HOPS = 4;
const MOST_SHOWN = 5;
const PPM = 1_000_000n;

/** One direction of a vault whose formula is known exactly: a constant-product pool, or a one-to-one sublink. */
interface Edge {
  readonly vault: Vault;
  readonly to: string;
  readonly out: (amountIn: bigint) => bigint;
}

/**
 * Other routes of a swap over pools and sublinks, whose outputs follow exactly from their reserves: first the best for each number
 * of hops, then the best of the remaining ones. Vaults of other exchanges compute differently and are left out.
 */
export function otherRoutes(
  vaults: readonly Vault[],
  {
    tokenIn,
    tokenOut,
    amountIn,
  }: { readonly tokenIn: string; readonly tokenOut: string; readonly amountIn: bigint },
  best: Pick<Quote, 'hops'>,
): readonly OtherRoute[] {
  const edges = edgesOf(vaults);
  const found: OtherRoute[] = [];
  const walk = (route: OtherRoute) => {
    const token = route.tokens.at(-1)!;
    if (token === tokenOut) return void found.push(route);
    if (route.vaults.length === MOST_HOPS) return;
    for (const { vault, to, out } of edges.get(token) ?? []) {
      const amountOut = route.tokens.includes(to) ? 0n : out(route.amountOut);
      if (amountOut > 0n)
        walk({ tokens: [...route.tokens, to], vaults: [...route.vaults, vault], amountOut });
    }
  };
  walk({ tokens: [tokenIn], vaults: [], amountOut: amountIn });
  const quoted = idOf(best.hops.map(({ vault }) => vault));
  const others = found.filter((route) => idOf(route.vaults) !== quoted).sort(byOutput);
  const bestOfEach = others.filter(
    ({ vaults: { length } }, n) => others.findIndex((other) => other.vaults.length === length) === n,
  );
  return [...new Set([...bestOfEach, ...others])].slice(0, MOST_SHOWN).sort(byOutput);
}

/**
 * Output of the route on these reserves, to the unit; undefined if it contains a vault that computes differently. Other
 * routes are compared with this output rather than with the quote, which is from another moment.
 */
export function outputOver(
  vaults: readonly Vault[],
  { hops }: Pick<Quote, 'hops'>,
  amountIn: bigint,
): bigint | undefined {
  const edges = edgesOf(vaults);
  return hops.reduce<bigint | undefined>((amount, { vault, tokenIn, tokenOut }) => {
    const edge = edges
      .get(tokenIn.contractId)
      ?.find(
        ({ to, vault: { contractId } }) => to === tokenOut.contractId && contractId === vault.contractId,
      );
    return amount === undefined ? undefined : edge?.out(amount);
  }, amountIn);
}

/** Id of a route. Its tokens would not be enough, since two routes may share them. */
export const idOf = (vaults: readonly { readonly contractId: string }[]): string =>
  vaults.map(({ contractId }) => contractId).join(' ');

const byOutput = (a: OtherRoute, b: OtherRoute): number =>
  a.amountOut === b.amountOut ? a.vaults.length - b.vaults.length : a.amountOut < b.amountOut ? 1 : -1;

function edgesOf(vaults: readonly Vault[]): ReadonlyMap<string, readonly Edge[]> {
  const edges = new Map<string, Edge[]>();
  for (const vault of vaults) {
    const [a, b] = vault.liquidity;
    if (a === undefined || b === undefined) continue;
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const out = outputOf(vault, from.reservesExact, to.reservesExact);
      if (out === undefined) continue;
      const others = edges.get(from.contractId) ?? [];
      edges.set(from.contractId, [...others, { vault, to: to.contractId, out }]);
    }
  }
  return edges;
}

/** Function that computes a vault's output from an input; undefined if the vault is not routed, was not read, or computes differently. */
function outputOf(
  vault: Vault,
  reserveIn: string | null,
  reserveOut: string | null,
): Edge['out'] | undefined {
  const { feePpm } = vault;
  if (feePpm === null) return undefined;
  const maths = mathsOf(vault);
  if (maths === 'even') return (amountIn) => amountIn;
  if (maths !== 'pool' || reserveIn === null || reserveOut === null) return undefined;
  const [x, y, kept] = [BigInt(reserveIn), BigInt(reserveOut), PPM - BigInt(feePpm)];
  return (amountIn) => {
    const dx = (amountIn * kept) / PPM;
    return x === 0n ? 0n : (dx * y) / (x + dx);
  };
}
