import { createNodeClient, createTokenBalances } from '../../../adapters/stacks/index.js';
import type { Address } from '../../../domain/shared/address.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { settingsNamed } from '../../server/environment.js';
import type { DevnetAccount } from './service.js';

/** Limits for the node. They are tight, because a person is waiting. */
const IMPATIENT = { retries: 0, timeoutMs: 5_000 } as const;

/**
 * Returns a wallet's balance of a token, in smallest units: from the server for a devnet wallet, otherwise from the node of
 * STACKS_API_URL. Undefined if unknown.
 */
export async function balanceOf(
  owner: string,
  token: ContractId,
  accounts: readonly DevnetAccount[],
): Promise<bigint | undefined> {
  const balance = accounts.find(({ address }) => address === owner)?.balances[token];
  if (balance !== undefined) return BigInt(balance);
  const { stacksApiUrl: baseUrl, stacksApiKey: apiKey } = settingsNamed('STACKS_API_URL', 'STACKS_API_KEY');
  if (baseUrl === undefined) return undefined;
  const node = createNodeClient({ baseUrl, apiKey, ...IMPATIENT });
  try {
    const read = await createTokenBalances({ node }).balanceOf(token, owner as Address);
    return read.ok ? read.value : undefined;
  } finally {
    await node.close();
  }
}
