import { setImmediate } from 'node:timers/promises';
import type { EventStream } from './event-stream.js';

/** Number of bytes from which a piece is sent. Its last item adds at most 64 KB, so a piece stays far below 256 KB. */
const PIECE_BYTES = 64 * 1024;
/** Number of items read for the first piece. */
const FIRST_ITEMS = 10;
/** Maximum number of items read at a time, however small they are. */
const MAX_ITEMS = 100;

/** Source of items for a stream that is catching up. */
export interface Source<T> {
  /** Reads the next items after the last one sent. */
  readonly read: (limit: number) => Promise<{ readonly items: readonly T[]; readonly isLast: boolean }>;
  readonly bytesOf: (item: T) => Buffer;
  /** Called with each item that is sent. */
  readonly sent: (item: T) => void;
}

/** Does the work when it is its turn. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Sends everything piece by piece. Each piece is read, made and written in one turn, however large its items are. Until the reader
 * has taken a piece, only that piece is in memory: items that did not fit are read again.
 */
export async function sendInPieces<T>(stream: EventStream, inTurn: Turn, source: Source<T>): Promise<void> {
  let limit = FIRST_ITEMS;
  for (let isLast = false; !isLast && !stream.isClosed;) {
    const piece = await inTurn(async () => {
      if (stream.isClosed) return undefined;
      const page = await source.read(limit);
      const { events, bytes } = fitting(page.items, source);
      const isWhole = events.length === page.items.length;
      if (!isWhole) limit = events.length;
      else if (2 * bytes < PIECE_BYTES) limit = Math.min(2 * limit, MAX_ITEMS);
      isLast = page.isLast && isWhole;
      const taken = events.length > 0 ? stream.sendPaced(Buffer.concat(events)) : undefined;
      // Yields to the event loop after each piece, even if the source answers from memory without waiting.
      await setImmediate();
      return { taken };
    });
    await piece?.taken;
  }
}

/** The events of the first items, up to the one that completes a piece. */
function fitting<T>(items: readonly T[], { bytesOf, sent }: Source<T>): { events: Buffer[]; bytes: number } {
  const events: Buffer[] = [];
  let bytes = 0;
  for (const item of items) {
    if (bytes >= PIECE_BYTES) break;
    const made = bytesOf(item);
    events.push(made);
    bytes += made.length;
    sent(item);
  }
  return { events, bytes };
}
