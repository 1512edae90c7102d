import { IsString } from 'class-validator';
import type { Request } from 'express';
import type { SeenEvent } from '../../../application/orders/follow-orders.js';
import { Param } from '../schema/request-class.js';
import { text } from '../schema/schema.js';

/** Description of the header, and of the parameter for clients that cannot set headers. */
export const LAST_EVENT_ID = text(
  'the id of the last event received, after which to continue; the header Last-Event-ID takes precedence',
);

/** The query of a stream, which may say where to continue. */
export class ResumeQuery {
  @IsString() @Param(LAST_EVENT_ID, { cause: 'lastEventId is given more than once' }) lastEventId?: string;

  @IsString()
  @Param('another name of lastEventId, which takes precedence', { cause: 'after is given more than once' })
  after?: string;
}

/** Rules of every stream. */
export const STREAM_RULES: readonly string[] = [
  'A comment `: heartbeat` is sent every 15 seconds: a client that sees none for 45 seconds should reconnect. `retry` says how soon, 1 to 3 seconds.',
  'A reader that leaves more than 64 KB waiting for 5 seconds, or more than 1 MB at any time, gets `resync` with reason too-slow in place of what is waiting, and is cut off 5 seconds later. After `resync`, start over without Last-Event-ID.',
];

const ID = /^(\d{1,16})(?:-(\d{1,13}))?$/;

/** The id of an event: its position, and its time in milliseconds. */
export const eventIdOf = ({ position, at }: Required<SeenEvent>): string => `${position}-${at.getTime()}`;

/** The event to continue after; undefined if the request names none. For an id that no stream has sent, its position is NaN. */
export function lastEventIdOf(req: Request, { lastEventId, after }: ResumeQuery): SeenEvent | undefined {
  const raw = req.get('last-event-id') || lastEventId || after;
  if (!raw) return undefined;
  const [, position, at] = ID.exec(raw) ?? [];
  if (!Number.isSafeInteger(Number(position))) return { position: NaN };
  return { position: Number(position), ...(at !== undefined && { at: new Date(Number(at)) }) };
}
