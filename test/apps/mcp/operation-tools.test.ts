import { describe, expect, it } from '@jest/globals';
import { describeAreas } from '../../../src/adapters/express/index.js';
import { toolName } from '../../../src/apps/mcp/operation-tools.js';
import { mcpTools } from '../../../src/apps/mcp/tools.js';
import type { Arguments, ToolContext } from '../../../src/apps/mcp/tool.js';
import { TOKENS } from './tokens.js';

/** Operations that manage credentials and deliveries, or that charts of others read. */
const LEFT_TO_PROGRAMS = [
  'index_swap',
  ...['list_api_keys', 'create_api_key', 'get_api_key', 'revoke_api_key'],
  ...['list_webhooks', 'create_webhook', 'get_webhook', 'update_webhook', 'list_webhook_deliveries'],
  ...['rotate_webhook_secret', 'test_webhook', 'replay_webhook_deliveries', 'delete_webhook'],
  'index_prices',
  ...['udf_config', 'udf_symbol', 'udf_search', 'udf_history'],
];

const URL_OF = 'https://dex.example.org';
const KEY = `ck_live_${'a'.repeat(64)}`;

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

const ORDER = {
  ...{ status: 'open', handle: 'h', uuid: 'h' },
  ...{ inputToken: '.stx', amountIn: '1500000', outputToken: TOKENS[2]!.contractId, minAmountOut: '3000000' },
  evaluation: { reason: 'below-minimum', amountOut: '2900000' },
};

/** Runs a tool against a server that answers everything with an order. */
async function run(name: string, args: Arguments, order: object = ORDER) {
  const sent: Sent[] = [];
  const context: ToolContext = {
    ...{ url: URL_OF, audience: URL_OF, now: () => 1_800_000_000_000 },
    facts: () => Promise.resolve({ network: 'testnet', tokens: TOKENS, routers: [] }),
    fetch: (url, init = {}) => {
      sent.push({ url: url instanceof Request ? url.url : url.toString(), init });
      return Promise.resolve(Response.json({ status: 'success', data: order }));
    },
  };
  const answer = await mcpTools()
    .find((tool) => tool.name === name)!
    .run(args, context);
  return { sent, answer };
}

it('has the tools for orders first, then one for every operation that answers an agent at once', () => {
  const [first, second, third, ...names] = mcpTools().map(({ name }) => name);
  expect([first, second, third]).toEqual(['prepare_order', 'prepare_amendment', 'prepare_move']);
  const wanted = describeAreas(['swap', 'prices'])
    .filter(({ name }) => name !== 'root')
    .flatMap(({ operations }) => operations)
    .filter(({ responses: [{ mediaType = 'application/json' }] }) => mediaType === 'application/json')
    .map(({ id }) => toolName(id));
  expect(new Set(names).size).toBe(names.length);
  expect(wanted).toEqual(expect.arrayContaining(names));
  expect(wanted.filter((name) => !names.includes(name))).toEqual(LEFT_TO_PROGRAMS);
});

it('has only the tools of the areas that the server serves', () => {
  expect(mcpTools(['prices', 'metadata']).map(({ name }) => name)).not.toContain('place_order');
  expect(mcpTools([])).toEqual([]);
});

it('describes all tools in less than 60,000 characters, without references', () => {
  const text = JSON.stringify(mcpTools());
  expect(text.length).toBeLessThan(60_000);
  expect(text).not.toContain('$ref');
});

describe('a call', () => {
  it('sends symbols as contract ids, and whole tokens as smallest units', async () => {
    const { sent } = await run('quote_route', { tokenIn: 'stx', tokenOut: 'USDd', amount: '1.5 STX' });
    expect(sent.map(({ url }) => url.slice(URL_OF.length))).toEqual([
      `/swap/api/v1/quote?tokenIn=.stx&tokenOut=${TOKENS[2]!.contractId}&amount=1500000`,
    ]);
  });

  it('refuses a symbol of several tokens with the candidates, and sends nothing', async () => {
    await expect(run('quote_route', { tokenIn: 'TWIN', tokenOut: 'STX', amount: '1' })).rejects.toMatchObject(
      {
        problem: { field: 'tokenIn', details: { candidates: [{ name: 'twin-a' }, { name: 'twin-b' }] } },
      },
    );
  });

  it('sends an API key as a header alone, and never follows a redirect with it', async () => {
    const { sent, answer } = await run('cancel_order', { uuid: 'a', apiKey: KEY });
    const [{ url, init }] = sent as [Sent];
    expect(init).toMatchObject({ method: 'PATCH', redirect: 'error', headers: { 'x-api-key': KEY } });
    expect(url + JSON.stringify(init.body ?? '') + JSON.stringify(answer)).not.toContain(KEY);
  });

  it('sends the fields of a change by key without action and path', async () => {
    const { sent } = await run('create_alert', { apiKey: KEY, kind: 'stale', token: 'STX' });
    expect(JSON.parse(sent[0]!.init.body as string)).toEqual({ kind: 'stale', token: '.stx' });
  });

  it('returns what is to be signed, and sends nothing, if no one has signed', async () => {
    const { sent, answer } = await run('execute_order', { uuid: 'A-B' });
    expect(sent.map(({ init }) => init.method)).toEqual(['GET']);
    const { summary, sign, next } = answer as {
      summary: readonly string[];
      sign: { params: { message: string } }[];
      next: object;
    };
    expect(summary.slice(1, 3)).toEqual(['The order is open.', 'Sells 1.5 STX for at least 3 USDd.']);
    expect(JSON.parse(sign[0]!.params.message)).toEqual({
      ...{ audience: URL_OF, network: 'testnet', timestamp: 1_800_000_000_000, nonce: expect.any(String) },
      ...{ action: 'execute_order', uuid: 'A-B' },
    });
    expect(next).toMatchObject({
      tool: 'execute_order',
      arguments: { uuid: 'A-B', proof: { signature: '<signature 1>' } },
    });
  });

  it('places no order whose terms its owner has not signed, of one or of several', async () => {
    const signed = { ...ORDER, signature: 'ab', termsSignature: 'cd' };
    const { termsSignature: _, ...changed } = signed;
    await expect(run('place_order', { order: changed })).rejects.toThrow(/prepare_order asks for/);
    await expect(run('place_orders', { orders: [signed, changed] })).rejects.toThrow(
      /prepare_order asks for/,
    );
    expect((await run('place_order', { order: signed })).sent).toHaveLength(1);
  });

  it('says of an execution that it does not wait for the trigger of the order', async () => {
    const stop = { ...ORDER, conditionToken: '.stx', direction: 'lt', targetPrice: '1.5' };
    const { answer } = await run('execute_order', { uuid: 'A-B' }, stop);
    expect((answer as { summary: string[] }).summary.at(-1)).toMatch(
      /^Executing it does not wait for that: it is sent now/,
    );
  });

  it('says in words why an order waits, and names it by one id', async () => {
    const { answer } = await run('get_order', { uuid: 'h' });
    expect(answer).not.toHaveProperty('uuid');
    expect(answer).toMatchObject({ handle: 'h', evaluation_words: expect.stringMatching(/minimum|least/) });
  });

  it('reads a list by pages, and rehearses an order without the places of its signatures', async () => {
    const { sent } = await run('list_orders', { owner: 'x', status: 'open' });
    expect(sent[0]!.url).toContain('limit=10');
    const order = { ...ORDER, signature: '<signature 1>', termsSignature: '<signature 2>' };
    const rehearsed = await run('rehearse_order', { order });
    expect(JSON.parse(rehearsed.sent[0]!.init.body as string)).toEqual(ORDER);
  });

  it('sends a wallet’s signature with the address of its key', async () => {
    const proof = {
      message: '{}',
      signature: 'ab',
      publicKey: `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`,
    };
    const { sent } = await run('list_orders', { owner: 'x', proof });
    expect(sent[0]!.url).toContain('view=owner');
    expect(sent[0]!.init.headers).toMatchObject({
      'x-message': '{}',
      'x-signature': 'ab',
      'x-wallet-address': expect.stringMatching(/^ST/),
    });
  });

  it.each([
    [{ uuid: 'a', apiKey: KEY, proof: {} }, 'apiKey'],
    [
      { uuid: 'a', proof: { message: 'x', signature: 'a\nb', publicKey: `02${'1'.repeat(64)}` } },
      'proof.signature',
    ],
    [{ uuid: 'a', proof: { message: 'x', signature: 'ab', publicKey: 'no' } }, 'proof.publicKey'],
    [{ uuid: '', apiKey: KEY }, 'uuid'],
    [{}, 'uuid'],
  ])('refuses %j for %s', async (args, field) => {
    await expect(run('cancel_order', args)).rejects.toMatchObject({ problem: { field } });
  });
});
