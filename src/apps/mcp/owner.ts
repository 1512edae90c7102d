import type { Token } from '../../domain/market/registry.js';
import type { Client } from '../../sdk/client/index.js';
import { badArgument, type Arguments } from './tool.js';

/** Address of the argument `owner`. @throws ToolError for anything else. */
export function ownerOf({ owner }: Arguments): string {
  if (typeof owner === 'string' && /^S[0-9A-Z]{28,41}$/.test(owner)) return owner;
  throw badArgument('owner', 'the address of the wallet, such as SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS');
}

/** Balance of a token, smallest units; undefined if unknown. @throws ToolError for an owner that is no address. */
export async function balanceOf(
  client: Client,
  owner: string,
  { contractId }: Pick<Token, 'contractId'>,
): Promise<bigint | undefined> {
  try {
    const { balances } = await client.balances.get(owner, [contractId]);
    const units = balances[0]?.balance;
    return units === null || units === undefined ? undefined : BigInt(units);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === 'invalid-address') throw badArgument('owner', (error as Error).message);
    return undefined;
  }
}
