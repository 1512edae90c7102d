import { describe, expect, it } from '@jest/globals';
import { violationsOf } from '../histories/check.js';
import { playKills } from '../histories/kills.js';

/** `npm run test:histories` plays more and longer rounds. */
const ROUNDS = Number(process.env.HISTORIES ?? 1);
const KILLS = Number(process.env.HISTORY_KILLS ?? 2);
const SEED = Number(process.env.HISTORY_SEED ?? 1);
/** For the start of a round, and for its orders to end. */
const AROUND_MS = 180_000;

describe('two api servers and two executors on a Postgres with a synchronous standby', () => {
  it.each(Array.from({ length: ROUNDS }, (_, n) => SEED + n))(
    'answer every call as one server would that does one thing after another, over kills, pauses, node faults and a failover (round %i)',
    async (seed) => {
      const from = performance.now();
      const run = await playKills({ seed, kills: KILLS });
      const { recorder, orders, feed, followers, deliveries, stored } = run;
      const { nodeFaults, orphanedBlocks, pauses } = run.disturbed;
      const played = performance.now();
      const violations = violationsOf(run);
      const calls = orders.flatMap((order) => order.calls);
      const ended = stored.map(({ status }) => String(status));
      const statuses = [...new Set(ended)].map((word) => [
        word,
        ended.filter((each) => each === word).length,
      ]);
      process.stdout.write(
        `round ${seed}: ${JSON.stringify({
          seconds: Math.round((played - from) / 1_000),
          checkedInMs: Math.round(performance.now() - played),
          uuids: orders.length,
          stored: Object.fromEntries(statuses) as unknown,
          calls: calls.length,
          unknown: calls.filter(({ to }) => to === Infinity).length,
          kills: KILLS,
          failovers: 1,
          pauses,
          nodeFaults,
          orphanedBlocks,
          events: feed.length,
          streamed: followers.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'order').length,
          connections: followers.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'opened').length,
          messages: deliveries.flatMap(({ messages }) => messages).length,
          answers: recorder.answers,
        })}\n`,
      );
      expect(recorder.surprises).toEqual([]);
      expect([...violations, ...run.unended]).toEqual([]);
    },
    KILLS * 30_000 + AROUND_MS,
  );
});
