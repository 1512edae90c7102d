import type { Response } from 'supertest';
import { expectDescribed, operationOf, OPERATIONS } from '../../adapters/express/described.js';
import { OVERLOADED } from '../../../src/adapters/express/schema/outcomes.js';
import { DECLARED } from './coverage.js';
import type { SentRequest } from './requests.js';
import { FOREIGN } from './values.js';
import type { WireAnswer } from './wire.js';
import type { World } from './world.js';

/** What a response says about the server. */
export interface Verdict {
  /** The operation that responded; undefined for a path or method that none has. */
  readonly operation: string | undefined;
  /** What is wrong with the response; undefined if nothing is. */
  readonly problem: string | undefined;
}

const PATTERNS = OPERATIONS.map(({ operation, path }) => ({
  id: operation.id,
  method: operation.method.toUpperCase(),
  isFixed: !path.includes('{'),
  pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
})).sort((a, b) => Number(b.isFixed) - Number(a.isFixed));

/** The operation that a router chooses for the request. */
function operationAt({ method, url }: SentRequest): string | undefined {
  const path = /^[^?#]*/.exec(url)![0];
  const routed = method === 'HEAD' ? 'GET' : method;
  return PATTERNS.find((one) => one.method === routed && one.pattern.test(path))?.id;
}

/** Refusals that any path may have, as the document's conventions say; `OUTAGE` only while the database is out. */
const ANYWHERE = ['not-found', 'method-not-allowed', 'malformed-request', 'unsupported-media-type'];
const OUTAGE = 'storage-unavailable';
/** Statuses of what is not a request, or one that is too long: Node refuses it before any operation does. */
const NOT_HTTP = [0, 400, 408, 413, 417, 431, 501, 505];
/** Operations whose response is the only one that holds a secret. */
const GIVES_SECRETS = ['createApiKey', 'signInOperator', 'createWebhook', 'rotateWebhookSecret'];
const SECRETS =
  /ck_(?:live|test)_[0-9a-f]{64}|os_[0-9a-f]{64}|whsec_[0-9A-Za-z+/]{43}=|[0-9a-f]{130}|[0-9a-f-]{36}/g;

/** Whether the text has a secret that the server was given or gave out. */
export const leakIn = (text: string, { secrets }: World): string | undefined =>
  secrets.size === 0 ? undefined : text.match(SECRETS)?.find((one) => secrets.has(one));

/** Holds the response against its operation's description, and against what must never be in one. */
export function checkAnswer(
  request: SentRequest,
  answer: WireAnswer,
  { world, isOutage }: { readonly world: World; readonly isOutage: boolean },
): Verdict {
  const { status, headers, text } = answer;
  const type = headers['content-type']?.split(';')[0] ?? '';
  const body = bodyIn(text, type);
  const operation = operationAt(request);
  const gives = operation !== undefined && GIVES_SECRETS.includes(operation) && status === 200;
  const leak = gives ? undefined : leakIn(text, world);
  if (gives)
    for (const [secret] of text.matchAll(SECRETS))
      if (!/^[0-9a-f-]{36}$/.test(secret)) world.secrets.add(secret);
  if (leak !== undefined) return { operation, problem: `it has the secret ${leak.slice(0, 12)}…` };
  // Some areas' errors have no code.
  if (status === OVERLOADED.status && text.includes(OVERLOADED.error))
    return { operation: undefined, problem: undefined };
  const code = codeOf(body);
  if (code === OUTAGE && isOutage) return { operation, problem: undefined };
  const isDeclared = operation !== undefined && isErrorOf(operation, code);
  if (code === 'internal') return { operation, problem: 'the server is at fault' };
  if (ANYWHERE.includes(code)) return { operation: isDeclared ? operation : undefined, problem: undefined };
  if (text === '' && type === '' && NOT_HTTP.includes(status))
    return { operation: undefined, problem: undefined };
  if (operation === undefined)
    return { operation, problem: status >= 500 ? `${status} outside of any operation` : undefined };
  if (request.method !== 'HEAD')
    return { operation, problem: differenceOf(operation, { status, headers, text, type, body }) };
  const isKnown = status < 500 || DECLARED.get(operation)!.includes(status);
  return { operation: undefined, problem: isKnown ? undefined : `${operation} does not declare ${status}` };
}

const bodyIn = (text: string, type: string): unknown => {
  if (!type.endsWith('json')) return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isErrorOf = (id: string, code: string): boolean =>
  operationOf(id).operation.errors.some((error) => error.code === code);

const codeOf = (body: unknown): string =>
  typeof body === 'object' && body !== null ? String(Reflect.get(body, 'code')) : '';

/** An order keeps the fields that it is sent with, whatever their names: here, those that the attack sends. */
function withoutForeign(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutForeign);
  const isOrder = Object.hasOwn(value, 'handle') && Object.hasOwn(value, 'inputToken');
  const fields = Object.entries(value).filter(([name]) => !(isOrder && FOREIGN.includes(name)));
  return Object.fromEntries(fields.map(([name, inner]) => [name, withoutForeign(inner)]));
}

/** The difference of a response from its description, if any. */
function differenceOf(
  id: string,
  answer: WireAnswer & { readonly type: string; readonly body: unknown },
): string | undefined {
  const get = (name: string) => answer.headers[name.toLowerCase()];
  try {
    expectDescribed(id, { ...answer, body: withoutForeign(answer.body), get } as unknown as Response);
    return undefined;
  } catch (error) {
    return String(error).slice(0, 1_500);
  }
}
