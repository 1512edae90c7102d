import { useComputed, type ReadonlySignal } from '@preact/signals';
import { useReading } from '../../live/reading.js';
import { recordOf } from '../../live/token-record.js';

/** The service's findings about tokens whose deployers name them differently from the registry, by contract id. */
export type Renamed = ReadonlyMap<string, string>;

const NONE: Renamed = new Map();

/** Reads which of the tokens, comma-separated contract ids, have been renamed by their deployers. */
export function useRenamed(tokens: ReadonlySignal<string>): ReadonlySignal<Renamed> {
  const { reading } = useReading(async (client, signal) => {
    const ids = tokens.value === '' ? [] : tokens.value.split(',');
    const found = await Promise.all(ids.map((id) => recordOf(client, id, signal)));
    return new Map(found.flatMap((one, n) => (one?.renamed === undefined ? [] : [[ids[n]!, one.renamed]])));
  });
  return useComputed(() => reading.value.value ?? NONE);
}
