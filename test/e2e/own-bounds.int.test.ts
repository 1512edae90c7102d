import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { onlyOn } from '../support/databases.js';
import { useTestBed, type TestBed } from '../support/test-bed.js';

/** A quote, or the one that an order was sent with. */
interface Quote {
  readonly amountOutExact: string;
  readonly blockHeight: number;
  readonly protected: boolean;
  readonly hops: readonly Hop[];
}

interface Hop {
  readonly opcode: number;
  readonly vault: {
    readonly contractId: string;
    readonly type: string;
    readonly reserves: { readonly reservesA: string; readonly reservesB: string };
  };
}

interface Swap {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** What the whale puts into a vault between a swap's quote and its block. */
interface Move {
  readonly vault: string;
  readonly opcode: number;
  readonly amount: string;
}

const sentQuote = (order: Record<string, unknown>) =>
  (order['metadata'] as { readonly quote: Quote & { readonly vaults: readonly string[] } }).quote;

/** A swap that lowers the last pool's price by half a percent, which is less than the slippage of the server. */
function halfPercentAgainst({ hops }: Quote): Move {
  const { vault, opcode } = hops.findLast(({ vault: { type } }) => type === 'POOL')!;
  const held = opcode === 0 ? vault.reserves.reservesA : vault.reserves.reservesB;
  return { vault: vault.contractId, opcode, amount: String(BigInt(held) / 400n) };
}

/** The steps of an attack on the bed's first server. */
function attacks(bed: TestBed) {
  const idOf = (name: string): string =>
    bed.chain.devnet.registry.tokens.find(
      ({ contractId }) => contractId === name || contractId.endsWith(`.${name}`),
    )!.contractId;
  const alice = () => bed.chain.devnet.accounts[0]!;

  const quoteNow = async ({ from, to, amount }: Swap): Promise<Quote> => {
    const query = `tokenIn=${idOf(from)}&tokenOut=${idOf(to)}&amount=${amount}`;
    return (await bed.exchange.read<Quote>(`/quote?${query}`)).body.data;
  };

  /** A quote as of the chain's newest block, which is empty: what the one before it changed is read by then. */
  const quote = async (swap: Swap): Promise<Quote> => {
    await bed.chain.control('/mine');
    const answer = await fetch(`${bed.chain.devnet.stacksApiUrl}/v2/info`);
    const { stacks_tip_height: tip } = (await answer.json()) as { stacks_tip_height: number };
    return quoteFrom(swap, tip);
  };

  /** A quote as of the block at the height or a later one: a response may be a block old. */
  const quoteFrom = async (swap: Swap, height: number): Promise<Quote> => {
    for await (const _tick of setInterval(20)) {
      const quoted = await quoteNow(swap);
      if (quoted.blockHeight >= height) return quoted;
    }
    throw new Error('the interval ended');
  };

  const received = ({ to }: Swap) => bed.chain.balance(idOf(to), alice());

  const place = async ({ from, to, amount }: Swap, bounds: object): Promise<string> => {
    const tokens = { inputToken: idOf(from), outputToken: idOf(to) };
    const order = bed.exchange.signedOrder({ ...tokens, amountIn: String(amount) });
    expect(await bed.exchange.place({ ...order, ...bounds })).toMatchObject({ status: 200 });
    return order.uuid;
  };

  return {
    idOf,
    quote,
    place,
    received,

    /** The smallest input that is quoted so many units. */
    leastFor: async (swap: Swap, units: bigint): Promise<bigint> => {
      const { blockHeight } = await quote(swap);
      let [low, high] = [0n, swap.amount];
      while (high - low > 1n) {
        const amount = (low + high) / 2n;
        const { amountOutExact } = await quoteFrom({ ...swap, amount }, blockHeight);
        if (BigInt(amountOutExact) >= units) high = amount;
        else low = amount;
      }
      return high;
    },

    /** Places and sends an order. The whale swaps in a block of its own; the order's swap comes in the next one. */
    attack: async (swap: Swap, bounds: object, move: Move): Promise<string> => {
      const uuid = await place(swap, bounds);
      expect(await bed.exchange.execute(uuid)).toMatchObject({ status: 200, body: { status: 'success' } });
      expect(await bed.chain.control('/swap', move)).toMatchObject({ status: 200 });
      await bed.chain.control('/mine');
      return uuid;
    },
  };
}

describe.each(onlyOn('SQLite'))('a whale between the quote and the block on $name', ({ create }) => {
  const bed = useTestBed(create);
  const { attack, idOf, leastFor, quote, received } = attacks(bed);

  it.each<[string, Swap]>([
    ['STX', { from: 'dollar-subnet', to: '.stx', amount: 1_010_000n }],
    ['a subnet copy that its sublink pays', { from: 'sbtc-subnet', to: 'dollar-subnet', amount: 116_338n }],
  ])('cannot lower a payout in %s below the owner’s minimum', async (_name, swap) => {
    const before = await received(swap);
    const first = await quote(swap);
    // An owner without a minimum is paid what the slippage allows.
    const free = await attack(swap, {}, halfPercentAgainst(first));
    const { executedAmountOut } = await bed.exchange.until(free, 'confirmed');
    expect(BigInt(executedAmountOut as string)).toBeLessThan(BigInt(first.amountOutExact));
    const paid = (await received(swap)) - before;

    const next = await quote(swap);
    const minAmountOut = next.amountOutExact;
    const uuid = await attack(swap, { minAmountOut }, halfPercentAgainst(next));
    expect(await bed.exchange.until(uuid, 'failed')).toMatchObject({ minAmountOut });
    expect((await received(swap)) - before).toBe(paid);
  });

  it.each([2n, 10n])('cannot take one of %s tickets, with or without a minimum', async (tickets) => {
    const most: Swap = { from: 'dollar-subnet', to: 'ticket', amount: 100_000_000n };
    const before = await received(most);
    for (const bounds of [{}, { minAmountOut: String(tickets) }]) {
      const swap = { ...most, amount: await leastFor(most, tickets) };
      const uuid = await attack(swap, bounds, { vault: 'ticket-dollar', opcode: 1, amount: '50000000' });
      await bed.exchange.until(uuid, 'failed');
    }
    expect(await received(most)).toBe(before);
  });

  it.each([{ slippage: 0.02 }, {}, 'minimum' as const])(
    'gains nothing from a pool of two subnet copies, which ranks behind what the chain can bind: %p',
    async (given) => {
      const swap: Swap = { from: 'sbtc-subnet', to: 'dollar-subnet', amount: 116_338n };
      // The pool first pays far more than any other way.
      const lure: Move = { vault: 'sbtc-dollar-subnets', opcode: 1, amount: '60000000000' };
      expect(await bed.chain.control('/swap', lure)).toMatchObject({ status: 200 });
      const { amountOutExact, ...quoted } = await quote(swap);
      expect(quoted.protected).toBe(true);
      const bounds = given === 'minimum' ? { minAmountOut: amountOutExact } : given;
      const move: Move = { vault: lure.vault, opcode: 0, amount: '50000000' };
      const order = await bed.exchange.until(await attack(swap, bounds, move), 'confirmed');
      expect(sentQuote(order)).toMatchObject({ protected: true, amountOutExact });
      expect(order['executedAmountOut']).toBe(amountOutExact);
      expect(sentQuote(order).vaults).not.toContain(idOf('sbtc').replace('sbtc', move.vault));
    },
  );
});

describe.each(onlyOn('SQLite'))('a copy that only a pool of copies pays, on $name', ({ create }) => {
  const bed = useTestBed(create, []);
  const { attack, place, quote } = attacks(bed);
  const swap: Swap = { from: 'sbtc-subnet', to: 'dollar-subnet', amount: 116_338n };

  beforeAll(async () => {
    const { registry } = bed.chain.devnet;
    const vaults = registry.vaults.filter(({ name }) => name !== 'Devnet Dollar sublink');
    expect(vaults).toHaveLength(registry.vaults.length - 1);
    const file = join(await mkdtemp(join(tmpdir(), 'bounds-')), 'registry.json');
    await writeFile(file, JSON.stringify({ ...registry, vaults }));
    await bed.open({ SLUICE_REGISTRY: file });
  });

  it.each([{ minAmountOut: '1' }, { slippage: 0.05 }])(
    'is not bought for an order with %p: execute refuses it and it stays open',
    async (bounds) => {
      const uuid = await place(swap, bounds);
      expect(await bed.exchange.execute(uuid)).toMatchObject({
        status: 422,
        body: { code: 'unprotected-route' },
      });
      expect((await bed.exchange.read(`/orders/${uuid}`)).body.data).toMatchObject({
        status: 'open',
        ...bounds,
      });
    },
  );

  it('is not bought by the executor either, and the evaluation says why', async () => {
    const trigger = { conditionToken: '*', targetPrice: '0', direction: 'gt' };
    const uuid = await place(swap, { ...trigger, minAmountOut: '1' });
    expect(await bed.exchange.untilEvaluated(uuid, 'unprotected-route')).toMatchObject({
      state: 'backing-off',
    });
  });

  it('is bought for an order without bounds, whose quote says that nothing holds the chain to it', async () => {
    expect(await quote(swap)).toMatchObject({ protected: false });
    const move: Move = { vault: 'sbtc-dollar-subnets', opcode: 0, amount: '160000000' };
    const order = await bed.exchange.until(await attack(swap, {}, move), 'confirmed');
    expect(sentQuote(order)).toMatchObject({ protected: false });
    const [paid, quoted] = [order['executedAmountOut'] as string, sentQuote(order).amountOutExact];
    expect(BigInt(paid) * 2n).toBeLessThan(BigInt(quoted));
  });
});
