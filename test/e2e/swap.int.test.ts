import { describe, expect, it } from '@jest/globals';
import { DATABASES } from '../support/databases.js';
import { openExchange } from '../support/exchange.js';
import { useTestBed } from '../support/test-bed.js';

interface QuoteView {
  readonly amountOutExact: string;
  readonly hops: readonly { readonly vault: { readonly contractId: string }; readonly opcode: number }[];
}

describe.each(DATABASES)('a swap order on $name', ({ create }) => {
  const bed = useTestBed(create);

  const mine = () => bed.chain.control('/mine', { blocks: 1 });
  const quote = async ({ inputToken, outputToken, amountIn }: Record<string, string>) => {
    const query = new URLSearchParams({ tokenIn: inputToken!, tokenOut: outputToken!, amount: amountIn! });
    return (await bed.exchange.read<QuoteView>(`/quote?${query.toString()}`)).body.data;
  };

  it('is quoted, placed, executed and confirmed, and pays the quoted amount', async () => {
    const order = bed.exchange.signedOrder();
    const [alice] = bed.chain.devnet.accounts;
    const quoted = await quote(order);
    const before = await bed.chain.balance(order['outputToken']!, alice!);

    expect(await bed.exchange.place(order)).toMatchObject({
      status: 200,
      body: { data: { status: 'open' } },
    });
    const executed = await bed.exchange.execute(order.uuid);
    expect(executed).toMatchObject({ status: 200, body: { data: { status: 'broadcasted' } } });
    await mine();

    expect(await bed.exchange.until(order.uuid, 'confirmed')).toMatchObject({
      txid: executed.body.txid,
      executedAmountOut: quoted.amountOutExact,
    });
    const received = (await bed.chain.balance(order['outputToken']!, alice!)) - before;
    expect(received).toBe(BigInt(quoted.amountOutExact));
    expect(await bed.exchange.eventTypes(order.uuid)).toEqual([
      'created',
      'swap-stored',
      'broadcasted',
      'confirmed',
    ]);
  });

  it('fails with the chain’s reason when the market moves beyond the slippage', async () => {
    const order = bed.exchange.signedOrder();
    const { hops } = await quote(order);
    await bed.exchange.place(order);
    expect(await bed.exchange.execute(order.uuid)).toMatchObject({ status: 200 });
    for (const { vault, opcode } of hops.filter((hop) => hop.opcode < 2)) {
      const moved = await bed.chain.control('/swap', {
        vault: vault.contractId,
        opcode,
        amount: '50000000000',
      });
      expect(moved).toMatchObject({ status: 200 });
    }
    await mine();
    expect(await bed.exchange.until(order.uuid, 'failed')).toMatchObject({
      failureReason: expect.stringContaining('abort_by_post_condition'),
    });
  });

  it('can be cancelled by its owner until it is sent', async () => {
    const order = bed.exchange.signedOrder();
    await bed.exchange.place(order);
    expect(await bed.exchange.cancel(order.uuid, bed.chain.devnet.accounts[1])).toMatchObject({
      status: 403,
      body: { error: 'Unauthorized', code: 'NOT_ORDER_OWNER' },
    });
    expect(await bed.exchange.cancel(order.uuid)).toMatchObject({
      status: 200,
      body: { data: { status: 'cancelled', cancelReason: 'owner' } },
    });
    expect(await bed.exchange.execute(order.uuid)).toMatchObject({
      status: 400,
      body: { error: 'Order not open' },
    });

    const sent = bed.exchange.signedOrder();
    await bed.exchange.place(sent);
    await bed.exchange.execute(sent.uuid);
    expect(await bed.exchange.cancel(sent.uuid)).toMatchObject({ status: 409 });
    await mine();
    expect(await bed.exchange.until(sent.uuid, 'confirmed')).not.toHaveProperty('cancelledAt');
  });

  it('is paid when its signature carries V as 27 or 28', async () => {
    const order = bed.exchange.signedOrder() as { uuid: string; signature: string };
    const [rs, v] = [order.signature.slice(0, 128), order.signature.slice(128)];
    expect(
      await bed.exchange.place({ ...order, signature: `${rs}${v === '00' ? '1b' : '1c'}` }),
    ).toMatchObject({
      status: 200,
    });
    await bed.exchange.execute(order.uuid);
    await mine();
    await expect(bed.exchange.until(order.uuid, 'confirmed')).resolves.toBeDefined();
  });

  it('is refused when its signature covers other terms', async () => {
    const order = bed.exchange.signedOrder();
    expect(await bed.exchange.place({ ...order, amountIn: '10000001' })).toMatchObject({
      status: 400,
      body: { error: 'Signature verification failed' },
    });
    expect(await bed.exchange.read(`/orders/${order.uuid}`)).toMatchObject({ status: 404 });
  });

  it('is not sent but confirmed when its uuid is already spent on chain', async () => {
    const order = bed.exchange.signedOrder();
    await bed.exchange.place(order);
    await bed.exchange.execute(order.uuid);
    await mine();
    const { txid } = await bed.exchange.until(order.uuid, 'confirmed');

    // A second exchange, without this order, uses the same chain.
    const second = await create();
    const other = await openExchange(bed.chain, second.url);
    try {
      expect(await other.place(order)).toMatchObject({ status: 200 });
      const nonce = await bed.chain.operatorNonce();
      expect(await other.execute(order.uuid)).toMatchObject({
        status: 400,
        body: { code: 'order-not-open', details: { status: 'confirmed' } },
      });
      expect(await other.until(order.uuid, 'confirmed')).toMatchObject({ txid });
      await mine();
      expect(await bed.chain.operatorNonce()).toBe(nonce);
    } finally {
      await other.close();
      await second.remove();
    }
  });

  it('is placed once and executed once under 60 concurrent requests', async () => {
    const order = bed.exchange.signedOrder();
    const placed = await Promise.all(Array.from({ length: 60 }, () => bed.exchange.place(order)));
    expect(new Set(placed.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(placed.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);

    const nonce = await bed.chain.operatorNonce();
    // One wallet may sign 100 executes a minute.
    const executed = await Promise.all(Array.from({ length: 60 }, () => bed.exchange.execute(order.uuid)));
    expect(executed.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
    const txids = executed.filter(({ status }) => status === 200).map(({ body }) => body.txid);
    expect(new Set(txids).size).toBe(1);
    await bed.chain.control('/mine', { blocks: 2 });
    await bed.exchange.until(order.uuid, 'confirmed');
    expect(await bed.chain.operatorNonce()).toBe(nonce + 1);
    expect(await bed.exchange.eventTypes(order.uuid)).toEqual([
      'created',
      'swap-stored',
      'broadcasted',
      'confirmed',
    ]);
  });

  it('leaves no signature, key or raw transaction in the log', async () => {
    const order = bed.exchange.signedOrder();
    await bed.exchange.place(order);
    expect(await bed.exchange.execute(order.uuid)).toMatchObject({ status: 200 });
    await bed.exchange.end('SIGTERM');
    const log = bed.exchange.sluice().log.join('\n');
    const leaks = [order['signature'], bed.chain.devnet.operatorKey].filter((secret) =>
      log.includes(secret!),
    );
    expect(leaks).toEqual([]);
    expect(log).toContain(`/orders/${order.uuid.slice(0, 8)}…/execute`);
    expect(log).not.toContain(order.uuid);
    expect(log.match(/[0-9a-f]{128,}/)).toBeNull();
  });
});
