import type { Request, RequestHandler, Response } from 'express';
import type { Core } from '../../../application/core.js';
import { sendTagged } from './caching.js';
import { jsonBody } from '../requests/json-body.js';
import { announcePosition } from '../requests/positions.js';
import type { Prepared, PreparedResponses } from './prepared-responses.js';
import { PreparedBody } from './prepared-body.js';
import type { Call, Declaration, NamesIn, Operation, OtherResponse, ResponseSpec } from './declaration.js';
import type { Values } from '../schema/request-class.js';
import { cachingOf, callsOf, queryParameters, served } from './served.js';

declare const BODY: unique symbol;

/** The text of a response body, with the type of its value. */
export type BodyText<T> = string & { readonly [BODY]: () => T };

/** The value as JSON text. */
export const jsonText = <T>(value: T): BodyText<T> => JSON.stringify(value) as BodyText<T>;

/** The text of a plain-text body. */
export const plainText = (text: string): BodyText<string> => text as BodyText<string>;

/** Sends JSON without what Express looks after for other methods: conditions of the request, and HEAD. */
function sendPlain(res: Response, text: string): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

class Sent {
  readonly isSent = true;
}

/** Result of a handler that has sent the response itself, for example as a stream. */
export const SENT = new Sent();

/** A body for PreparedResponses. If `caching` is absent, its Cache-Control is that of the operation's response. */
export interface PreparedText<T> extends Omit<Prepared, 'body'> {
  readonly text: BodyText<T>;
  readonly caching?: string;
}

interface Handled<Parts, Names extends string, Q, T, U> {
  readonly otherwise?: OtherResponse<T, U>;
  /** The body of the response. Throws an HttpError for an error response. */
  readonly handle: (
    parts: Parts,
    call: Call<Names, Q>,
  ) => Promise<NoInfer<T | U> | Sent> | NoInfer<T | U> | Sent;
  /** The part of the body that its ETag depends on; the whole body when absent or undefined. */
  readonly essence?: (body: T | U) => unknown;
}

/** Error thrown by `prepare` if the body is too long to be held in memory. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

interface PreparedBySpec<Parts, Names extends string, Q, T> {
  /** Makes a body that all callers share. `prepared` keeps the body as long as it is valid. */
  readonly prepare: (parts: Parts, call: Call<Names, Q>) => Promise<PreparedText<NoInfer<T>> | Prepared>;
  /** Runs to completion before a kept body is looked up. */
  readonly before?: (parts: Parts) => Promise<void>;
  /** Sends a body that is too long for `prepare`. */
  readonly stream?: (parts: Parts, call: Call<Names, Q>) => Promise<void>;
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
export function operation<Parts, const Path extends string, T, U = never, Q = Values>(
  spec: Declaration<Parts, Path, Q, T> & Handled<Parts, NamesIn<Path>, Q, T, U>,
): Operation<Parts> {
  const { handle, otherwise, essence, response, body, replicated, personalBy = [] } = spec;
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
      if (replicated !== undefined) await announcePosition(res, replicated === 'changes');
      const sent = otherwise?.when(made) === true ? otherwise : { status: 200, ...response };
      res.status(sent.status);
      announceCaching(req, res, sent);
      if (sent.tagged === true) sendTagged(res, made, essence?.(made) ?? made);
      else if (req.method === 'POST') sendPlain(res, jsonText(made));
      else res.json(made);
    };
  // If the usual response is never stored, neither are errors.
  const announce: RequestHandler = (req, res, next) => {
    announceCaching(req, res, response);
    // Express treats `*` as a match even for a response without an ETag.
    if (response.tagged !== true) delete req.headers['if-none-match'];
    next();
  };
  return served(spec, serve, [announce, ...readers]);
}

/** A part of the core, with the store of bodies that all callers share. */
export type PreparedParts<K extends keyof Core> = Pick<Core, K> & { readonly prepared: PreparedResponses };

/** Declares an operation whose bodies are prepared once for all callers and bypass Express. */
export function preparedOperation<
  Parts extends { readonly prepared: PreparedResponses },
  const Path extends string,
  T,
  Q = Values,
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
