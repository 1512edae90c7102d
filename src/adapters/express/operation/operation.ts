import type { Request, RequestHandler, Response } from 'express';
import type { Origins } from '../cross-origin.js';
import { sendTagged } from '../caching.js';
import { jsonBody } from '../json-body.js';
import type { Prepared, PreparedResponses } from '../prepared-responses.js';
import { PreparedBody } from '../prepared-body.js';
import { orFail } from '../problem.js';
import type {
  ErrorCase,
  OperationDescription,
  Parameter,
  RequestBody,
  ResponseDescription,
} from './model.js';
import { BODY_ERRORS, INTERNAL, MALFORMED_PATH } from './outcomes.js';
import { describeQuery, parameter, queryErrors, readParameters, type Query } from './parameters.js';
import type { JsonSchema, Schema, WireOf } from './schema.js';

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

/** A response other than an error. The first of an operation is the usual one. */
interface ResponseSpec<T> extends Omit<ResponseDescription, 'schema' | 'caching'> {
  readonly schema: Schema<T, never>;
  /** Its Cache-Control; no-store when absent. */
  readonly caching?: string;
  /** Other Cache-Controls it may have, in words. */
  readonly cachingNote?: string;
  /** For prepared bodies: whether they are worth compressing. True when absent. */
  readonly compressed?: boolean;
}

type WireIn<R extends readonly ResponseSpec<unknown>[]> = WireOf<R[number]['schema']>;

/** The part of an operation that is both served and described. */
interface Declaration<Parts, Path extends string, Q, R extends readonly ResponseSpec<unknown>[]> extends Omit<
  OperationDescription,
  'path' | 'parameters' | 'body' | 'responses' | 'errors'
> {
  readonly path: Path & `/${string}`;
  /** The schema of each parameter in the path; the use case checks its value. */
  readonly params?: Readonly<Record<NamesIn<Path>, JsonSchema>>;
  /** Its properties are the query's parameters. */
  readonly query?: new () => Q & object;
  /** The query's parameters where the handler or the use case reads them: `query` is then the raw query. */
  readonly rawQuery?: Readonly<Record<string, JsonSchema>> | (new () => object);
  /** Headers beyond those of `access`; the handler reads them. */
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  /** JSON, unless `readers` read it otherwise. */
  readonly body?: RequestBody & { readonly readers?: readonly RequestHandler[] };
  readonly responses: R;
  /** Those of the use case and of this operation. Errors that any operation may return are added. */
  readonly errors?: readonly ErrorCase[];
  /** Sent in place of `Internal server error` when anything unexpected is thrown. */
  readonly failure?: ErrorCase;
  /** Which web pages may call it; none when absent. */
  readonly origins?: (parts: Parts) => Origins;
  /** The Allow of a 405, where clients expect another than the methods of the path. */
  readonly allow?: string;
}

interface Handled<Parts, Names extends string, Q, T> {
  /** The body of the response. Throws an HttpError for an error response. */
  readonly handle: (parts: Parts) => (call: Call<Names, Q>) => Promise<T | Sent> | T | Sent;
  /** The status that a body is sent with; the first response's when absent. */
  readonly statusOf?: (body: T) => number;
  /** The part of the body that its ETag depends on; all of it when absent or undefined. */
  readonly essence?: (body: T) => unknown;
}

interface PreparedBySpec<Parts, Names extends string, Q, T> {
  /** Makes a body that all callers share; `prepared` keeps it while it is valid. */
  readonly prepare: (parts: Parts) => (call: Call<Names, Q>) => Promise<PreparedText<T> | Prepared>;
  /** Awaited before a kept body is looked up. */
  readonly before?: (parts: Parts) => Promise<void>;
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
 *   id: 'tellTime', method: 'get', path: '/time', summary: 'The server’s clock', access: ['anyone'],
 *   responses: [{ status: 200, description: 'The time.', schema: TIME.schema }],
 *   curl: '"$BASE/time"',
 *   handle: ({ clock }: { clock: Clock }) => () => TIME.write(clock.now()),
 * });
 */
export function operation<
  Parts,
  const Path extends string,
  const R extends readonly [ResponseSpec<unknown>, ...ResponseSpec<unknown>[]],
  Q = Query,
>(spec: Declaration<Parts, Path, Q, R> & Handled<Parts, NamesIn<Path>, Q, WireIn<R>>): Operation<Parts> {
  const { handle, statusOf, essence, responses } = spec;
  const serve = (parts: Parts): RequestHandler => {
    const work = handle(parts);
    return async (req, res) => {
      const body = await work(callOf(spec, req, res));
      if (body instanceof Sent) return;
      const status = statusOf?.(body) ?? responses[0].status;
      const response = responses.find((one) => one.status === status) ?? responses[0];
      res.status(status).set('Cache-Control', cachingOf(response));
      if (response.tagged === true) sendTagged(res, body, essence?.(body) ?? body);
      else res.json(body);
    };
  };
  // Errors keep the Cache-Control of a response that is never stored.
  const announce: RequestHandler = (_req, res, next) => {
    res.set('Cache-Control', cachingOf(responses[0]));
    next();
  };
  return served(spec, serve, [announce, ...readersOf(spec)]);
}

/** Declares an operation whose bodies are prepared once for all callers and sent before Express is entered. */
export function preparedOperation<
  Parts extends { readonly prepared: PreparedResponses },
  const Path extends string,
  const R extends readonly [ResponseSpec<unknown>, ...ResponseSpec<unknown>[]],
  Q = Query,
>(
  spec: Declaration<Parts, Path, Q, R> & PreparedBySpec<Parts, NamesIn<Path>, Q, WireIn<R>>,
): Operation<Parts> {
  const { prepare, before, responses } = spec;
  const [{ mediaType, compressed = true }] = responses;
  const type = mediaType === undefined ? {} : { type: `${mediaType}; charset=utf-8` };
  const known = queryParameters(spec).map(({ name }) => name);
  const serve = (parts: Parts): RequestHandler => {
    const { prepared } = parts;
    const make = prepare(parts);
    return async (req, res) => {
      const call = callOf(spec, req, res);
      await before?.(parts);
      const body = async (): Promise<Prepared> => {
        const made = await make(call);
        if ('body' in made) return made;
        const { text, caching = cachingOf(responses[0]), ...rest } = made;
        return {
          ...rest,
          body: new PreparedBody(text, { ...prepared.bodyOf(caching), ...type, compressed }),
        };
      };
      const keep = Object.keys(req.query).every((name) => known.includes(name));
      await prepared.respond(req, res, body, { keep });
    };
  };
  // A prepared body always has an ETag.
  return served({ ...spec, responses: [{ ...responses[0], tagged: true }] }, serve);
}

type AnyDeclaration<Parts, Path extends string, Q> = Declaration<
  Parts,
  Path,
  Q,
  readonly [ResponseSpec<unknown>, ...ResponseSpec<unknown>[]]
>;

/** The description and the handlers of a declaration. */
function served<Parts, Path extends string, Q>(
  spec: AnyDeclaration<Parts, Path, Q>,
  serve: (parts: Parts) => RequestHandler,
  before: readonly RequestHandler[] = [],
): Operation<Parts> {
  const { id, method, path, summary, rules, access, signedFields, body, curl, failure, origins, allow } =
    spec;
  const { params = {}, headers = {}, errors = [] } = spec;
  const query = queryClassOf(spec);
  const inPath = parametersIn('path', params);
  const parameters = [...inPath, ...queryParameters(spec), ...parametersIn('header', headers)];
  const [first, ...others] = spec.responses;
  return {
    id,
    method,
    path,
    summary,
    ...(rules !== undefined && { rules }),
    access,
    ...(signedFields !== undefined && { signedFields }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { body }),
    responses: [describeResponse(first), ...others.map(describeResponse)],
    errors: [
      ...(inPath.length > 0 ? [MALFORMED_PATH] : []),
      ...(body === undefined ? [] : BODY_ERRORS),
      ...(query === undefined ? [] : queryErrors(query)),
      ...errors,
      ...(failure === undefined ? [] : [failure]),
      INTERNAL,
    ],
    curl,
    handlers: (parts) => [
      ...before,
      failure === undefined ? serve(parts) : failingWith(failure, serve(parts)),
    ],
    ...(origins !== undefined && { origins }),
    ...(allow !== undefined && { allow }),
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

const callOf = <Parts, Path extends string, Q>(
  { query }: AnyDeclaration<Parts, Path, Q>,
  req: Request,
  res: Response,
): Call<NamesIn<Path>, Q> => ({
  query: query === undefined ? (req.query as Q) : readParameters(req.query, query),
  params: req.params as Readonly<Record<NamesIn<Path>, string>>,
  req,
  res,
});

const readersOf = ({ body }: { readonly body?: AnyDeclaration<unknown, string, unknown>['body'] }) =>
  body === undefined ? [] : (body.readers ?? jsonBody(body.maxBytes));

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

const cachingOf = ({ caching = 'no-store' }: ResponseSpec<unknown>): string => caching;

const describeResponse = ({ cachingNote, compressed: _, ...response }: ResponseSpec<unknown>) => ({
  ...response,
  caching: [cachingOf(response), ...(cachingNote === undefined ? [] : [cachingNote])].join('; '),
});
