import type { AreaDescription, OperationDescription } from '../../adapters/express/schema/model.js';
import { isObject } from '../../domain/shared/fields.js';
import { meantBy } from '../../domain/shared/option-checks.js';
import { requestJson, type Failing } from '../../sdk/client/transport/request-json.js';
import { pathOf } from '../../sdk/client/transport/route.js';
import type { OperationArgument } from './operation-arguments.js';
import { proofOf } from './owner-proof.js';
import { contractIdOf, unitsOf } from './token-arguments.js';
import { badArgument, ToolError, type Arguments, type ToolContext } from './tool.js';

const TIMEOUT_MS = 30_000;

/** An operation with what a call of it needs. */
export interface Called {
  readonly operation: OperationDescription;
  readonly mount: AreaDescription['mount'];
  readonly fields: readonly OperationArgument[];
}

/** @throws ToolError for an unknown name, or a missing argument. */
export function requireNames(args: Arguments, known: readonly string[], required: readonly string[]): void {
  for (const name of Object.keys(args))
    if (!known.includes(name))
      throw badArgument(name.slice(0, 100), `unknown argument; ${meantBy(name, known)}`);
  for (const name of required)
    if (args[name] === undefined || args[name] === null) throw badArgument(name, 'is required');
}

/** The arguments with contract ids in place of symbols, and smallest units in place of whole tokens. */
export async function inWireForm(
  { fields }: Called,
  args: Arguments,
  { facts }: ToolContext,
): Promise<Arguments> {
  const named = fields.filter(({ name }) => typeof args[name] === 'string');
  if (!named.some(({ token, unitsOf: of }) => token ?? of)) return args;
  const { tokens } = await facts();
  const read: Record<string, unknown> = { ...args };
  for (const { name, token } of named)
    if (token !== undefined) read[name] = contractIdOf(name, args[name], tokens, token === 'copy');
  for (const { name, unitsOf: of } of named)
    if (of !== undefined) read[name] = unitsOf(name, args[name], String(read[of]), tokens);
  return read;
}

/** Sends the operation's request. Returns the body of the response. @throws ToolError for a refusal. */
export async function send(called: Called, args: Arguments, context: ToolContext): Promise<object> {
  const { operation, mount, fields } = called;
  const { headers, signedBody } = await proofOf(operation, args, context);
  const at = (place: string) =>
    fields.flatMap(({ name, place: own }) =>
      own === place && args[name] !== undefined ? [[name, args[name]] as const] : [],
    );
  const isProven = Object.keys(headers).length > 0;
  const isViewed = (operation.parameters ?? []).some(({ name }) => name === 'view');
  const texts = (place: 'path' | 'query') =>
    Object.fromEntries(at(place).map(([name, value]) => [name, queryText(name, value)]));
  const params = texts('path');
  const query = {
    ...texts('query'),
    ...(isProven && isViewed && { view: 'owner' }),
    ...firstPage(fields, args),
  };
  const path = ofPath(() => pathOf(`${mount}${operation.path}`, { params, query }));
  const [whole] = at('whole-body');
  const own = Object.fromEntries([...at('body'), ...at('signed')]);
  const order = UNSIGNED.includes(operation.id) ? withoutPlaceholders(whole?.[1]) : whole?.[1];
  const body = operation.body && JSON.stringify(order ?? signedBody ?? own);
  const { url, fetch } = context;
  const answer = await requestJson(`${url}${path}`, {
    ...{ fetch, timeoutMs: TIMEOUT_MS, method: operation.method.toUpperCase(), redirect: 'error', fail },
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  return isObject(answer) || Array.isArray(answer) ? (answer as object) : { answer };
}

/** Arguments that make a list one page. */
const PAGING = ['page', 'limit', 'cursor'];

/** The limit of a page that the call does not ask for: without one, a list is everything, whatever else the call selects. */
function firstPage(fields: readonly OperationArgument[], args: Arguments): { readonly limit?: string } {
  const limit = fields.find(({ name }) => name === 'limit')?.schema.default;
  const isPaged = fields.some(({ name }) => name === 'cursor') && limit !== undefined;
  return isPaged && PAGING.every((name) => args[name] === undefined) ? { limit: String(limit) } : {};
}

/** Operations that take an order before it is signed. */
const UNSIGNED = ['rehearseOrder', 'replayOrder'];

/** A prepared order without the places of its signatures. */
const withoutPlaceholders = (order: unknown): unknown =>
  isObject(order)
    ? Object.fromEntries(
        Object.entries(order).filter(([, value]) => !/^<signature \d+>$/.test(String(value))),
      )
    : order;

function queryText(name: string, value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  throw badArgument(name, 'text, a number, true or false, or a list of texts');
}

/** Reports a path that names nothing. */
function ofPath<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const [field = ''] = (error as Error).message.split(' ', 1);
    throw badArgument(field, 'names nothing');
  }
}

const fail: Failing = (message, { code, body, status }) => {
  const { details, hint } = isObject(body) ? body : {};
  return new ToolError(message, {
    code,
    ...(status !== undefined && { status }),
    ...(typeof hint === 'string' && { hint }),
    ...(details !== undefined && { details }),
  });
};
