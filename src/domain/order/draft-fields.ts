import { isObject, type Field, type Parse } from '../shared/fields.js';
import type { Json, JsonObject } from '../shared/json.js';
import { err, ok } from '../shared/result.js';
import type { OrderSignature, OrderUuid } from './ids.js';

const bad = (reason: string) => err({ reason });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SIGNATURE = /^(?:0x)?([0-9a-f]{128})([0-9a-f]{2})$/;
/** V as Ethereum's wallets write it: 27 and 28. The contracts recover nothing from those. */
const RECOVERY_IDS: Readonly<Record<string, string>> = { '1b': '00', '1c': '01' };
export const CLIENT_ORDER_ID = /^[A-Za-z0-9_.:-]{1,64}$/;
/** Half a surrogate pair or a control character, which databases and terminals mishandle. */
const UNPRINTABLE = /[\p{Cs}\p{Cc}]/u;
const DECIMAL = /^[0-9](\.[0-9]{1,17})?$/;
export const LABEL_LENGTH = 200;
const MAX_DEPTH = 32;

export function parseOrderUuid(raw: unknown): Field<OrderUuid> {
  const uuid = typeof raw === 'string' ? raw.toLowerCase() : '';
  return UUID.test(uuid) ? ok(uuid as OrderUuid) : bad('must be a UUID');
}

/** Both forms of V are accepted and become the one that the contracts take: 0 or 1. */
export function parseOrderSignature(raw: unknown): Field<OrderSignature> {
  const [, rs, v = ''] = (typeof raw === 'string' ? SIGNATURE.exec(raw.toLowerCase()) : null) ?? [];
  if (rs === undefined) return bad('must be 130 hex characters');
  return ok(`${rs}${RECOVERY_IDS[v] ?? v}` as OrderSignature);
}

export function parseClientOrderId(raw: unknown): Field<string> {
  return typeof raw === 'string' && CLIENT_ORDER_ID.test(raw)
    ? ok(raw)
    : bad('must be 1 to 64 characters of A-Z a-z 0-9 _ . : -');
}

/** A number from 0 to `max`, or the same as plain decimal text. */
export const parseFraction =
  (max: number): Parse<number> =>
  (raw) => {
    const value = typeof raw === 'string' && DECIMAL.test(raw) ? Number(raw) : raw;
    return typeof value === 'number' && value >= 0 && value <= max
      ? ok(value)
      : bad(`must be a fraction from 0 to ${max}`);
  };

export function parseLabel(raw: unknown): Field<string> {
  if (typeof raw !== 'string' || raw.length > LABEL_LENGTH)
    return bad(`must be a string of up to ${LABEL_LENGTH} characters`);
  return UNPRINTABLE.test(raw) ? bad('must not hold control characters') : ok(raw);
}

/** A JSON object of at most `maxBytes` in UTF-8 and 32 levels. */
export function parseJsonObject(raw: unknown, maxBytes: number): Field<JsonObject> {
  if (!isObject(raw)) return bad('must be a JSON object');
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
