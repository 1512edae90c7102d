import { isObject } from '../shared/fields.js';
import { UNSAFE_NAMES } from '../shared/json.js';
import { err, ok, type Result } from '../shared/result.js';
import { invalid, type InvalidMetadata, type MetadataRecord } from './metadata-record.js';

/** Maximum depth to which objects and lists may be nested; the record itself is the first level. */
export const MAX_DEPTH = 32;

/** Maximum length of a record as JSON, in UTF-16 code units. Each save can lengthen the record by up to one request body. */
export const MAX_RECORD_LENGTH = 1024 * 1024;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Checks that a result of JSON.parse can be stored and returned without loss or harm, whatever its fields mean. */
export function readSafeJson(raw: unknown): Result<MetadataRecord, InvalidMetadata> {
  if (!isObject(raw)) return err(invalid('body', 'must be a JSON object'));
  for (const problem of problemsIn(raw, '', 1)) return err(problem);
  return ok(raw as MetadataRecord);
}

export function checkLength(record: MetadataRecord): InvalidMetadata | undefined {
  return JSON.stringify(record).length > MAX_RECORD_LENGTH
    ? invalid('body', `must not make the record longer than ${MAX_RECORD_LENGTH} characters`)
    : undefined;
}

/** Yields the problems; callers use only the first. Recurses no deeper than MAX_DEPTH, so deep input is safe. */
function* problemsIn(value: unknown, path: string, depth: number): Generator<InvalidMetadata, void> {
  const whole = path === '' ? 'body' : path;
  if (typeof value === 'string') {
    if (LONE_SURROGATE.test(value)) yield invalid(whole, 'must hold no unpaired surrogate');
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) yield invalid(whole, 'must be a number of usual size');
  } else if (typeof value !== 'object') {
    if (typeof value !== 'boolean') yield invalid(whole, 'must be JSON');
  } else if (value !== null && depth > MAX_DEPTH) {
    // Only the top-level field is named, since the whole path would be too long.
    const field = /^[^.[]*/.exec(path)![0];
    yield invalid(field, `must not be nested more than ${MAX_DEPTH} levels deep`);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* problemsIn(item, `${path}[${index}]`, depth + 1);
  } else {
    for (const [key, item] of Object.entries(value ?? {})) {
      if (LONE_SURROGATE.test(key)) yield invalid(whole, 'must hold no unpaired surrogate in a name');
      const name = path === '' ? key : `${path}.${key}`;
      if (UNSAFE_NAMES.has(key)) yield invalid(name, 'is a name that is not allowed');
      yield* problemsIn(item, name, depth + 1);
    }
  }
}
