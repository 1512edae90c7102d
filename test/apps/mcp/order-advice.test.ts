import { expect, it } from '@jest/globals';
import {
  holdingWords,
  marketWords,
  nearWords,
  type Sale,
} from '../../../src/apps/mcp/orders/order-advice.js';
import { ClientError, type Client } from '../../../src/sdk/client/index.js';
import type { UnsignedOrder } from '../../../src/sdk/signing/index.js';
import { DOLLAR, STX_COPY, STX_TOKEN } from './tokens.js';

/** A sale of 10 STX by a wallet with these amounts; its open orders sell as much as `promised`. */
const saleOf = ({ wallet = '0', copy = 20_000_000n, promised = '0' }): Sale => ({
  ...{ owner: 'ST1', sell: STX_COPY, buy: DOLLAR, amountIn: 10_000_000n, balance: copy },
  client: {
    balances: { get: async () => ({ balances: [{ contractId: '.stx', balance: wallet }] }) },
    orders: {
      all: async function* () {
        yield { handle: 'h1', amountIn: promised };
      },
    },
  } as unknown as Client,
});

it('says what the market pays for the amount, and that a stop is no price floor', () => {
  const quote = { amountOutExact: '19500000', priceImpact: 0.025, path: [] };
  expect(marketWords(quote, saleOf({}), false)).toEqual([
    'The market now pays 19.5 USDd for 10 STX (subnet), with a price impact of 2.5%.',
  ]);
  expect(marketWords(quote, saleOf({}), true)[0]).toContain('A stop is not a price floor');
  expect(marketWords({ ...quote, amountOutExact: '0' }, saleOf({}), false)[0]).toContain('no route');
  expect(marketWords(undefined, saleOf({}), false)).toEqual([]);
});

it('warns of a stop less than one percent from the market, and of no other', () => {
  const market = { priceOf: (token: string) => (token === STX_TOKEN.contractId ? 2 : undefined) };
  const near = (order: object) => nearWords([order as unknown as UnsignedOrder], market);
  expect(near({ conditionToken: '.stx', targetPrice: '1.998' })[0]).toContain('only 0.1% from the market');
  expect(near({ conditionToken: '.stx', targetPrice: '1.9' })).toEqual([]);
  expect(near({ conditionToken: '*', targetPrice: '0' })).toEqual([]);
  expect(near({ conditionToken: 'SP1.unpriced', targetPrice: '2' })).toEqual([]);
  expect(near({ conditionToken: '.stx', targetPrice: '2', after: 'entry' })).toEqual([]);
});

it('says what is in the wallet alone, if all is sold', async () => {
  expect(await holdingWords(saleOf({ wallet: '5000000' }), true)).toEqual([
    expect.stringMatching(/^5 STX more are in the wallet/),
  ]);
  expect(await holdingWords(saleOf({ wallet: '5000000' }), false)).toEqual([]);
});

it('warns of open orders that sell the same balance, if it is too little for all', async () => {
  expect(await holdingWords(saleOf({ promised: '10000000' }), false)).toEqual([]);
  expect(await holdingWords(saleOf({ promised: '10000001' }), false)).toEqual([
    expect.stringMatching(/^Open orders sell 10.000001 STX \(subnet\) of the same balance/),
  ]);
  const replacing = { ...saleOf({ promised: '10000001' }), replaced: { handle: 'h1' } };
  expect(await holdingWords(replacing, false)).toEqual([]);
});

const failing = {
  all: async function* () {
    yield* [];
    throw new ClientError('the server is away', { code: 'timeout' });
  },
};

it('says that open orders may sell the same balance if they cannot be read', async () => {
  const unread = { ...saleOf({}), client: { ...saleOf({}).client, orders: failing } as unknown as Client };
  expect(await holdingWords(unread, false)).toEqual([
    expect.stringMatching(/^Open orders cannot be read now/),
  ]);
});
