import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../src/sdk/client/index.js';
import { onlyOn } from '../support/databases.js';
import { openAgent, sendAsWallet, signedCall, type Agent } from '../support/mcp-client.js';
import { useTestBed } from '../support/test-bed.js';

const TRANSPORTS = ['stdio', 'HTTP'] as const;
const [{ create }] = onlyOn('SQLite') as [ReturnType<typeof onlyOn>[number]];
const SECRET = /[0-9a-f]{130}|ck_(live|test)_/i;

type Json = Readonly<Record<string, unknown>>;

describe.each(TRANSPORTS)('an agent over MCP by %s', (over) => {
  const bed = useTestBed(create, [over === 'HTTP' ? { SLUICE_MCP: 'true' } : {}]);
  const alice = () => bed.chain.devnet.accounts[0]!;
  const tokenOf = (name: string) =>
    bed.chain.devnet.registry.tokens.find(({ contractId }) => contractId.endsWith(`.${name}`))!.contractId;
  let agent: Agent;
  beforeAll(async () => {
    agent = await openAgent(over, bed.exchange.sluice().url);
    for await (const _tick of setInterval(50))
      if (!(await agent.call('get_price', { contractId: '.stx' })).isError) break;
  });
  afterAll(() => agent.close());

  /** Calls a tool that must not refuse. */
  const call = async (name: string, args: Json): Promise<Json> => {
    const { isError, answer } = await agent.call(name, args);
    if (isError) throw new Error(`${name} refused: ${JSON.stringify(answer)}`);
    return answer;
  };
  /** Places an order that waits for a far price. */
  const placeWaiting = async (): Promise<string> => {
    const prepared = await call('prepare_order', {
      ...{ kind: 'limit', sell: 'STX', buy: 'USDd', amount: '5', owner: alice().address },
      percentFromMarket: 30,
    });
    const { tool, arguments: args } = signedCall(prepared, alice());
    return (await call(tool, args))['uuid'] as string;
  };

  it('gets from “protect my STX with a stop ten percent below the market” to an unsigned order in four calls', async () => {
    const before = agent.calls();
    const owner = alice().address;
    expect(await agent.list()).toContain('prepare_order');
    const { tokens } = (await call('read_portfolio', { address: owner })) as {
      readonly tokens: readonly {
        readonly token: { symbol: string };
        readonly copies: readonly { balance: string }[];
      }[];
    };
    const held = tokens.find(({ token }) => token.symbol === 'STX')!.copies[0]!.balance;
    const { usd } = (await call('get_price', { contractId: 'STX' })) as { readonly usd: number };
    const prepared = await call('prepare_order', {
      ...{ kind: 'stop', sell: 'STX', buy: 'USDd', amount: 'all', owner, percentFromMarket: -10 },
    });
    expect(agent.calls() - before).toBe(4);

    const { order } = (prepared['next'] as { readonly arguments: { readonly order: Json } }).arguments;
    expect(order).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...{ owner, recipient: owner },
      inputToken: tokenOf('wstx-subnet'),
      outputToken: tokenOf('dollar'),
      amountIn: held,
      slippage: '0.01',
      conditionToken: '.stx',
      direction: 'lt',
      targetPrice: expect.any(String),
      router: bed.chain.devnet.registry.routers.find(({ payout }) => payout === 'signer')!.id,
      signature: '<signature 1>',
      termsSignature: '<signature 2>',
    });
    expect(Number(order['targetPrice'])).toBeCloseTo(usd * 0.9, 6);
    expect(prepared).toMatchObject({
      unsigned: true,
      warnings: [expect.stringMatching(/^[0-9.]+ STX more are in the wallet/)],
    });
    expect(prepared['summary']).toEqual(
      expect.arrayContaining([
        expect.stringContaining('STX at or below $'),
        expect.stringMatching(/^The market now pays .* USDd for .* A stop is not a price floor/),
      ]),
    );

    const { isAccepted, isSentNow } = await call('rehearse_order', { order: withoutSignatures(order) });
    expect({ isAccepted, isSentNow }).toEqual({ isAccepted: true, isSentNow: false });
  });

  it('places what the owner’s wallet signed, which is confirmed on the chain', async () => {
    const owner = alice().address;
    const prepared = await call('prepare_order', {
      ...{ kind: 'market', sell: 'STX', buy: 'USDd', amount: '10 STX', owner },
    });
    const { tool, arguments: args } = signedCall(prepared, alice());
    const placed = await call(tool, args);
    expect(JSON.stringify(placed)).not.toMatch(SECRET);
    const { uuid } = placed as { readonly uuid: string };

    await bed.exchange.until(uuid, 'broadcasted');
    await bed.chain.control('/mine', { blocks: 1 });
    await bed.exchange.until(uuid, 'confirmed');
    expect(await call('get_order', { uuid })).toMatchObject({
      status: 'confirmed',
      executedAmountIn: '10000000',
      executedAmountIn_words: '10 STX (subnet)',
      executedAmountOut_words: expect.stringMatching(/ USDd$/),
    });
  });

  it('cancels with the owner’s signature, and sends nothing without', async () => {
    const uuid = await placeWaiting();
    expect(await call('get_order', { uuid })).toMatchObject({
      status: 'open',
      evaluation: { reason: expect.any(String) },
    });

    const unsigned = await call('cancel_order', { uuid });
    expect(unsigned).toMatchObject({ unsigned: true, validUntil: expect.any(String) });
    expect(await call('get_order', { uuid })).toMatchObject({ status: 'open' });
    const others = signedCall(unsigned, bed.chain.devnet.accounts[1]!);
    expect(await agent.call(others.tool, others.arguments)).toMatchObject({
      isError: true,
      answer: { code: 'NOT_ORDER_OWNER', status: 403 },
    });
    const all = await call('cancel_orders', {});
    expect(all['summary']).toContainEqual(expect.stringMatching(/^Nothing narrows it: no strategyId, /));
    const some = await call('cancel_orders', { inputToken: tokenOf('wstx-subnet') });
    expect(some['summary']).toContain(`Only with inputToken ${tokenOf('wstx-subnet')}.`);
    const own = signedCall(await call('cancel_order', { uuid }), alice());
    expect(await call(own.tool, own.arguments)).toMatchObject({ status: 'cancelled' });
  });

  it('changes the price of a stop with the owner’s signature, and names what a change cannot be made of', async () => {
    const owner = alice().address;
    const stop = { kind: 'stop', sell: 'STX', buy: 'USDd', amount: '5', owner, percentFromMarket: -10 };
    const placing = signedCall(await call('prepare_order', stop), alice());
    const placed = await call(placing.tool, placing.arguments);
    const { uuid, handle, targetPrice } = placed as Readonly<Record<string, string>>;

    const prepared = await call('prepare_amendment', { uuid, percentFromMarket: -5 });
    expect(prepared).toMatchObject({ unsigned: true, warnings: [] });
    expect(prepared['summary']).not.toEqual(prepared['was']);
    const { tool, arguments: args } = signedCall(prepared, alice());
    const amended = await call(tool, args);
    expect(amended).toMatchObject({ uuid, revision: 1, status: 'open' });
    expect(Number(amended['targetPrice'])).toBeGreaterThan(Number(targetPrice));

    const refused = (named: Json) => agent.call('prepare_amendment', named);
    expect(await refused({ uuid: handle, percentFromMarket: -5 })).toMatchObject({
      isError: true,
      answer: { field: 'uuid', error: expect.stringContaining('asOwner') },
    });
    expect(await refused({ uuid: '00000000-0000-4000-8000-000000000000', price: '1' })).toMatchObject({
      answer: { code: 'order-not-found', status: 404 },
    });
    const cancelled = signedCall(await call('cancel_order', { uuid }), alice());
    await call(cancelled.tool, cancelled.arguments);
    expect(await refused({ uuid, price: '1' })).toMatchObject({ answer: { code: 'order-not-open' } });
  });

  it('prepares a purchase with its exits, which the server accepts', async () => {
    const owner = alice().address;
    const prepared = await call('prepare_order', {
      ...{ kind: 'bracket', sell: 'USDd', buy: 'STX', amount: '5', owner, percentFromMarket: 10 },
      ...{ targetPercentFromMarket: 20, stopPercentFromMarket: -20 },
    });
    const { tool, arguments: args } = signedCall(prepared, alice());
    expect(tool).toBe('place_orders');
    const { orders } = args as { readonly orders: readonly Json[] };
    expect(orders.map(({ outputToken }) => outputToken)).toEqual([
      tokenOf('wstx-subnet'),
      ...[expect.any(String), expect.any(String)],
    ]);
    const { results } = (await call(tool, args)) as { readonly results: readonly Json[] };
    expect(results.map(({ data }) => (data as Json)['role'])).toEqual(['entry', 'target', 'stop']);
  });

  it('replaces an open order by another, and says which', async () => {
    const [owner, replaces] = [alice().address, await placeWaiting()];
    const wanted = { kind: 'limit', sell: 'STX', buy: 'USDd', amount: '3', owner, percentFromMarket: 40 };
    const prepared = await call('prepare_order', { ...wanted, replaces });
    expect(prepared['summary']).toEqual(expect.arrayContaining([expect.stringMatching(/^Cancels: .*5 STX/)]));
    const { tool, arguments: args } = signedCall(prepared, alice());
    expect(await call(tool, args)).toMatchObject({ status: 'open', amountIn: '3000000' });
    expect(await call('get_order', { uuid: replaces })).toMatchObject({ status: 'cancelled' });
    expect(await agent.call('prepare_order', { ...wanted, replaces })).toMatchObject({
      isError: true,
      answer: { code: 'order-not-open', field: 'replaces' },
    });
  });

  it.each([
    ['STX', 'wstx-subnet'],
    ['USDd', 'dollar-subnet'],
  ])(
    'deposits and withdraws %s by a transaction that the wallet makes from what it is given',
    async (symbol, copy) => {
      // An account without orders, which could sell in between.
      const owner = bed.chain.devnet.accounts[2]!.address;
      const held = async () => {
        const { balances } = createClient({ baseUrl: bed.exchange.sluice().url });
        const [only] = (await balances.get(owner, [tokenOf(copy)])).balances;
        return BigInt(only!.balance!);
      };
      /** Waits until the server has seen the block. */
      const untilHeld = async (units: bigint) => {
        for await (const _tick of setInterval(50)) if ((await held()) === units) return;
      };
      const move = async (direction: string, amount: string) => {
        const prepared = await call('prepare_move', { direction, token: symbol, amount, owner });
        await sendAsWallet(prepared, bed.chain);
        await bed.chain.control('/mine', { blocks: 1 });
        return prepared;
      };
      const before = await held();
      expect(await move('deposit', '1.5')).toMatchObject({
        summary: [expect.stringMatching(/^Deposits 1.5 /), expect.any(String), expect.any(String)],
        next: { tool: 'read_portfolio' },
      });
      await untilHeld(before + 1_500_000n);
      await move('withdraw', 'all');
      await untilHeld(0n);
    },
  );

  it('warns of open orders that sell the same balance', async () => {
    const seller = bed.chain.devnet.accounts[1]!;
    const wanted = {
      ...{ kind: 'stop', sell: 'STX', buy: 'USDd', amount: 'all', owner: seller.address },
      percentFromMarket: -10,
    };
    const { tool, arguments: args } = signedCall(await call('prepare_order', wanted), seller);
    await call(tool, args);
    const { warnings } = await call('prepare_order', wanted);
    expect(warnings).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Open orders sell .* of the same balance already/)]),
    );
  });

  it.each([
    [{ direction: 'pay' }, { field: 'direction' }],
    [{ token: 'NOPE' }, { field: 'token' }],
    [{ owner: 'alice' }, { field: 'owner' }],
    [{ amount: 'all' }, { field: 'amount', error: expect.stringContaining('fees') }],
    [{ amount: '1.0000001' }, { field: 'amount' }],
    [{ amount: '90000000000' }, { field: 'amount', error: expect.stringContaining('holds only') }],
    [{ owner: 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS' }, { code: 'wrong-network' }],
    [{ to: 'ST1' }, { field: 'to' }],
  ])('refuses a deposit with %j by naming what is wrong', async (wrong, told) => {
    const args = { direction: 'deposit', token: 'STX', amount: '1', owner: alice().address, ...wrong };
    expect(await agent.call('prepare_move', args)).toMatchObject({ isError: true, answer: told });
  });

  it('reads as the owner what only owners see', async () => {
    const uuid = await placeWaiting();
    const mine = { owner: alice().address, status: 'open', limit: 1 };
    const { tool, arguments: args } = signedCall(
      await call('list_orders', { ...mine, asOwner: true }),
      alice(),
    );
    expect(await call(tool, args)).toMatchObject({ items: [{ uuid }] });
    expect(JSON.stringify(await call('list_orders', mine))).not.toContain(uuid);
  });

  it('creates an alert with the fields that the wallet signed', async () => {
    const fields = { kind: 'price', token: 'STX', direction: 'below', price: '1.5' };
    const { tool, arguments: args } = signedCall(await call('create_alert', fields), alice());
    expect(await call(tool, args)).toMatchObject({ alert: { token: '.stx', price: '1.5', state: 'armed' } });
  });

  it.each([
    ['quote_route', { tokenOut: 'STX', amount: '1 STX' }, { code: 'invalid-argument', field: 'tokenIn' }],
    ['quote_route', { tokenIn: 'NOPE', tokenOut: 'STX' }, { code: 'invalid-argument', field: 'tokenIn' }],
    ['quote_route', { tokenIn: 'STX', tokenOut: 'sBTC', amount: '1.0000001 STX' }, { field: 'amount' }],
    ['quote_route', { tokenIn: 'STX', tokenOut: 'sBTC', amount: '1 sBTC' }, { field: 'amount' }],
    ['quote_route', { tokenIn: 'STX', tokenOut: 'sBTC', amont: '1' }, { field: 'amont' }],
    [
      'quote_route',
      { tokenIn: 'STX', tokenOut: 'sBTC', amount: '-1' },
      { status: 400, code: 'invalid-request' },
    ],
    ['get_order', { uuid: '..' }, { field: 'uuid' }],
    ['get_order', { uuid: { a: 1 } }, { field: 'uuid' }],
    ['cancel_order', { uuid: 'x', apiKey: 'a\r\nb' }, { field: 'apiKey' }],
    ['cancel_order', { uuid: 'x', proof: {} }, { field: 'proof.message' }],
    ['list_alerts', { apiKey: `ck_test_${'0'.repeat(64)}` }, { status: 401 }],
    ['no_such_tool', {}, { code: 'unknown-tool' }],
    ['place_order', { order: { note: 'x'.repeat(450_000) } }, { code: 'arguments-too-long' }],
  ])('refuses %s of %j by naming what is wrong', async (name, args, told) => {
    expect(await agent.call(name, args)).toMatchObject({ isError: true, answer: told });
  });

  it('lists and reads the docs in parts, and no other file', async () => {
    const { resources } = await agent.client.listResources();
    expect(resources[0]!.uri).toBe('sluice://docs/skill');
    const [page] = (await agent.client.readResource({ uri: 'sluice://docs/explanation/security' })).contents;
    expect(JSON.stringify(page).length).toBeLessThan(40_000);
    expect(page).toMatchObject({ text: expect.stringContaining('security?part=2') });
    await expect(agent.client.readResource({ uri: 'sluice://docs/../package' })).rejects.toThrow();
    await expect(agent.client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow();
  });

  it('needs the setting for /mcp, and none for stdio', async () => {
    const { status } = await fetch(`${bed.exchange.sluice().url}/mcp`, { method: 'POST' });
    expect(status).toBe(over === 'HTTP' ? 415 : 404);
  });

  it('tells no secret on stderr', () => {
    expect(agent.notes()).not.toMatch(SECRET);
  });
});

describe('MCP over HTTP', () => {
  const bed = useTestBed(create, [{ SLUICE_MCP: 'true', SLUICE_QUOTES_PER_MINUTE: '3' }]);
  const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${bed.exchange.sluice().url}/mcp`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
        ...headers,
      },
    });
  const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

  it('answers the server’s own pages and programs, and no page of another origin', async () => {
    const { url } = bed.exchange.sluice();
    expect((await post(PING)).status).toBe(200);
    expect((await post(PING, { origin: url })).status).toBe(200);
    for (const origin of ['http://evil.example', 'null', `${url}.evil.example`, 'http://127.0.0.1:1'])
      expect({ origin, status: (await post(PING, { origin })).status }).toEqual({ origin, status: 403 });
  });

  it('refuses requests that are too long, several in one, and all methods but POST', async () => {
    expect((await post(`"${'x'.repeat(600_000)}"`)).status).toBe(413);
    expect((await post(`[${PING},${PING}]`)).status).toBe(400);
    expect((await post('{')).status).toBe(400);
    expect((await fetch(`${bed.exchange.sluice().url}/mcp`)).status).toBe(405);
  });

  it('keeps no session', async () => {
    const initialize = {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    };
    const { status, headers } = await post(JSON.stringify(initialize));
    expect({ status, session: headers.get('mcp-session-id') }).toEqual({ status: 200, session: null });
  });

  it('counts a tool’s calls against the limits of the caller’s address', async () => {
    const agent = await openAgent('HTTP', bed.exchange.sluice().url);
    const codes: unknown[] = [];
    for (let n = 0; n < 5; n++) {
      const { answer } = await agent.call('quote_route', {
        tokenIn: 'STX',
        tokenOut: 'sBTC',
        amount: `${n + 1} STX`,
      });
      codes.push(answer['code']);
    }
    expect(codes).toEqual([
      undefined,
      undefined,
      undefined,
      'address-rate-exceeded',
      'address-rate-exceeded',
    ]);
    await agent.close();
  });
});

const withoutSignatures = ({ signature: _, termsSignature: _1, ...order }: Json) => order;
