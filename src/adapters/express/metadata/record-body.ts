import express, { type Request, type RequestHandler } from 'express';
import type { InvalidMetadata } from '../../../domain/metadata-record/metadata-record.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import { problemFrom } from '../operation/error-responses.js';
import { fault, HttpError } from '../errors/problem.js';

/** The longest body of a save. */
export const RECORD_BYTES = 256 * 1024;

const read = express.raw({ limit: RECORD_BYTES, type: () => true });

/** Reads the bytes of the body. A fault is stored instead of thrown: the signature is checked before the body. */
export const rawBody: RequestHandler = (req, res, next) => {
  void read(req, res, (fault?: unknown) => {
    if (fault !== undefined) req.body = new HttpError(problemFrom(fault), { cause: fault });
    next();
  });
};

/** Result of `rawBody`: the bytes, empty for a request without a body, or the fault. */
export function sentBody(req: Request): Result<Buffer, HttpError> {
  const body: unknown = req.body;
  if (body instanceof HttpError) return err(body);
  // `is` returns null for a request without a body.
  if (req.is('application/json') === false) return err(new HttpError(fault('unsupported-media-type')));
  return ok(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses JSON. A duplicate name in an object is refused, since parsers differ on which value wins. */
export function parseRecord(bytes: Buffer): Result<unknown, HttpError | InvalidMetadata> {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch (cause) {
    // The parser's message quotes the body, so only the error's name is logged.
    const code = 'malformed-json';
    return err(new HttpError(fault(code), { cause: { kind: code, name: (cause as Error).name } }));
  }
  const field = repeatedName(text);
  if (field === undefined) return ok(value);
  return err({ kind: 'invalid-metadata', field, reason: 'occurs more than once' });
}

/** Matches brackets and strings. A string that is a name is matched with its colon. */
const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g;

/** Finds a name that occurs twice in one object of a JSON text; undefined if there is none. */
export function repeatedName(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, text, colon] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(text!) as string;
      const names = open.at(-1)!;
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  return undefined;
}
