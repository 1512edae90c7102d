import type { Request, RequestHandler, Response } from 'express';
import type { CallKind } from '../requests/address-limits.js';
import type { Origins } from '../requests/cross-origin.js';
import type { ErrorCase } from '../errors/problem.js';
import type { Method, OperationDescription, RequestBody, ResponseDescription } from '../schema/model.js';
import type { Declared } from '../requests/parameters.js';
import type { RequestClass } from '../schema/request-class.js';
import type { JsonSchema, Schema } from '../schema/schema.js';

/** The names of a path's parameters. */
export type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** A request with its parameters parsed. */
export interface Call<Names extends string, Q> {
  readonly query: Q;
  /** Path parameters as they were sent, percent-decoded. */
  readonly params: Readonly<Record<Names, string>>;
  readonly req: Request;
  readonly res: Response;
}

/** A response other than an error. */
export interface ResponseSpec<T> extends Omit<ResponseDescription, 'status' | 'schema' | 'caching'> {
  readonly schema: Schema<T, never>;
  /** Cache-Control of the response; no-store if absent. */
  readonly caching?: string;
  /** Other values that Cache-Control may have, in words. */
  readonly cachingNote?: string;
  /** Whether compression pays off, for a prepared body. True when absent. */
  readonly compressed?: boolean;
}

/** A response that replaces the usual one for certain bodies. */
export interface OtherResponse<T, U> extends ResponseSpec<U> {
  readonly status: number;
  readonly when: (body: T | U) => boolean;
}

type Derived = 'method' | 'path' | 'access' | 'parameters' | 'body' | 'responses' | 'errors';

/** The part of an operation that is both served and documented. */
export interface Declaration<Parts, Path extends string, Q, T> extends Omit<OperationDescription, Derived> {
  /** `get` when absent. */
  readonly method?: Method;
  readonly path: Path & `/${string}`;
  /** Permitted callers; anyone when absent. */
  readonly access?: OperationDescription['access'];
  /** The limit per address that calls count against. Absent for calls that cost hardly more than a refusal: they are not limited. */
  readonly limitedAs?: CallKind;
  /** Class of the path parameters, or the schema of each if the use case checks their values. */
  readonly params?: RequestClass<Record<NamesIn<Path>, string>> | Readonly<Record<NamesIn<Path>, JsonSchema>>;
  readonly query?: RequestClass<Q & object>;
  /** The query's parameters if the handler or the use case parses them: `query` is then the raw query. */
  readonly rawQuery?: Declared;
  /** Required parameters of `rawQuery`. */
  readonly required?: readonly string[];
  /** Headers beyond those of `access`; the handler parses them. */
  readonly headers?: Declared;
  /** Whether the operation reads what a replica may serve, or changes it; neither if absent. */
  readonly replicated?: 'reads' | 'changes';
  /** Request headers that make the response personal to this caller, so no cache stores it. */
  readonly personalBy?: readonly string[];
  /** JSON, unless `readers` says otherwise. */
  readonly body?: RequestBody & { readonly readers?: readonly RequestHandler[] };
  /** The usual response, with status 200. */
  readonly response: ResponseSpec<T>;
  /** Errors of the use case and of this operation. Errors that any operation may return are added. */
  readonly errors?: readonly ErrorCase[];
  /** Error sent for an unexpected exception, in place of `Internal server error`. */
  readonly failure?: ErrorCase;
  /** Origins whose web pages may call the operation, if it is outside the areas; none if absent. */
  readonly origins?: (parts: Parts) => Origins;
  /** The Allow header of a 405, if clients expect methods other than those of the path. */
  readonly allow?: string;
}

/** One operation of the interface: its description for the generators, and the handlers made from its parts. */
export interface Operation<Parts> extends OperationDescription {
  readonly handlers: (parts: Parts) => readonly RequestHandler[];
  readonly origins?: (parts: Parts) => Origins;
  readonly allow?: string;
}
