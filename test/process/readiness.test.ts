import type { ChainTip } from '../../src/ports/index.js';
import { describe, expect, it } from '@jest/globals';
import type { PriceHealth } from '../../src/application/prices/price-health.js';
import type { Config } from '../../src/process/config.js';
import { err, ok } from '../../src/domain/shared/result.js';
import { readinessOf } from '../../src/process/readiness.js';

const FRESH: PriceHealth = { ok: true, ageSeconds: 10, tokensPriced: 8 };
const ALL: Pick<Config, 'roles' | 'areas'> = { roles: ['api', 'executor', 'recorder'], areas: ['swap'] };

interface Broken {
  readonly ping?: () => Promise<void>;
  readonly tip?: () => Promise<ReturnType<typeof ok<ChainTip>>>;
  readonly health?: () => Promise<PriceHealth>;
  readonly config?: Pick<Config, 'roles' | 'areas'>;
}

const ask = ({ ping, tip, health, config = ALL }: Broken) =>
  readinessOf({
    storage: { ping: ping ?? (async () => undefined) },
    chain: { tip: tip ?? (async () => ok({ height: 1, id: 'aa' })) },
    prices: { health: health ?? (async () => FRESH) },
    config,
  })();

const down = async () => {
  throw new Error('down');
};
const unreachable = async () => err({ kind: 'chain-unreachable' as const, reason: 'x' }) as never;

describe('readinessOf', () => {
  it('is ready when the database, the chain and the prices are available', async () => {
    expect(await ask({})).toEqual({ ready: true, reasons: [] });
  });

  it('gives every reason when the database, the chain and the prices are unavailable', async () => {
    expect(await ask({ ping: down, tip: unreachable, health: down })).toEqual({
      ready: false,
      reasons: ['the database does not answer', 'the chain cannot be reached', 'prices cannot be read'],
    });
  });

  it.each([
    [{ ok: false, tokensPriced: 0 }, 'no prices have been recorded yet'],
    [{ ok: false, ageSeconds: 1_019, tokensPriced: 0 }, 'prices were last recorded 16 minutes ago'],
  ])('gives the age of the prices as the reason when they are stale', async (health, reason) => {
    expect(await ask({ health: async () => health })).toEqual({ ready: false, reasons: [reason] });
  });

  it.each([
    [{ roles: ['api'], areas: ['swap'] }, true],
    [{ roles: ['executor'], areas: ['swap', 'prices'] }, true],
    [{ roles: ['recorder'], areas: [] }, false],
    [{ roles: ['api'], areas: ['prices'] }, false],
  ])('decides for a process with %j without prices that ready is %p', async (config, ready) => {
    const health = async () => ({ ok: false, tokensPriced: 0 });
    const chosen = config as unknown as Pick<Config, 'roles' | 'areas'>;
    expect((await ask({ health, config: chosen })).ready).toBe(ready);
  });
});
