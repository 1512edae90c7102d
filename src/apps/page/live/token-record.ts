import type { Client } from '../../../sdk/client/index.js';

/** The record that a token's deployer has published, with findings about what may mislead a reader; undefined if there is none. */
export async function recordOf({ metadata }: Client, contractId: string, signal: AbortSignal) {
  // Most tokens have no record. The list is simply empty for them, whereas reading a single record gives an error.
  const [record] = (await metadata.list({ principal: contractId, limit: 1 }, { signal })).items;
  if (record?.contractId !== contractId) return undefined;
  const findings = await metadata.lint(contractId, { signal });
  return { record, findings, renamed: findings.find(({ code }) => code === 'symbol-renamed')?.message };
}
