import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Campaign, planOf, shrink } from './campaign.js';
import { DEFECTS, type DefectName } from './defects.js';
import type { Plan } from './plan.js';
import { run } from './run.js';

/** `npm run simulate -- --seeds 100000 --workers 2` runs more. */
const SEEDS = 300;

/** Number of seeds within which each of these defects is found. `npm run simulate -- --defects` tries all defects. */
const FINDABLE = 200;
const QUICK: readonly DefectName[] = [
  'accounts are not locked',
  'groups are not locked',
  'limits of owners are not heeded',
  'a swap is sent before it is stored',
  'what the index does not show is dropped',
  'an order is cancelled while it is sent',
  'what is sent again is dropped after a refusal',
  'a stream resumes one event too late',
  'other bytes are stored than sent',
  'an event is not logged',
  'a unit of work is not one',
  'two recorders record one run',
  'terms are lost',
  'balances are not asked',
  'a swap pays another wallet',
  'post-conditions leave out the minimum',
  'a restored database is used at once',
  'exits do not follow their entry',
  'exits are active from the start',
  'an amendment is acknowledged and not stored',
  'a replaced order stays open',
  'marks follow the price back',
  'marks are read too high',
  'an alert fires twice',
  'an alert is lost at a crash',
];

/** Plans in which an invariant did not hold until what was wrong was mended, each under the name of what it was. */
const RECORDED = join(import.meta.dirname, 'recorded');
/** Orders of calls that each is tried in: a change of the code changes what one schedule means. */
const SCHEDULES = 20;

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

  it.each(QUICK)('finds that %s', async (name) => {
    const failed = await new Campaign({ defect: DEFECTS[name], isChecked: false }).run(1, FINDABLE);
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
