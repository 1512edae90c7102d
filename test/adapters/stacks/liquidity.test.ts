import { describe, expect, it } from '@jest/globals';
import { Cl, cvToHex, hexToCV, cvToString, type ClarityValue } from '@stacks/transactions';
import {
  createLiquiditySource,
  type LiquiditySourceOptions,
} from '../../../src/adapters/stacks/blocks/liquidity.js';
import type { RoutableVault, Vault } from '../../../src/domain/vault/vault.js';
import { STX } from '../../../src/domain/shared/contract-id.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { AskedHop } from '../../../src/ports/index.js';
import { T0 } from '../../support/builders.js';
import { id } from './support/swap-plans.js';

const aVault = (name: string, more: Partial<RoutableVault> = {}): RoutableVault => ({
  contractId: id(name),
  kind: 'pool',
  protocol: 'TEST',
  tokenA: STX,
  tokenB: id('y'),
  feePpm: 0,
  name,
  symbol: name,
  ...more,
});

const tuple = (dx: bigint, dy: bigint, dk: bigint) =>
  Cl.tuple({ dx: Cl.uint(dx), dy: Cl.uint(dy), dk: Cl.uint(dk) });
const DOWN = { kind: 'chain-unreachable' as const, reason: 'down' };

type Reply = ClarityValue | 'down' | undefined;

/** Scripted replies by call, as `contract.function argument…` or without arguments. A call that is missing gives no value. */
function source(replies: Record<string, Reply>, stx: Record<string, bigint> = {}) {
  const calls: string[] = [];
  const node: LiquiditySourceOptions['node'] = {
    callRead: (contract, functionName, args) => {
      const call = [
        `${contract.split('.')[1]}.${functionName}`,
        ...args.map((arg) => cvToString(hexToCV(arg))),
      ];
      calls.push(call.join(' '));
      const reply = replies[call.join(' ')] ?? replies[call[0]!];
      return Promise.resolve(reply === 'down' ? err(DOWN) : ok(reply && cvToHex(reply)));
    },
    stxBalance: (principal) => Promise.resolve(ok(stx[principal] ?? 0n)),
  };
  const made = createLiquiditySource({ node, clock: { now: () => T0 } });
  return {
    readReserves: (...vaults: Vault[]) => made.readReserves(vaults),
    quoteHops: (...hops: AskedHop[]) => made.quoteHops(hops),
    calls,
  };
}

const read = (reserveA: bigint, reserveB: bigint, supply: bigint) => ({
  reserveA,
  reserveB,
  supply,
  readAt: T0,
});

describe('readReserves of createLiquiditySource', () => {
  it('reads the reserves of each vault from its contract', async () => {
    const { readReserves, calls } = source({
      'p.quote': Cl.ok(tuple(5n, 7n, 9n)),
      'q.quote': tuple(2n ** 128n - 1n, 1n, 0n),
    });
    expect(await readReserves(aVault('p'), { ...aVault('q'), kind: 'external' })).toEqual(
      ok(
        new Map([
          [id('p'), read(5n, 7n, 9n)],
          [id('q'), read(2n ** 128n - 1n, 1n, 0n)],
        ]),
      ),
    );
    expect(calls).toEqual(['p.quote u0 (some 0x04)', 'q.quote u0 (some 0x04)']);
  });

  it('does not query a sublink for reserves', async () => {
    const { readReserves, calls } = source({});
    expect(await readReserves(aVault('s', { kind: 'sublink' }))).toEqual(ok(new Map()));
    expect(calls).toEqual([]);
  });

  it.each<[string, Reply]>([
    ['fails', undefined],
    ['returns an error', Cl.error(Cl.uint(400))],
    ['treats the opcode as a swap of 0', Cl.ok(tuple(0n, 0n, 0n))],
    ['returns another type', Cl.ok(Cl.bool(true))],
  ])('reads balances instead of reserves from a vault whose quote %s', async (_, quote) => {
    const { readReserves } = source(
      { 'p.quote': quote, 'y.get-balance': Cl.ok(Cl.uint(70)), 'p.get-total-supply': Cl.ok(Cl.uint(6)) },
      { [id('p')]: 50n },
    );
    expect(await readReserves(aVault('p'))).toEqual(ok(new Map([[id('p'), read(50n, 70n, 6n)]])));
  });

  it('reads the balances of the outer pool when there is one, and needs no supply', async () => {
    const { readReserves, calls } = source({ 'y.get-balance': Cl.ok(Cl.uint(70)) }, { [id('outer')]: 50n });
    expect(await readReserves(aVault('p', { externalPoolId: id('outer') }))).toEqual(
      ok(new Map([[id('p'), read(50n, 70n, 0n)]])),
    );
    expect(calls).toContain(`y.get-balance ${id('outer')}`);
  });

  it('leaves out a vault without a usable response', async () => {
    const { readReserves } = source({ 'p.quote': Cl.ok(tuple(5n, 7n, 9n)), 'r.quote': 'down' });
    expect(await readReserves(aVault('p'), aVault('q'), aVault('r'))).toEqual(
      ok(new Map([[id('p'), read(5n, 7n, 9n)]])),
    );
  });

  it('fails as chain-unreachable when every query fails', async () => {
    const { readReserves } = source({ 'p.quote': 'down', 'q.quote': 'down' });
    expect(await readReserves(aVault('p'), aVault('q'))).toEqual(err(DOWN));
  });

  it('queries at most the configured number of vaults at a time', async () => {
    let running = 0;
    let most = 0;
    const node: LiquiditySourceOptions['node'] = {
      callRead: async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        return ok(cvToHex(Cl.ok(tuple(1n, 1n, 1n))));
      },
      stxBalance: () => Promise.resolve(ok(0n)),
    };
    const made = createLiquiditySource({ node, clock: { now: () => T0 }, concurrency: 3 });
    const answer = await made.readReserves(Array.from({ length: 20 }, (_, i) => aVault(`v${i}`)));
    expect(answer).toMatchObject({ ok: true });
    expect(most).toBe(3);
  });
});

describe('readReserves of a vault of a quoted kind', () => {
  const quoted = aVault('p', { kind: 'bitflow-stableswap', externalPoolId: id('outer') });
  const HELD = { 'p.quote u0 (some 0x04)': Cl.ok(tuple(50_000_000n, 20_000_000n, 0n)) };
  const probe = (amountIn: bigint, amountOut: bigint) => ({ amountIn, amountOut });

  it('quotes a ten-thousandth of each side as well', async () => {
    const { readReserves, calls } = source({
      ...HELD,
      'p.quote u5000 (some 0x00)': Cl.ok(tuple(5_000n, 1_990n, 0n)),
      'p.quote u2000 (some 0x01)': Cl.ok(tuple(2_000n, 4_980n, 0n)),
    });
    const probes = { aToB: [probe(5_000n, 1_990n)], bToA: [probe(2_000n, 4_980n)] };
    const expected = ok(new Map([[id('p'), { ...read(50_000_000n, 20_000_000n, 0n), probes }]]));
    expect(await readReserves(quoted)).toEqual(expected);
    expect(calls[0]).toBe('p.quote u0 (some 0x04)');
    expect(await readReserves(quoted)).toEqual(expected);
    expect(calls.slice(3)).toHaveLength(3);
  });

  it('sends all three queries at once after the first reading, as it knows the sizes', async () => {
    let running = 0;
    const waves: number[] = [];
    const node: LiquiditySourceOptions['node'] = {
      callRead: async () => {
        waves.push(++running);
        await new Promise(setImmediate);
        running--;
        return ok(cvToHex(Cl.ok(tuple(5_000n, 5_000n, 0n))));
      },
      stxBalance: () => Promise.resolve(ok(0n)),
    };
    const made = createLiquiditySource({ node, clock: { now: () => T0 } });
    await made.readReserves([quoted]);
    expect(Math.max(...waves)).toBe(2);
    await made.readReserves([quoted]);
    expect(Math.max(...waves)).toBe(3);
  });

  it('quotes a hundredth if the output of less is too small to show a price', async () => {
    const { readReserves } = source({
      ...HELD,
      'p.quote u5000 (some 0x00)': Cl.ok(tuple(5_000n, 3n, 0n)),
      'p.quote u500000 (some 0x00)': Cl.ok(tuple(500_000n, 330n, 0n)),
      'p.quote u2000 (some 0x01)': Cl.ok(tuple(2_000n, 0n, 0n)),
    });
    const probes = { aToB: [probe(5_000n, 3n), probe(500_000n, 330n)], bToA: [] };
    expect(await readReserves(quoted)).toEqual(
      ok(new Map([[id('p'), { ...read(50_000_000n, 20_000_000n, 0n), probes }]])),
    );
  });

  it('fails as chain-unreachable when a probe fails', async () => {
    const { readReserves } = source({ ...HELD, 'p.quote u5000 (some 0x00)': 'down' });
    expect(await readReserves(quoted)).toEqual(err(DOWN));
  });

  it.each(['alex', 'velar', 'arkadiko'] as const)(
    'takes no balances for the reserves of a vault of kind %s, whose holder has other funds too',
    async (kind) => {
      const { readReserves, calls } = source({ 'y.get-balance': Cl.ok(Cl.uint(70)) }, { [id('outer')]: 50n });
      expect(await readReserves({ ...quoted, kind })).toEqual(ok(new Map()));
      expect(calls).toEqual(['p.quote u0 (some 0x04)']);
    },
  );
});

describe('quoteHops of createLiquiditySource', () => {
  const hop = (
    name: string,
    opcode: AskedHop['opcode'] = 0,
    more: Partial<RoutableVault> = {},
  ): AskedHop => ({
    vault: aVault(name, more),
    opcode,
    amountIn: toUnits(40n),
  });

  it('queries each vault, sublinks included, for its output', async () => {
    const { quoteHops, calls } = source({
      'p.quote': Cl.ok(tuple(5n, 7n, 9n)),
      's.quote': tuple(40n, 40n, 0n),
    });
    expect(await quoteHops(hop('p', 1), hop('s', 6, { kind: 'sublink' }))).toEqual(
      ok([
        { dx: 5n, dy: 7n },
        { dx: 40n, dy: 40n },
      ]),
    );
    expect(calls).toEqual(['p.quote u40 (some 0x01)', 's.quote u40 (some 0x06)']);
  });

  it.each<[string, Reply]>([
    ['fails', undefined],
    ['returns an error', Cl.error(Cl.uint(400))],
    ['returns another type', Cl.ok(Cl.bool(true))],
    ['returns half of the amounts', Cl.ok(Cl.tuple({ dx: Cl.uint(1) }))],
    ['returns a negative amount', Cl.ok(Cl.tuple({ dx: Cl.uint(1), dy: Cl.int(-1) }))],
  ])('returns no quote from a vault whose quote %s', async (_, reply) => {
    const { quoteHops } = source({ 'p.quote': reply, 'q.quote': tuple(1n, 2n, 0n) });
    expect(await quoteHops(hop('p'), hop('q'))).toEqual(ok([undefined, { dx: 1n, dy: 2n }]));
  });

  it('queries sixteen vaults in one round trip, also while reserves are being read', async () => {
    const pending: (() => void)[] = [];
    const node: LiquiditySourceOptions['node'] = {
      callRead: () =>
        new Promise((resolve) => void pending.push(() => resolve(ok(cvToHex(tuple(1n, 1n, 0n)))))),
      stxBalance: () => Promise.resolve(ok(0n)),
    };
    const liquidity = createLiquiditySource({ node, clock: { now: () => T0 }, concurrency: 1 });
    void liquidity.readReserves([aVault('read')]);
    const hops = Array.from(
      { length: 16 },
      (_, n) => ({ vault: aVault(`v${n}`), opcode: 0, amountIn: 1n }) as const,
    );
    const quotes = liquidity.quoteHops(hops);
    await new Promise(setImmediate);
    expect(pending).toHaveLength(17);
    pending.forEach((answer) => answer());
    expect(await quotes).toMatchObject({ ok: true, value: { length: 16 } });
  });

  it('fails as chain-unreachable when one of the queries fails', async () => {
    const { quoteHops } = source({ 'p.quote': tuple(1n, 2n, 0n), 'q.quote': 'down' });
    expect(await quoteHops(hop('p'), hop('q'))).toEqual(err(DOWN));
  });
});
