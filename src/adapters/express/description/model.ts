import type { Area } from '../areas.js';
import type { Problem } from '../problem.js';
import type { Access } from './access.js';

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** The part of JSON Schema 2020-12 that the description uses. `x-unit` is an annotation: what a number counts. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: SchemaType | readonly SchemaType[];
  readonly description?: string;
  readonly 'x-unit'?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly (string | number | null)[];
  readonly const?: string | number | boolean;
  readonly pattern?: string;
  readonly format?: 'date-time' | 'uuid';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly default?: string | number | boolean;
  readonly examples?: readonly unknown[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  /** With its type, range, default and unit. */
  readonly schema: JsonSchema;
}

export interface RequestBody {
  readonly description: string;
  readonly schema: JsonSchema;
  /** Longest body, bytes. */
  readonly maxBytes: number;
}

/** A body that an operation answers with, other than an error's. */
export interface Answer {
  readonly status: number;
  readonly description: string;
  readonly schema: JsonSchema;
  /** `application/json` when absent. */
  readonly mediaType?: string;
  /** Its Cache-Control. */
  readonly caching: string;
  /** Whether it carries an ETag, so that If-None-Match may be answered 304. */
  readonly tagged?: boolean;
  /** Further headers: their meaning by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error as it is answered. `…` stands in its texts for what depends on the request. */
export interface ErrorCase extends Problem {
  /** When it is answered: a phrase. */
  readonly cause: string;
}

export interface Operation {
  /** Unique among all operations, such as `placeOrder`. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Below the area's mount, parameters in braces. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** What a caller must know, a sentence or two each. */
  readonly rules?: readonly string[];
  /** Who may call it: any one of these is enough. */
  readonly access: readonly [Access, ...Access[]];
  /** The fields that a wallet's signed message must hold beside `timestamp`. */
  readonly signedFields?: Readonly<Record<string, JsonSchema>>;
  readonly parameters?: readonly Parameter[];
  readonly body?: RequestBody;
  /** The answer to expect comes first. */
  readonly answers: readonly [Answer, ...Answer[]];
  readonly errors: readonly ErrorCase[];
  /** Arguments of curl after `-s`; `$BASE` is the address of the process. */
  readonly curl: string;
}

/** One service behind the port, told to programs and to people. */
export interface AreaDescription {
  readonly name: string;
  /** Where its paths stand on the shared host; empty for the process's own. */
  readonly mount: `/${string}` | '';
  readonly title: string;
  /** What it is for and the rules that hold for all of it, a paragraph each. */
  readonly about: readonly string[];
  /** Its schemas by name; names are unique among all areas. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** The one of its schemas that its errors have. */
  readonly errorSchema: string;
  readonly errorBody: Area['errorBody'];
  readonly operations: readonly Operation[];
}
