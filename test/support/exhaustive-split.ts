import type { Reserves, Vault } from '../../src/domain/vault/vault.js';

/** What each vault holds, by its two tokens. */
type Held = ReadonlyMap<Vault, readonly [a: bigint, b: bigint]>;

interface Step {
  readonly vault: Vault;
  readonly isForward: boolean;
}

/**
 * The largest total output of up to `parts` swaps one after the other, in whole numbers: every amount of each, over every route of up
 * to four hops, except that no vault is used in both directions. Shares no code with the router. Only for pools, XYK pools and
 * sublinks.
 */
export function exhaustiveSplit(
  vaults: readonly Vault[],
  reserves: ReadonlyMap<string, Reserves>,
  { tokenIn, tokenOut, amountIn }: { tokenIn: string; tokenOut: string; amountIn: bigint },
  parts: number,
): bigint {
  const routes = routesOf(vaults, tokenIn, tokenOut);
  const first: Held = new Map(
    vaults.map((vault) => {
      const held = reserves.get(vault.contractId);
      return [vault, [held?.reserveA ?? 0n, held?.reserveB ?? 0n] as const];
    }),
  );
  const most = (held: Held, used: readonly Step[], left: bigint, partsLeft: number): bigint => {
    let best = 0n;
    if (left === 0n || partsLeft === 0) return best;
    for (const route of routes) {
      const opposes = route.some((step) =>
        used.some(({ vault, isForward }) => vault === step.vault && isForward !== step.isForward),
      );
      if (opposes) continue;
      for (let amount = partsLeft === 1 ? left : 1n; amount <= left; amount++) {
        const { out, after } = swap(held, route, amount);
        const total = out + most(after, [...used, ...route], left - amount, partsLeft - 1);
        if (total > best) best = total;
      }
    }
    return best;
  };
  return most(first, [], amountIn, parts);
}

/** Every route of up to four hops without a token twice. */
function routesOf(vaults: readonly Vault[], tokenIn: string, tokenOut: string): readonly Step[][] {
  const routes: Step[][] = [];
  const visit = (path: readonly Step[], visited: readonly string[]): void => {
    const at = visited.at(-1)!;
    for (const vault of vaults) {
      const isForward = vault.tokenA === at;
      if (!isForward && vault.tokenB !== at) continue;
      const next = isForward ? vault.tokenB : vault.tokenA;
      const longer = [...path, { vault, isForward }];
      if (next === tokenOut) routes.push(longer);
      else if (!visited.includes(next) && longer.length < 4) visit(longer, [...visited, next]);
    }
  };
  visit([], [tokenIn]);
  return routes;
}

function swap(held: Held, route: readonly Step[], amountIn: bigint): { out: bigint; after: Held } {
  const after = new Map(held);
  let out = amountIn;
  for (const { vault, isForward } of route) {
    if (vault.kind === 'sublink') continue;
    const [a, b] = after.get(vault)!;
    const [x, y] = isForward ? [a, b] : [b, a];
    const [dx, kept] = [left(vault, out), stays(vault, out)];
    const given = x === 0n ? 0n : (dx * y) / (x + dx);
    after.set(vault, isForward ? [x + kept, y - given] : [y - given, x + kept]);
    out = given;
  }
  return { out, after };
}

function left({ kind, feePpm = 0, protocolFeePpm = 0 }: Vault, amount: bigint): bigint {
  if (kind === 'pool') return (amount * (1_000_000n - BigInt(feePpm))) / 1_000_000n;
  const [protocol, provider] = [BigInt(protocolFeePpm) / 100n, BigInt(feePpm - protocolFeePpm) / 100n];
  return amount - (amount * protocol) / 10_000n - (amount * provider) / 10_000n;
}

function stays({ kind, protocolFeePpm = 0 }: Vault, amount: bigint): bigint {
  return kind === 'pool' ? amount : amount - (amount * (BigInt(protocolFeePpm) / 100n)) / 10_000n;
}
