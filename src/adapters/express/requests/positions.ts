import type { RequestHandler, Response } from 'express';
import type { CallersPositions } from '../../../ports/index.js';
import { text } from '../schema/schema.js';

const POSITION = 'X-Sluice-Position';

/** The request header of reads that a replica may serve. No text in it is an error, because it must never cost a caller the response. */
export const POSITION_PARAMETER = {
  [POSITION]: text(
    'value of the newest response header with this name: the response is then at least as new as that one. Any other text counts as none',
    { pattern: '^[0-9]{1,20}$' },
  ),
};

/** The response header, where replicas serve reads. */
export const POSITION_HEADER = {
  [POSITION]:
    'on a server with replicas: how far the caller has now seen the database. Send it back with reads, for a minute, to never see an older state',
};

/** Follows how far callers have seen the database, if replicas serve reads. */
export const followPositions =
  (positions: CallersPositions): RequestHandler =>
  (req, res, next) => {
    res.locals['positions'] = positions;
    positions.during(req.get(POSITION), next);
  };

/**
 * Sets the response header.
 *
 * @param isChange whether the request may have changed something. A repeated one may have found it changed.
 */
export async function announcePosition(res: Response, isChange: boolean): Promise<void> {
  const positions = res.locals['positions'] as CallersPositions | undefined;
  if (positions === undefined) return;
  const position = positions.seen() ?? (isChange ? await positions.newest() : undefined);
  if (position !== undefined && !res.headersSent) res.set(POSITION, position);
}
