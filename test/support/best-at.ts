import { Cl, cvToHex, hexToCV } from '@stacks/transactions';
import type { Devnet } from '../../dist/apps/devnet/index.js';
import { unboundPayers } from '../../src/domain/router/payout.js';
import { isRoutable, opcodeFor } from '../../src/domain/vault/kinds.js';
import type { RoutableVault, Vault } from '../../src/domain/vault/vault.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';

const MAX_HOPS = 4;

/** Largest output of any route as of the block; undefined if none gives a unit. */
export type BestAt = (
  tip: string,
  swap: { readonly tokenIn: ContractId; readonly tokenOut: ContractId; readonly amountIn: bigint },
) => Promise<bigint | undefined>;

/**
 * Tries every route of up to four hops by asking the vaults' own contracts, hop by hop, as of a block. It shares neither maths nor
 * search with the router. As in quotes, vaults whose payments no post-condition binds count only if there is no other route.
 */
export function bestAt({ registry, stacksApiUrl, accounts }: Devnet): BestAt {
  const vaults = (registry.vaults as unknown as readonly Vault[]).filter(isRoutable);
  const unbound = unboundPayers(registry as never);
  const quotes = new Map<string, Promise<bigint>>();

  const quote = (tip: string, vault: RoutableVault, token: ContractId, amount: bigint): Promise<bigint> => {
    const key = `${tip} ${vault.contractId} ${token} ${amount}`;
    const known = quotes.get(key);
    if (known !== undefined) return known;
    const opcode = opcodeFor(vault, token);
    const path = vault.contractId.replace('.', '/');
    const asked = ask(`${stacksApiUrl}/v2/contracts/call-read/${path}/quote?tip=${tip}`, {
      sender: accounts[0]!.address,
      arguments: [Cl.uint(amount), Cl.some(Cl.buffer(Uint8Array.of(opcode)))].map((arg) => cvToHex(arg)),
    });
    quotes.set(key, asked);
    return asked;
  };

  return async (tip, { tokenIn, tokenOut, amountIn }) => {
    const search = async (
      without: ReadonlySet<ContractId>,
      token: ContractId,
      amount: bigint,
      visited: readonly ContractId[],
    ): Promise<bigint> => {
      let best = 0n;
      for (const vault of vaults) {
        const { tokenA, tokenB, contractId } = vault;
        if ((token !== tokenA && token !== tokenB) || without.has(contractId)) continue;
        const next = token === tokenA ? tokenB : tokenA;
        const isLast = visited.length === MAX_HOPS;
        if (visited.includes(next) || (isLast && next !== tokenOut)) continue;
        const out = await quote(tip, vault, token, amount);
        if (out === 0n) continue;
        const end = next === tokenOut ? out : await search(without, next, out, [...visited, next]);
        if (end > best) best = end;
      }
      return best;
    };
    const bound = await search(unbound.get(tokenOut) ?? new Set(), tokenIn, amountIn, [tokenIn]);
    const best = bound > 0n ? bound : await search(new Set(), tokenIn, amountIn, [tokenIn]);
    return best > 0n ? best : undefined;
  };
}

/** Output that the contract quotes; 0 if it gives none. */
async function ask(url: string, body: object): Promise<bigint> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { okay, result } = (await answer.json()) as { okay: boolean; result: string };
  if (!okay) return 0n;
  const dy = /dy: u(\d+)/.exec(Cl.prettyPrint(hexToCV(result)))?.[1];
  return dy === undefined ? 0n : BigInt(dy);
}
