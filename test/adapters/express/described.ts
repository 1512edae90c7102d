import { expect } from '@jest/globals';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Response } from 'supertest';
import { DESCRIPTIONS } from '../../../src/adapters/express/app/descriptions.js';
import type { ErrorCase } from '../../../src/adapters/express/errors/problem.js';
import type {
  ResponseDescription,
  AreaDescription,
  JsonSchema,
  OperationDescription,
} from '../../../src/adapters/express/schema/model.js';
import { openApiDocument } from '../../../src/adapters/express/description/openapi.js';

export const VERSION = '0.0.0-test';
export const DOCUMENT = openApiDocument({ areas: DESCRIPTIONS, version: VERSION });

export interface Described {
  readonly area: AreaDescription;
  readonly operation: OperationDescription;
  /** The path in the document. */
  readonly path: string;
}

/** Every operation of every area. */
export const OPERATIONS: readonly Described[] = DESCRIPTIONS.flatMap((area) =>
  area.operations.map((operation) => ({ area, operation, path: `${area.mount}${operation.path}` })),
);

export function operationOf(id: string): Described {
  const found = OPERATIONS.find(({ operation }) => operation.id === id);
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return found;
}

/** An ajv that rejects keywords the description does not use. */
export function strictAjv() {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  ajv.addKeyword('x-unit');
  ajv.addKeyword('x-event');
  ajv.addKeyword('x-extensible-enum');
  ajv.addKeyword('components');
  return ajv;
}

const DOCUMENT_ID = 'document';

/** Objects with arbitrary fields. */
const OPEN_INSIDE = ['metadata', 'queryParams', 'fields'];

/**
 * The schema, refusing fields that it does not describe, so that a new field of a response is noticed. An order's
 * foreign fields are not used in these tests.
 */
export function closed(schema: JsonSchema): JsonSchema {
  const { properties, items, oneOf, $ref } = schema;
  const inner = {
    ...schema,
    ...($ref !== undefined && { $ref: `${DOCUMENT_ID}${$ref}` }),
    ...(items !== undefined && { items: closed(items) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(closed) }),
  };
  if (properties === undefined || $ref !== undefined) return inner;
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    OPEN_INSIDE.includes(name) && property.type === 'object' ? property : closed(property),
  ]);
  return {
    ...inner,
    properties: Object.fromEntries(described) as NonNullable<JsonSchema['properties']>,
    additionalProperties: schema.additionalProperties ?? false,
  };
}

const ajv = strictAjv();
const { Order, ...others } = DOCUMENT.components.schemas;
const schemas = Object.fromEntries(
  Object.entries({ ...others, Order: { ...Order, additionalProperties: false } }).map(([name, schema]) => [
    name,
    closed(schema),
  ]),
);
ajv.addSchema({ $id: DOCUMENT_ID, components: { schemas } });

const validators = new Map<JsonSchema, ValidateFunction>();

/** Whether a body fits a schema of the document and has no other fields. */
export function validatorOf(schema: JsonSchema): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const made = ajv.compile(closed(schema));
  validators.set(schema, made);
  return made;
}

/** Whether the text fits the template, in which `…` is any text. */
function fits(template: string, text: string): boolean {
  const parts = template.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

/**
 * Expects a response that the operation's description names: status, media type, headers, body, sentence. Returns the
 * error that it is, if any.
 */
export function expectDescribed(id: string, response: Response): ErrorCase | undefined {
  const { area, operation, path } = operationOf(id);
  const described = DOCUMENT.paths[path]?.[operation.method]?.responses[String(response.status)];
  expect({ id, status: response.status, body: response.body as unknown, described }).toMatchObject({
    described: expect.anything(),
  });
  if (response.status === 304) return undefined;
  const media = described!.content![response.type];
  expect([id, response.type, Object.keys(described!.content!)]).toEqual([
    id,
    response.type,
    expect.anything(),
  ]);
  expect(media).toBeDefined();
  const body: unknown = bodyOf(response);
  const validate = validatorOf(media!.schema);
  validate(body);
  expect({ id, body, errors: validate.errors }).toEqual({ id, body, errors: null });
  const found = operation.responses.find(({ status }) => status === response.status);
  if (found === undefined) return expectSentence(area, operation, response);
  expect(response.get('cache-control')).toMatch(cachingOf(found));
  return undefined;
}

/** The body as the description's schema has it: parsed JSON, or a text. */
function bodyOf({ type, text, body }: Response): unknown {
  if (type.endsWith('json')) return body;
  return type.startsWith('image/') ? String(body) : text;
}

/** Any of the Cache-Control values that the description names. */
const cachingOf = ({ caching }: ResponseDescription): RegExp =>
  new RegExp(`^(${caching.split(/; a .*?: /).join('|')})$`);

/** Expects the description to name an error with this body and its headers, and returns it. */
function expectSentence(
  area: AreaDescription,
  { errors, error: shape = area.error }: OperationDescription,
  response: Response,
): ErrorCase | undefined {
  const body = response.body as Readonly<Record<string, string>>;
  const isIt = (error: ErrorCase) => {
    const { type } = response;
    if (type === 'application/problem+json')
      return error.code === body['code'] && fits(error.error, body['detail'] ?? '');
    const template = shape.write({ ...error, at: new Date(0), requestId: '' }) as Readonly<
      Record<string, string>
    >;
    return ['error', 'errmsg', 'message', 'code'].every((name) =>
      template[name] === undefined ? body[name] === undefined : fits(template[name], body[name] ?? ''),
    );
  };
  const found = errors.find((error) => error.status === response.status && isIt(error));
  expect({ body, found }).toMatchObject({ found: expect.anything() });
  expect(response.get('cache-control')).toMatch(/\bno-store\b/);
  const retried = found!.headers?.['Retry-After'] !== undefined;
  expect([found!.code, response.get('retry-after') !== undefined]).toEqual([found!.code, retried]);
  return found;
}

/** The refusals that the tests of the limits per address, of long lists and of everywhere produce. */
const BY_GUARDS: ReadonlySet<string> = new Set([
  'address-rate-exceeded',
  'too-many-lists',
  'lists-busy',
  'too-many-streams',
  'streams-busy',
  'storage-unavailable',
  'revocations-unknown',
  'restored',
  'went-back',
]);

/**
 * Checks responses against the descriptions of their operations, which it finds by method and path, and finds the
 * described errors that none of them was.
 */
export function responseCheck() {
  const produced = new Set<string>();
  const nameOf = (id: string, { status, code, error }: ErrorCase) => `${id}: ${status} ${code} "${error}"`;
  return {
    check: (response: Response): void => {
      const id = operationAt(response.request.method, new URL(response.request.url).pathname);
      const error = expectDescribed(id, response);
      if (error !== undefined) produced.add(nameOf(id, error));
    },
    /** Except the 500 of an unexpected failure, which any operation may return, and the refusals of guards. */
    notProduced: (ids: readonly string[]): readonly string[] =>
      ids.flatMap((id) =>
        operationOf(id)
          .operation.errors.filter(
            ({ code, error }) => error !== 'Internal server error' && !BY_GUARDS.has(code),
          )
          .map((error) => nameOf(id, error))
          .filter((name) => !produced.has(name)),
      ),
  };
}

/** As a router does, a path without parameters comes before one with them. */
function operationAt(method: string, path: string): string {
  const fitting = OPERATIONS.filter(
    (one) =>
      one.operation.method === method.toLowerCase() &&
      new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  const found = fitting.find((one) => one.path === path) ?? fitting[0];
  if (found === undefined) throw new Error(`there is no operation ${method} ${path}`);
  return found.operation.id;
}
