import { describe, expect, it } from '@jest/globals';
import { Cl, Pc, PostConditionMode, type PostCondition } from '@stacks/transactions';
import fc from 'fast-check';
import {
  createLiquiditySource,
  createNodeClient,
  createRegistry,
} from '../../../src/adapters/stacks/index.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { LiquiditySource } from '../../../src/ports/index.js';
import type { Reserves, RoutableVault } from '../../../src/domain/vault/vault.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { isRoutable, quoteHop, rulesOf } from '../../../src/domain/vault/kinds.js';
import { readFees } from '../../../src/application/market/read-fees.js';
import { chainTellsFee } from '../../../src/domain/vault/fee.js';
import { useDevnet } from '../../support/devnet-bed.js';
import type { SwapPlan } from './devnet-client.js';

const client = useDevnet();
describe('a pool of another exchange', () => {
  /** The wrapped pools with what the chain adapter reads of them, and the adapter. */
  async function withWrappedPools(
    isQuoted: boolean,
    use: (
      vaults: readonly RoutableVault[],
      reserves: ReadonlyMap<string, Reserves>,
      liquidity: LiquiditySource,
    ) => Promise<void>,
  ) {
    const { vaults } = unwrap(createRegistry(JSON.parse(JSON.stringify(client.devnet.registry)), 'devnet'));
    const wrapped = vaults
      .filter(isRoutable)
      .filter((vault) => vault.externalPoolId !== undefined && rulesOf(vault).isQuoted === isQuoted);
    const node = createNodeClient({ baseUrl: client.devnet.stacksApiUrl });
    try {
      const liquidity = createLiquiditySource({ node, clock: { now: () => new Date(0) } });
      await use(wrapped, unwrap(await liquidity.readReserves(wrapped)), liquidity);
    } finally {
      await node.close();
    }
  }
  const amounts = fc.sample(fc.bigInt({ min: 1n, max: 10n ** 13n }), { numRuns: 20, seed: 7 });

  it('quotes to the unit what its kind computes from its reserves, in both directions', async () => {
    await withWrappedPools(false, async (vaults, reserves, liquidity) => {
      expect(vaults.map(({ kind }) => kind)).toEqual(['velar', 'arkadiko', 'bitflow-xyk']);
      // Around the amounts where both fees of a Bitflow pool rise at once.
      const steps = [1n, 2n, 333n, 334n, 999n, 1_000n, 1_001n, 19_999n, 20_000n, 20_001n];
      for (const vault of vaults) {
        for (const opcode of [0, 1] as const) {
          const hops = [...steps, ...amounts].map((amount) => ({ vault, opcode, amountIn: toUnits(amount) }));
          const expected = hops.map(({ amountIn }) =>
            quoteHop(vault, reserves.get(vault.contractId), opcode, amountIn),
          );
          const quotes = unwrap(await liquidity.quoteHops(hops));
          expect(quotes.map((quote) => quote?.dy)).toEqual(expected.map(({ dy }) => dy));
          // What the fee leaves of the input, wrappers do not report.
          expect(quotes.map((quote) => quote?.dx)).toEqual(hops.map(({ amountIn }) => amountIn));
        }
      }
    });
  });

  it('tells its fees by its data, or by its quotes and its reserves, and those of both parts', async () => {
    await withWrappedPools(false, async (vaults, _reserves, liquidity) => {
      const told = vaults.filter(chainTellsFee);
      expect(told.map(({ kind }) => kind)).toEqual(['velar', 'bitflow-xyk']);
      for (const vault of told) {
        const { feePpm, protocolFeePpm, ...unstated } = vault;
        const fees = unwrap(await readFees(unstated, liquidity));
        expect(fees).toEqual({ feePpm, ...(protocolFeePpm !== undefined && { protocolFeePpm }) });
      }
    });
  });

  it('never quotes more than its probes allow if its maths is unknown, and its probes show its price', async () => {
    await withWrappedPools(true, async (vaults, reserves, liquidity) => {
      const kinds = ['bitflow-stableswap', 'bitflow-dlmm', 'alex', 'fee-out-pool'];
      expect(vaults.map(({ kind }) => kind)).toEqual(kinds);
      for (const vault of vaults) {
        for (const opcode of [0, 1] as const) {
          const held = reserves.get(vault.contractId);
          const probe = (opcode === 0 ? held?.probes?.aToB : held?.probes?.bToA)?.[0];
          const larger = [...amounts, 1_000_000n].filter((amount) => amount > probe!.amountIn);
          const hops = larger.map((amount) => ({ vault, opcode, amountIn: toUnits(amount) }));
          for (const [n, quote] of unwrap(await liquidity.quoteHops(hops)).entries()) {
            const ceiling = quoteHop(vault, held, opcode, hops[n]!.amountIn).dy;
            expect(quote?.dy ?? 0n).toBeLessThanOrEqual(ceiling);
          }
          const [small] = unwrap(
            await liquidity.quoteHops([{ vault, opcode, amountIn: toUnits(probe!.amountIn * 2n) }]),
          );
          const atProbe = Number(probe!.amountOut) / Number(probe!.amountIn);
          expect(Number(small!.dy) / Number(probe!.amountIn * 2n) / atProbe).toBeCloseTo(1, 3);
        }
      }
    });
  });
});

/** Sends a swap in deny mode and mines it. */
async function swap(plan: SwapPlan, postConditions: PostCondition[]) {
  const { raw, txid } = await client.call(
    client.id('x-multihop-v2'),
    `x-swap-${plan.hops.length}`,
    client.swapArguments(plan),
    {
      senderKey: client.devnet.operatorKey,
      nonce: (await client.nonces(client.operatorAddress)).body.possible_next_nonce,
      mode: PostConditionMode.Deny,
      postConditions,
    },
  );
  expect(await client.send(raw)).toEqual({ status: 200, body: txid });
  await client.mine();
  return (await client.transaction(txid)).body;
}

async function quotedDy(vault: string, amount: bigint, opcode: number): Promise<bigint> {
  const args = [Cl.uint(amount), Cl.some(Cl.buffer(Uint8Array.of(opcode)))];
  const quote = await client.read(client.id(vault), 'quote', args);
  return BigInt(/dy: u(\d+)/.exec(Cl.prettyPrint(quote))![1]!);
}

describe('a swap over a pool of another exchange in deny mode', () => {
  const amount = 20_000_000n;
  const sender = (name: string) => Pc.principal(client.id(name));
  const ft = (name: string) => [client.id(name), name] as const;

  it('is undone unless a condition names the fee that a Velar pool sends on', async () => {
    const dy = await quotedDy('velar-stx-amber', amount, 1);
    const plan: SwapPlan = {
      token: 'amber-subnet',
      amount,
      hops: [
        ['amber-sublink', 6],
        ['velar-stx-amber', 1],
      ],
      out: 'wstx',
    };
    const conditions = [
      sender('amber-subnet')
        .willSendGte(amount)
        .ft(...ft('amber')),
      sender('x-multihop-v2')
        .willSendLte(amount)
        .ft(...ft('amber')),
      sender('velar-pool-stx-amber').willSendGte(dy).ustx(),
      sender('x-multihop-v2').willSendGte(dy).ustx(),
    ];
    const outcome = await swap(plan, conditions);
    expect(outcome.tx_status).toBe('abort_by_post_condition');
    expect(outcome.vm_error).toContain('velar-pool-stx-amber moved');
    const fee = sender('velar-pool-stx-amber')
      .willSendLte((amount * 3n) / 1_000n)
      .ft(...ft('amber'));
    expect(await swap(plan, [...conditions, fee])).toMatchObject({ tx_status: 'success' });
  });

  it('is undone unless a condition names the wrapped STX that an Arkadiko pair takes from the router', async () => {
    const dy = await quotedDy('arkadiko-stx-flint', amount, 0);
    const plan: SwapPlan = {
      token: 'wstx-subnet',
      amount,
      hops: [
        ['wstx-sublink', 6],
        ['arkadiko-stx-flint', 0],
      ],
      out: 'flint',
    };
    const conditions = [
      sender('wstx-subnet').willSendGte(amount).ustx(),
      sender('x-multihop-v2').willSendLte(amount).ustx(),
      sender('arkadiko-pair-stx-flint')
        .willSendGte(dy)
        .ft(...ft('flint')),
      sender('x-multihop-v2')
        .willSendGte(dy)
        .ft(...ft('flint')),
    ];
    const outcome = await swap(plan, conditions);
    expect(outcome.tx_status).toBe('abort_by_post_condition');
    expect(outcome.vm_error).toContain('wrapped-stx');
    const wrapped = sender('x-multihop-v2')
      .willSendLte(amount)
      .ft(...ft('wrapped-stx'));
    expect(await swap(plan, [...conditions, wrapped])).toMatchObject({ tx_status: 'success' });
  });
});
