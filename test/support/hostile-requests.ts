import fc from 'fast-check';
import type { SecurityScheme } from '../../src/adapters/express/schema/access.js';
import type { JsonSchema } from '../../src/adapters/express/schema/model.js';
import type { OpenApiDocument } from '../../src/adapters/express/index.js';
import { anyCharacter } from './properties.js';

/** Bytes of a request, as they are sent. */
export interface HostileRequest {
  /** Operation at which the request aims. */
  readonly operation: string;
  readonly bytes: Buffer;
  /** Whether the request is complete at the end of the bytes. */
  readonly isWhole: boolean;
}

/** Values of the server that pass the first checks, by the schema that they fit. */
export interface RealValues {
  readonly tokens: readonly string[];
  readonly addresses: readonly string[];
}

const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '00',
  '1e400',
  'NaN',
  '99999999999999999999999999999999999999999',
  '340282366920938463463374607431768211456',
  '0x10',
  'null',
  'true',
  '__proto__',
  'constructor',
  'client:',
  '*',
  '%',
  '_',
  '.',
  '..',
  '../../etc/passwd',
  '.stx',
  "' OR 1=1 --",
  '\u0000',
  '\r\nX-Injected: 1',
  '\u001b[31m',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ud800',
  '１２３',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.001Z',
  '8640000000000001',
  'z'.repeat(5_000),
  '💥'.repeat(300),
  '['.repeat(2_000),
] as const;

/** JSON texts that `JSON.stringify` never produces. */
const NASTY_JSON = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":1,"a":2}',
  '1e400',
  '-0',
  '123456789012345678901234567890',
  '"\\ud800"',
  '[]',
  'null',
  '{',
  '{"a":}',
  '\u0000',
  `${'['.repeat(50_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  `"${'x'.repeat(200_000)}"`,
];

const nasty = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.double().map(String),
  fc.bigInt().map(String),
);

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
  readonly headers: readonly string[];
  readonly body: JsonSchema | undefined;
}

function operationsOf({ paths, components }: OpenApiDocument): readonly Operation[] {
  const schemes: Readonly<Record<string, SecurityScheme>> = components.securitySchemes;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      name: described.operationId,
      method: method.toUpperCase(),
      path,
      parameters: described.parameters ?? [],
      headers: described.security.flatMap((set) =>
        Object.keys(set).map((scheme) => schemes[scheme]?.name ?? 'authorization'),
      ),
      body: described.requestBody?.content['application/json'].schema,
    })),
  );
}

/** Values that fit the schema, or nearly do. */
function fitting(schema: JsonSchema, document: OpenApiDocument, real: RealValues): fc.Arbitrary<unknown> {
  const { $ref, type, properties, items } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const name = $ref?.split('/').at(-1);
  if (name === 'ContractId') return fc.constantFrom(...real.tokens);
  if (name === 'Address') return fc.constantFrom(...real.addresses);
  const named = name === undefined ? undefined : document.components.schemas[name];
  if (named !== undefined) return fitting(named, document, real);
  if (properties !== undefined) return hostileObject(properties, document, real);
  if (items !== undefined) return fc.array(hostileValue(items, document, real), { maxLength: 4 });
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (schema.pattern?.includes('{130}') === true) return hex(130);
  if (schema.pattern?.includes('{64}') === true) return hex(64);
  if (schema.pattern?.includes('[0-9]') === true) return fc.bigInt({ min: 1n, max: 2n ** 40n }).map(String);
  if (type === 'integer') return fc.integer({ min: 1, max: 1_000 });
  if (type === 'number') return fc.double({ min: 0, max: 1, noNaN: true });
  if (type === 'boolean') return fc.boolean();
  return fc.string({ maxLength: 30 });
}

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

const hostileValue = (schema: JsonSchema, document: OpenApiDocument, real: RealValues) =>
  fc.oneof(
    { weight: 8, arbitrary: fitting(schema, document, real) },
    { weight: 1, arbitrary: nasty },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );

const hostileObject = (
  properties: Readonly<Record<string, JsonSchema>>,
  document: OpenApiDocument,
  real: RealValues,
): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, hostileValue(schema, document, real)]),
    ),
    { requiredKeys: [] },
  );

/** The text without unpaired surrogates, which cannot be encoded. */
const wellFormed = (text: string) => Buffer.from(text).toString();
const escape = (text: string) => encodeURIComponent(wellFormed(text));
/** The text as a careless client sends it: only characters that would end the request line are escaped. */
const careless = (text: string) => wellFormed(text).replace(/[\s\p{Cc}]/gu, '%20');

/** A part of the address: escaped properly, partly, or wrongly. */
const urlPart = (value: fc.Arbitrary<unknown>) =>
  fc
    .tuple(fc.oneof({ weight: 4, arbitrary: value.map(String) }, nasty), fc.nat({ max: 11 }))
    .map(([text, way]) =>
      way < 9 ? escape(text) : way < 10 ? careless(text) : way < 11 ? `${escape(text)}%zz` : '%c0%ae%00',
    );

function target(operation: Operation, document: OpenApiDocument, real: RealValues): fc.Arbitrary<string> {
  const valueOf = (name: string) => {
    const found = operation.parameters.find((parameter) => parameter.name === name);
    return urlPart(found === undefined ? nasty : fitting(found.schema, document, real));
  };
  const path = fc
    .tuple(
      ...operation.path
        .split('/')
        .map((part) => (part.startsWith('{') ? valueOf(part.slice(1, -1)) : fc.constant(part))),
    )
    .map((parts) => parts.join('/'));
  const names = operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
  const pair = fc
    .constantFrom(...names, 'x', '__proto__', 'a[b]', 'limit[]')
    .chain((name) => valueOf(name).map((value) => `${name}=${value}`));
  return fc
    .tuple(path, fc.array(pair, { maxLength: 5 }))
    .map(([at, query]) => (query.length === 0 ? at : `${at}?${query.join('&')}`));
}

const headerValue = fc.oneof(
  nasty.map((text) => text.replace(/[\r\n]/g, '').replaceAll('\0', '')),
  hex(64),
  hex(130),
  hex(66),
  fc.constantFrom(
    'Bearer x',
    'ck_live_' + '0'.repeat(64),
    String(Date.UTC(2026, 0)),
    '{"action":"read_orders"}',
  ),
);

const ODD_HEADERS = [
  'Accept: application/problem+json',
  'Accept: ;;;,,,q=9',
  'Accept-Encoding: br;q=9, gzip;q=, *;q=x',
  'If-None-Match: W/"x", *, "',
  'If-Modified-Since: never',
  'Range: bytes=0-,5-3',
  'Expect: 100-continue',
  'Upgrade: websocket',
  'Cookie: a=b; __proto__=c',
  'Origin: null',
  'Origin: http://[',
  'X-Forwarded-For: ::::, 1.2.3.4.5, unknown',
  'X-Forwarded-Host: a,b',
  'X-Request-Id: \u0001',
  'Idempotency-Key: ' + 'k'.repeat(300),
  'Idempotency-Key: k',
  'X-HTTP-Method-Override: DELETE',
  'Host: another',
  'Content-Encoding: gzip',
  'Content-Encoding: br',
  'Content-Encoding: nothing',
  'Transfer-Encoding: chunked',
  'Content-Length: 5',
  'Bad header',
  'X-Long: ' + 'x'.repeat(20_000),
];

/** Headers that promise more bytes than are sent. */
const ENDLESS: ReadonlySet<string> = new Set(['Transfer-Encoding: chunked', 'Content-Length: 5']);

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/json; charset=x',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '/',
  '',
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'GOT'];

/** Requests that the document's operations should refuse, or at least survive. */
export function hostileRequests(document: OpenApiDocument, real: RealValues): fc.Arbitrary<HostileRequest> {
  return fc.oneof(...operationsOf(document).map((operation) => requestTo(operation, document, real)));
}

function requestTo(operation: Operation, document: OpenApiDocument, real: RealValues) {
  const often = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other });
  const ownHeaders = fc
    .tuple(...operation.headers.map((name) => headerValue.map((value) => `${name}: ${value}`)))
    .chain((lines) => fc.subarray(lines));
  const body = operation.body === undefined ? fc.constant('') : bodyOf(operation.body, document, real);
  return fc
    .record({
      method: often(fc.constant(operation.method), fc.constantFrom(...METHODS)),
      url: target(operation, document, real),
      own: ownHeaders,
      odd: often(fc.constant<string[]>([]), fc.array(fc.constantFrom(...ODD_HEADERS), { maxLength: 3 })),
      type: often(fc.constant('application/json'), fc.constantFrom(...CONTENT_TYPES)),
      body: often(body, fc.constantFrom(...NASTY_JSON)),
      cut: fc.oneof(
        { weight: 30, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
      ),
    })
    .map(({ method, url, own, odd, type, body: text, cut }): HostileRequest => {
      const payload = Buffer.from(text);
      const lines = [
        `${method} ${url} HTTP/1.1`,
        'Host: 127.0.0.1',
        'Connection: close',
        ...(payload.length > 0 ? [`Content-Type: ${type}`, `Content-Length: ${payload.length}`] : []),
        ...own,
        ...odd,
      ];
      const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8');
      const bytes = Buffer.concat([head, payload]);
      return {
        operation: operation.name,
        bytes: bytes.subarray(0, Math.ceil(bytes.length * cut)),
        isWhole: cut === 1 && !odd.some((line) => ENDLESS.has(line)),
      };
    });
}

/** A body that fits or nearly fits, with its text intact or damaged. */
const bodyOf = (schema: JsonSchema, document: OpenApiDocument, real: RealValues): fc.Arbitrary<string> =>
  fc.tuple(fitting(schema, document, real), fc.nat({ max: 19 })).map(([value, way]) => {
    const text = JSON.stringify(value);
    if (way === 0) return text.slice(0, -1);
    if (way === 1) return text.replace('{', '{"__proto__":{"a":1},');
    return text;
  });
