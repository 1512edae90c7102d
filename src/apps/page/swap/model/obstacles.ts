import type { Rehearsal } from '../../../../sdk/client/index.js';
import type { UnsignedOrder } from '../../../../sdk/signing/index.js';
import type { StatedOrder } from '../../../../sdk/words/order.js';
import { NOTHING } from '../../../../sdk/words/reasons.js';
import { STOPS } from '../../../../sdk/words/stops.js';
import type { TokenWords } from '../../../../sdk/words/token-words.js';
import { clockTime } from '../../../../sdk/words/times.js';
import { whyHeld } from '../../../../sdk/words/why.js';

/** Obstacles that the form names without asking: the order's own terms, the balance, and what stops every swap. */
const SAID: ReadonlySet<string> = new Set([
  ...['manual', 'waiting-window', 'waiting-price', 'waiting-mark', 'waiting-confirmation'],
  ...['below-minimum', 'price-impact', 'insufficient-balance'],
  ...Object.keys(STOPS),
]);

/** Sentences about what would hold the order, apart from what the form says itself. */
export function obstacleWords(
  order: UnsignedOrder,
  holds: Rehearsal['holds'],
  words: TokenWords,
  now: number,
): readonly string[] {
  const stated: StatedOrder = { ...order, status: 'open' };
  return holds
    .filter(({ reason }) => !SAID.has(reason))
    .map((hold) => {
      const { title, facts, help } = whyHeld(stated, hold, words);
      const until =
        hold.until === undefined ? [] : [`Until ${clockTime(Date.parse(hold.until), now)} at the latest.`];
      return ['Will not be sent now:', title, ...facts, ...until, ...(help === NOTHING ? [] : [help])].join(
        ' ',
      );
    });
}
