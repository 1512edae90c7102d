import type { JsonObject } from '../shared/json.js';

/** A token's stored SIP-016 metadata, in the old or the new form. Unknown fields are kept. */
export type MetadataRecord = JsonObject;

/** A record with the contract id of its token. */
export interface MetadataEntry {
  readonly contractId: string;
  readonly record: MetadataRecord;
}

/** Error of a metadata record that breaks a rule. Nothing was stored. */
export interface InvalidMetadata {
  readonly kind: 'invalid-metadata';
  /** A path such as `attributes[2].trait_type`; `body` for the whole record. */
  readonly field: string;
  /** Completes a sentence that starts with the field's name. */
  readonly reason: string;
}

export const invalid = (field: string, reason: string): InvalidMetadata => ({
  kind: 'invalid-metadata',
  field,
  reason,
});

/**
 * Returns the time of the record's last save in Unix milliseconds, read from ISO 8601 or, in older records, from milliseconds;
 * undefined if unknown.
 */
export function savedAtMs({ lastUpdated }: MetadataRecord): number | undefined {
  if (typeof lastUpdated === 'number') return Number.isFinite(lastUpdated) ? lastUpdated : undefined;
  if (typeof lastUpdated !== 'string') return undefined;
  const ms = /^\d{1,16}$/.test(lastUpdated) ? Number(lastUpdated) : Date.parse(lastUpdated);
  return Number.isNaN(ms) ? undefined : ms;
}
