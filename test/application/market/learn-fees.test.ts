import { describe, expect, it } from '@jest/globals';
import { makeFeeLearner, type FeeEvent } from '../../../src/application/market/learn-fees.js';
import { makeMarketReader } from '../../../src/application/market/market.js';
import type { Registry } from '../../../src/domain/market/registry.js';
import { err, ok, unwrap } from '../../../src/domain/shared/result.js';
import type { VaultFees } from '../../../src/domain/vault/fee.js';
import type { HopQuote, Vault } from '../../../src/domain/vault/vault.js';
import type { AskedHop, LiquiditySource } from '../../../src/ports/index.js';
import {
  A_REGISTRY,
  coreHarness,
  DOLLAR,
  POOL,
  reserves,
  SIDE_POOL,
  WELSH,
} from '../../support/core-harness.js';

const without = (...vaults: string[]): Registry => ({
  ...A_REGISTRY,
  vaults: A_REGISTRY.vaults.map(({ feePpm, ...vault }) => ({
    ...vault,
    ...(!vaults.includes(vault.contractId) && feePpm !== undefined && { feePpm }),
  })),
});
const feesOf = ({ vaults }: Registry) => vaults.map(({ feePpm }) => feePpm);

function learner(written: Registry) {
  const harness = coreHarness();
  const { clock } = harness;
  /** `stated`: the fee of every contract; the registry's where undefined. `asked`: hops whose fee the registry lacks. */
  const chain: {
    quote: HopQuote | undefined;
    stated?: number;
    unreachable: boolean;
    asked: AskedHop[];
  } = {
    quote: { dx: 993_000n, dy: 1n },
    unreachable: false,
    asked: [],
  };
  const events: FeeEvent[] = [];
  let registry = written;
  const fees = makeFeeLearner({
    registry: { current: () => registry },
    liquidity: {
      readReserves: (vaults) => harness.liquidity.readReserves(vaults),
      readPoolFees: async () => ok(undefined),
      async quoteHops(hops) {
        const stated = ({ contractId }: Vault) =>
          chain.stated ?? written.vaults.find((each) => each.contractId === contractId)?.feePpm;
        chain.asked.push(...hops.filter(({ vault }) => stated(vault) === undefined));
        if (chain.unreachable) return err({ kind: 'chain-unreachable' as const, reason: 'cut' });
        const quoted = (fee: number) => ({ dx: 1_000_000n - BigInt(fee), dy: 1n });
        return ok(
          hops.map(({ vault }) => {
            const fee = stated(vault);
            return fee === undefined ? chain.quote : quoted(fee);
          }),
        );
      },
    },
    clock,
    onEvent: (event) => void events.push(event),
  });
  const rewrite = (next: Registry) => void (registry = next);
  return { ...harness, fees, chain, events, rewrite };
}

describe('makeFeeLearner', () => {
  it('reads a fee that the registry leaves out, once, and fills it in', async () => {
    const { fees, chain, events } = learner(without(POOL));
    expect(feesOf(fees.current())).toEqual([0, undefined, 3_000, 3_000]);
    await fees.learn();
    await fees.learn();
    expect(feesOf(fees.current())).toEqual([0, 7_000, 3_000, 3_000]);
    expect(chain.asked.map(({ opcode, amountIn }) => [opcode, amountIn])).toEqual([
      [0, 1_000_000n],
      [1, 1_000_000n],
    ]);
    expect(events).toEqual([{ kind: 'fee-read', vault: POOL, feePpm: 7_000 }]);
  });

  it('returns the written registry itself while there is nothing to fill in, and one object until the next change', async () => {
    const complete = learner(A_REGISTRY);
    await complete.fees.learn();
    expect(complete.fees.current()).toBe(A_REGISTRY);
    expect(complete.chain.asked).toEqual([]);

    const lacking = learner(without(POOL));
    await lacking.fees.learn();
    expect(lacking.fees.current()).toBe(lacking.fees.current());
    const rewritten = without(POOL, SIDE_POOL);
    lacking.rewrite(rewritten);
    expect(feesOf(lacking.fees.current())).toEqual([0, 7_000, 3_000, 3_000]);
  });

  it('routes through a vault from the moment its fee is known', async () => {
    const { fees, ports } = learner(without(POOL, SIDE_POOL));
    const market = makeMarketReader({ ...ports, registry: fees });
    const outOf = async () =>
      unwrap(await market.read(0)).router.bestRoute(WELSH, DOLLAR, 1_000_000n)?.amountOut;
    expect(await outOf()).toBeUndefined();
    await fees.learn();
    expect(await outOf()).toBe(992_999n);
  });

  it('never asks kinds whose quotes do not tell the fee', async () => {
    const registry = without(POOL);
    const { fees, chain } = learner({
      ...registry,
      vaults: registry.vaults.map((vault) => ({ ...vault, kind: 'external' as const })),
    });
    await fees.learn();
    expect(chain.asked).toEqual([]);
  });

  it('repeats a failed read after pauses that double, and reports each reason once', async () => {
    const { fees, chain, events, clock } = learner(without(POOL));
    chain.quote = undefined;
    const asks = async (afterMs: number) => {
      clock.advance(afterMs);
      const before = chain.asked.length;
      await fees.learn();
      return chain.asked.length > before;
    };
    expect(await asks(0)).toBe(true);
    expect(await asks(9_999)).toBe(false);
    expect(await asks(1)).toBe(true);
    expect(await asks(19_999)).toBe(false);
    expect(await asks(1)).toBe(true);
    expect(events).toEqual([{ kind: 'fee-unread', vault: POOL, reason: 'no-quote' }]);

    chain.unreachable = true;
    expect(await asks(40_000)).toBe(true);
    expect(events[1]).toEqual({ kind: 'fee-unread', vault: POOL, reason: 'chain-unreachable' });

    chain.unreachable = false;
    chain.quote = { dx: 1_000_000n, dy: 1n };
    expect(await asks(80_000)).toBe(true);
    expect(events[2]).toEqual({ kind: 'fee-read', vault: POOL, feePpm: 0 });
  });

  it('pauses an hour at most', async () => {
    const { fees, chain, clock } = learner(without(POOL));
    chain.quote = undefined;
    for (let attempt = 0; attempt < 20; attempt++) {
      await fees.learn();
      clock.advance(3_600_000);
    }
    expect(chain.asked).toHaveLength(40);
  });

  it('shares one run among concurrent callers', async () => {
    const { fees, chain } = learner(without(POOL));
    await Promise.all([fees.learn(), fees.learn(), fees.learn()]);
    expect(chain.asked).toHaveLength(2);
  });

  /** Runs the learner until every fee of the registry had its turn. */
  const compareAll = async ({ fees, clock }: Pick<ReturnType<typeof learner>, 'fees' | 'clock'>) => {
    for (let n = 0; n < A_REGISTRY.vaults.length; n += 1) {
      await fees.learn();
      clock.advance(20_000);
    }
  };

  it('corrects a fee that the contract contradicts, however small the difference, and says so once', async () => {
    const bed = learner(A_REGISTRY);
    const { fees, chain, events } = bed;
    chain.stated = 3_001;
    await compareAll(bed);
    await compareAll(bed);
    expect(feesOf(fees.current())).toEqual([0, 3_001, 3_001, 3_001]);
    const pools = A_REGISTRY.vaults.filter(({ kind }) => kind === 'pool');
    expect(events).toEqual(
      pools.map(({ contractId }) => ({
        kind: 'fee-corrected',
        vault: contractId,
        feePpm: 3_001,
        stated: 3_000,
      })),
    );
  });

  it('compares one stated fee at a time, the next one twenty seconds later', async () => {
    const { fees, chain, clock } = learner(A_REGISTRY);
    chain.stated = 3_001;
    await fees.learn();
    clock.advance(19_999);
    await fees.learn();
    expect(feesOf(fees.current())).toEqual([0, 3_001, 3_000, 3_000]);
    clock.advance(1);
    await fees.learn();
    expect(feesOf(fees.current())).toEqual([0, 3_001, 3_001, 3_000]);
  });

  it('reads missing fees from one source, and compares stated ones with another that can wait', async () => {
    const { clock, liquidity } = coreHarness();
    const asked: string[] = [];
    const sourceOf = (name: string): LiquiditySource => ({
      readReserves: (vaults) => liquidity.readReserves(vaults),
      readPoolFees: async () => ok(undefined),
      quoteHops: async (hops) => {
        asked.push(...hops.map(({ vault }) => `${name} ${vault.contractId}`));
        return ok(hops.map(() => ({ dx: 993_000n, dy: 1n })));
      },
    });
    const registry = without(POOL);
    const [missing, comparisons] = [sourceOf('missing'), sourceOf('comparisons')];
    await makeFeeLearner({
      registry: { current: () => registry },
      liquidity: missing,
      comparisons,
      clock,
    }).learn();
    expect(new Set(asked)).toEqual(new Set([`missing ${POOL}`, `comparisons ${SIDE_POOL}`]));
  });

  it('compares a stated fee again after a day, and leaves it as it is while the chain cannot be asked', async () => {
    const bed = learner(A_REGISTRY);
    const { fees, chain, clock, events } = bed;
    await compareAll(bed);
    chain.stated = 5_000;
    await compareAll(bed);
    expect(fees.current()).toBe(A_REGISTRY);
    clock.advance(24 * 3_600_000);
    chain.unreachable = true;
    await compareAll(bed);
    expect(fees.current()).toBe(A_REGISTRY);
    expect(events).toEqual([]);
    clock.advance(60_000);
    chain.unreachable = false;
    await compareAll(bed);
    expect(feesOf(fees.current())).toEqual([0, 5_000, 5_000, 5_000]);
  });
});

describe('makeFeeLearner over pools of other exchanges', () => {
  /** The registry says `stated`, the chain has `real`. Neither a quote of Velar's nor one of Bitflow's shows what the fee leaves. */
  function exchange(kind: 'velar' | 'bitflow-xyk', stated: VaultFees | undefined, real: VaultFees) {
    const { clock, liquidity } = coreHarness();
    const listed = A_REGISTRY.vaults.find(({ contractId }) => contractId === POOL)!;
    const { feePpm: _own, ...pool } = { ...listed, kind };
    const events: FeeEvent[] = [];
    const truly = (vault: Vault) => ({ ...vault, ...real });
    const fees = makeFeeLearner({
      registry: { current: () => ({ ...A_REGISTRY, vaults: [{ ...pool, ...stated }] }) },
      liquidity: {
        readReserves: (vaults) => liquidity.readReserves(vaults),
        readPoolFees: (vault) => liquidity.readPoolFees(truly(vault)),
        async quoteHops(hops) {
          const quotes = await liquidity.quoteHops(hops.map((hop) => ({ ...hop, vault: truly(hop.vault) })));
          return ok(unwrap(quotes).map((quote, n) => quote && { dx: hops[n]!.amountIn, dy: quote.dy }));
        },
      },
      clock,
      onEvent: (event) => void events.push(event),
    });
    const learned = async () => {
      await fees.learn();
      const { feePpm, protocolFeePpm } = fees.current().vaults[0]!;
      return [feePpm, protocolFeePpm];
    };
    return { learned, events, liquidity, clock };
  }

  it('reads the fee of a Velar pool from its output and its reserves', async () => {
    const { learned, events } = exchange('velar', undefined, { feePpm: 3_000 });
    expect(await learned()).toEqual([3_000, undefined]);
    expect(events).toEqual([{ kind: 'fee-read', vault: POOL, feePpm: 3_000 }]);
  });

  it('corrects the fee of a Velar pool that is off by one part in a million', async () => {
    const { learned, events } = exchange('velar', { feePpm: 3_000 }, { feePpm: 3_001 });
    expect(await learned()).toEqual([3_001, undefined]);
    expect(events).toEqual([{ kind: 'fee-corrected', vault: POOL, feePpm: 3_001, stated: 3_000 }]);
  });

  it('takes no fee from quotes of a Velar pool whose reserves a block has changed meanwhile', async () => {
    const { learned, events, liquidity, clock } = exchange('velar', { feePpm: 3_000 }, { feePpm: 3_000 });
    const quoteHops = liquidity.quoteHops.bind(liquidity);
    liquidity.quoteHops = async (hops) => {
      liquidity.held.set(POOL, reserves(1_100_000_000_000n, 1_100_000_000_000n));
      return quoteHops(hops);
    };
    expect(await learned()).toEqual([3_000, undefined]);
    liquidity.quoteHops = quoteHops;
    clock.advance(20_000);
    expect(await learned()).toEqual([3_000, undefined]);
    expect(events).toEqual([]);
  });

  it('reads both fees of a Bitflow pool from its data, and corrects them', async () => {
    const real = { feePpm: 3_500, protocolFeePpm: 1_000 };
    expect(await exchange('bitflow-xyk', undefined, real).learned()).toEqual([3_500, 1_000]);
    const stated = { feePpm: 3_500, protocolFeePpm: 500 };
    const { learned, events } = exchange('bitflow-xyk', stated, real);
    expect(await learned()).toEqual([3_500, 1_000]);
    expect(events).toEqual([{ kind: 'fee-corrected', vault: POOL, ...real, stated: 3_500 }]);
  });

  it('leaves a Bitflow pool alone whose data states fees that its maths cannot have', async () => {
    const { learned, events } = exchange('bitflow-xyk', undefined, { feePpm: 600_000, protocolFeePpm: 0 });
    expect(await learned()).toEqual([undefined, undefined]);
    expect(events).toEqual([{ kind: 'fee-unread', vault: POOL, reason: 'no-fee' }]);
  });
});
