import type { JsonSchema } from '../schema/model.js';
import {
  MALFORMED_PATH,
  METHOD_NOT_ALLOWED,
  OUTAGE,
  OVERLOADED,
  STARTING,
  UNKNOWN_PATH,
  UNREADABLE_BODY,
} from '../schema/outcomes.js';
import { refName } from '../schema/schema.js';

const ABOUT =
  'Sluice is the order, routing and pricing system of a decentralised exchange on the Stacks blockchain.';

/** Conventions of every area of a process, a paragraph each. */
export const conventions = (): readonly string[] =>
  paragraphs({
    place:
      'One process serves every area under its own path; an operator may also serve an area at the root of its own host, then without the first part of the path (/swap/api/v1/orders becomes /api/v1/orders).',
    outages: [
      `While a process starts, every path but /healthz and /time is ${STARTING.status} (${STARTING.code}) with Retry-After.`,
      `While requests arrive faster than a process serves them, reads that waited are ${OVERLOADED.status} (${OVERLOADED.code}) with Retry-After, then changes are; nothing of such a request took effect. Executes, cancels and pauses are served all the same.`,
    ],
  });

/** Conventions of one area inside another program. */
export const conventionsOfOne = (): readonly string[] =>
  paragraphs({ place: 'Only one area of it is served here, inside another program.', outages: [] });

interface Differing {
  readonly place: string;
  readonly outages: readonly string[];
}

const paragraphs = ({ place, outages }: Differing): readonly string[] => [
  `${ABOUT} ${place}`,
  'Tokens are named by contract id: <address>.<contract-name>, or .stx for STX. Symbols are not unique. Amounts are whole smallest units of a token: divide by 10^decimals for whole tokens. If both a number and a text field exist, the text (…Exact) is exact; JSON numbers lose digits beyond 2^53. Times are ISO 8601 in UTC unless a unit says otherwise.',
  'Responses may have more fields than described, but never fewer. Bodies are JSON in UTF-8 with Content-Type: application/json.',
  `Errors have a stable code; branch on it, never on the sentence. A caller that accepts application/problem+json gets RFC 9457. An unknown path is ${UNKNOWN_PATH.status} (${UNKNOWN_PATH.code}); a known path with another method is ${METHOD_NOT_ALLOWED.status} (${METHOD_NOT_ALLOWED.code}) with the header Allow. HEAD works wherever GET does; OPTIONS returns Allow.`,
  `Any path may be ${MALFORMED_PATH.status} (${MALFORMED_PATH.code}) for several Host headers or a body that its Content-Encoding does not decode, and ${UNREADABLE_BODY.status} (${UNREADABLE_BODY.code}) for an unknown Content-Encoding or charset. What is not HTTP gets 400 without a body, and headers over 16 KB get 431.`,
  `While the database cannot be reached, or accepts no writes, any path may be ${OUTAGE.status} (${OUTAGE.code}) with Retry-After. Whether a change took effect is then unknown: read before you repeat it.`,
  ...outages,
  'Web pages of any origin may call every area but token metadata, unless the operator lists origins. No response of an area depends on a cookie.',
  'Errors and anything without a caching rule are no-store. Responses with an ETag are 304 if If-None-Match has it. Retry-After is always in seconds.',
  'Every response has X-Request-Id: the caller’s own, if it sent one of up to 128 printable ASCII characters, or a new one. Quote it when you report a problem.',
];

/** Description of a schema, for people: `integer, 1 to 50, default 10`. Properties are left to `fieldLines`. */
export function typeWords(schema: JsonSchema): string {
  const words = [baseWords(schema), ...rangeWords(schema)];
  const { pattern, format, default: byDefault } = schema;
  if (pattern !== undefined) words.push(`matches ${pattern}`);
  if (format !== undefined) words.push(format === 'uuid' ? 'a UUID' : 'ISO 8601');
  if (schema['x-unit'] !== undefined) words.push(`in ${schema['x-unit']}`);
  if (byDefault !== undefined) words.push(`default ${byDefault}`);
  return words.join(', ');
}

function baseWords({ $ref, type, const: constant, enum: values, items, oneOf }: JsonSchema): string {
  if ($ref !== undefined) return refName($ref);
  if (constant !== undefined) return JSON.stringify(constant);
  if (oneOf !== undefined) return oneOf.map(typeWords).join(' or ');
  if (values !== undefined) return values.map(String).join(' | ');
  if (items !== undefined) return `array of ${typeWords(items)}`;
  const types = typeof type === 'string' ? [type] : (type ?? ['any JSON']);
  return types.join(' or ');
}

function rangeWords(schema: JsonSchema): readonly string[] {
  return [
    between(schema.minimum, schema.maximum),
    schema.exclusiveMinimum === undefined ? undefined : `above ${schema.exclusiveMinimum}`,
    between(schema.minLength, schema.maxLength, ' characters'),
    between(schema.minItems, schema.maxItems, ' items'),
  ].filter((words) => words !== undefined);
}

function between(least: number | undefined, most: number | undefined, what = ''): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (most === undefined) return `${least} or more${what}`;
  if (least === undefined) return `at most ${most}${what}`;
  return least === most ? `${least}${what}` : `${least} to ${most}${what}`;
}

/** A line for each property, followed by those of nested objects. */
export function fieldLines(schema: JsonSchema, indent = ''): readonly string[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const optional = required.includes(name) ? '' : ', optional';
    const { description } = property;
    const line = `${indent}- ${name} (${typeWords(property)}${optional})${description === undefined ? '' : `: ${description}`}`;
    return [line, ...fieldLines(property.items ?? property, `${indent}  `)];
  });
}
