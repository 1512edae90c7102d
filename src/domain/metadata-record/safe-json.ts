import { isObject } from '../shared/fields.js';
import { err, ok, type Result } from '../shared/result.js';
import { invalid, type InvalidMetadata, type MetadataRecord } from './metadata-record.js';

/** How deep objects and lists may be nested; the record itself is the first level. */
export const MAX_DEPTH = 32;

/** Longest record as JSON, in UTF-16 units. Each save adds at most one request body. */
export const MAX_RECORD_LENGTH = 1024 * 1024;

const LONE_SURROGATE = /\p{Surrogate}/u;
/** Names that change an object's prototype when it is copied field by field. */
const REFUSED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/** Checks that a result of JSON.parse can be stored and returned without loss or harm, whatever its fields mean. */
export function readSafeJson(raw: unknown): Result<MetadataRecord, InvalidMetadata> {
  if (!isObject(raw)) return err(invalid('body', 'must be a JSON object'));
  const problem = problemIn(raw, '', 1);
  return problem === undefined ? ok(raw as MetadataRecord) : err(problem);
}

export function checkLength(record: MetadataRecord): InvalidMetadata | undefined {
  return JSON.stringify(record).length > MAX_RECORD_LENGTH
    ? invalid('body', `must not make the record longer than ${MAX_RECORD_LENGTH} characters`)
    : undefined;
}

/** The first problem of a value or inside it. Recurses no deeper than MAX_DEPTH, so deep input is safe. */
function problemIn(value: unknown, path: string, depth: number): InvalidMetadata | undefined {
  const whole = path === '' ? 'body' : path;
  if (typeof value === 'string') {
    return LONE_SURROGATE.test(value) ? invalid(whole, 'must hold no unpaired surrogate') : undefined;
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : invalid(whole, 'must be a number of usual size');
  }
  if (typeof value === 'boolean' || value === null) return undefined;
  if (Array.isArray(value)) {
    if (depth > MAX_DEPTH) return tooDeep(path);
    return firstOf(value, (item, index) => problemIn(item, `${path}[${index}]`, depth + 1));
  }
  if (!isObject(value)) return invalid(whole, 'must be JSON');
  if (depth > MAX_DEPTH) return tooDeep(path);
  return firstOf(Object.entries(value), ([key, inner]) => {
    if (LONE_SURROGATE.test(key)) return invalid(whole, 'must hold no unpaired surrogate in a name');
    const name = path === '' ? key : `${path}.${key}`;
    if (REFUSED_KEYS.has(key)) return invalid(name, 'is a name that is not allowed');
    return problemIn(inner, name, depth + 1);
  });
}

/** Names only the top-level field: the whole path is long. */
const tooDeep = (path: string): InvalidMetadata =>
  invalid(/^[^.[]*/.exec(path)![0], `must not be nested more than ${MAX_DEPTH} levels deep`);

function firstOf<T>(
  items: readonly T[],
  problem: (item: T, index: number) => InvalidMetadata | undefined,
): InvalidMetadata | undefined {
  for (const [index, item] of items.entries()) {
    const found = problem(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
