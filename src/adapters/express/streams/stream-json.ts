import { setImmediate } from 'node:timers/promises';
import type { Response } from 'express';
import { networkOf } from '../requests/caller.js';
import { logOf } from '../requests/request-log.js';
import type { StreamPlaces } from './stream-places.js';

const PIECE_CHARACTERS = 64 * 1024;

/** The text before and after the items. */
export type ListFrame = readonly [before: string, after: string];

/**
 * Sends the items as JSON within the frame, in pieces, each made after the caller has taken the previous one. The status line is
 * sent with the first piece, so a source that fails at once still causes an error response. A list of more than one piece needs a
 * place. The source is closed when the caller disconnects, or is cut off because it does not take a piece in time.
 */
export async function streamJsonArray<T>(
  res: Response,
  source: AsyncIterable<T>,
  toResponse: (item: T) => object,
  places: StreamPlaces,
  frame: ListFrame,
): Promise<void> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    const announce = () => res.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (res.req.method === 'HEAD') return void announce().end();
    const pieces = jsonPieces(first, iterator, toResponse, frame);
    const begin = await pieces.next();
    if (begin.done === true) return void announce().end(begin.value);
    const leave = await places.enter(networkOf(res.req.ip), res);
    try {
      announce();
      await sendPieces(res, begin, pieces, places.idleMs);
    } finally {
      leave();
    }
  } finally {
    await iterator.return?.();
  }
}

/** Yields every piece except the last, which is the generator's return value. */
async function* jsonPieces<T>(
  first: IteratorResult<T>,
  iterator: AsyncIterator<T>,
  toResponse: (item: T) => object,
  [before, after]: ListFrame,
): AsyncGenerator<string, string> {
  let piece = before;
  let separator = '';
  for (let item = first; item.done !== true; item = await iterator.next()) {
    if (piece.length >= PIECE_CHARACTERS) {
      yield piece;
      piece = '';
    }
    piece += separator + JSON.stringify(toResponse(item.value));
    separator = ',';
  }
  return piece + after;
}

type Pieces = AsyncGenerator<string, string>;

/** Sends all pieces. Returns once the caller has everything, has disconnected, or was cut off. */
async function sendPieces(
  res: Response,
  begin: IteratorResult<string, string>,
  pieces: Pieces,
  idleMs: number,
): Promise<void> {
  for (let piece = begin; ; piece = await pieces.next()) {
    if (piece.done === true) {
      res.end(piece.value);
      await isTaken(res, 'finish', idleMs);
      return;
    }
    if (!res.write(piece.value) && !(await isTaken(res, 'drain', idleMs))) return;
    // Yields to the event loop: a socket that takes everything at once would otherwise block all other requests.
    await setImmediate();
  }
}

/** Whether the caller takes the written bytes in time. If not, its connection is closed. */
function isTaken(res: Response, event: 'drain' | 'finish', withinMs: number): Promise<boolean> {
  if (res.closed) return Promise.resolve(event === 'finish' && res.writableFinished);
  return new Promise((resolve) => {
    const settle = (taken: boolean) => () => {
      clearTimeout(timer);
      res.off(event, onTaken).off('close', onClosed);
      resolve(taken);
    };
    const [onTaken, onClosed] = [settle(true), settle(false)];
    const timer = setTimeout(() => {
      logOf(res.req)?.info({ withinMs }, 'a caller does not read its list and is disconnected');
      res.destroy();
    }, withinMs);
    res.once(event, onTaken).once('close', onClosed);
  });
}
