import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

const PIECE_CHARACTERS = 64 * 1024;

/**
 * Sends `{ status, data: [...] }` in pieces, each taken when the caller has read the previous one. The status line waits
 * for the first item, so that a source which fails at once still gets an error response. Closes the source when the
 * caller disconnects.
 */
export async function streamJsonArray<T>(
  res: Response,
  source: AsyncIterable<T>,
  toResponse: (item: T) => object,
): Promise<void> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (res.req.method === 'HEAD') return void res.end();
    const pieces = Readable.from(jsonPieces(first, iterator, toResponse), { highWaterMark: 1 });
    await pipeline(pieces, res);
  } catch (error) {
    if (!isGone(error)) throw error;
  } finally {
    await iterator.return?.();
  }
}

async function* jsonPieces<T>(
  first: IteratorResult<T>,
  iterator: AsyncIterator<T>,
  toResponse: (item: T) => object,
): AsyncGenerator<string> {
  let piece = '{"status":"success","data":[';
  let separator = '';
  for (let item = first; item.done !== true; item = await iterator.next()) {
    piece += separator + JSON.stringify(toResponse(item.value));
    separator = ',';
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]}`;
}

/** Whether the caller closed the connection before the end. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
