import type { Request } from 'express';
import { text } from '../operation/schema.js';

/** The header, or the parameter for clients that cannot set headers. */
export const LAST_EVENT_ID = text(
  'the id of the last event that was received, to continue behind it; the header Last-Event-ID comes first',
);

/** Rules of every stream. */
export const STREAM_RULES: readonly string[] = [
  'A comment `: heartbeat` is sent every 15 seconds: a client that sees none for 45 connects again. `retry` says how soon, 1 to 3 seconds.',
  'A reader that leaves more than 64 KB waiting for 5 seconds gets `resync` with reason too-slow, if it still reads at all, and is cut off. After `resync`, begin again without Last-Event-ID.',
];

/** The position to continue behind: undefined without one, NaN for one that no stream has sent. */
export function lastEventIdOf(req: Request, parameter: string | undefined): number | undefined {
  const raw = req.get('last-event-id') || parameter || undefined;
  if (raw === undefined) return undefined;
  const position = /^\d{1,16}$/.test(raw) ? Number(raw) : NaN;
  return Number.isSafeInteger(position) ? position : NaN;
}
