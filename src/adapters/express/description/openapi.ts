import { STATUS_CODES } from 'node:http';
import { ADDRESS_RATE_HEADERS } from '../schema/address-rate-headers.js';
import { ACCESS, SECURITY_SCHEMES } from '../schema/access.js';
import { COMMON_SCHEMAS } from '../schema/components.js';
import { ERROR_FIELDS, PROBLEM_DETAILS, type ErrorShape } from '../schema/common-schemas.js';
import type { ErrorCase } from '../errors/problem.js';
import type {
  ResponseDescription,
  AreaDescription,
  JsonSchema,
  OperationDescription,
} from '../schema/model.js';
import { EXAMPLES } from './recorded-examples.js';
import { sampleOf } from './samples.js';
import { conventions } from './words.js';

/** Areas that an OpenAPI document describes. */
export interface Described {
  readonly areas: readonly AreaDescription[];
}

/**
 * The areas as an OpenAPI 3.1 document. `version` is the program's.
 *
 * @example JSON.stringify(openApiDocument({ areas: describeAreas(['swap']), version: '1.0.0' }));
 */
export function openApiDocument({
  areas,
  version,
  about = conventions(),
}: Described & {
  readonly version: string;
  /** Conventions of all operations, a paragraph each; those of a standalone process if absent. */
  readonly about?: readonly string[];
}) {
  const paths: Record<string, Record<string, ReturnType<typeof describeOperation>>> = {};
  for (const area of areas) {
    for (const operation of area.operations) {
      const path = (paths[`${area.mount}${operation.path}`] ??= {});
      path[operation.method] = describeOperation(area, operation);
    }
  }
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Sluice',
      version,
      summary: 'Orders, routes, prices and metadata of a decentralised exchange on Stacks',
      description: about.join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'this server' }],
    tags: areas.map(({ name, title, about }) => ({ name, description: [title, ...about].join('\n\n') })),
    paths,
    components: {
      schemas: Object.assign(
        {},
        COMMON_SCHEMAS,
        ...areas.map(({ schemas }) => schemas),
      ) as typeof COMMON_SCHEMAS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** An OpenAPI 3.1 document, as far as this description needs it. */
export type OpenApiDocument = Readonly<ReturnType<typeof openApiDocument>>;

function describeOperation(area: AreaDescription, operation: OperationDescription) {
  const { id, summary, rules = [], access, parameters, body, signedFields } = operation;
  const signed =
    signedFields === undefined
      ? []
      : [`A wallet signs a JSON object with ${[...Object.keys(signedFields), 'timestamp'].join(', ')}.`];
  const description = [...rules, ...signed].join('\n\n');
  return {
    operationId: id,
    tags: [area.name],
    summary,
    ...(description !== '' && { description }),
    security: access.flatMap((who) =>
      ACCESS[who].schemes.map((set) => Object.fromEntries(set.map((name) => [name, []]))),
    ),
    ...(parameters !== undefined && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        description: `${body.description} At most ${body.maxBytes} bytes.`,
        content: {
          'application/json': { schema: body.schema, ...examplesOf({ recorded: EXAMPLES[id]?.request }) },
        },
      },
    }),
    responses: responsesOf(area, operation),
    'x-codeSamples': [{ lang: 'Shell', source: sampleOf(operation) }],
  };
}

interface ResponseObject {
  readonly description: string;
  readonly headers?: ReturnType<typeof describeHeaders>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly examples?: object }>>;
}

function responsesOf(
  area: AreaDescription,
  { id, responses, errors, error: body = area.error }: OperationDescription,
): Record<string, ResponseObject> {
  const byStatus = new Map<number, ErrorCase[]>();
  for (const error of errors) byStatus.set(error.status, [...(byStatus.get(error.status) ?? []), error]);
  return Object.fromEntries([
    ...responses.map((sent, i) => {
      const { response: recorded, confirmed } = (i === 0 ? EXAMPLES[id] : undefined) ?? {};
      return [String(sent.status), describeResponse(sent, { recorded, confirmed })] as const;
    }),
    ...(responses.some(({ tagged }) => tagged) ? [['304', UNCHANGED] as const] : []),
    ...[...byStatus].map(([status, cases]) => [String(status), describeErrors(body, status, cases)] as const),
  ]);
}

const UNCHANGED = { description: 'If-None-Match has the response’s ETag: nothing changed.' };

type Examples = Readonly<Record<string, unknown>>;

/** The examples that are defined, by name. */
function examplesOf(named: Examples): { readonly examples?: object } {
  const found = Object.entries(named).filter(([, value]) => value !== undefined);
  return found.length === 0
    ? {}
    : { examples: Object.fromEntries(found.map(([name, value]) => [name, { value }])) };
}

function describeResponse(response: ResponseDescription, examples: Examples): ResponseObject {
  const { description, schema, mediaType = 'application/json', caching, tagged, headers = {} } = response;
  const all = { 'Cache-Control': caching, ...(tagged && { ETag: 'weak tag of the content' }), ...headers };
  return {
    description,
    headers: describeHeaders(all),
    content: { [mediaType]: { schema, ...examplesOf(examples) } },
  };
}

const describeHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } as const },
    ]),
  );

/** Time of the errors in the examples. */
const EXAMPLE_TIME = new Date('2026-11-20T12:00:00Z');
const EXAMPLE_REQUEST = '9f86d081884c-17';

/** The headers of errors, with their meaning. */
const ERROR_HEADERS: Readonly<Record<string, string>> = {
  'Retry-After': 'seconds after which a retry may succeed',
  ...ADDRESS_RATE_HEADERS,
};

function describeErrors(body: ErrorShape, status: number, cases: readonly ErrorCase[]): ResponseObject {
  const codes = [...new Set(cases.map(({ code }) => code))];
  const examples = cases.map((error, i) => [
    codes.length === cases.length ? error.code : `${error.code}-${i + 1}`,
    {
      summary: error.cause,
      value: body.write({ ...error, at: EXAMPLE_TIME, requestId: EXAMPLE_REQUEST }),
    },
  ]);
  const named = (shape: ErrorShape): JsonSchema => ({
    ...shape.ref(),
    ...('code' in (shape.schema.properties ?? {}) && {
      type: 'object',
      properties: { code: { ...ERROR_FIELDS.code, enum: codes } },
    }),
  });
  const headers = Object.assign({}, ...cases.map((error) => error.headers)) as Record<string, string>;
  const told = Object.fromEntries(Object.entries(ERROR_HEADERS).filter(([name]) => name in headers));
  return {
    description: `${STATUS_CODES[status]}: ${cases.map(({ cause }) => cause).join('; or ')}.`,
    ...(Object.keys(told).length > 0 && { headers: describeHeaders(told) }),
    content: {
      'application/json': {
        schema: named(body),
        examples: Object.fromEntries(examples) as object,
      },
      'application/problem+json': { schema: named(PROBLEM_DETAILS) },
    },
  };
}
