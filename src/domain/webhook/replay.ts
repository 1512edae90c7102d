import { defined, readValid, text, type ReportProblem } from '../shared/fields.js';
import { parseTime } from '../shared/time.js';

/** Time (ms) after a replay for which a delivered message is not replayed again. */
export const REPLAY_PAUSE_MS = 60 * 60 * 1000;

/** Maximum number of messages that a replay since a time sends again. */
export const MOST_REPLAYED = 1_000;

/** Deliveries to send again: all dead ones, the dead one with the id `deliveryId`, or those created since a time. */
export interface Replay {
  /** Id of a delivery, not yet validated. */
  readonly deliveryId?: string;
  readonly since?: Date;
}

const LONGEST_ID = 1_000;

/** Reads deliveryId or since from a signed message; undefined if either is invalid, with each problem reported. */
export const readReplay = (
  message: Readonly<Record<string, unknown>>,
  report: ReportProblem,
): Replay | undefined =>
  readValid(message, report, (fields) => {
    if (fields.has('deliveryId') && fields.has('since'))
      fields.problem('since', 'cannot be combined with deliveryId');
    const deliveryId = fields.optional('deliveryId', text(LONGEST_ID));
    return defined({ deliveryId, since: fields.optional('since', parseTime) });
  });
