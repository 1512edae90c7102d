import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

/** The usual forms of the media type; all others, and everything unusual, are left to Express's parser. */
const TYPES: ReadonlySet<string | undefined> = new Set([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
]);

/** Whether the request has a body of at most `limit` bytes as most callers send it: JSON in UTF-8, uncompressed, of a stated length. */
export function hasPlainBody(req: Request, limit: number): boolean {
  const { 'content-type': type, 'content-length': length, 'content-encoding': encoding } = req.headers;
  if (!TYPES.has(type) || encoding !== undefined || req.headers['transfer-encoding'] !== undefined)
    return false;
  const bytes = Number(length);
  return bytes > 0 && bytes <= limit && req.body === undefined && !req.readableEnded;
}

/** Reason why a body was not read, as Express's parser reports it. */
type Unread = Error & { readonly status: 400; readonly type: string; readonly body?: string };

const unread = (error: Error, type: string, more: Pick<Unread, 'body'> = {}): Unread =>
  Object.assign(error, { status: 400 as const, type, ...more });

/** Reads a plain body for a fraction of what Express's parser takes, and passes on its length in bytes and its value, or an error. */
export function readPlainBody(
  req: IncomingMessage,
  done: (error: Unread | undefined, bytes: number, value: unknown) => void,
): void {
  const pieces: Buffer[] = [];
  const onClose = () => settle(unread(new Error('request aborted'), 'request.aborted'), 0, undefined);
  // The stream's events are not in the context of the request.
  const settle = AsyncLocalStorage.bind((error: Unread | undefined, bytes: number, value: unknown) => {
    req.off('close', onClose);
    done(error, bytes, value);
  });
  req.on('data', (piece: Buffer) => void pieces.push(piece));
  req.once('close', onClose);
  req.once('end', () => {
    const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    const text = bytes.toString('utf8', bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      return settle(unread(error as Error, 'entity.parse.failed', { body: text }), 0, undefined);
    }
    settle(undefined, bytes.length, value);
  });
}
