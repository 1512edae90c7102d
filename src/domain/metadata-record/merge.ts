import { err, ok, type Result } from '../shared/result.js';
import { checkFields } from './field-rules.js';
import { invalid, type InvalidMetadata, type MetadataRecord } from './metadata-record.js';
import { checkLength, readSafeJson } from './safe-json.js';

/** Fields that the server says itself. Whoever sends a record back as he read it sends them along. */
const SERVER_FIELDS: ReadonlySet<string> = new Set(['contractId', 'lastUpdated']);

/**
 * Puts the fields of `patch`, any value that JSON.parse made, in the place of the stored ones; `properties` too is
 * replaced as a whole. Fields left out stay. A stored record may break today's rules: only what is sent is checked, and
 * that there is a name in the end.
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
