import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Campaign, planOf, shrink } from './campaign.js';
import { DEFECTS, type DefectName } from './defects.js';
import type { Plan } from './plan.js';
import { run } from './run.js';

const FULL = process.env['SIMULATION'] === 'full';

/** `npm run test:simulation` runs 300, and `npm run simulate -- --seeds 100000 --workers 2` as many as are named. */
const SEEDS = FULL ? 300 : 60;

/** Number of seeds within which each of these defects is found. `npm run simulate -- --defects` tries all defects. */
const FINDABLE = 200;
/** Defects, each with a seed that finds it: where the search begins, and ends unless the code has changed what the seed means. */
const QUICK: readonly (readonly [DefectName, from: number])[] = [
  ['accounts are not locked', 48],
  ['groups are not locked', 39],
  ['limits of owners are not heeded', 1],
  ['a swap is sent before it is stored', 1],
  ['what the index does not show is dropped', 5],
  ['an order is cancelled while it is sent', 1],
  ['what is sent again is dropped after a refusal', 125],
  ['a stream resumes one event too late', 1],
  ['other bytes are stored than sent', 1],
  ['an event is not logged', 1],
  ['a unit of work is not one', 1],
  ['two recorders record one run', 1],
  ['terms are lost', 1],
  ['balances are not asked', 16],
  ['a swap pays another wallet', 1],
  ['post-conditions leave out the minimum', 3],
  ['a restored database is used at once', 3],
  ['exits do not follow their entry', 1],
  ['exits are active from the start', 1],
  ['an amendment is acknowledged and not stored', 16],
  ['a replaced order stays open', 13],
  ['marks follow the price back', 2],
  ['marks are read too high', 2],
  ['an alert fires twice', 5],
  ['an alert is lost at a crash', 30],
];

/** Plans in which an invariant did not hold until what was wrong was mended, each under the name of what it was. */
const RECORDED = join(import.meta.dirname, 'recorded');
/** Orders of calls that each is tried in: a change of the code changes what one schedule means. */
const SCHEDULES = FULL ? 20 : 8;

const underSchedules = ({ schedule, ...plan }: Plan): readonly Plan[] =>
  Array.from({ length: SCHEDULES }, (_, n) => ({ ...plan, schedule: schedule + n }));

describe('The simulated exchange', () => {
  it(`keeps every invariant over ${SEEDS} seeds`, async () => {
    const failed = await new Campaign().run(1, SEEDS);
    expect(failed).toBeUndefined();
  }, 600_000);

  it.each(readdirSync(RECORDED))('keeps every invariant in %s', async (file) => {
    const recorded = JSON.parse(readFileSync(join(RECORDED, file), 'utf8')) as Plan;
    for (const plan of underSchedules(recorded)) expect((await run(plan)).violation).toBeUndefined();
  });

  it('runs a seed the same way each time, and each seed in its own', async () => {
    const [first, again, other] = [await run(planOf(7)), await run(planOf(7)), await run(planOf(8))];
    expect(again).toEqual(first);
    expect(other.traceHash).not.toBe(first.traceHash);
  });

  it('runs over SQLite as well', async () => {
    expect(await new Campaign({ storage: 'sqlite', isChecked: false }).run(1, 3)).toBeUndefined();
  });

  it.each(QUICK)('finds that %s', async (name, from) => {
    const { [name]: defect } = DEFECTS;
    const failed = await new Campaign({ defect, isChecked: false }).run(FULL ? 1 : from, FINDABLE);
    expect(failed?.violation.message).toBeDefined();
  });

  it('shrinks a failure to the acts that cause it', async () => {
    const defect = DEFECTS['other bytes are stored than sent'];
    const campaign = new Campaign({ defect, isChecked: false });
    const { seed, violation } = (await campaign.run(1, FINDABLE))!;
    const shrunk = await shrink(planOf(seed), violation.invariant, { defect });
    expect(shrunk.acts.length).toBeLessThanOrEqual(2);
    expect((await run(shrunk, { defect })).violation?.invariant).toBe(violation.invariant);
  });
});
