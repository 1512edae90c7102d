import { expect } from '@jest/globals';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Response } from 'supertest';
import { DESCRIPTIONS } from '../../src/adapters/express/description/areas.js';
import type {
  AreaDescription,
  ErrorCase,
  JsonSchema,
  Operation,
} from '../../src/adapters/express/description/model.js';
import { openApiDocument } from '../../src/adapters/express/description/openapi.js';

export const VERSION = '0.0.0-test';
export const DOCUMENT = openApiDocument({ areas: DESCRIPTIONS, version: VERSION });

export interface Described {
  readonly area: AreaDescription;
  readonly operation: Operation;
  /** As it stands in the document. */
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

/** An ajv that takes nothing but what the description is meant to use. */
export function strictAjv() {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  ajv.addKeyword('x-unit');
  ajv.addKeyword('components');
  return ajv;
}

/** Objects that owners or events fill as they like. */
const OPEN_INSIDE = ['metadata', 'queryParams'];

/**
 * The schema without leave for fields that it does not describe, so that an answer which grows is noticed. An order's
 * foreign fields are not used in these tests.
 */
export function closed(schema: JsonSchema): JsonSchema {
  const { properties, items, oneOf, $ref } = schema;
  const inner = {
    ...schema,
    ...(items !== undefined && { items: closed(items) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(closed) }),
  };
  if (properties === undefined || $ref !== undefined) return inner;
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    OPEN_INSIDE.includes(name) ? property : closed(property),
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
const validators = new Map<JsonSchema, ValidateFunction>();

function validatorOf(schema: JsonSchema): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const made = ajv.compile({ ...closed(schema), components: { schemas } });
  validators.set(schema, made);
  return made;
}

/** `…` stands for anything. */
function tells(template: string, text: string): boolean {
  const parts = template.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}

/** What was answered in the tests that ran so far, `<operation> <status> <code>`. */
export const seen = new Set<string>();

/** That the answer is one that the operation's description names: status, media type, headers, body, sentence. */
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
  const code = expectHeaders(id, operation, response) ?? expectSentence(area, operation, response);
  seen.add(`${id} ${response.status} ${code}`);
}

/** The headers of an answer that is no error's. */
function expectHeaders(id: string, { answers }: Operation, response: Response): string | undefined {
  const answer = answers.find(({ status }) => status === response.status);
  if (answer === undefined) return undefined;
  const caching = response.get('cache-control') ?? '';
  expect([id, answer.caching.includes(caching), caching]).toEqual([id, true, caching]);
  return 'answer';
}

/** The error that the description names for this body; its code. */
function expectSentence({ errorBody }: AreaDescription, { errors }: Operation, response: Response): string {
  const body = response.body as Readonly<Record<string, string>>;
  const isIt = (error: ErrorCase) => {
    const template = errorBody(error, new Date(0)) as Readonly<Record<string, string>>;
    return ['error', 'message', 'code'].every((name) =>
      template[name] === undefined ? body[name] === undefined : tells(template[name], body[name] ?? ''),
    );
  };
  const found = errors.find((error) => error.status === response.status && isIt(error));
  expect({ body: response.body as unknown, found }).toMatchObject({ found: expect.anything() });
  expect(response.get('cache-control')).toBe('no-store');
  const retried = found!.headers?.['Retry-After'] !== undefined;
  expect([found!.code, response.get('retry-after') !== undefined]).toEqual([found!.code, retried]);
  return found!.code;
}
