import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { createCore } from '../../../src/application/core.js';
import type { CoreSettings } from '../../../src/application/settings.js';
import type { Ports } from '../../../src/ports/index.js';
import { err, ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { AN_OPERATOR, T0, uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, stubSigner, WELSH_SUBNET, type CoreHarness } from '../../support/core-harness.js';
import {
  AT_ONCE,
  evaluationOf,
  mineAll,
  pass,
  recordPrices,
  waitingOf,
} from '../../support/executor-steps.js';
import { execute, orderOf, place, placed, settle, storedSwap, swapsOf } from '../../support/order-steps.js';

const HOUR = 3_600_000;
const PAUSE = { isPaused: true, at: T0, by: 'alice@host', reason: 'a bad vault' } as const;
const pause = ({ ports }: CoreHarness) => ports.sendingSwitch.set(PAUSE);
const resume = ({ ports }: CoreHarness) => ports.sendingSwitch.set({ ...PAUSE, isPaused: false });
const statusOf = async (harness: CoreHarness, n = 1) => (await orderOf(harness, n)).status;
const kindOf = async (harness: CoreHarness, n = 1) => {
  const executed = await execute(harness, n);
  return executed.ok ? 'sent' : executed.error.kind;
};
const limited = (limits: CoreSettings['limits'], fields = {}) => placed(fields, { settings: { limits } });

describe('a pause', () => {
  it('lets neither the executor nor an owner send anything new, and queries the chain for nothing', async () => {
    const harness = await placed(AT_ONCE);
    await pause(harness);
    const report = await pass(harness);
    expect(report).toMatchObject({
      attempts: {},
      left: 'stopped',
      stopped: { kind: 'paused', position: PAUSE },
    });
    expect(report.nextAt).toEqual(new Date(harness.clock.now().getTime() + 1_000));
    expect(await execute(harness)).toEqual(err({ kind: 'paused', position: PAUSE }));
    expect(harness.liquidity.asked).toEqual([]);
    expect(harness.chain.sent).toEqual([]);
    expect(await statusOf(harness)).toBe('open');
  });

  it('shows in the evaluation of an order that would be sent, and in no other', async () => {
    const harness = await placed(AT_ONCE);
    const ready = { at: T0, state: 'ready', reason: 'due' };
    expect(await evaluationOf(harness)).toEqual(ready);
    await pause(harness);
    expect(await evaluationOf(harness)).toEqual({ ...ready, isPaused: true, stoppedBy: 'paused' });
    const manual = await placed();
    await pause(manual);
    expect(await evaluationOf(manual)).not.toHaveProperty('isPaused');
  });

  it('ends with the next pass after it was lifted', async () => {
    const harness = await placed(AT_ONCE);
    await pause(harness);
    await pass(harness);
    await resume(harness);
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 1 }, left: 'none' });
  });

  it('a pause that begins while a swap is quoted keeps the swap from being stored', async () => {
    const harness = coreHarness({
      signer: stubSigner({
        estimateFee: async () => {
          await pause(harness);
          return ok(toUnits(3_000n));
        },
      }),
    });
    await place(harness);
    expect(await kindOf(harness)).toBe('paused');
    expect(await swapsOf(harness)).toEqual([]);
    expect(await statusOf(harness)).toBe('open');
  });

  it('a pause that begins during a pass is noticed by the pass, which looks again within a second', async () => {
    const harness = coreHarness({
      signer: stubSigner({
        estimateFee: async () => {
          await pause(harness);
          return ok(toUnits(3_000n));
        },
      }),
    });
    await place(harness, 1, AT_ONCE);
    const report = await pass(harness);
    expect(report).toMatchObject({ attempts: { paused: 1 }, stopped: { kind: 'paused' } });
    expect(report.nextAt).toEqual(new Date(harness.clock.now().getTime() + 1_000));
  });

  it('stops every process on the storage, also one that starts later', async () => {
    const storage = memoryStorage();
    const [first, second] = [coreHarness({ storage }), coreHarness({ storage })];
    await place(first, 1, AT_ONCE);
    await pause(first);
    expect(await pass(second)).toMatchObject({ left: 'stopped' });
    expect(await pass(coreHarness({ storage }))).toMatchObject({ left: 'stopped' });
  });

  it('lets stored swaps be sent again and settled, and orders cancelled', async () => {
    const harness = await storedSwap();
    await place(harness, 2);
    await pause(harness);
    expect(await kindOf(harness)).toBe('sent');
    await mineAll(harness);
    await settle(harness);
    expect(await statusOf(harness)).toBe('confirmed');
    unwrap(await harness.core.orders.cancel({ ref: uuidOf(2), authorization: HOST }));
    expect(await statusOf(harness, 2)).toBe('cancelled');
  });
});

describe('the lowest balance of the operator', () => {
  const withBalance = async (ustx: bigint | undefined) => {
    const harness = await placed(AT_ONCE);
    let [held, reads] = [ustx, 0];
    const accounts = {
      stateOf: async () => {
        reads += 1;
        return held === undefined
          ? err({ kind: 'chain-unreachable' as const, reason: 'cut' })
          : ok({ balanceUstx: toUnits(held), nonce: 0n });
      },
    };
    const core = createCore({ ...harness.ports, accounts }, { limits: { minOperatorUstx: 1_000n } });
    return { ...harness, core, reads: () => reads, hold: (next: bigint) => void (held = next) };
  };

  it('stops new swaps below it, and the next reading starts them again', async () => {
    const harness = await withBalance(999n);
    const stopped = { kind: 'operator-balance-low', balanceUstx: 999n, leastUstx: 1_000n };
    expect(await pass(harness)).toMatchObject({ left: 'stopped', stopped });
    expect(await execute(harness)).toEqual({ ok: false, error: stopped });
    expect(await harness.core.sending.stops()).toEqual([stopped]);
    expect(await evaluationOf(harness)).toMatchObject({ state: 'ready', stoppedBy: 'operator-balance-low' });
    expect(await harness.core.sending.standing()).toMatchObject({
      stops: [stopped],
      accounts: [{ address: AN_OPERATOR, inFlight: 0, state: { balanceUstx: 999n, nonce: 0n } }],
    });
    harness.hold(1_000n);
    harness.clock.advance(29_999);
    expect(await pass(harness)).toMatchObject({ left: 'stopped' });
    expect(harness.reads()).toBe(1);
    harness.clock.advance(1);
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 1 } });
    expect(harness.reads()).toBe(2);
  });

  it('sends nothing while the balance cannot be read', async () => {
    const harness = await withBalance(undefined);
    expect(await pass(harness)).toMatchObject({ attempts: {}, left: 'outage' });
    expect(await kindOf(harness)).toBe('chain-unreachable');
    expect(harness.reads()).toBe(1);
    harness.hold(1_000n);
    harness.clock.advance(15_000);
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 1 } });
  });

  it('is not read while no limit needs it', async () => {
    const harness = await placed(AT_ONCE);
    const accounts = { stateOf: () => Promise.reject(new Error('read')) };
    const core = createCore({ ...harness.ports, accounts });
    expect(await core.execution.run()).toMatchObject({ attempts: { sent: 1 } });
  });
});

describe('the largest fees', () => {
  // Each swap of the stub costs 3,000 microSTX.
  it.each([
    ['hour', { maxFeesPerHourUstx: 6_500n }, HOUR],
    ['day', { maxFeesPerDayUstx: 6_500n }, 24 * HOUR],
  ] as const)(
    'the largest fees of an %s stop new swaps until the window passes',
    async (per, limits, windowMs) => {
      const harness = await limited(limits, AT_ONCE);
      await place(harness, 2, AT_ONCE);
      await place(harness, 3, AT_ONCE);
      const until = new Date(harness.clock.now().getTime() + windowMs);
      expect(await pass(harness)).toMatchObject({
        attempts: { sent: 2, 'fee-limit-reached': 1 },
        left: 'stopped',
      });
      expect(await execute(harness, 3)).toEqual(err({ kind: 'fee-limit-reached', per, until }));
      harness.clock.set(until);
      expect(await kindOf(harness, 3)).toBe('fee-limit-reached');
      harness.clock.advance(1);
      expect(await kindOf(harness, 3)).toBe('sent');
    },
  );

  it('count what other processes on the storage have stored', async () => {
    const storage = memoryStorage();
    const settings = { limits: { maxFeesPerHourUstx: 3_000n } };
    const [first, second] = [coreHarness({ storage, settings }), coreHarness({ storage, settings })];
    await place(first, 1);
    await place(first, 2);
    expect(await kindOf(first, 1)).toBe('sent');
    expect(await kindOf(second, 2)).toBe('fee-limit-reached');
    const { stops, feesUstx } = (await second.core.sending.standing())!;
    expect(stops).toMatchObject([{ kind: 'fee-limit-reached', per: 'hour' }]);
    expect(feesUstx).toEqual({ hour: 3_000n, day: 3_000n });
  });

  /** A core beside the harness's, and the ages in milliseconds of the windows that it adds up. */
  const summing = async (limits: CoreSettings['limits']) => {
    const harness = await placed();
    const { swaps, unitOfWork } = harness.ports;
    const summed: number[] = [];
    const counting = (inner: Ports['swaps']): Ports['swaps'] =>
      new Proxy(inner, {
        get: (target, name: keyof Ports['swaps']) =>
          name === 'spentSince'
            ? (times: readonly Date[]) => {
                summed.push(...times.map((since) => harness.clock.now().getTime() - since.getTime()));
                return target.spentSince(times);
              }
            : (target[name] as () => unknown).bind(target),
      });
    const counted: Ports['unitOfWork'] = {
      waitFor: (shared) => unitOfWork.waitFor(shared),
      run: (work) => unitOfWork.run((storage) => work({ ...storage, swaps: counting(storage.swaps) })),
    };
    const core = createCore({ ...harness.ports, swaps: counting(swaps), unitOfWork: counted }, { limits });
    return { harness: { ...harness, core }, summed, first: harness };
  };

  it('are added up once a second for all who ask whether swaps are sent, however often they do', async () => {
    const { harness, summed } = await summing({ maxFeesPerDayUstx: 6_000n });
    const often = Array.from({ length: 50 }, () => harness.core.sending.standing());
    await Promise.all(often);
    harness.clock.advance(999);
    await harness.core.sending.standing();
    expect(summed).toEqual([HOUR, 24 * HOUR]);
    await execute(harness);
    harness.clock.advance(1);
    expect((await harness.core.sending.standing())?.feesUstx).toEqual({ hour: 3_000n, day: 3_000n });
    expect(summed.filter((age) => age >= HOUR)).toEqual([HOUR, 24 * HOUR, HOUR, 24 * HOUR]);
  });

  it('the largest fees of a day are added up again for a swap only when the day is nearly spent', async () => {
    const { harness, summed } = await summing({ maxFeesPerDayUstx: 9_000n });
    for (const n of [2, 3, 4]) await place(harness, n);
    expect([await kindOf(harness, 1), await kindOf(harness, 2)]).toEqual(['sent', 'sent']);
    const [RECENT, DAY] = [300_000, 24 * HOUR];
    expect(summed.splice(0)).toEqual([HOUR, DAY, RECENT, RECENT]);
    harness.clock.advance(1_000);
    expect(await kindOf(harness, 3)).toBe('sent');
    expect(summed.splice(0)).toEqual([RECENT + 1_000, RECENT + 1_000]);
    expect(await kindOf(harness, 4)).toBe('fee-limit-reached');
    expect(summed).toEqual([RECENT + 1_000, DAY]);
  });

  it('the largest fees of a day count what another process has stored since the last sum', async () => {
    const { harness, first } = await summing({ maxFeesPerDayUstx: 3_000n });
    await place(harness, 2);
    await harness.core.sending.standing();
    expect(await kindOf(first, 1)).toBe('sent');
    expect(await kindOf(harness, 2)).toBe('fee-limit-reached');
  });

  it('leave an order that alone would exceed them for half a minute, since each try queries the node', async () => {
    const harness = await limited({ maxFeesPerHourUstx: 2_999n }, AT_ONCE);
    const report = await pass(harness);
    expect(report).toMatchObject({ attempts: { 'fee-limit-reached': 1 }, left: 'stopped' });
    expect(report.nextAt).toEqual(new Date(harness.clock.now().getTime() + 30_000));
  });

  it('hold when owners execute many orders at once', async () => {
    const harness = await limited({ maxFeesPerHourUstx: 9_000n });
    const numbers = Array.from({ length: 10 }, (_, n) => n + 2);
    for (const n of numbers) await place(harness, n);
    const kinds = await Promise.all(numbers.map((n) => kindOf(harness, n)));
    expect(kinds.filter((kind) => kind === 'sent')).toHaveLength(3);
  });
});

describe('the largest worth', () => {
  // An order takes one whole WELSH_SUBNET.
  it.each([
    ['sends an order at the limit', { maxOrderUsd: 2 }, 2, 'sent'],
    ['refuses an order above the limit', { maxOrderUsd: 2 }, 2.01, 'worth-too-high'],
    [
      'refuses an order that alone is above the limit of an hour',
      { maxHourlyUsd: 2 },
      2.01,
      'worth-too-high',
    ],
    ['refuses an order without a price', { maxOrderUsd: 2 }, undefined, 'worth-unknown'],
  ] as const)('%s', async (_, limits, usd, outcome) => {
    const harness = await limited(limits);
    await recordPrices(harness, usd === undefined ? {} : { [WELSH_SUBNET]: usd });
    expect(await kindOf(harness)).toBe(outcome);
    expect(harness.chain.sent).toHaveLength(outcome === 'sent' ? 1 : 0);
  });

  it('refuses an order whose price is old or thin, since either may be far off', async () => {
    const old = await limited({ maxOrderUsd: 2 });
    await recordPrices(old, { [WELSH_SUBNET]: 1 });
    old.clock.advance(HOUR);
    expect(await kindOf(old)).toBe('worth-unknown');
    const thin = await limited({ maxOrderUsd: 2 });
    await recordPrices(thin, { [WELSH_SUBNET]: 1 }, { roundTripLoss: 50 });
    expect(await kindOf(thin)).toBe('worth-unknown');
  });

  it('shows in the evaluation and the log of an order that the executor would send', async () => {
    const harness = await limited({ maxOrderUsd: 2 }, AT_ONCE);
    await recordPrices(harness, { [WELSH_SUBNET]: 3 });
    expect(await pass(harness)).toMatchObject({ attempts: { 'worth-too-high': 1 } });
    expect(await evaluationOf(harness)).toMatchObject({ state: 'backing-off', reason: 'worth-too-high' });
    expect(await waitingOf(harness)).toEqual([{ reason: 'worth-too-high' }]);
  });

  it('the largest worth of an hour stops new swaps until the hour passes, and the worth is stored', async () => {
    const harness = await limited({ maxHourlyUsd: 5 });
    await place(harness, 2);
    await place(harness, 3);
    await recordPrices(harness, { [WELSH_SUBNET]: 2 });
    const from = harness.clock.now().getTime();
    expect([await kindOf(harness, 1), await kindOf(harness, 2), await kindOf(harness, 3)]).toEqual([
      'sent',
      'sent',
      'worth-limit-reached',
    ]);
    expect(await swapsOf(harness)).toMatchObject([{ worthUsd: 2 }]);
    harness.clock.set(new Date(from + HOUR - 300_000));
    await recordPrices(harness, { [WELSH_SUBNET]: 2 });
    harness.clock.advance(1);
    await harness.core.prices.refresh();
    expect(await kindOf(harness, 3)).toBe('sent');
  });
});

describe('a dry run', () => {
  it('plans and signs the swap, logs the plan, and stores and sends nothing', async () => {
    const harness = await placed(AT_ONCE, { settings: { dryRun: true } });
    expect(await pass(harness)).toMatchObject({ attempts: { 'dry-run': 1 }, left: 'none' });
    const plan = { nonce: 0n, feeUstx: 3_000n, amountOut: 996_999n };
    expect(harness.observed).toContainEqual({
      kind: 'swap-planned',
      uuid: uuidOf(1),
      account: AN_OPERATOR,
      ...plan,
    });
    expect(await execute(harness)).toEqual(err({ kind: 'dry-run', ...plan }));
    expect(harness.chain.sent).toEqual([]);
    expect(await swapsOf(harness)).toEqual([]);
    expect(await statusOf(harness)).toBe('open');
    expect(await evaluationOf(harness)).toMatchObject({
      state: 'ready',
      reason: 'due',
      stoppedBy: 'dry-run',
    });
    expect(await harness.core.sending.standing()).toMatchObject({ isDryRun: true, stops: [] });
  });

  it('a dry run on the storage of a real run settles what was sent, and sends nothing of what was stored', async () => {
    const harness = await storedSwap();
    const sent = harness.chain.sent.length;
    const core = createCore(harness.ports, { dryRun: true });
    harness.clock.advance(HOUR);
    unwrap(await core.execution.settle());
    expect(await kindOf({ ...harness, core })).toBe('broadcast-unknown');
    expect(harness.chain.sent).toHaveLength(sent);
    expect(await swapsOf(harness)).toHaveLength(1);
  });
});
