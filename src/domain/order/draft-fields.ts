import type { Json, JsonObject } from '../shared/json.js';
import { err, ok, type Result } from '../shared/result.js';
import type { OrderSignature, OrderUuid } from './ids.js';

/** A field's value, or what is wrong with it, worded to follow the field's name. */
export type Field<T> = Result<T, { readonly reason: string }>;

type Read = <T>(field: string, parse: (raw: unknown) => Field<T>) => T | undefined;

/** An order's fields as they were sent, and the report of what is wrong with them. */
export interface OrderFields {
  /** Whether the field is present and not null. */
  readonly has: (field: string) => boolean;
  readonly raw: (field: string) => unknown;
  /** The parsed field; undefined and reported if it is missing or bad. */
  readonly required: Read;
  /** The parsed field; undefined if it is missing, and also reported if it is bad. */
  readonly optional: Read;
  readonly report: (field: string, message: string) => void;
}

const bad = (reason: string) => err({ reason });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SIGNATURE = /^(?:0x)?([0-9a-f]{130})$/;
export const CLIENT_ORDER_ID = /^[A-Za-z0-9_.:-]{1,64}$/;
/** Half a surrogate pair or a control character, which databases and terminals mishandle. */
const UNPRINTABLE = /[\p{Cs}\p{Cc}]/u;
export const LABEL_LENGTH = 200;
const MAX_DEPTH = 32;

export function parseOrderUuid(raw: unknown): Field<OrderUuid> {
  const uuid = typeof raw === 'string' ? raw.toLowerCase() : '';
  return UUID.test(uuid) ? ok(uuid as OrderUuid) : bad('must be a UUID');
}

export function parseOrderSignature(raw: unknown): Field<OrderSignature> {
  const match = typeof raw === 'string' ? SIGNATURE.exec(raw.toLowerCase()) : null;
  return match ? ok(match[1] as OrderSignature) : bad('must be 130 hex characters');
}

export function parseClientOrderId(raw: unknown): Field<string> {
  return typeof raw === 'string' && CLIENT_ORDER_ID.test(raw)
    ? ok(raw)
    : bad('must be 1 to 64 characters of A-Z a-z 0-9 _ . : -');
}

export function parseLabel(raw: unknown): Field<string> {
  if (typeof raw !== 'string' || raw.length > LABEL_LENGTH)
    return bad(`must be a string of up to ${LABEL_LENGTH} characters`);
  return UNPRINTABLE.test(raw) ? bad('must not hold control characters') : ok(raw);
}

export function parsePosition(raw: unknown): Field<number> {
  return typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 1 && raw <= 1_000_000
    ? ok(raw)
    : bad('must be a whole number from 1 to 1000000');
}

export function parseDirection(raw: unknown): Field<'gt' | 'lt'> {
  return raw === 'gt' || raw === 'lt' ? ok(raw) : bad('must be gt or lt');
}

/** A JSON object of at most `maxBytes` in UTF-8 and 32 levels. */
export function parseJsonObject(raw: unknown, maxBytes: number): Field<JsonObject> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return bad('must be a JSON object');
  const object = checkDepth(raw as JsonObject);
  if (!object.ok) return object;
  return jsonBytes(object.value) <= maxBytes ? object : bad(`must be at most ${maxBytes} bytes of JSON`);
}

/** JSON of at most 32 levels. */
export function checkDepth<T extends Json>(value: T): Field<T> {
  return depthExceeds(value, MAX_DEPTH) ? bad(`must be nested at most ${MAX_DEPTH} levels deep`) : ok(value);
}

/** The length of the value as JSON in UTF-8. */
export const jsonBytes = (value: Json): number => new TextEncoder().encode(JSON.stringify(value)).length;

function depthExceeds(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner: Json) => depthExceeds(inner, levels - 1));
}
