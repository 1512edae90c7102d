import type { ReadonlySignal } from '@preact/signals';
import { useComputed } from '@preact/signals';
import type { Client } from '../../../../sdk/client/index.js';
import { useReading } from '../../live/reading.js';

/** The service's findings about tokens whose deployers name them differently from the registry, by contract id. */
export type Renamed = ReadonlyMap<string, string>;

const NONE: Renamed = new Map();

/** Reads which of the tokens, comma-separated contract ids, have been renamed by their deployers. */
export function useRenamed(tokens: ReadonlySignal<string>): ReadonlySignal<Renamed> {
  const { reading } = useReading(async (client, signal) => {
    const ids = tokens.value === '' ? [] : tokens.value.split(',');
    const found = await Promise.all(ids.map((id) => findingOf(client, id, signal)));
    return new Map(found.flatMap((message, n) => (message === undefined ? [] : [[ids[n]!, message]])));
  });
  return useComputed(() => reading.value.value ?? NONE);
}

async function findingOf(
  client: Client,
  contractId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  // Unlike a single read, the list gives no error for a token without a record, which most lack.
  const { items } = await client.metadata.list({ principal: contractId, limit: 1 }, { signal });
  if (items[0]?.contractId !== contractId) return undefined;
  const findings = await client.metadata.lint(contractId, { signal });
  return findings.find(({ code }) => code === 'symbol-renamed')?.message;
}
