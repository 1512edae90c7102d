import type { Request, RequestHandler, Response } from 'express';
import type { Core } from '../../../application/core.js';
import { defined } from '../../../domain/shared/fields.js';
import type { Origins } from '../cross-origin.js';
import { ADDRESS_RATE_HEADERS, addressRateExceeded, limitAddress, type CallKind } from '../address-limits.js';
import { respondingToErrorsAs } from '../areas.js';
import { sendTagged } from '../caching.js';
import { jsonBody } from '../json-body.js';
import type { Prepared, PreparedResponses } from '../prepared-responses.js';
import { PreparedBody } from '../prepared-body.js';
import { badRequest, orFail } from '../problem.js';
import type {
  ErrorCase,
  Method,
  OperationDescription,
  Parameter,
  RequestBody,
  ResponseDescription,
} from './model.js';
import { BODY_ERRORS, INTERNAL, MALFORMED_PATH } from './outcomes.js';
import {
  describeQuery,
  MISSPELT_PARAMETER,
  misspeltParameter,
  parameter,
  queryErrors,
  readParameters,
  type OtherNames,
  type Query,
} from './parameters.js';
import type { JsonSchema, Schema } from './schema.js';

declare const BODY: unique symbol;

/** The text of a response body, with the type of its value. */
export type BodyText<T> = string & { readonly [BODY]: () => T };

/** The value as the text of a JSON body. */
export const jsonText = <T>(value: T): BodyText<T> => JSON.stringify(value) as BodyText<T>;

/** The text of a plain-text body. */
export const plainText = (text: string): BodyText<string> => text as BodyText<string>;

class Sent {
  readonly isSent = true;
}

/** Returned by a handler that has sent the response itself, such as a stream. */
export const SENT = new Sent();

/** A body for PreparedResponses. Its Cache-Control is the response's when absent. */
export interface PreparedText<T> extends Omit<Prepared, 'body'> {
  readonly text: BodyText<T>;
  readonly caching?: string;
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** A request with its parameters read. */
export interface Call<Names extends string, Q> {
  readonly query: Q;
  /** Path parameters as they were sent, percent-decoded. */
  readonly params: Readonly<Record<Names, string>>;
  readonly req: Request;
  readonly res: Response;
}

/** A response other than an error. */
interface ResponseSpec<T> extends Omit<ResponseDescription, 'status' | 'schema' | 'caching'> {
  readonly schema: Schema<T, never>;
  /** Its Cache-Control; no-store when absent. */
  readonly caching?: string;
  /** Other Cache-Controls it may have, in words. */
  readonly cachingNote?: string;
  /** For prepared bodies: whether they are worth compressing. True when absent. */
  readonly compressed?: boolean;
}

/** A response that certain bodies are sent with in place of the usual one. */
interface OtherResponse<T, U> extends ResponseSpec<U> {
  readonly status: number;
  readonly when: (body: T | U) => boolean;
}

type Derived = 'method' | 'path' | 'access' | 'parameters' | 'body' | 'responses' | 'errors';

/** The part of an operation that is both served and described. */
interface Declaration<Parts, Path extends string, Q, T> extends Omit<OperationDescription, Derived> {
  /** `get` when absent. */
  readonly method?: Method;
  readonly path: Path & `/${string}`;
  /** Anyone when absent. */
  readonly access?: OperationDescription['access'];
  /** The limit per address that it counts against; none when absent, for calls that cost about as little as a refusal. */
  readonly limitedAs?: CallKind;
  /** The schema of each parameter in the path; the use case checks its value. */
  readonly params?: Readonly<Record<NamesIn<Path>, JsonSchema>>;
  /** Its properties are the query's parameters. */
  readonly query?: new () => Q & object;
  /** The query's parameters where the handler or the use case reads them: `query` is then the raw query. */
  readonly rawQuery?: Readonly<Record<string, JsonSchema>> | (new () => object);
  /** Whether a query parameter that is nearly a known one is ignored, as clients of an older service expect. */
  readonly ignoresUnknown?: boolean;
  /** Parameters of the query by names that callers bring from elsewhere: those are refused with the right one. */
  readonly otherNames?: OtherNames;
  /** Headers beyond those of `access`; the handler reads them. */
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  /** Request headers that make the response one for this caller alone: it is then not stored by any cache. */
  readonly personalBy?: readonly string[];
  /** JSON, unless `readers` read it otherwise. */
  readonly body?: RequestBody & { readonly readers?: readonly RequestHandler[] };
  /** The usual response, with status 200. */
  readonly response: ResponseSpec<T>;
  /** Those of the use case and of this operation. Errors that any operation may return are added. */
  readonly errors?: readonly ErrorCase[];
  /** Sent in place of `Internal server error` when anything unexpected is thrown. */
  readonly failure?: ErrorCase;
  /** Which web pages may call it, for an operation outside the areas; none when absent. */
  readonly origins?: (parts: Parts) => Origins;
  /** The Allow of a 405, where clients expect another than the methods of the path. */
  readonly allow?: string;
}

interface Handled<Parts, Names extends string, Q, T, U> {
  readonly otherwise?: OtherResponse<T, U>;
  /** The body of the response. Throws an HttpError for an error response. */
  readonly handle: (
    parts: Parts,
    call: Call<Names, Q>,
  ) => Promise<NoInfer<T | U> | Sent> | NoInfer<T | U> | Sent;
  /** The part of the body that its ETag depends on; all of it when absent or undefined. */
  readonly essence?: (body: T | U) => unknown;
}

/** Thrown by `prepare`: the body is too long to be held in memory. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

interface PreparedBySpec<Parts, Names extends string, Q, T> {
  /** Makes a body that all callers share; `prepared` keeps it while it is valid. */
  readonly prepare: (parts: Parts, call: Call<Names, Q>) => Promise<PreparedText<NoInfer<T>> | Prepared>;
  /** Awaited before a kept body is looked up. */
  readonly before?: (parts: Parts) => Promise<void>;
  /** Sends a body that `prepare` finds too long. */
  readonly stream?: (parts: Parts, call: Call<Names, Q>) => Promise<void>;
}

/** One operation of the interface: its description for the generators, and its handlers over its parts. */
export interface Operation<Parts> extends OperationDescription {
  readonly handlers: (parts: Parts) => readonly RequestHandler[];
  readonly origins?: (parts: Parts) => Origins;
  readonly allow?: string;
}

/**
 * Declares an operation whose handler returns the body.
 *
 * @example
 * export const tellTime = operation({
 *   id: 'tellTime', path: '/time', summary: 'The server’s clock', curl: '"$BASE/time"',
 *   response: { description: 'The time.', schema: TIME.schema },
 *   handle: ({ clock }: { clock: Clock }) => TIME.write(clock.now()),
 * });
 */
export function operation<Parts, const Path extends string, T, U = never, Q = Query>(
  spec: Declaration<Parts, Path, Q, T> & Handled<Parts, NamesIn<Path>, Q, T, U>,
): Operation<Parts> {
  const { handle, otherwise, essence, response, body, personalBy = [] } = spec;
  const announceCaching = (req: Request, res: Response, sent: ResponseSpec<T | U>) => {
    const isPersonal = personalBy.some((name) => req.get(name) !== undefined);
    if (personalBy.length > 0) res.vary(personalBy.join(', '));
    res.set('Cache-Control', isPersonal ? cachingOf({}) : cachingOf(sent));
  };
  const callOf = callsOf(spec);
  const readers = body === undefined ? [] : (body.readers ?? jsonBody(body.maxBytes));
  const serve =
    (parts: Parts): RequestHandler =>
    async (req, res) => {
      const made = await handle(parts, callOf(req, res));
      if (made instanceof Sent) return;
      const sent = otherwise?.when(made) === true ? otherwise : { status: 200, ...response };
      res.status(sent.status);
      announceCaching(req, res, sent);
      if (sent.tagged === true) sendTagged(res, made, essence?.(made) ?? made);
      else res.json(made);
    };
  // Errors keep the Cache-Control of a response that is never stored.
  const announce: RequestHandler = (req, res, next) => {
    announceCaching(req, res, response);
    next();
  };
  return served(spec, serve, [announce, ...readers]);
}

/** A part of the core, with the store of bodies that all callers share. */
export type PreparedParts<K extends keyof Core> = Pick<Core, K> & { readonly prepared: PreparedResponses };

/** Declares an operation whose bodies are prepared once for all callers and sent before Express is entered. */
export function preparedOperation<
  Parts extends { readonly prepared: PreparedResponses },
  const Path extends string,
  T,
  Q = Query,
>(spec: Declaration<Parts, Path, Q, T> & PreparedBySpec<Parts, NamesIn<Path>, Q, T>): Operation<Parts> {
  const { prepare, before, stream, response } = spec;
  const { mediaType, compressed = true } = response;
  const type = mediaType === undefined ? {} : { type: `${mediaType}; charset=utf-8` };
  const callOf = callsOf(spec);
  const known = queryParameters(spec).map(({ name }) => name);
  const serve =
    (parts: Parts): RequestHandler =>
    async (req, res) => {
      const { prepared } = parts;
      const call = callOf(req, res);
      await before?.(parts);
      const body = async (): Promise<Prepared> => {
        const made = await prepare(parts, call);
        if ('body' in made) return made;
        const { text, caching = cachingOf(response), ...rest } = made;
        const options = { ...prepared.bodyOf(caching), ...type, compressed };
        return { ...rest, body: new PreparedBody(text, options) };
      };
      const keep = Object.keys(req.query).every((name) => known.includes(name));
      try {
        await prepared.respond(req, res, body, { keep });
      } catch (error) {
        if (!(error instanceof TooLong) || stream === undefined) throw error;
        await stream(parts, call);
      }
    };
  // A prepared body always has an ETag.
  return served({ ...spec, response: { ...response, tagged: true } }, serve);
}

type WithStatus = ResponseSpec<unknown> & { readonly status: number };
type AnyDeclaration<Parts, Path extends string, Q> = Declaration<Parts, Path, Q, unknown> & {
  readonly otherwise?: WithStatus;
};

/** The description and the handlers of a declaration. */
function served<Parts, Path extends string, Q>(
  spec: AnyDeclaration<Parts, Path, Q>,
  serve: (parts: Parts) => RequestHandler,
  before: readonly RequestHandler[] = [],
): Operation<Parts> {
  const { id, method = 'get', path, summary, rules, access = ['anyone'], signedFields } = spec;
  const { params = {}, headers = {}, body, response, otherwise, errors = [], failure, limitedAs } = spec;
  const query = queryClassOf(spec);
  const inPath = parametersIn('path', params);
  const announced = limitedAs === undefined ? {} : ADDRESS_RATE_HEADERS;
  const described = (sent: WithStatus) =>
    describeResponse({ ...sent, headers: { ...sent.headers, ...announced } });
  const parameters = [...inPath, ...queryParameters(spec), ...parametersIn('header', headers)];
  return {
    ...{ id, method, path, summary, access, curl: spec.curl },
    ...defined({ rules, signedFields, body, sign: spec.sign, origins: spec.origins, allow: spec.allow }),
    ...defined({ error: spec.error }),
    ...(parameters.length > 0 && { parameters }),
    responses: [
      described({ status: 200, ...response }),
      ...(otherwise === undefined ? [] : [described(otherwise)]),
    ],
    errors: [
      ...(inPath.length > 0 ? [MALFORMED_PATH] : []),
      ...(limitedAs === undefined ? [] : [addressRateExceeded(limitedAs)]),
      ...(body === undefined ? [] : BODY_ERRORS),
      ...(query === undefined ? [] : queryErrors(query)),
      ...(isStrict(spec) ? [MISSPELT_PARAMETER] : []),
      ...errors,
      ...(failure === undefined ? [] : [failure]),
      INTERNAL,
    ],
    handlers: (parts) => [
      ...(spec.error === undefined ? [] : [respondingToErrorsAs(spec.error)]),
      ...(limitedAs === undefined ? [] : [limitAddress(limitedAs)]),
      ...before,
      failure === undefined ? serve(parts) : failingWith(failure, serve(parts)),
    ],
  };
}

/** After the response has begun, errors are passed on unchanged. */
const failingWith =
  ({ cause: _, ...problem }: ErrorCase, handler: RequestHandler): RequestHandler =>
  (req, res, next) =>
    orFail(
      problem,
      async () => handler(req, res, next),
      () => !res.headersSent,
    );

/** Returns the calls of an operation. A misspelt filter would select more than its caller meant, so it is refused. */
const callsOf = <Parts, Path extends string, Q>(spec: AnyDeclaration<Parts, Path, Q>) => {
  const { query, otherNames } = spec;
  const known = isStrict(spec) ? queryParameters(spec).map(({ name }) => name) : [];
  return (req: Request, res: Response): Call<NamesIn<Path>, Q> => {
    const read = query === undefined ? (req.query as Q) : readParameters(req.query, query);
    const misspelt = misspeltParameter(req.query, known, otherNames);
    if (misspelt !== undefined) throw badRequest(misspelt);
    return { query: read, params: req.params as Readonly<Record<NamesIn<Path>, string>>, req, res };
  };
};

const isStrict = (spec: QuerySpec & { readonly ignoresUnknown?: boolean }): boolean =>
  spec.ignoresUnknown !== true && queryParameters(spec).length > 0;

type QuerySpec = Pick<AnyDeclaration<unknown, string, unknown>, 'query' | 'rawQuery'>;

const queryParameters = (spec: QuerySpec): readonly Parameter[] => {
  const { rawQuery } = spec;
  const query = queryClassOf(spec);
  if (query !== undefined) return describeQuery(query);
  return typeof rawQuery === 'object' ? parametersIn('query', rawQuery) : [];
};

const queryClassOf = ({ query, rawQuery }: QuerySpec) =>
  query ?? (typeof rawQuery === 'function' ? rawQuery : undefined);

const parametersIn = (place: Parameter['in'], schemas: Readonly<Record<string, JsonSchema>>) =>
  Object.entries(schemas).map(([name, schema]) => parameter(place, name, schema));

const cachingOf = ({ caching = 'no-store' }: Pick<ResponseSpec<unknown>, 'caching'>): string => caching;

const describeResponse = (response: WithStatus): ResponseDescription => {
  const { status, description, schema, mediaType, tagged, headers, cachingNote } = response;
  const caching = [cachingOf(response), ...(cachingNote === undefined ? [] : [cachingNote])].join('; ');
  return { status, description, schema, caching, ...defined({ mediaType, tagged, headers }) };
};
