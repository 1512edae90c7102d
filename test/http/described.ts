import { expect } from '@jest/globals';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Response } from 'supertest';
import { DESCRIPTIONS } from '../../src/adapters/express/description/areas.js';
import type {
  ResponseDescription,
  AreaDescription,
  ErrorCase,
  JsonSchema,
  OperationDescription,
} from '../../src/adapters/express/operation/model.js';
import { openApiDocument } from '../../src/adapters/express/description/openapi.js';

export const VERSION = '0.0.0-test';
export const DOCUMENT = openApiDocument({ areas: DESCRIPTIONS, version: VERSION });

export interface Described {
  readonly area: AreaDescription;
  readonly operation: OperationDescription;
  /** With the area's mount, as in the document. */
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
  ajv.addKeyword('components');
  return ajv;
}

const DOCUMENT_ID = 'document';

/** Objects with arbitrary fields. */
const OPEN_INSIDE = ['metadata', 'queryParams'];

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

function validatorOf(schema: JsonSchema): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const made = ajv.compile(closed(schema));
  validators.set(schema, made);
  return made;
}

/** Whether the text fits the template, in which `…` matches anything. */
function tells(template: string, text: string): boolean {
  const parts = template.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

/** Expects a response that the operation describes: status, media type, headers, body and error sentence. */
export function expectDescribed(id: string, response: Response): void {
  const { area, operation, path } = operationOf(id);
  const described = DOCUMENT.paths[path]?.[operation.method]?.responses[String(response.status)];
  expect({ id, status: response.status, body: response.body as unknown, described }).toMatchObject({
    described: expect.anything(),
  });
  if (response.status === 304) return;
  const media = described!.content![response.type];
  expect([id, response.type, Object.keys(described!.content!)]).toEqual([
    id,
    response.type,
    expect.anything(),
  ]);
  expect(media).toBeDefined();
  const body: unknown = response.type.endsWith('json') ? response.body : response.text;
  const validate = validatorOf(media!.schema);
  validate(body);
  expect({ id, body, errors: validate.errors }).toEqual({ id, body, errors: null });
  const answer = operation.responses.find(({ status }) => status === response.status);
  if (answer === undefined) expectSentence(area, operation, response);
  else expect(response.get('cache-control')).toMatch(cachingOf(answer));
}

/** Any of the Cache-Control values that the description names. */
const cachingOf = ({ caching }: ResponseDescription): RegExp =>
  new RegExp(`^(${caching.split(/; a .*?: /).join('|')})$`);

/** Expects an error that the operation describes, with its headers. */
function expectSentence(
  { errorBody }: AreaDescription,
  { errors }: OperationDescription,
  response: Response,
): void {
  const body = response.body as Readonly<Record<string, string>>;
  const isIt = (error: ErrorCase) => {
    const { type } = response;
    if (type === 'application/problem+json')
      return error.code === body['code'] && tells(error.error, body['detail'] ?? '');
    const template = errorBody(error, new Date(0)) as Readonly<Record<string, string>>;
    return ['error', 'message', 'code'].every((name) =>
      template[name] === undefined ? body[name] === undefined : tells(template[name], body[name] ?? ''),
    );
  };
  const found = errors.find((error) => error.status === response.status && isIt(error));
  expect({ body, found }).toMatchObject({ found: expect.anything() });
  expect(response.get('cache-control')).toMatch(/\bno-store\b/);
  const retried = found!.headers?.['Retry-After'] !== undefined;
  expect([found!.code, response.get('retry-after') !== undefined]).toEqual([found!.code, retried]);
}
