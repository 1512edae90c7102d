import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { OperationDescription, Parameter } from '../../../src/adapters/express/schema/model.js';
import { OPERATIONS, type Described } from '../../adapters/express/described.js';
import type { TestWallet } from '../signing.js';
import { credentials, prove, signerOf } from './credentials.js';
import { amendment, order } from './orders.js';
import { damaged, fitting, hex, nasty, NASTY_JSON, rarely, type Made } from './values.js';
import type { World } from './world.js';

/** A request as it goes over the line. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly bytes: Buffer;
  /** Whether the bytes end where the request does. */
  readonly isWhole: boolean;
  /** The wallet that signed it, or for which it was signed. */
  readonly wallet: TestWallet;
  /** The JSON body, if that is what was sent. */
  readonly body: unknown;
}

/** A request that is drawn, and made once it is sent. */
export interface HostileRequest {
  readonly operation: string;
  /** How many times it is sent at once. */
  readonly times: number;
  readonly make: (world: World) => SentRequest;
}

/** The text without unpaired surrogates, which cannot be encoded. */
const wellFormed = (value: string) => Buffer.from(value).toString();
const escape = (value: string) => encodeURIComponent(wellFormed(value));
/** The text as a careless client sends it: only characters that would end the request line are escaped. */
const careless = (value: string) => wellFormed(value).replace(/[\s\p{Cc}]/gu, '%20');

interface UrlPart {
  readonly text: string;
  readonly written: string;
}

/** A part of the address: a value that fits or a hostile one; escaped, half escaped, or badly. */
const urlPart = ({ schema, name }: Pick<Parameter, 'schema' | 'name'>): fc.Arbitrary<Made<UrlPart>> =>
  fc.tuple(fitting(schema, name), nasty, fc.nat({ max: 59 })).map(([make, bad, way]) => (world) => {
    const text = way < 6 ? bad : String(make(world));
    if (way === 6) return { text, written: careless(text) || '%20' };
    if (way === 7) return { text, written: `${escape(text)}%zz` };
    if (way === 8) return { text, written: '%c0%ae%00' };
    return { text, written: escape(text) || '%20' };
  });

interface Target {
  readonly url: string;
  readonly path: Readonly<Record<string, string>>;
}

function target({ operation, path }: Described): fc.Arbitrary<Made<Target>> {
  const { parameters = [] } = operation;
  const inPath = parameters.filter(({ in: place }) => place === 'path');
  const inQuery = parameters.filter(({ in: place }) => place === 'query');
  const optional = inQuery.filter((one) => !one.required).map(({ name }) => name);
  const parts = fc.tuple(...inPath.map(urlPart));
  const pairOf = (one: Parameter) => urlPart(one).map((part) => ({ name: one.name, part }));
  const odd = fc
    .tuple(fc.constantFrom('x', '__proto__', 'a[b]', 'limit[]', ...inQuery.map(({ name }) => name)), nasty)
    .map(([name, text]) => ({ name, part: () => ({ text, written: escape(text) }) }));
  const query = fc
    .tuple(
      fc.tuple(...inQuery.map(pairOf)),
      fc.subarray(optional, { maxLength: Math.min(optional.length, 2) }),
      rarely(odd),
      fc.nat({ max: 19 }),
    )
    .map(([pairs, wanted, extra, n]) => {
      const required = inQuery.filter((one) => one.required && n > 0).map(({ name }) => name);
      const kept = pairs.filter(({ name }) => wanted.includes(name) || required.includes(name));
      return extra === null ? kept : [...kept, extra];
    });
  return fc.tuple(parts, query).map(([inside, pairs]) => (world) => {
    const named = Object.fromEntries(inPath.map(({ name }, n) => [name, inside[n]!(world)]));
    const at = path.replace(/\{(\w+)\}/g, (_, name: string) => named[name]!.written);
    const asked = pairs.map(({ name, part }) => `${name}=${part(world).written}`);
    return {
      url: asked.length === 0 ? at : `${at}?${asked.join('&')}`,
      path: Object.fromEntries(Object.entries(named).map(([name, { text }]) => [name, text])),
    };
  });
}

const headerValue = fc.oneof(
  nasty.map((value) => value.replace(/[\r\n]/g, '').replaceAll('\0', '')),
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

type MadeBody = (world: World, wallet: TestWallet, path: Readonly<Record<string, string>>) => unknown;

/** Bodies that fit, or nearly; undefined for an operation without one, and for one whose body is its proof. */
function bodyOf({ id, body, access }: OperationDescription): fc.Arbitrary<MadeBody> {
  if (body === undefined || access.includes('wallet-body') || access.includes('operator-wallet'))
    return fc.constant(() => undefined);
  if (id === 'placeOrder' || id === 'rehearseOrder' || id === 'replayOrder') return order;
  if (id === 'amendOrder')
    return amendment.map(
      (make) =>
        (world, wallet, { uuid = '' }) =>
          make(world, wallet, uuid),
    );
  if (id === 'placeOrders')
    return fc
      .tuple(fc.array(order, { minLength: 1, maxLength: 4 }), fc.boolean(), damaged(['orders', 'atomic']))
      .map(([orders, atomic, bad]) => (world, wallet) => {
        return { orders: orders.map((make) => make(world, wallet)), atomic, ...bad };
      });
  return fitting(body.schema).map((make) => (world) => make(world));
}

const IDEMPOTENCY_KEYS = ['a', 'b', 'c'];

/** Requests to one operation, of which most get past its first checks. */
export function requestsTo(described: Described): fc.Arbitrary<HostileRequest> {
  const { operation } = described;
  const often = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>, times = 19) =>
    fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: other });
  const inHeaders = (operation.parameters ?? []).filter(({ in: place }) => place === 'header');
  const hasKey = inHeaders.some(({ name }) => name === 'Idempotency-Key');
  const own = [...inHeaders.map(({ name }) => name), 'x-message', 'x-signature', 'x-api-key'];
  return fc
    .record({
      method: often(fc.constant(operation.method.toUpperCase()), fc.constantFrom(...METHODS)),
      target: target(described),
      proof: credentials(operation),
      body: bodyOf(operation),
      raw: often(fc.constant(undefined), fc.constantFrom(...NASTY_JSON)),
      key: fc.option(often(fc.constantFrom(...IDEMPOTENCY_KEYS), fc.constant(undefined), 1), { freq: 2 }),
      odd: often(fc.constant<string[]>([]), fc.array(fc.constantFrom(...ODD_HEADERS), { maxLength: 3 }), 9),
      given: often(
        fc.constant<string[]>([]),
        fc.tuple(fc.constantFrom(...own), headerValue).map(headerLine),
        9,
      ),
      isCached: fc.nat({ max: 4 }).map((n) => n === 0),
      type: often(fc.constant('application/json'), fc.constantFrom(...CONTENT_TYPES)),
      isProblem: fc.nat({ max: 7 }).map((n) => n === 0),
      isTooLarge: fc.nat({ max: 29 }).map((n) => n === 0),
      cut: often(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true }), 60),
      isTwice: fc.nat({ max: 5 }).map((n) => n === 0),
    })
    .map((drawn): HostileRequest => {
      const { odd, given, raw, type, cut, proof: recipe } = drawn;
      return {
        operation: operation.id,
        times: hasKey && drawn.isTwice ? 2 : 1,
        make: (world) => {
          const { url, path } = drawn.target(world);
          const isDeployers = operation.access.includes('deployer');
          const owner = isDeployers ? world.deployer : ownerOf(path, world);
          const signer = signerOf(recipe, world, owner);
          const json = drawn.body(world, signer, path);
          const proof = prove(operation, recipe, signer, { path, body: json }, world);
          const body = proof.body ?? json;
          const sent = raw ?? (body === undefined ? '' : JSON.stringify(body));
          const limit = operation.body?.maxBytes ?? 0;
          const payload = Buffer.from(drawn.isTooLarge ? sent + ' '.repeat(limit) : sent);
          const isBodied = operation.body !== undefined && payload.length > 0;
          const lines = [
            `${drawn.method} ${url} HTTP/1.1`,
            'Host: 127.0.0.1',
            'Connection: close',
            ...(isBodied ? [`Content-Type: ${type}`, `Content-Length: ${payload.length}`] : []),
            ...(drawn.key === null || !hasKey ? [] : [`Idempotency-Key: ${drawn.key ?? randomUUID()}`]),
            ...(drawn.isCached && operation.method === 'get' ? ['If-None-Match: *'] : []),
            ...(drawn.isProblem ? ['Accept: application/problem+json'] : []),
            ...proof.headers,
            ...given,
            ...odd,
          ];
          const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8');
          const bytes = isBodied ? Buffer.concat([head, payload]) : head;
          return {
            method: drawn.method,
            url,
            bytes: bytes.subarray(0, Math.ceil(bytes.length * cut)),
            isWhole: cut === 1 && !odd.some((line) => ENDLESS.has(line)),
            wallet: proof.wallet,
            body: raw === undefined ? body : undefined,
          };
        },
      };
    });
}

const headerLine = ([name, value]: readonly [string, string]): string[] => [`${name}: ${value}`];

/** The wallet that the thing in the path belongs to, as far as this is known. */
const ownerOf = (path: Readonly<Record<string, string>>, world: World): TestWallet | undefined =>
  Object.entries(path)
    .map(([kind, value]) => world.ownerOf(kind, value))
    .find((wallet) => wallet !== undefined);

/** Requests to each operation. */
export const REQUESTS: ReadonlyMap<string, fc.Arbitrary<HostileRequest>> = new Map(
  OPERATIONS.map((described) => [described.operation.id, requestsTo(described)]),
);
