import { describe, expect, it } from '@jest/globals';
import { violationsOf } from '../histories/check.js';
import { countsOf, violationsOfFleet } from '../histories/fleet-report.js';
import { playFleet } from '../histories/fleet.js';

/** `npm run test:chaos` takes five minutes. */
const SECONDS = Number(process.env.CHAOS_SECONDS ?? 14);
const KILL_EVERY_SECONDS = Number(process.env.CHAOS_KILL_EVERY ?? 5);
const SEED = Number(process.env.CHAOS_SEED ?? 1);
/** For the start of the processes, and for the orders to end. */
const AROUND_MS = 400_000;

describe('three api processes, two executors and two recorders on a Postgres with a synchronous standby and a replica', () => {
  it(
    `keep every order, send none twice, record each price run once and give streams every event, while processes are killed under load for ${SECONDS} seconds, the standby takes over and the replica stands still`,
    async () => {
      const run = await playFleet({ seed: SEED, seconds: SECONDS, killEverySeconds: KILL_EVERY_SECONDS });
      process.stdout.write(`fleet: ${JSON.stringify(countsOf(run))}\n`);
      const { surprises } = run.recorder;
      expect([...surprises, ...violationsOf(run), ...violationsOfFleet(run), ...run.unended]).toEqual([]);
      expect(Object.keys(run.disturbed.load.answers)).not.toEqual([]);
    },
    SECONDS * 2_000 + AROUND_MS,
  );
});
