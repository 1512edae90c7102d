import type { ErrorCase } from '../errors/problem.js';
import type { Access } from './access.js';
import type { ErrorShape } from './common-schemas.js';
import type { Priority } from './priority.js';
import type { JsonSchema } from './schema.js';

export type { JsonSchema } from './schema.js';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  /** Schema of the value, with type, range, default and unit. */
  readonly schema: JsonSchema;
}

export interface RequestBody {
  readonly description: string;
  readonly schema: JsonSchema;
  /** Longest body, bytes. */
  readonly maxBytes: number;
}

/** A response other than an error. */
export interface ResponseDescription {
  readonly status: number;
  readonly description: string;
  readonly schema: JsonSchema;
  /** `application/json` when absent. */
  readonly mediaType?: string;
  /** Cache-Control of the response. */
  readonly caching: string;
  /** Whether the response carries an ETag, so that a request with If-None-Match may get a 304. */
  readonly tagged?: boolean;
  /** Meanings of further headers, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** Description of an operation, as the generators need it. */
export interface OperationDescription {
  /** Id that is unique among all operations, such as `placeOrder`. */
  readonly id: string;
  readonly method: Method;
  /** Path below the area's mount, with parameters in braces. */
  readonly path: `/${string}`;
  /** Another path of the operation, with the same parameters. The rules name it. */
  readonly alias?: `/${string}`;
  readonly summary: string;
  /** Rules that a caller must know, one or two sentences each. */
  readonly rules?: readonly string[];
  /** Kinds of callers that the operation admits. */
  readonly access: readonly [Access, ...Access[]];
  /** The fields that a wallet's signed message must have besides `timestamp`. */
  readonly signedFields?: Readonly<Record<string, JsonSchema>>;
  readonly parameters?: readonly Parameter[];
  readonly body?: RequestBody;
  /** The usual response comes first. */
  readonly responses: readonly [ResponseDescription, ...ResponseDescription[]];
  readonly errors: readonly ErrorCase[];
  /** By the method when absent: `read` for GET, `change` for any other. */
  readonly priority?: Priority;
  /** Error body of an operation whose protocol prescribes one; the area's if absent. */
  readonly error?: ErrorShape;
  /** Arguments of curl after `-s`; `$BASE` is the address of the process; other variables come from the sample. */
  readonly curl: string;
  /** The fields of a signed request, each as `name=value`. The sample stores the request's parts in headers.txt and body.json. */
  readonly sign?: string;
}

/** One service of the HTTP interface, described for programs and for people. */
export interface AreaDescription {
  readonly name: string;
  /** The prefix of its paths on the shared host; empty for the process's own paths. */
  readonly mount: `/${string}` | '';
  readonly title: string;
  /** Purpose of the area and the rules that apply to all of it, a paragraph each. */
  readonly about: readonly string[];
  /** Schemas of the area by name; names are unique among all areas. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Error body of the area. */
  readonly error: ErrorShape;
  readonly operations: readonly OperationDescription[];
}
