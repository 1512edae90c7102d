import type { JsonObject } from '../shared/json.js';

/** A token's SIP-016 metadata as it is stored, of either age. Unknown fields are kept. */
export type MetadataRecord = JsonObject;

export interface MetadataEntry {
  readonly contractId: string;
  readonly record: MetadataRecord;
}

export interface InvalidMetadata {
  readonly kind: 'invalid-metadata';
  /** A path such as `attributes[2].trait_type`; `body` when it is about the whole. */
  readonly field: string;
  /** Completes a sentence that starts with the field. */
  readonly reason: string;
}

export const invalid = (field: string, reason: string): InvalidMetadata => ({
  kind: 'invalid-metadata',
  field,
  reason,
});

/**
 * When the record was saved, in Unix milliseconds: newer records say so in ISO 8601, older ones in milliseconds, as text
 * or as a number. Undefined when it does not say.
 */
export function savedAtMs({ lastUpdated }: MetadataRecord): number | undefined {
  if (typeof lastUpdated === 'number') return Number.isFinite(lastUpdated) ? lastUpdated : undefined;
  if (typeof lastUpdated !== 'string') return undefined;
  const ms = /^\d{1,16}$/.test(lastUpdated) ? Number(lastUpdated) : Date.parse(lastUpdated);
  return Number.isNaN(ms) ? undefined : ms;
}
