import type { Client } from '../../../sdk/client/index.js';

/** The record that a token's deployer has published, with what a reader may stumble over; undefined if there is none. */
export async function recordOf({ metadata }: Client, contractId: string, signal: AbortSignal) {
  // Unlike a single read, the list gives no error for a token without a record, which most lack.
  const [record] = (await metadata.list({ principal: contractId, limit: 1 }, { signal })).items;
  if (record?.contractId !== contractId) return undefined;
  const findings = await metadata.lint(contractId, { signal });
  return { record, findings, renamed: findings.find(({ code }) => code === 'symbol-renamed')?.message };
}
