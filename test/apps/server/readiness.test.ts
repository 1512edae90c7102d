import type { Displacement } from '../../../src/domain/operator/displacement.js';
import type { ChainTip, Clock, CommitSettings, ReplicaStanding } from '../../../src/ports/index.js';
import { describe, expect, it } from '@jest/globals';
import type { CheckClock } from '../../../src/application/market/chain-clock.js';
import type { PriceHealth } from '../../../src/application/prices/price-health.js';
import type { Token } from '../../../src/domain/market/registry.js';
import { AN_OPERATOR, SECOND_OPERATOR } from '../../support/builders.js';
import { tokenNo } from '../../support/price-runs.js';
import type { Config } from '../../../src/apps/server/config.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import type { SendingStanding } from '../../../src/application/execution/send/brakes.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { T0 } from '../../support/builders.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { readinessOf } from '../../../src/apps/server/readiness.js';

const FRESH: PriceHealth = {
  ok: true,
  isDegraded: false,
  ageSeconds: 10,
  tokensPriced: 8,
  tokensRegistered: 8,
  unpriced: [],
};
const NO_GAPS = { tokens: 0, ofRegistered: 8, isDegraded: false, reasons: [] };
const aToken = (n: number): Token => ({
  contractId: tokenNo(n),
  symbol: `T${n}`,
  name: `Token ${n}`,
  decimals: 6,
  identifier: 'token',
});
type ReadinessConfig = Pick<Config, 'roles' | 'areas' | 'stacksApiRpm' | 'processes'>;
const ALL: ReadinessConfig = {
  roles: ['api', 'executor', 'recorder'],
  areas: ['swap'],
  stacksApiRpm: undefined,
  processes: 1,
};

interface Broken {
  readonly ping?: () => Promise<void>;
  readonly tip?: () => Promise<ReturnType<typeof ok<ChainTip>>>;
  readonly health?: () => Promise<PriceHealth>;
  readonly config?: Partial<ReadinessConfig>;
  readonly clock?: Clock;
  readonly checkClock?: CheckClock;
  readonly displaced?: () => Promise<Displacement | undefined>;
  readonly checkEnds?: () => Promise<void>;
  readonly standing?: () => Promise<SendingStanding | undefined>;
  readonly replicas?: readonly ReplicaStanding[];
  readonly commits?: CommitSettings;
}

const readinessWith = ({
  ping,
  tip,
  health,
  standing,
  config,
  clock,
  checkClock,
  displaced,
  checkEnds,
  replicas,
  commits,
}: Broken) =>
  readinessOf({
    storage: {
      ping: ping ?? (async () => undefined),
      commitSettings: async () => commits,
      replicas: replicas && { standing: () => replicas },
    },
    chain: { tip: tip ?? (async () => ok({ height: 1, id: 'aa' })) },
    prices: { health: health ?? (async () => FRESH) },
    sending: { stops: async () => [], standing: standing ?? (async () => undefined) },
    home: {
      recent: displaced ?? (async () => undefined),
      checkEnds: checkEnds ?? (async () => undefined),
    },
    checkClock: checkClock ?? (async () => ok()),
    clock: clock ?? fixedClock(T0),
    config: { ...ALL, ...config },
  });

const ask = (parts: Broken) => readinessWith(parts)();

describe('warnings of what a failover or a crash would lose', () => {
  const SAFE: CommitSettings = { waitsFor: 'on', standbyNames: 'standby1', receivers: 1 };
  it.each([
    ['nothing is acknowledged before a standby has it', SAFE, undefined],
    ['no standby follows the database', { ...SAFE, standbyNames: '', receivers: 0 }, undefined],
    ['commits wait for no standby', { ...SAFE, standbyNames: '' }, /synchronous_standby_names is empty/],
    ['several standbys follow and none is named', { ...SAFE, standbyNames: '', receivers: 2 }, /^2 standbys/],
    ['commits wait for this machine alone', { ...SAFE, waitsFor: 'local' }, /synchronous_commit is local/],
    ['commits wait for nothing', { ...SAFE, waitsFor: 'off', receivers: 0 }, /synchronous_commit is off/],
  ])('if %s', async (_situation, commits, warning) => {
    const { ready, warnings } = await ask({ commits });
    expect(ready).toBe(true);
    expect(warnings).toEqual(warning && [expect.stringMatching(warning)]);
  });
});

const down = async () => {
  throw new Error('down');
};
const unreachable = async () => err({ kind: 'chain-unreachable' as const, reason: 'x' }) as never;

describe('readinessOf a displaced database', () => {
  it('is unready while a database that went back has not been compared with the chain', async () => {
    const readiness = await ask({ displaced: async () => ({ kind: 'went-back' }) });
    expect(readiness).toMatchObject({ ready: false, failing: ['database'] });
    expect(readiness.reasons.join()).toContain('the database went back in time');
    expect(readiness.sending).toMatchObject({ isStopped: true, reasons: [{ reason: 'went-back' }] });
  });

  it('serves a restored copy, and says as of when it is and what releases it', async () => {
    const readiness = await ask({ displaced: async () => ({ kind: 'restored', newest: T0, asOf: T0 }) });
    expect(readiness.ready).toBe(true);
    expect(readiness.sending!.reasons[0]!.detail).toMatch(
      new RegExp(`restored copy as of ${T0.toISOString()}.*of ${T0.toISOString()}: run sluice reconcile`),
    );
  });

  it('is unready while the log of ends takes no writes', async () => {
    const readiness = await ask({ checkEnds: down });
    expect(readiness).toMatchObject({ ready: false, failing: ['database'] });
    expect(readiness.reasons.join()).toContain('the log of ends takes no writes');
  });
});

describe('readinessOf', () => {
  it('is ready without replicas that work, and says why they serve no reads', async () => {
    const replicas = [
      { replica: 1, lagMs: 400 },
      { replica: 2, lagMs: 61_000, problem: 'lagging' },
    ] as const;
    expect(await ask({ replicas })).toMatchObject({
      ready: true,
      replicas: [
        { replica: 1, lagSeconds: 0 },
        { replica: 2, lagSeconds: 61, problem: 'it lags by more than five seconds' },
      ],
    });
  });

  it('is ready when the database, the chain and the prices are available', async () => {
    expect(await ask({})).toEqual({ ready: true, reasons: [], unpriced: NO_GAPS });
  });

  it('asks the node once in the time that the request allowance gives to blocks, however often it is called', async () => {
    let asked = 0;
    const clock = fixedClock(T0);
    const tip = async () => ok({ height: ++asked, id: 'aa' });
    // A quarter of 40 requests a minute: one in 6 seconds.
    const readiness = readinessWith({ tip, clock, config: { stacksApiRpm: 40 } });
    await Promise.all(Array.from({ length: 100 }, readiness));
    clock.advance(5_999);
    await readiness();
    expect(asked).toBe(1);
    clock.advance(1);
    await readiness();
    expect(asked).toBe(2);
  });

  it.each([
    [7_200_000, 'the clock is 120 minutes ahead of the chain'],
    [-2_400_000, 'the clock is 40 minutes behind the chain'],
  ])('is not ready while the clock is %i ms ahead of the chain', async (aheadMs, reason) => {
    const checkClock = async () => err({ kind: 'clock-doubtful' as const, aheadMs });
    expect(await ask({ checkClock })).toMatchObject({ ready: false, reasons: [reason] });
  });

  it('gives every reason when the database, the chain and the prices are unavailable', async () => {
    expect(await ask({ ping: down, tip: unreachable, health: down })).toEqual({
      ready: false,
      reasons: [
        'the database does not answer, or takes no writes',
        'the chain cannot be reached',
        'prices cannot be read',
      ],
      failing: ['database', 'chain', 'prices'],
    });
  });

  it('stays ready while no new swap is sent, and says what stops it', async () => {
    const at = new Date('2026-11-20T12:00:00Z');
    const feesUstx = { hour: toUnits(5n), day: toUnits(5n) };
    const sending = async (more: Partial<SendingStanding>) => {
      const standing = async () => ({ stops: [], isDryRun: false, accounts: [], feesUstx, ...more });
      return (await ask({ standing })).sending;
    };
    const state = { balanceUstx: toUnits(7n), nonce: 4n };
    const accounts = [
      { address: AN_OPERATOR, inFlight: 2, state },
      { address: SECOND_OPERATOR, inFlight: 0 },
    ];
    expect(await sending({ accounts })).toEqual({
      isStopped: false,
      reasons: [],
      accounts: [
        { address: AN_OPERATOR, inFlight: 2, balanceUstx: 7n },
        { address: SECOND_OPERATOR, inFlight: 0 },
      ],
    });
    const position = { isPaused: true, at, by: 'alice@host', reason: 'a bad vault' };
    const stopped = await sending({
      isDryRun: true,
      stops: [
        { kind: 'paused', position },
        { kind: 'operator-balance-low', balanceUstx: toUnits(7n), leastUstx: 8n },
        { kind: 'fee-limit-reached', per: 'day', until: at },
        { kind: 'worth-limit-reached', until: at },
      ],
    });
    expect(stopped).toEqual({
      accounts: [],
      isStopped: true,
      reasons: [
        { reason: 'paused', detail: 'paused since 2026-11-20T12:00:00.000Z: a bad vault' },
        {
          reason: 'operator-balance-low',
          detail: 'every operator account holds less than 8 microSTX, the richest 7',
        },
        {
          reason: 'fee-limit-reached',
          detail: 'the fees of this day are spent, at least until 2026-11-20T12:00:00.000Z',
        },
        {
          reason: 'worth-limit-reached',
          detail: 'the worth of this hour is reached, at least until 2026-11-20T12:00:00.000Z',
        },
        { reason: 'dry-run', detail: 'swaps are planned, and none is sent' },
      ],
    });
    expect(JSON.stringify(stopped)).not.toContain('alice');
  });

  it.each([
    [{ ageSeconds: undefined }, 'no prices have been recorded yet'],
    [{ ageSeconds: 1_019 }, 'prices were last recorded 16 minutes ago'],
  ])('gives the age of the prices as the reason when they are stale', async (health, reason) => {
    const { ageSeconds, ...fresh } = { ...FRESH, ok: false, ...health };
    const old = { ...fresh, ...(ageSeconds !== undefined && { ageSeconds }) };
    expect(await ask({ health: async () => old })).toEqual({
      ready: false,
      reasons: [reason],
      failing: ['prices'],
      unpriced: NO_GAPS,
    });
  });

  it('counts the tokens without a price by reason, and is ready all the same', async () => {
    const reasons = ['no-route', 'vaults-silent', 'no-route'] as const;
    const health: PriceHealth = {
      ...FRESH,
      isDegraded: true,
      tokensPriced: 5,
      unpriced: reasons.map((reason, n) => ({ token: aToken(n), reason })),
    };
    expect(await ask({ health: async () => health })).toEqual({
      ready: true,
      reasons: [],
      unpriced: {
        tokens: 3,
        ofRegistered: 8,
        isDegraded: true,
        reasons: [
          { reason: 'no-route', tokens: 2 },
          { reason: 'vaults-silent', tokens: 1 },
        ],
      },
    });
  });

  it('counts no tokens in a process that needs no prices', async () => {
    expect(await ask({ config: { roles: ['executor'], areas: ['prices'] } })).toEqual({
      ready: true,
      reasons: [],
    });
  });

  it.each([
    [{ roles: ['api'], areas: ['swap'] }, true],
    [{ roles: ['executor'], areas: ['swap', 'prices'] }, true],
    [{ roles: ['recorder'], areas: [] }, false],
    [{ roles: ['api'], areas: ['prices'] }, false],
  ])('decides for a process with %j without prices that ready is %p', async (config, ready) => {
    const health = async () => ({ ...FRESH, ok: false });
    const chosen = config as unknown as Pick<Config, 'roles' | 'areas'>;
    expect((await ask({ health, config: chosen })).ready).toBe(ready);
  });
});
