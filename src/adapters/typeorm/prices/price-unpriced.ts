import type { PriceRun } from '../../../domain/price-series/price.js';
import { UNPRICED_REASONS, type UnpricedReason } from '../../../domain/price-series/unpriced.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';

/** Entries of the column: contract ids and reasons. */
type Entries = readonly (readonly [ContractId, string])[];

/** The tokens without a price in a run, in the form of the column; null if the run does not say. */
export const unpricedText = ({ unpriced }: PriceRun): string | null =>
  unpriced === undefined ? null : JSON.stringify([...unpriced] satisfies Entries);

/** Reads the column. Leaves out tokens whose reason this release does not know: a newer process may have written it. */
export function readUnpriced(text: string | null): Pick<PriceRun, 'unpriced'> {
  if (text === null) return {};
  const known = (JSON.parse(text) as Entries).filter((entry): entry is [ContractId, UnpricedReason] =>
    UNPRICED_REASONS.some((reason) => reason === entry[1]),
  );
  return { unpriced: new Map(known) };
}
