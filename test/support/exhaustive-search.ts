import type { Probe, Reserves, Vault, VaultKind } from '../../src/domain/vault/vault.js';

export interface FoundRoute {
  readonly vaults: readonly string[];
  readonly amountOut: bigint;
}

interface Side {
  readonly x: bigint;
  readonly y: bigint;
  /** Fee, parts per million of the input. */
  readonly fee: bigint;
  /** Part of the fee that is rounded separately. */
  readonly protocolFee: bigint;
  /** Quotes of the contract in this direction. */
  readonly probes: readonly Probe[];
}

interface Edge {
  readonly id: string;
  readonly to: string;
  readonly give: (amountIn: bigint) => bigint;
}

const MAX_HOPS = 4;

/** Output of a vault by kind, written independently of the code under test; undefined for a kind that is not routed. */
const GIVE: Readonly<Record<VaultKind, ((side: Side, amountIn: bigint) => bigint) | undefined>> = {
  pool: giveProduct,
  velar: giveProduct,
  arkadiko: giveProduct,
  'bitflow-xyk': ({ x, y, fee, protocolFee }, amountIn) => {
    const [protocol, provider] = [protocolFee / 100n, (fee - protocolFee) / 100n];
    const dx = amountIn - (amountIn * protocol) / 10_000n - (amountIn * provider) / 10_000n;
    return x === 0n ? 0n : (dx * y) / (x + dx);
  },
  'bitflow-stableswap': giveMost,
  'bitflow-dlmm': giveMost,
  alex: giveMost,
  'fee-out-pool': giveMost,
  sublink: (_side, amountIn) => amountIn,
  external: undefined,
};

function giveProduct({ x, y, fee }: Side, amountIn: bigint): bigint {
  if (x === 0n) return 0n;
  const dx = (amountIn * (1_000_000n - fee)) / 1_000_000n;
  return (dx * y) / (x + dx);
}

/**
 * The least output that the probes and the reserve allow. An input that reaches a refused probe above all accepted ones counts
 * as one unit less than that probe.
 */
function giveMost({ y, probes }: Side, amountIn: bigint): bigint {
  const largest = probes.findLast((probe) => probe.amountOut > 0n)?.amountIn;
  if (largest === undefined) return 0n;
  const empty = probes.filter((probe) => probe.amountOut === 0n).map((probe) => probe.amountIn);
  if (empty.some((amount) => amount >= amountIn && amount < largest)) return 0n;
  const given = probes.filter(
    (probe) => probe.amountOut > 0n && !empty.some((amount) => amount > probe.amountIn && amount < largest),
  );
  const refused = empty.find((amount) => amount > largest);
  const amount = refused !== undefined && refused <= amountIn ? refused - 1n : amountIn;
  const bounds = given.map((probe, n) => {
    const atItsRate = (amount * (probe.amountOut + 1n)) / probe.amountIn;
    if (amount > probe.amountIn) return [atItsRate];
    return n === 0 ? [atItsRate, probe.amountOut] : [probe.amountOut];
  });
  const least = [y, ...bounds.flat()].reduce((low, bound) => (bound < low ? bound : low));
  const reached = given.filter((probe) => probe.amountIn <= amount).map((probe) => probe.amountOut);
  return reached.reduce((most, output) => (output > most ? output : most), least);
}

/** Every hop by the token that goes in. */
function edgesOf(vaults: readonly Vault[], reserves: ReadonlyMap<string, Reserves>) {
  const edges = new Map<string, Edge[]>();
  for (const vault of [...vaults].sort((a, b) => (a.contractId < b.contractId ? -1 : 1))) {
    const give = GIVE[vault.kind];
    if (give === undefined || vault.feePpm === undefined) continue;
    const held = reserves.get(vault.contractId);
    const fees = { fee: BigInt(vault.feePpm), protocolFee: BigInt(vault.protocolFeePpm ?? 0) };
    const [a, b] = [held?.reserveA ?? 0n, held?.reserveB ?? 0n];
    const add = (from: string, to: string, x: bigint, y: bigint, probes: readonly Probe[] = []) => {
      const side = { x, y, probes, ...fees };
      const edge = { id: vault.contractId, to, give: (amountIn: bigint) => give(side, amountIn) };
      edges.set(from, [...(edges.get(from) ?? []), edge]);
    };
    add(vault.tokenA, vault.tokenB, a, b, held?.probes?.aToB);
    add(vault.tokenB, vault.tokenA, b, a, held?.probes?.bToA);
  }
  return edges;
}

/**
 * Tries every route of up to four hops, in whole numbers. The tests compare the router with this search, which shares no code with it.
 * Returns the search over a fixed state of the vaults.
 */
export function exhaustiveSearch(vaults: readonly Vault[], reserves: ReadonlyMap<string, Reserves>) {
  const edges = edgesOf(vaults, reserves);
  return (tokenIn: string, tokenOut: string, amountIn: bigint): FoundRoute | undefined => {
    let best: FoundRoute | undefined;
    const path: string[] = [];
    const visited = [tokenIn];

    const visit = (token: string, amount: bigint): void => {
      for (const edge of edges.get(token) ?? []) {
        if (path.length === MAX_HOPS - 1 && edge.to !== tokenOut) continue;
        if (visited.includes(edge.to)) continue;
        const out = edge.give(amount);
        if (out === 0n) continue;
        path.push(edge.id);
        if (edge.to === tokenOut) {
          if (isBetter(path, out, best)) best = { vaults: [...path], amountOut: out };
        } else if (path.length < MAX_HOPS) {
          visited.push(edge.to);
          visit(edge.to, out);
          visited.pop();
        }
        path.pop();
      }
    };
    if (tokenIn !== tokenOut) visit(tokenIn, amountIn);
    return best;
  };
}

function isBetter(vaults: readonly string[], amountOut: bigint, best: FoundRoute | undefined): boolean {
  if (best === undefined || amountOut !== best.amountOut)
    return best === undefined || amountOut > best.amountOut;
  if (vaults.length !== best.vaults.length) return vaults.length < best.vaults.length;
  const at = vaults.findIndex((id, i) => id !== best.vaults[i]);
  return at !== -1 && vaults[at]! < best.vaults[at]!;
}

/** Largest number of inputs that are tried one by one on a route: fees that round down make an output fall for a few of them. */
const TRIED = 20_000n;

/**
 * Returns the search for the least input of which a route gives at least an output: on every route of up to four hops, by bisection of
 * the most that any smaller input gives, then one by one from there.
 */
export function exhaustiveInput(vaults: readonly Vault[], reserves: ReadonlyMap<string, Reserves>) {
  const edges = edgesOf(vaults, reserves);
  return (tokenIn: string, tokenOut: string, amountOut: bigint): bigint | undefined => {
    let best: bigint | undefined;
    const path: Edge[] = [];
    const visited = [tokenIn];
    const visit = (token: string): void => {
      for (const edge of edges.get(token) ?? []) {
        if (visited.includes(edge.to)) continue;
        path.push(edge);
        if (edge.to === tokenOut) best = leastOn(path, amountOut, best);
        else if (path.length < MAX_HOPS) {
          visited.push(edge.to);
          visit(edge.to);
          visited.pop();
        }
        path.pop();
      }
    };
    if (tokenIn !== tokenOut) visit(tokenIn);
    return best;
  };
}

/** An output stays below the wanted one for more inputs than the search tries: a plateau of fees that no other input shows. */
export class Undecided extends Error {}

/** The least input for which the path gives `amountOut`, if it is below `best`; otherwise `best`. */
function leastOn(path: readonly Edge[], amountOut: bigint, best: bigint | undefined): bigint | undefined {
  const most = (amountIn: bigint) =>
    path.reduce((amount, { give }) => {
      const [here, before] = [give(amount), amount === 0n ? 0n : give(amount - 1n)];
      return here > before ? here : before;
    }, amountIn);
  const end = best ?? 2n ** 128n;
  let [low, high] = [0n, end];
  if (most(end - 1n) < amountOut) return best;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (most(middle) >= amountOut) high = middle;
    else low = middle;
  }
  for (let amountIn = high; amountIn < end; amountIn++) {
    if (path.reduce((amount, { give }) => give(amount), amountIn) >= amountOut) return amountIn;
    if (amountIn - high > TRIED) throw new Undecided();
  }
  return best;
}
