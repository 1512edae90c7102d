import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { ConfirmedOrder, OrderTerms } from '../../../src/domain/order/order.js';
import { handleOf } from '../../../src/domain/order/terms/handle.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { aConfirmedOrder, anOpenOrder, aPastOrder, txidOf, T0, uuidOf } from '../../support/builders.js';
import { DOLLAR, LONE_TOKEN, WELSH, WELSH_SUBNET } from '../../support/core-harness.js';
import { recordPrices } from '../../support/executor-steps.js';
import { sha256 } from '../../support/sha256.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';
import { responseCheck } from './described.js';
import { API } from './fake-core.js';
import { expectRefusedOwners } from './reader-refusals.js';
import { keyManager, signed } from './wallet-requests.js';
import { wholeApp, type WholeApp } from './whole-app.js';

const { check, notProduced } = responseCheck();
const OWNER = A_WALLET.address;
const MINUTE = 60;
const PRICED_AT = T0.getTime() / 1000 + 5 * MINUTE;

let whole: WholeApp;
beforeEach(() => {
  whole = wholeApp();
});

type Terms = Partial<Omit<OrderTerms, 'amountIn'>> & { readonly amountIn?: bigint };

/** Terms of the owner's nth order. */
const terms = (n: number, { amountIn = 1_000_000n, ...more }: Terms = {}) => ({
  uuid: uuidOf(n),
  handle: handleOf(uuidOf(n), sha256),
  owner: OWNER,
  recipient: OWNER,
  inputToken: WELSH_SUBNET,
  outputToken: DOLLAR,
  amountIn: toUnits(amountIn),
  ...more,
});

/** Stores the owner's nth order as filled: it paid `paid` units of its input for `got` of its output, `minutes` after the first price. */
async function fill(
  n: number,
  paid: bigint,
  got: bigint,
  { minutes = n, ...more }: Terms & { minutes?: number } = {},
) {
  const order: ConfirmedOrder = aConfirmedOrder(terms(n, more), {
    txid: txidOf(n),
    blockHeight: 100 + n,
    blockTime: PRICED_AT + minutes * MINUTE,
    executedAmountIn: toUnits(paid),
    executedAmountOut: toUnits(got),
  });
  await whole.ports.orders.insert(order);
}

const asWallet = (wallet = A_WALLET) =>
  signed({ action: 'read_orders', uuid: '*', timestamp: whole.clock.now().getTime() }, wallet).headers;
const read = async (path: string, headers: Readonly<Record<string, string>> = asWallet()) => {
  const response = await request(whole.app).get(`${API}/portfolio/${OWNER}${path}`).set(headers);
  check(response);
  return response;
};
const dataOf = ({ body }: { body: unknown }) => (body as { data: Record<string, unknown> }).data;
const fillsOf = ({ body }: { body: unknown }) => (body as { data: Record<string, unknown>[] }).data;

/** A wallet that bought WELSH twice with dollars, and sold some of it; the last fill comes before any price of its tokens. */
async function aHistory() {
  await recordPrices(whole, { [WELSH]: 0.5, [DOLLAR]: 1 });
  await fill(1, 10_000_000n, 20_000_000n, { inputToken: DOLLAR, outputToken: WELSH });
  await fill(2, 30_000_000n, 20_000_000n, { inputToken: DOLLAR, outputToken: WELSH });
  await fill(3, 10_000_000n, 9_000_000n);
  await recordPrices(whole, { [WELSH]: 0.8, [DOLLAR]: 1 });
}

describe('GET /portfolio/{address}/results', () => {
  it('returns average cost, realised and unrealised result of each token, and what open orders reserve', async () => {
    await aHistory();
    await whole.ports.orders.insert(anOpenOrder(terms(9, { amountIn: 2_500_000n })));
    const data = dataOf(await read('/results'));
    expect(data).toMatchObject({
      address: OWNER,
      fills: 3,
      since: new Date((PRICED_AT + MINUTE) * 1000).toISOString(),
      unpricedFills: 0,
      importedFills: 0,
      isComplete: true,
      // Both purchases at $10, since WELSH was at $0.5: 10 of 40 cost $5 and brought $9.
      realisedUsd: 4,
      unrealisedUsd: 9,
    });
    const [dollar, welsh] = data['tokens'] as object[];
    expect(welsh).toEqual({
      token: expect.objectContaining({ contractId: WELSH }),
      reserved: '2500000',
      openOrders: 1,
      quantity: '30000000',
      costUsd: 15,
      averageCostUsd: 0.5,
      usd: 0.8,
      unrealisedUsd: 9,
      realisedUsd: 4,
      soldWithoutCost: '0',
      proceedsWithoutCostUsd: 0,
      quantityWithoutCost: '0',
      unpriced: '0',
    });
    expect(dollar).toMatchObject({
      token: { contractId: DOLLAR },
      soldWithoutCost: '40000000',
      proceedsWithoutCostUsd: 20,
      quantity: '9000000',
      costUsd: 9,
      realisedUsd: 0,
    });
  });

  it('names fills without a recorded price, and counts them in no result', async () => {
    await fill(1, 10n, 20n, { inputToken: DOLLAR, outputToken: WELSH, minutes: -100 });
    await recordPrices(whole, { [WELSH]: 0.5 });
    const data = dataOf(await read('/results'));
    expect(data).toMatchObject({ fills: 1, unpricedFills: 1, realisedUsd: 0 });
    expect((data['tokens'] as object[])[1]).toMatchObject({
      unpriced: '20',
      quantityWithoutCost: '20',
      averageCostUsd: null,
      quantity: '0',
    });
  });

  it('values a fill by what it sold if what it bought has no price', async () => {
    await recordPrices(whole, { [WELSH]: 0.5 });
    await fill(1, 4_000_000n, 7n, { outputToken: LONE_TOKEN });
    const [found] = fillsOf(await read('/fills'));
    expect(found).toMatchObject({
      pricedBy: 'sold',
      priceUsd: 0.5,
      worthUsd: 2,
      bought: { contractId: LONE_TOKEN },
    });
  });

  it('takes a plan as a wallet of its own', async () => {
    await aHistory();
    await fill(4, 5_000_000n, 5_000_000n, { strategy: { strategyId: 'dca' } });
    const data = dataOf(await read('/results?strategyId=dca'));
    expect(data).toMatchObject({ fills: 1, realisedUsd: 0 });
  });

  it('counts confirmed orders of another exchange apart, because their amounts are unknown', async () => {
    await whole.ports.orders.insert(aPastOrder('confirmed', { confirmedAt: T0 }, terms(1)));
    expect(dataOf(await read('/results'))).toMatchObject({ fills: 0, importedFills: 1, tokens: [] });
  });

  it('moves no cost from a subnet copy to its token, nor to an address that was paid', async () => {
    await recordPrices(whole, { [WELSH]: 0.5, [DOLLAR]: 1 });
    await fill(1, 5_000_000n, 10_000_000n, { inputToken: DOLLAR, outputToken: WELSH });
    await fill(2, 4_000_000n, 4_000_000n, { outputToken: WELSH });
    await fill(3, 1_000_000n, 1_000_000n, { recipient: ANOTHER_WALLET.address });
    const tokens = dataOf(await read('/results'))['tokens'] as object[];
    expect(tokens[0]).toMatchObject({ token: { contractId: DOLLAR }, quantity: '0', costUsd: 0 });
    expect(tokens[1]).toMatchObject({ quantity: '9000000', costUsd: 4.5, realisedUsd: 0.5 });
    const kinds = fillsOf(await read('/fills')).map(({ kind, recipient }) => [kind, recipient]);
    expect(kinds).toEqual([
      ['swap', ANOTHER_WALLET.address],
      ['withdrawal', undefined],
      ['swap', undefined],
    ]);
  });
});

describe('GET /portfolio/{address}/fills', () => {
  it('lists fills newest first, page by page, each once', async () => {
    await aHistory();
    const first = await read('/fills?limit=2');
    const { pagination } = first.body as { pagination: { nextCursor: string } };
    expect(pagination).toMatchObject({ limit: 2, total: 3, hasNextPage: true });
    const second = await read(`/fills?limit=2&cursor=${pagination.nextCursor}`);
    expect(second.body).toMatchObject({ pagination: { hasNextPage: false } });
    const all = [...fillsOf(first), ...fillsOf(second)];
    expect(all.map(({ uuid }) => uuid)).toEqual([uuidOf(3), uuidOf(2), uuidOf(1)]);
    expect(all[0]).toMatchObject({
      handle: handleOf(uuidOf(3), sha256),
      txid: txidOf(3),
      kind: 'swap',
      sold: { contractId: WELSH },
      amountSold: '10000000',
      bought: { contractId: DOLLAR },
      amountBought: '9000000',
      pricedBy: 'bought',
      priceUsd: 1,
      worthUsd: 9,
      costUsd: 5,
      soldWithoutCost: '0',
      realisedUsd: 4,
    });
    expect(all[2]).toMatchObject({ costUsd: 0, soldWithoutCost: '10000000', realisedUsd: null });
  });

  it.each(['limit=0', 'limit=51', 'cursor=a&cursor=b'])('refuses %s', async (query) => {
    expect((await read(`/fills?${query}`)).status).toBe(400);
  });

  it.each(['x', Buffer.from('1 a').toString('base64url'), 'MTAw%00'])(
    'refuses the cursor %j',
    async (cursor) => {
      expect((await read(`/fills?cursor=${cursor}`)).status).toBe(400);
    },
  );
});

describe('GET /portfolio/{address}/fills.csv', () => {
  it('is a file in Koinly’s universal format', async () => {
    await aHistory();
    const response = await read('/fills.csv');
    expect(response.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.get('content-disposition')).toBe('attachment; filename=fills-koinly.csv');
    const lines = response.text.split('\r\n');
    expect(lines[0]).toBe(
      'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
    );
    expect(lines[3]).toBe(
      `2026-11-20 12:08:00 UTC,10,WELSH,9,DOLLAR,,,9,USD,,Sluice order ${handleOf(uuidOf(3), sha256)},${txidOf(3)}`,
    );
    expect(lines).toHaveLength(5);
  });

  it('is a file in CoinTracking’s format, limited to a period', async () => {
    await aHistory();
    const from = new Date((PRICED_AT + 2 * MINUTE) * 1000).toISOString();
    const to = new Date((PRICED_AT + 3 * MINUTE) * 1000).toISOString();
    const { text } = await read(`/fills.csv?format=cointracking&from=${from}&to=${to}`);
    expect(text.split('\r\n')).toEqual([
      'Type,Buy Amount,Buy Currency,Sell Amount,Sell Currency,Fee,Fee Currency,Exchange,Trade-Group,Comment,Date',
      `Trade,20,WELSH,30,DOLLAR,,,Sluice,,"Sluice order ${handleOf(uuidOf(2), sha256)}, transaction ${txidOf(2)}",2026-11-20 12:07:00`,
      '',
    ]);
  });

  it('sends away what another address received, leaves withdrawals out, and makes no formula of a plan’s name', async () => {
    await fill(1, 4_000_000n, 4_000_000n, { outputToken: WELSH });
    const strategy = { strategyId: '=1+1' };
    await fill(2, 1_000_000n, 2_000_000n, { recipient: ANOTHER_WALLET.address, strategy });
    const { text } = await read('/fills.csv?format=cointracking');
    const rows = text.split('\r\n').slice(1, -1);
    expect(rows.map((row) => row.split(',').slice(0, 9))).toEqual([
      ['Trade', '2', 'DOLLAR', '1', 'WELSH', '', '', 'Sluice', "'=1+1"],
      ['Withdrawal', '', '', '2', 'DOLLAR', '', '', 'Sluice', "'=1+1"],
    ]);
    expect(rows[1]).toContain(`paid to ${ANOTHER_WALLET.address}`);
  });

  it.each(['format=excel', 'from=yesterday', 'to=x'])('refuses %s', async (query) => {
    expect((await read(`/fills.csv?${query}`)).status).toBe(400);
  });
});

describe.each(['/results', '/fills', '/fills.csv'])('GET /portfolio/{address}%s', (path) => {
  it('is for the owner alone, with an API key or the wallet’s signature', async () => {
    const { apiKey } = await keyManager(whole.app).issue();
    expect((await read(path, { 'x-api-key': apiKey })).status).toBe(200);
    const other = await read(path, asWallet(ANOTHER_WALLET));
    expect([other.status, other.body]).toMatchObject([403, { code: 'NOT_ORDER_OWNER' }]);
    expect((await read(path)).get('cache-control')).toBe('no-store');
  });

  it('refuses every key and wallet that proves nothing, and a malformed plan', async () => {
    await expectRefusedOwners(whole, `${API}/portfolio/${OWNER}${path}`, { check });
    expect((await read(`${path}?strategyId=a&strategyId=b`)).status).toBe(400);
    expect((await read(`${path}?strategyid=a`)).status).toBe(400);
    const malformed = await request(whole.app).get(`${API}/portfolio/%zz${path}`);
    check(malformed);
    expect(malformed.status).toBe(400);
  });
});

it('describes no error that the tests above do not produce', () => {
  // The limits of keys have tests of their own.
  const missing = notProduced(['readResults', 'listFills', 'exportFills']);
  expect(missing.filter((error) => !error.includes('outside-key-limits'))).toEqual([]);
});
