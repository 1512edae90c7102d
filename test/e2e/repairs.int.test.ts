import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Verdict } from '../support/chain-proxy.js';
import { onlyOn } from '../support/databases.js';
import type { Exchange } from '../support/exchange.js';
import { useTestBed } from '../support/test-bed.js';

/** Long enough for a slow machine to see a swap pending, short enough for a test. */
const STUCK_MS = 1_000;
const DEADLINE_MS = 30_000;

describe.each(onlyOn('Postgres'))('swaps that get stuck, on $name', ({ create }) => {
  const bed = useTestBed(create, []);
  let exchange: Exchange;

  beforeEach(async () => {
    exchange = await bed.open({ SLUICE_STUCK_MS: String(STUCK_MS) });
  });
  afterEach(async () => {
    bed.chain.proxy.decideTransactions(() => 'pass');
    await bed.chain.control('/fees', { perByte: 1 });
    await exchange.close();
  });

  const mine = (blocks = 1) => bed.chain.control('/mine', { blocks });
  const place = async () => {
    const order = exchange.signedOrder();
    expect(await exchange.place(order)).toMatchObject({ status: 200 });
    return order.uuid;
  };
  /** Forwards all transactions but the first one sent, which gets the verdicts in turn, the last one from then on. */
  function decideFirst(...verdicts: Verdict[]): void {
    let first: string | undefined;
    bed.chain.proxy.decideTransactions((raw) => {
      first ??= raw;
      if (raw !== first) return 'pass';
      return (verdicts.length > 1 ? verdicts.shift() : verdicts[0]) ?? 'pass';
    });
  }

  it('are replaced with a higher fee when the going rate has risen', async () => {
    const uuid = await place();
    const nonce = await bed.chain.operatorNonce();
    const { body } = await exchange.execute(uuid);
    await bed.chain.control('/fees', { perByte: 4 });
    await exchange.untilEvent(uuid, 'txid-changed');
    expect(await bed.chain.operatorNonce()).toBe(nonce);
    await mine(2);
    const confirmed = await exchange.until(uuid, 'confirmed');
    expect(confirmed['txid']).not.toBe(body.txid);
    expect(await exchange.eventTypes(uuid)).toEqual([
      'created',
      'swap-stored',
      'broadcasted',
      'fee-raised',
      'txid-changed',
      'confirmed',
    ]);
    expect(await bed.chain.operatorNonce()).toBe(nonce + 1);
  });

  it('are confirmed when the transaction with the old fee is mined after all', async () => {
    const uuid = await place();
    const nonce = await bed.chain.operatorNonce();
    let first: string | undefined;
    bed.chain.proxy.decideTransactions((raw) => ((first ??= raw) === raw ? 'pass' : 'cut'));
    const { body } = await exchange.execute(uuid);
    await bed.chain.control('/fees', { perByte: 4 });
    await exchange.untilEvent(uuid, 'fee-raised');
    await bed.chain.control('/fees', { perByte: 1 });
    await mine(2);
    expect(await exchange.until(uuid, 'confirmed')).toMatchObject({ txid: body.txid });
    bed.chain.proxy.decideTransactions(() => 'pass');
    await mine(12);
    expect(await bed.chain.operatorNonce()).toBe(nonce + 1);
  });

  it('are replaced by a no-op transaction when every node refuses them, so that later ones are mined', async () => {
    const [stuck, next] = [await place(), await place()];
    const nonce = await bed.chain.operatorNonce();
    decideFirst('cut', { refuse: 'NoSuchContract' });
    expect(await exchange.execute(stuck)).toMatchObject({ status: 503, body: { code: 'broadcast-unknown' } });
    expect(await exchange.execute(next)).toMatchObject({ status: 200 });
    await mine();
    expect(await bed.chain.operatorNonce()).toBe(nonce);
    await exchange.untilEvent(stuck, 'swap-given-up');
    const from = performance.now();
    while ((await bed.chain.operatorNonce()) < nonce + 2 && performance.now() - from < DEADLINE_MS)
      await mine();
    await exchange.until(next, 'confirmed');
    await exchange.untilEvent(stuck, 'swap-refused');
    expect(await exchange.execute(stuck)).toMatchObject({ status: 200 });
    await mine();
    await exchange.until(stuck, 'confirmed');
    expect(await bed.chain.operatorNonce()).toBe(nonce + 3);
  });

  it('are sent again to a node that refuses them temporarily', async () => {
    const uuid = await place();
    const nonce = await bed.chain.operatorNonce();
    decideFirst('cut', { refuse: 'ServerFailureOther' }, { refuse: 'TooMuchChaining' }, 'cut', 'pass');
    expect(await exchange.execute(uuid)).toMatchObject({ status: 503 });
    await exchange.until(uuid, 'broadcasted');
    await mine();
    await exchange.until(uuid, 'confirmed');
    expect(await exchange.eventTypes(uuid)).toEqual(['created', 'swap-stored', 'broadcasted', 'confirmed']);
    expect(await bed.chain.operatorNonce()).toBe(nonce + 1);
  });

  it('are routed around a vault whose quotes contradict its reserves', async () => {
    const uuid = await place();
    const { inputToken, outputToken, amountIn } = exchange.signedOrder();
    type Quote = { readonly hops: { readonly vault: { readonly contractId: string } }[] };
    const vaultsOf = async (amount: string) => {
      const quote = `/quote?tokenIn=${inputToken}&tokenOut=${outputToken}&amount=${amount}`;
      const { body } = await exchange.read<Quote>(quote);
      return body.data.hops.map(({ vault }) => vault.contractId);
    };
    const liar = (await vaultsOf(amountIn!)).at(-1)!;
    await bed.chain.control('/misquote', { vault: liar, percent: 130 });
    expect(await exchange.execute(uuid)).toMatchObject({ status: 200 });
    await mine();
    await exchange.until(uuid, 'confirmed');
    // Another amount, since the cached quote may still be served for the same one.
    expect(await vaultsOf(`${BigInt(amountIn!) - 1n}`)).not.toContain(liar);
    const said = exchange.sluice().log.find((line) => line.includes('vault-quarantined'));
    expect(JSON.parse(said ?? '{}')).toMatchObject({
      vault: liar,
      failure: { kind: 'quote-disagrees' },
      until: expect.any(String),
    });
    await bed.chain.control('/misquote', { vault: liar, percent: 100 });
  });
});
