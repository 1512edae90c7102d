import type { IncomingMessage } from 'node:http';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { isObject } from '../../../domain/shared/fields.js';
import { announceIgnored } from './ignored.js';
import { hasPlainBody, readPlainBody } from './plain-body.js';
import { misspeltName, namesOf, wordsOf } from './parameters.js';
import { check, type RequestClass } from '../schema/request-class.js';
import { badRequest, fault, HttpError, type ErrorCase } from '../errors/problem.js';

/** The longest JSON body, unless an operation sets another limit. */
export const BODY_BYTES = 100 * 1024;

/** Reads a JSON body of at most `limit` bytes, unless the host program has parsed it. Any other body is refused with 415. */
export function jsonBody(limit = BODY_BYTES): RequestHandler[] {
  const parse = express.json({ limit, strict: false, verify: noteLength });
  const read: RequestHandler = (req, res, next) => {
    if (!hasPlainBody(req, limit)) requireJson(req, res, () => parse(req, res, next));
    else
      readPlainBody(req, (error, bytes, value) => {
        if (error !== undefined) return next(error);
        lengths.set(req, bytes);
        req.body = value;
        next();
      });
  };
  const refuseLonger: RequestHandler = (req, _res, next) => {
    if (bodyLength(req) > limit) throw new HttpError(fault('body-too-large'));
    next();
  };
  return [read, refuseLonger];
}

const lengths = new WeakMap<IncomingMessage, number>();

const noteLength = (req: IncomingMessage, _res: unknown, body: Buffer): void =>
  void lengths.set(req, body.length);

/**
 * Length of a JSON body in bytes, decompressed; 0 without a body. If the host program has parsed a compressed body, the length is
 * that of compact JSON.
 */
export function bodyLength(req: Request): number {
  const known = lengths.get(req);
  if (known !== undefined) return known;
  const { 'content-length': sent, 'content-encoding': encoding } = req.headers;
  if (sent !== undefined && encoding === undefined) return Number(sent);
  const length = req.body === undefined ? 0 : Buffer.byteLength(JSON.stringify(req.body));
  lengths.set(req, length);
  return length;
}

/** Like `jsonBody`, but accepts an empty body and leaves it undefined, for operations with a better error for it than 415. */
export function jsonBodyIfAny(limit = BODY_BYTES): RequestHandler[] {
  const readers = jsonBody(limit);
  return readers.map((read) => (req, res, next) => {
    if (req.get('content-length') === '0') next();
    else void read(req, res, next);
  });
}

const requireJson: RequestHandler = (req, _res, next) => {
  // `is` returns null for a request without a body.
  if (req.is('application/json') !== false) return next();
  throw new HttpError(fault('unsupported-media-type'));
};

/** The error of a body that breaks its rules. */
export const invalidBody = (detail: string): ErrorCase =>
  fault('invalid-request', { cause: 'the body is not such an object; details says why', details: [detail] });

/** The body as its class declares it. @throws HttpError 400 for the first bad field. */
export function readBody<B extends object>(sent: unknown, res: Response, BodyClass: RequestClass<B>): B {
  const body = asObject(sent);
  const misspelt = misspeltField(body, namesOf(BodyClass), res);
  if (misspelt !== undefined) throw new HttpError(invalidBody(misspelt));
  const { request, broken } = check(body, BodyClass, 'json');
  const [first] = broken;
  if (first === undefined) return request;
  const { name, message, schema } = first.rules;
  throw new HttpError(invalidBody(`${name}: ${message ?? `must be ${wordsOf(schema)}`}`));
}

/** Sentence that says which unknown field resembles a known one. If none does, undefined, and the response lists the unknown fields. */
function misspeltField(
  body: Readonly<Record<string, unknown>>,
  known: readonly string[],
  res: Response,
): string | undefined {
  const found = misspeltName(body, known);
  if (found !== undefined) return `${found.name}: unknown; did you mean ${found.meant}?`;
  announceIgnored(res, body, known);
  return undefined;
}

export function asObject(body: unknown): Readonly<Record<string, unknown>> {
  if (isObject(body)) return body;
  throw badRequest('Invalid request', { details: ['body: must be a JSON object'] });
}
