import express, { type Request, type RequestHandler } from 'express';
import type { InvalidMetadata } from '../../../domain/metadata-record/metadata-record.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import { problemFrom } from '../error-responses.js';
import { notJson } from '../json-body.js';
import { HttpError } from '../problem.js';
import { repeatedName } from './repeated-name.js';

/** So long may the fields of one save be, as JSON. */
export const RECORD_BYTES = 256 * 1024;

const read = express.raw({ limit: RECORD_BYTES, type: () => true });

/** Reads the bytes sent. What is wrong with them is for later to tell: first it is judged who asks. */
export const rawBody: RequestHandler = (req, res, next) => {
  void read(req, res, (fault?: unknown) => {
    if (fault !== undefined) req.body = new HttpError(problemFrom(fault), { cause: fault });
    next();
  });
};

/** What `rawBody` read: the bytes, none for a request without a body, or why there are none to use. */
export function sentBody(req: Request): Result<Buffer, HttpError> {
  const body: unknown = req.body;
  if (body instanceof HttpError) return err(body);
  // `is` answers null for a request without a body.
  if (req.is('application/json') === false) return err(notJson());
  return ok(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
}

const MALFORMED = { status: 400, error: 'Malformed JSON', code: 'malformed-json' };

/** The JSON value; of a name that stands twice in one object parsers make either, so it is refused. */
export function parseRecord(bytes: Buffer): Result<unknown, HttpError | InvalidMetadata> {
  const parsed = parseJson(bytes);
  if (!parsed.ok) return parsed;
  const { text, value } = parsed.value;
  const field = repeatedName(text);
  if (field === undefined) return ok(value);
  return err({ kind: 'invalid-metadata', field, reason: 'stands there more than once' });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Buffer): Result<{ readonly text: string; readonly value: unknown }, HttpError> {
  try {
    const text = utf8.decode(bytes);
    return ok({ text, value: JSON.parse(text) as unknown });
  } catch (cause) {
    // Both throw for one reason only: the bytes are no UTF-8, or the text no JSON. The parser's text quotes the body.
    return err(new HttpError(MALFORMED, { cause: { kind: MALFORMED.code, name: (cause as Error).name } }));
  }
}
