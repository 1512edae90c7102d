import { defined, readValid, text, type ReportProblem } from '../shared/fields.js';
import { parseTime } from '../shared/time.js';

/** Time (ms) after a replay in which a delivered message is not replayed again. */
export const REPLAY_PAUSE_MS = 60 * 60 * 1000;

/** Messages that one replay since a time sends again at most. */
export const MOST_REPLAYED = 1_000;

/** Deliveries to send again: all that are dead, the dead one of that id, or those created since a time. */
export interface Replay {
  /** Any text. */
  readonly deliveryId?: string;
  readonly since?: Date;
}

const LONGEST_ID = 1_000;

/** Reads deliveryId or since of a signed message; undefined when one of them is invalid, each reported. */
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
