import { setInterval } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { onlyOn } from '../support/databases.js';
import { useTestBed, type TestBed } from '../support/test-bed.js';

/** The quote that an order was sent with. */
interface SentQuote {
  readonly amountOutExact: string;
  readonly vaults: readonly string[];
}

interface Swap {
  readonly over: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  /** By how much the chain pays more than quoted: some pools quote a unit less than they pay. */
  readonly belowBy?: bigint;
  /** What the whale puts into a vault before, which moves its price. */
  readonly moved?: { readonly vault: string; readonly opcode: number; readonly amount: string };
}

/** Every kind of another exchange's pool in both directions, alone and between others. */
const swaps: readonly Swap[] = [
  { over: ['wstx-sublink', 'velar-stx-amber'], from: 'wstx-subnet', to: 'amber', amount: '25000001' },
  { over: ['amber-sublink', 'velar-stx-amber'], from: 'amber-subnet', to: '.stx', amount: '80000003' },
  { over: ['wstx-sublink', 'arkadiko-stx-flint'], from: 'wstx-subnet', to: 'flint', amount: '31000007' },
  { over: ['flint-sublink', 'arkadiko-stx-flint'], from: 'flint-subnet', to: '.stx', amount: '45000011' },
  { over: ['amber-sublink', 'bitflow-amber-flint'], from: 'amber-subnet', to: 'flint', amount: '90000017' },
  { over: ['flint-sublink', 'bitflow-amber-flint'], from: 'flint-subnet', to: 'amber', amount: '21000000' },
  {
    over: ['dollar-sublink', 'stx-dollar-small', 'arkadiko-stx-flint', 'flint-sublink'],
    from: 'dollar-subnet',
    to: 'flint-subnet',
    amount: '17000003',
  },
  {
    over: ['flint-sublink', 'arkadiko-stx-flint', 'velar-stx-amber', 'amber-sublink'],
    from: 'flint-subnet',
    to: 'amber-subnet',
    amount: '50000000',
    moved: { vault: 'bitflow-amber-flint', opcode: 1, amount: '10000000000' },
  },
  {
    over: ['amber-sublink', 'bitflow-amber-flint', 'arkadiko-stx-flint', 'stx-dollar-small'],
    from: 'amber-subnet',
    to: 'dollar',
    amount: '60000001',
  },
  {
    over: ['dime-sublink', 'stableswap-dime-dollar'],
    from: 'dime-subnet',
    to: 'dollar',
    amount: '1234567890',
    belowBy: 1n,
  },
  {
    over: ['dollar-sublink', 'stableswap-dime-dollar', 'dime-sublink'],
    from: 'dollar-subnet',
    to: 'dime-subnet',
    amount: '777000001',
    belowBy: 1n,
  },
  { over: ['jade-sublink', 'dlmm-jade-dollar'], from: 'jade-subnet', to: 'dollar', amount: '900000001' },
  // Through four bins.
  { over: ['dollar-sublink', 'dlmm-jade-dollar'], from: 'dollar-subnet', to: 'jade', amount: '33000000007' },
  {
    over: ['dollar-sublink', 'dlmm-jade-dollar', 'jade-sublink'],
    from: 'dollar-subnet',
    to: 'jade-subnet',
    amount: '2500000003',
    // The other way, past the bin that was active first.
    moved: { vault: 'dlmm-jade-dollar', opcode: 0, amount: '80000000000' },
  },
  {
    over: ['wstx-sublink', 'stx-dollar-small', 'dlmm-jade-dollar', 'jade-sublink'],
    from: 'wstx-subnet',
    to: 'jade-subnet',
    amount: '64000001',
  },
  {
    over: ['jade-sublink', 'dlmm-jade-dollar', 'stx-dollar-small', 'alex-stx-onyx'],
    from: 'jade-subnet',
    to: 'onyx',
    amount: '410000009',
  },
  { over: ['wstx-sublink', 'alex-stx-onyx'], from: 'wstx-subnet', to: 'onyx', amount: '123000007' },
  {
    over: ['onyx-sublink', 'alex-stx-onyx', 'stx-dollar-small', 'stableswap-dime-dollar'],
    from: 'onyx-subnet',
    to: 'dime',
    amount: '33000001',
    belowBy: 1n,
  },
  {
    over: ['amber-sublink', 'faktory-amber-onyx', 'onyx-sublink'],
    from: 'amber-subnet',
    to: 'onyx-subnet',
    amount: '200000003',
  },
  { over: ['onyx-sublink', 'faktory-amber-onyx'], from: 'onyx-subnet', to: 'amber', amount: '14000001' },
];

/** Waits until the server's quotes rest on the block at the height or a later one. */
async function untilQuotedAt({ exchange, chain }: TestBed, height: number): Promise<void> {
  const { sbtc } = chain.devnet.registry;
  let amount = 1_000;
  for await (const _tick of setInterval(20)) {
    // An amount of its own, because responses are kept for a second.
    const path = `/quote?tokenIn=${sbtc}&tokenOut=.stx&amount=${amount++}`;
    const { body } = await exchange.read<{ readonly blockHeight: number }>(path);
    if (body.data.blockHeight >= height) return;
  }
}

describe.each(onlyOn('SQLite'))('an order over pools of other exchanges on $name', ({ create }) => {
  const bed = useTestBed(create);

  const idOf = (name: string): string => {
    const { tokens } = bed.chain.devnet.registry;
    return tokens.find(({ contractId }) => contractId === name || contractId.endsWith(`.${name}`))!
      .contractId;
  };

  const idOfVault = (name: string): string =>
    bed.chain.devnet.registry.vaults.find(({ contractId }) => contractId.endsWith(`.${name}`))!.contractId;

  const nameOf = (vault: string): string => vault.slice(vault.indexOf('.') + 1);

  it.each(swaps)(
    'of $amount from $from to $to is confirmed to the unit',
    async ({ over, from, to, amount, belowBy = 0n, moved }) => {
      if (moved !== undefined) expect(await bed.chain.control('/swap', moved)).toMatchObject({ status: 200 });
      const [alice] = bed.chain.devnet.accounts;
      const [inputToken, outputToken] = [idOf(from), idOf(to)];
      const before = await bed.chain.balance(outputToken, alice!);

      const order = bed.exchange.signedOrder({ inputToken, outputToken, amountIn: amount });
      expect(await bed.exchange.place(order)).toMatchObject({ status: 200 });
      const sent = await bed.exchange.execute(order.uuid);
      expect(sent).toMatchObject({ status: 200 });
      const { quote } = sent.body.data['metadata'] as { quote: SentQuote };
      expect(quote.vaults.map(nameOf)).toEqual(over);
      await bed.chain.control('/mine');

      expect(await bed.exchange.until(order.uuid, 'confirmed')).toMatchObject({
        executedAmountIn: amount,
        executedAmountOut: String(BigInt(quote.amountOutExact) + belowBy),
      });
      const received = (await bed.chain.balance(outputToken, alice!)) - before;
      expect(received).toBe(BigInt(quote.amountOutExact) + belowBy);
    },
  );

  it('is sent although a block changes its pools while they quote', async () => {
    const { chain, exchange } = bed;
    const order = exchange.signedOrder({
      inputToken: idOf('onyx-subnet'),
      outputToken: idOf('dime'),
      amountIn: '33000001',
    });
    await exchange.place(order);
    const stableswap = idOfVault('stableswap-dime-dollar').replace('.', '/');
    // The first quote is for the most that the pool before it may give, the second for what it gives.
    const caught = chain.proxy.catchNth(2, `/v2/contracts/call-read/${stableswap}/quote`);
    const sending = exchange.execute(order.uuid);
    const call = await caught;
    await call.forward();
    await chain.control('/swap', { vault: 'alex-stx-onyx', opcode: 0, amount: '5000000000' });
    const { body } = await chain.control('/mine');
    await untilQuotedAt(bed, (body['tip'] as { readonly height: number }).height);
    await call.answer();
    expect(await sending).toMatchObject({ status: 200 });
    await chain.control('/mine');
    await exchange.until(order.uuid, 'confirmed');
  });
});
