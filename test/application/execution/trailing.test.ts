import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { gridPointAt } from '../../../src/domain/price-series/price.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { uuidOf } from '../../support/builders.js';
import {
  coreHarness,
  signedInput,
  UNGUARDED,
  WELSH,
  type CoreHarness,
  type HarnessOptions,
} from '../../support/core-harness.js';
import { evaluationOf, pass, recordPrices, waitingOf } from '../../support/executor-steps.js';
import { amend, amendment } from '../../support/later-terms.js';
import { orderOf } from '../../support/order-steps.js';
import { runs } from '../../support/properties.js';
import { signTerms } from '../../support/signing.js';

/** Confirmed in two runs, and by two blocks. */
const GUARDED = { minLiquidityUsd: 1_000, confirmBlocks: 2 };
const TRAIL = { conditionToken: WELSH, direction: 'lt', trail: { bps: 1_000 }, maxPriceImpact: 1 };

const place = async ({ core }: CoreHarness, fields: AnyOrder = {}, n = 1) => {
  const input = signedInput({ uuid: uuidOf(n), fields: { ...TRAIL, ...fields } });
  return core.orders.placeJson({ ...input, termsSignature: signTerms(input) });
};

/** An order that trails, after two runs at a dollar. */
async function trailing(fields: AnyOrder = {}, settings: HarnessOptions['settings'] = UNGUARDED) {
  const harness = coreHarness({ settings });
  await run(harness, 1);
  await run(harness, 1);
  unwrap(await place(harness, fields));
  harness.clock.advance(5_000);
  await pass(harness);
  return harness;
}

/** A run at this price of WELSH in dollars, and a pass after it. */
async function run(harness: CoreHarness, dollars: number, facts?: Parameters<typeof recordPrices>[2]) {
  await recordPrices(harness, { [WELSH]: dollars }, facts);
  return pass(harness);
}

async function trailOf(harness: CoreHarness, n = 1) {
  const order = await orderOf(harness, n);
  const mark = (await harness.core.orders.marksOf([order]))(order);
  return mark === undefined ? undefined : Number(mark.level) / 1e18;
}
const statusOf = async (harness: CoreHarness, n = 1) => (await orderOf(harness, n)).status;
const restarted = (harness: CoreHarness, settings: object): CoreHarness => ({
  ...harness,
  core: createCore(harness.ports, settings),
});

describe('an order with a trail', () => {
  it('is refused without signed terms, by a problem that names the field', async () => {
    const { core } = coreHarness();
    const refused = await core.orders.placeJson({ ...signedInput(), ...TRAIL });
    expect(refused).toMatchObject({ ok: false, error: { kind: 'invalid-order' } });
    const problems = !refused.ok && refused.error.kind === 'invalid-order' ? refused.error.problems : [];
    expect(problems.map(({ field }) => field)).toEqual(['termsSignature']);
  });

  it('is refused if it trails a token that no run prices', async () => {
    const refused = await place(coreHarness(), { conditionToken: signedInput().owner + '.unknown' });
    expect(refused).toMatchObject({ ok: false, error: { kind: 'unpriceable-token' } });
  });

  it('has its mark at the recorded price within five seconds, and the stop below it', async () => {
    const harness = await trailing();
    expect(await trailOf(harness)).toBe(1);
    expect(await evaluationOf(harness)).toMatchObject({
      state: 'waiting',
      reason: 'waiting-price',
      ratio: '1',
    });
  });

  it('has its first mark at the price of its placement, although the next run comes before an executor looks', async () => {
    const harness = coreHarness({ settings: UNGUARDED });
    await run(harness, 1);
    unwrap(await place(harness));
    await run(harness, 0.95);
    expect(await trailOf(harness)).toBe(1);
    await run(harness, 0.89);
    expect(await statusOf(harness)).toBe('broadcasted');
  });

  it('has no first mark at a thin price of its placement', async () => {
    const harness = coreHarness({ settings: UNGUARDED });
    await run(harness, 1, { roundTripLoss: 26 });
    unwrap(await place(harness));
    await run(harness, 0.95);
    expect(await trailOf(harness)).toBe(0.95);
  });

  it('says that it has no stop yet while no price is known', async () => {
    const harness = coreHarness();
    unwrap(await place(harness));
    await pass(harness);
    expect(await evaluationOf(harness)).toMatchObject({ state: 'waiting', reason: 'waiting-mark' });
  });

  it('follows the price up, not down, and is sent where its stop then is', async () => {
    const harness = await trailing();
    for (const dollars of [2, 1.9, 1.81]) await run(harness, dollars);
    expect(await trailOf(harness)).toBe(2);
    expect(await statusOf(harness)).toBe('open');
    await run(harness, 1.79);
    expect(await statusOf(harness)).toBe('broadcasted');
    expect(await waitingOf(harness)).toEqual([
      { reason: 'stop-reached', mark: '2', stop: '1.8', markedAt: expect.any(String) },
    ]);
  });

  it('is not sent on a trail that no one has checked, if it is amended while its stop is being logged', async () => {
    const harness = await trailing();
    await recordPrices(harness, { [WELSH]: 0.89 });
    const { unitOfWork } = harness.ports;
    let isAmended = false;
    const ports: typeof harness.ports = {
      ...harness.ports,
      unitOfWork: {
        waitFor: (shared) => unitOfWork.waitFor(shared),
        run: async (work) => {
          if (!isAmended) {
            isAmended = true;
            unwrap(await amend(harness, amendment(1, { ...TRAIL, trail: { bps: 5_000 } })));
          }
          return unitOfWork.run(work);
        },
      },
    };
    await pass({ ...harness, core: createCore(ports, UNGUARDED) });
    expect(isAmended).toBe(true);
    expect(await statusOf(harness)).toBe('open');
    expect(await orderOf(harness)).not.toHaveProperty('sending');
  });

  it('follows the lowest price of a buyer, and is sent above it', async () => {
    const harness = await trailing({ direction: 'gt', trail: { price: '0.25' } });
    for (const dollars of [0.5, 0.7, 0.74]) await run(harness, dollars);
    expect(await statusOf(harness)).toBe('open');
    await run(harness, 0.75);
    expect(await statusOf(harness)).toBe('broadcasted');
  });

  it('has no stop before its activation price, which counts from then on', async () => {
    const harness = await trailing({ activationPrice: '1.5' });
    for (const dollars of [1.4, 1.2]) await run(harness, dollars);
    expect(await statusOf(harness)).toBe('open');
    expect(await evaluationOf(harness)).toMatchObject({ reason: 'waiting-mark' });
    for (const dollars of [1.5, 1.36]) await run(harness, dollars);
    expect(await statusOf(harness)).toBe('open');
    await run(harness, 1.34);
    expect(await statusOf(harness)).toBe('broadcasted');
  });

  it('does not follow prices from before it was placed', async () => {
    const harness = coreHarness({ settings: UNGUARDED });
    unwrap(await place(harness, {}, 2));
    for (const dollars of [5, 4.6]) await run(harness, dollars);
    unwrap(await place(harness));
    await pass(harness);
    expect([await trailOf(harness, 2), await trailOf(harness)]).toEqual([5, 4.6]);
    await run(harness, 4.5);
    expect([await statusOf(harness, 2), await statusOf(harness)]).toEqual(['broadcasted', 'open']);
  });

  it('moves its mark while the operator has paused sending, so no price is missed', async () => {
    const harness = await trailing();
    const now = harness.clock.now();
    await harness.ports.sendingSwitch.set({ isPaused: true, at: now, by: 'test' });
    await run(harness, 3);
    expect(await trailOf(harness)).toBe(3);
  });
});

describe('a mark', () => {
  it('is not moved by one run that a thin pool was pushed for, nor does the next run fire it', async () => {
    const harness = await trailing({}, GUARDED);
    for (const dollars of [4, 1, 1, 1]) {
      await run(harness, dollars);
      harness.chain.height += 3;
      harness.clock.advance(20_000);
      await pass(harness);
    }
    expect(await trailOf(harness)).toBe(1);
    expect([await statusOf(harness), harness.chain.sent.length]).toEqual(['open', 0]);
  });

  it('moves to the price that two runs have held', async () => {
    const harness = await trailing({}, GUARDED);
    await run(harness, 4);
    expect(await trailOf(harness)).toBe(1);
    await run(harness, 3.9);
    expect(await trailOf(harness)).toBe(3.9);
  });

  it('needs as many runs as its order asks for, five times over', async () => {
    const harness = await trailing({ confirm: { runs: 1 } });
    for (let n = 0; n < 4; n++) await run(harness, 2);
    expect(await trailOf(harness)).not.toBe(2);
    await run(harness, 2);
    expect(await trailOf(harness)).toBe(2);
  });

  it('is not moved by a thin price, nor by one that too little liquidity backs', async () => {
    const thin = await trailing();
    await run(thin, 3, { roundTripLoss: 26 });
    expect(await trailOf(thin)).toBe(1);
    const poor = await trailing({}, { ...UNGUARDED, minLiquidityUsd: 1e9 });
    await run(poor, 3);
    expect(await trailOf(poor)).toBeUndefined();
  });

  it('is not moved by a run in which its token has no price', async () => {
    const harness = await trailing({}, GUARDED);
    await run(harness, 2);
    await recordPrices(harness, {});
    await pass(harness);
    await run(harness, 2);
    expect(await trailOf(harness)).toBe(1);
    await run(harness, 2);
    expect(await trailOf(harness)).toBe(2);
  });

  it('is lost by none of 1,000 restarts, of two executors that take turns, wherever each of them stops', async () => {
    let harness = await trailing({ trail: { bps: 9_999 } });
    let [highest, seed] = [1, 7];
    for (let n = 0; n < runs(1_000); n++) {
      seed = (seed * 48_271) % 2_147_483_647;
      const dollars = 0.5 + (seed % 10_000) / 10_000 + n / 2_000;
      highest = Math.max(highest, dollars);
      await recordPrices(harness, { [WELSH]: dollars });
      const other = restarted(harness, UNGUARDED);
      // A process that ends between the two steps has raised the marks, and triggered nothing.
      if (n % 3 === 0) await failing(harness, () => pass(other));
      harness = restarted(harness, UNGUARDED);
      await Promise.all(n % 2 === 0 ? [pass(harness), pass(other)] : [pass(harness)]);
      if (n % 50 === 0) expect(await trailOf(harness)).toBeCloseTo(highest, 12);
    }
    expect(await trailOf(harness)).toBeCloseTo(highest, 12);
  });
});

/** Lets the work fail where it would trigger orders. */
async function failing({ ports }: CoreHarness, work: () => Promise<unknown>): Promise<void> {
  const { watermarks } = ports;
  const trigger = watermarks.trigger.bind(watermarks);
  watermarks.trigger = () => Promise.reject(new Error('the process has ended'));
  await expect(work()).rejects.toThrow('the process has ended');
  watermarks.trigger = trigger;
}

describe('an executor', () => {
  it('leaves waiting orders alone: a pass without a new run changes no mark and triggers nothing', async () => {
    const harness = await trailing();
    const calls: string[] = [];
    const { watermarks } = harness.ports;
    for (const name of ['raise', 'trigger'] as const) {
      const real = watermarks[name].bind(watermarks) as () => Promise<void>;
      watermarks[name] = (...given: []) => (calls.push(name), real(...given));
    }
    for (let n = 0; n < 5; n++) await pass(harness);
    expect(calls).toEqual([]);
    await run(harness, 1.1);
    expect(calls).toEqual(['raise', 'trigger']);
  });

  it('that is late by a run does not take back what another has triggered', async () => {
    const harness = await trailing();
    const late = restarted(harness, UNGUARDED);
    await late.core.prices.list();
    await recordPrices(harness, { [WELSH]: 0.9 });
    const { watermarks } = harness.ports;
    const at = Math.floor(gridPointAt(harness.clock.now()).getTime() / 300_000) + 1;
    const [{ group } = { group: undefined }] = await watermarks.list();
    await watermarks.raise([{ group: group!, mark: { level: 1n, at } }], 0);
    await pass(late);
    expect(await statusOf(harness)).toBe('open');
  });
});
