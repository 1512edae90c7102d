import { STATUS_CODES } from 'node:http';
import { ACCESS, SECURITY_SCHEMES } from '../operation/access.js';
import { COMMON_SCHEMAS } from '../operation/common-schemas.js';
import { conventions } from './conventions.js';
import type {
  ResponseDescription,
  AreaDescription,
  ErrorCase,
  JsonSchema,
  OperationDescription,
  Parameter,
} from '../operation/model.js';
import { ref } from '../operation/schema.js';

export interface Described {
  readonly areas: readonly AreaDescription[];
}

interface MediaType {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: object }>>;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-codeSamples': readonly { readonly lang: string; readonly source: string }[];
}

/** An OpenAPI 3.1 document, as far as this description needs it. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: typeof SECURITY_SCHEMES;
  };
}

/**
 * The areas as an OpenAPI 3.1 document. `version` is the program's.
 *
 * @example JSON.stringify(openApiDocument({ areas: describeAreas(['swap']), version: '1.0.0' }));
 */
export function openApiDocument({
  areas,
  version,
}: Described & { readonly version: string }): OpenApiDocument {
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const area of areas) {
    for (const operation of area.operations) {
      const path = (paths[`${area.mount}${operation.path}`] ??= {});
      path[operation.method] = describeOperation(area, operation);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sluice',
      version,
      summary: 'Orders, routes, prices and metadata of a decentralised exchange on Stacks',
      description: conventions().join('\n\n'),
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

function describeOperation(area: AreaDescription, operation: OperationDescription): OperationObject {
  const { id, summary, rules = [], access, parameters, body, signedFields, curl } = operation;
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
        content: { 'application/json': { schema: body.schema } },
      },
    }),
    responses: responsesOf(area, operation),
    'x-codeSamples': [{ lang: 'Shell', source: `curl -s ${curl}` }],
  };
}

function responsesOf(
  area: AreaDescription,
  { responses, errors }: OperationDescription,
): Record<string, Response> {
  const byStatus = new Map<number, ErrorCase[]>();
  for (const error of errors) byStatus.set(error.status, [...(byStatus.get(error.status) ?? []), error]);
  return Object.fromEntries([
    ...responses.map((answer) => [String(answer.status), describeResponse(answer)] as const),
    ...(responses.some(({ tagged }) => tagged) ? [['304', UNCHANGED] as const] : []),
    ...[...byStatus].map(([status, cases]) => [String(status), describeErrors(area, status, cases)] as const),
  ]);
}

const UNCHANGED: Response = { description: 'If-None-Match names the answer’s ETag: nothing changed.' };

function describeResponse({
  description,
  schema,
  mediaType = 'application/json',
  caching,
  tagged,
  headers = {},
}: ResponseDescription): Response {
  const all = { 'Cache-Control': caching, ...(tagged && { ETag: 'weak tag of the content' }), ...headers };
  return { description, headers: describeHeaders(all), content: { [mediaType]: { schema } } };
}

const describeHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } as const },
    ]),
  );

/** When the examples' errors were found. */
const EXAMPLE_TIME = new Date('2026-11-20T12:00:00Z');

function describeErrors(area: AreaDescription, status: number, cases: readonly ErrorCase[]): Response {
  const codes = [...new Set(cases.map(({ code }) => code))];
  const examples = cases.map((error, i) => [
    codes.length === cases.length ? error.code : `${error.code}-${i + 1}`,
    { summary: error.cause, value: area.errorBody(error, EXAMPLE_TIME) },
  ]);
  const known = { ...COMMON_SCHEMAS, ...area.schemas };
  const named = (schema: string): JsonSchema => ({
    ...ref(schema),
    ...('code' in (known[schema]?.properties ?? {}) && {
      type: 'object',
      properties: { code: { type: 'string', enum: codes } },
    }),
  });
  const headers = Object.assign({}, ...cases.map((error) => error.headers)) as Record<string, string>;
  const retried = 'Retry-After' in headers && { 'Retry-After': 'seconds after which asking again may help' };
  return {
    description: `${STATUS_CODES[status]}: ${cases.map(({ cause }) => cause).join('; or ')}.`,
    ...(retried !== false && { headers: describeHeaders(retried) }),
    content: {
      'application/json': {
        schema: named(area.errorSchema),
        examples: Object.fromEntries(examples) as NonNullable<MediaType['examples']>,
      },
      'application/problem+json': { schema: named('ProblemDetails') },
    },
  };
}
