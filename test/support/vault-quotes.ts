import { Cl, cvToHex, hexToCV } from '@stacks/transactions';
import type { Devnet } from '../../dist/apps/devnet/index.js';
import { createLiquiditySource, createNodeClient } from '../../src/adapters/stacks/index.js';
import { SystemClock } from '../../src/adapters/system/index.js';
import type { Vault, VaultKind } from '../../src/domain/vault/vault.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { exhaustiveSearch } from './exhaustive-search.js';

/** Returns the largest output of any route of up to four hops; 0 if there is no route. */
export type BestByVaults = (tokenIn: string, tokenOut: string, amountIn: bigint) => Promise<bigint>;

/**
 * Finds the best route by exhaustive search, and quotes it hop by hop with the vaults' own contracts. It shares no code with
 * the router.
 */
export async function bestByVaults({ registry, stacksApiUrl, accounts }: Devnet): Promise<BestByVaults> {
  const vaults = registry.vaults as unknown as readonly Vault[];
  const ask = (vault: string, opcode: number, amount: bigint) =>
    quote(`${stacksApiUrl}/v2/contracts/call-read/${vault.replace('.', '/')}/quote`, {
      sender: accounts[0]!.address,
      arguments: [Cl.uint(amount), Cl.some(Cl.buffer(Uint8Array.of(opcode)))].map((arg) => cvToHex(arg)),
    });
  const search = exhaustiveSearch(vaults, await readReserves(stacksApiUrl, vaults));

  return async (tokenIn, tokenOut, amountIn) => {
    let [token, amount] = [tokenIn, amountIn];
    for (const id of search(tokenIn, tokenOut, amountIn)?.vaults ?? []) {
      const { kind, tokenA, tokenB } = vaults.find(({ contractId }) => contractId === id)!;
      const [forward, backward] = OPCODES[kind];
      const given = await ask(id, token === tokenA ? forward : backward, amount);
      [token, amount] = [token === tokenA ? tokenB : tokenA, given];
    }
    return token === tokenOut ? amount : 0n;
  };
}

/** Opcodes of the contracts: for A to B, then for B to A. */
const OPCODES: Readonly<Record<VaultKind, readonly [number, number]>> = {
  pool: [0, 1],
  velar: [0, 1],
  arkadiko: [0, 1],
  'bitflow-xyk': [0, 1],
  'bitflow-stableswap': [0, 1],
  'bitflow-dlmm': [0, 1],
  alex: [0, 1],
  'fee-out-pool': [0, 1],
  sublink: [5, 6],
  external: [0, 1],
};

async function readReserves(baseUrl: string, vaults: readonly Vault[]) {
  const node = createNodeClient({ baseUrl });
  try {
    return unwrap(await createLiquiditySource({ node, clock: new SystemClock() }).readReserves(vaults));
  } finally {
    await node.close();
  }
}

/** The output that the contract quotes. */
async function quote(url: string, body: object): Promise<bigint> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { okay, result, cause } = (await answer.json()) as { okay: boolean; result: string; cause?: string };
  if (!okay) throw new Error(`${url} gave no quote: ${cause ?? ''}`);
  const shown = Cl.prettyPrint(hexToCV(result));
  const dy = /dy: u(\d+)/.exec(shown)?.[1];
  if (dy === undefined) throw new Error(`${url} returned ${shown}`);
  return BigInt(dy);
}
