import type { Reserves, Vault } from '../../src/domain/vault/vault.js';

/** A search over one fixed market. Returns the best output; 0n or 0 when there is no route. */
export type Search<Amount> = (tokenIn: string, tokenOut: string, amountIn: bigint) => Amount;

interface BigintEdge {
  readonly to: number;
  readonly x: bigint;
  readonly y: bigint;
  readonly kept: bigint;
  readonly isSublink: boolean;
}

interface Label {
  readonly amount: bigint;
  readonly first: number;
}

/** The layered search in its plain form: whole numbers, no pruning, two labels where a token may repeat. */
export function bigintLayers(
  vaults: readonly Vault[],
  reserves: ReadonlyMap<string, Reserves>,
): Search<bigint> {
  const { index, edges } = adjacency(vaults, reserves);
  return (tokenIn, tokenOut, amountIn) => {
    const [source, target] = [index.get(tokenIn)!, index.get(tokenOut)!];
    let best = 0n;
    const one = new Map<number, bigint>();
    const two = new Map<number, Label[]>();
    const three = new Map<number, bigint>();
    const raise = (layer: Map<number, bigint>, token: number, amount: bigint) => {
      if (token === target) best = amount > best ? amount : best;
      else if (amount > (layer.get(token) ?? 0n)) layer.set(token, amount);
    };
    for (const edge of edges[source]!) raise(one, edge.to, give(edge, amountIn));
    for (const [a, amount] of one) {
      for (const edge of edges[a]!) {
        if (edge.to === source) continue;
        const out = give(edge, amount);
        if (edge.to === target) best = out > best ? out : best;
        else if (out > 0n) two.set(edge.to, withLabel(two.get(edge.to) ?? [], { amount: out, first: a }));
      }
    }
    for (const [b, labels] of two) {
      for (const edge of edges[b]!) {
        const label = labels.find(({ first }) => first !== edge.to);
        if (edge.to !== source && label !== undefined) raise(three, edge.to, give(edge, label.amount));
      }
    }
    for (const [c, amount] of three) {
      for (const edge of edges[c]!) if (edge.to === target) raise(three, target, give(edge, amount));
    }
    return best;
  };
}

function withLabel(labels: readonly Label[], label: Label): Label[] {
  const same = labels.find(({ first }) => first === label.first);
  if (same !== undefined && same.amount >= label.amount) return [...labels];
  const others = labels.filter(({ first }) => first !== label.first);
  return [...others, label]
    .sort((p, q) => (q.amount > p.amount ? 1 : q.amount < p.amount ? -1 : 0))
    .slice(0, 2);
}

function give({ x, y, kept, isSublink }: BigintEdge, amount: bigint): bigint {
  if (isSublink) return amount;
  if (x === 0n) return 0n;
  const dx = (amount * kept) / 1_000_000n;
  return (dx * y) / (x + dx);
}

/**
 * The yardstick: four rounds over every directed edge in doubles, best amount per token. It returns no route, repeats
 * tokens and rounds amounts; no exact search that visits every edge is faster.
 */
export function tightPass(vaults: readonly Vault[], reserves: ReadonlyMap<string, Reserves>): Search<number> {
  const { index, edges } = adjacency(vaults, reserves);
  const flat = edges.flatMap((leaving, from) => leaving.map((edge) => ({ from, ...edge })));
  const from = Int32Array.from(flat, (edge) => edge.from);
  const to = Int32Array.from(flat, (edge) => edge.to);
  const curve = new Float64Array(2 * flat.length);
  flat.forEach(({ x, y, kept, isSublink }, i) => {
    curve[2 * i] = isSublink ? 1e200 : (Number(x) * 1e6) / Number(kept);
    curve[2 * i + 1] = isSublink ? 1e200 : Number(y);
  });
  let now = new Float64Array(edges.length);
  let next = new Float64Array(edges.length);
  return (tokenIn, tokenOut, amountIn) => {
    now.fill(0);
    now[index.get(tokenIn)!] = Number(amountIn);
    for (let round = 0; round < 4; round++) {
      next.set(now);
      for (let e = 0; e < from.length; e++) {
        const amount = now[from[e]!]!;
        const out = (amount * curve[2 * e + 1]!) / (curve[2 * e]! + amount);
        if (out > next[to[e]!]!) next[to[e]!] = out;
      }
      [now, next] = [next, now];
    }
    return now[index.get(tokenOut)!]!;
  };
}

function adjacency(vaults: readonly Vault[], reserves: ReadonlyMap<string, Reserves>) {
  const index = new Map<string, number>();
  const edges: BigintEdge[][] = [];
  const numberOf = (token: string): number => {
    const known = index.get(token);
    if (known !== undefined) return known;
    edges.push([]);
    index.set(token, edges.length - 1);
    return edges.length - 1;
  };
  for (const { contractId, kind, tokenA, tokenB, feePpm } of vaults) {
    const [a, b] = [numberOf(tokenA), numberOf(tokenB)];
    const held = reserves.get(contractId);
    const [x, y] = [held?.reserveA ?? 0n, held?.reserveB ?? 0n];
    const common = { kept: 1_000_000n - BigInt(feePpm ?? 0), isSublink: kind === 'sublink' };
    edges[a]!.push({ to: b, x, y, ...common });
    edges[b]!.push({ to: a, x: y, y: x, ...common });
  }
  return { index, edges };
}
