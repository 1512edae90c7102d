import { err, ok, type Result } from '../shared/result.js';
import { checkFields } from './field-rules.js';
import { invalid, type InvalidMetadata, type MetadataRecord } from './metadata-record.js';
import { checkLength, readSafeJson } from './safe-json.js';

/** Fields that the server sets. They are ignored in requests, where clients send them back with the whole record. */
const SERVER_FIELDS: ReadonlySet<string> = new Set(['contractId', 'lastUpdated']);

/**
 * Merges the fields of `patch`, any result of JSON.parse, into the stored record; `properties` is replaced as a whole. A stored
 * record may break today's rules, so only the fields of `patch` and the result's name and length are checked.
 */
export function mergeMetadata(
  stored: MetadataRecord | undefined,
  patch: unknown,
  now: Date,
): Result<MetadataRecord, InvalidMetadata> {
  const safe = readSafeJson(patch);
  if (!safe.ok) return safe;
  const problem = checkFields(safe.value);
  if (problem !== undefined) return err(problem);
  const merged: MetadataRecord = {
    ...stored,
    ...Object.fromEntries(Object.entries(safe.value).filter(([field]) => !SERVER_FIELDS.has(field))),
    lastUpdated: now.toISOString(),
  };
  if (merged['name'] === undefined) return err(invalid('name', 'is required'));
  const tooLong = checkLength(merged);
  return tooLong === undefined ? ok(merged) : err(tooLong);
}
