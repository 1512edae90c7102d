import { isObject, type Field, type Parse } from '../../shared/fields.js';
import { UNSAFE_NAMES, type Json, type JsonObject } from '../../shared/json.js';
import { err, ok } from '../../shared/result.js';
import type { OrderHandle, OrderSignature, OrderUuid } from '../ids.js';
import { MAX_PATH } from './plan-root.js';

const bad = (reason: string) => err({ reason });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SIGNATURE = /^(?:0x)?([0-9a-f]{128})([0-9a-f]{2})$/;
/** V as Ethereum wallets write it, 27 or 28, with the V for which it stands. The contracts recover no signer from 27 or 28. */
const RECOVERY_IDS: Readonly<Record<string, string>> = { '1b': '00', '1c': '01' };
const HASH = /^[0-9a-f]{64}$/;
/** Tag of an integrator. Lower case, so that one integrator has one spelling. */
export const INTEGRATOR = /^[a-z0-9][a-z0-9._-]{0,39}$/;
export const CLIENT_ORDER_ID = /^[A-Za-z0-9_.:-]{1,64}$/;
/**
 * Half a surrogate pair, a control character, or a line or direction mark, which databases and terminals mishandle: a label with
 * a direction mark looks different from its content.
 */
const UNPRINTABLE = /[\p{Cs}\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const DECIMAL = /^[0-9](\.[0-9]{1,17})?$/;
export const LABEL_LENGTH = 200;
const MAX_DEPTH = 32;

export function parseOrderUuid(raw: unknown): Field<OrderUuid> {
  const uuid = typeof raw === 'string' ? raw.toLowerCase() : '';
  return UUID.test(uuid) ? ok(uuid as OrderUuid) : bad('must be a UUID');
}

/** Parses the form of a handle. */
export function parseOrderHandle(raw: unknown): Field<OrderHandle> {
  const handle = parseOrderUuid(raw);
  return handle.ok ? ok(handle.value as string as OrderHandle) : bad('must be the handle of an order');
}

/** Parses a signature and converts either form of V to the one that the contracts accept: 0 or 1. */
export function parseOrderSignature(raw: unknown): Field<OrderSignature> {
  const [, rs, v = ''] = (typeof raw === 'string' ? SIGNATURE.exec(raw.toLowerCase()) : null) ?? [];
  if (rs === undefined) return bad('must be 130 hex characters');
  return ok(`${rs}${RECOVERY_IDS[v] ?? v}` as OrderSignature);
}

/** Parses the path from an order's terms to the root over its plan: 1 to 10 hashes of 64 hex characters. */
export function parseTermsPath(raw: unknown): Field<readonly string[]> {
  const path: readonly unknown[] = Array.isArray(raw) ? raw : [];
  const hashes = path.flatMap((hash) => (typeof hash === 'string' && HASH.test(hash) ? [hash] : []));
  const isPath = hashes.length === path.length && path.length > 0 && path.length <= MAX_PATH;
  return isPath
    ? ok(hashes)
    : bad(`must be a list of 1 to ${MAX_PATH} hashes of 64 lower-case hex characters`);
}

export function parseClientOrderId(raw: unknown): Field<string> {
  return typeof raw === 'string' && CLIENT_ORDER_ID.test(raw)
    ? ok(raw)
    : bad('must be 1 to 64 characters of A-Z a-z 0-9 _ . : -');
}

export function parseIntegrator(raw: unknown): Field<string> {
  return typeof raw === 'string' && INTEGRATOR.test(raw)
    ? ok(raw)
    : bad('must be 1 to 40 characters of a-z 0-9 . _ -, the first a letter or digit');
}

/** A number from 0 to `max`, or its plain decimal text. */
export const parseFraction =
  (max: number): Parse<number> =>
  (raw) => {
    const value = typeof raw === 'string' && DECIMAL.test(raw) ? Number(raw) : raw;
    return typeof value === 'number' && value >= 0 && value <= max
      ? ok(value)
      : bad(`must be a fraction from 0 to ${max}`);
  };

/** A text of up to `longest` characters without control and direction characters. */
export const label =
  (longest: number): Parse<string> =>
  (raw) => {
    if (typeof raw !== 'string' || raw.length > longest)
      return bad(`must be a string of up to ${longest} characters`);
    return UNPRINTABLE.test(raw) ? bad('must not hold control or direction characters') : ok(raw);
  };

export const parseLabel = label(LABEL_LENGTH);

/** A JSON object of at most `maxBytes` in UTF-8 and 32 levels. */
export function parseJsonObject(raw: unknown, maxBytes: number): Field<JsonObject> {
  if (!isObject(raw)) return bad('must be a JSON object');
  const object = checkJson(raw as JsonObject);
  if (!object.ok) return object;
  return jsonBytes(object.value) <= maxBytes ? object : bad(`must be at most ${maxBytes} bytes of JSON`);
}

/** JSON of at most 32 levels, without names that change an object's prototype. */
export function checkJson<T extends Json>(value: T): Field<T> {
  if (depthExceeds(value, MAX_DEPTH)) return bad(`must be nested at most ${MAX_DEPTH} levels deep`);
  const unsafe = unsafeNameIn(value);
  return unsafe === undefined ? ok(value) : bad(`must not hold the name ${unsafe}`);
}

const UTF8 = new TextEncoder();

/** The length of the value as JSON in UTF-8. */
export function jsonBytes(value: Json): number {
  const text = JSON.stringify(value);
  // Most JSON is ASCII, whose length is that of the text.
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return UTF8.encode(text).length;
  return text.length;
}

/** Recurses no deeper than MAX_DEPTH: deeper values were refused before. */
function unsafeNameIn(value: Json): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return (
    names.find((name) => UNSAFE_NAMES.has(name)) ??
    Object.values(value).reduce<string | undefined>(
      (found, inner: Json) => found ?? unsafeNameIn(inner),
      undefined,
    )
  );
}

function depthExceeds(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner: Json) => depthExceeds(inner, levels - 1));
}
