import { describe, expect, it } from '@jest/globals';
import { ANOTHER_WALLET } from '../support/signing.js';
import { coreHarness, HOST, signedInput } from '../support/core-harness.js';

const { core } = coreHarness();
const owner = ANOTHER_WALLET.address;
const quote = { tokenIn: '.stx', tokenOut: '.stx', amountIn: 1n };

/** What a program without types can pass, and the sentence it gets. */
const CALLS: readonly (readonly [call: string, run: () => unknown, message: string])[] = [
  [
    'list',
    () => core.orders.list(undefined as never),
    'the options of the list must be an object, not undefined',
  ],
  ['list', () => core.orders.list({ onwer: owner } as never), 'unknown option onwer; did you mean owner?'],
  ['list', () => core.orders.list({ from: 'today' } as never), 'from must be a valid Date, not "today"'],
  ['list', () => core.orders.list({ to: new Date(NaN) }), 'to must be a valid Date, not an invalid Date'],
  [
    'list',
    () => core.orders.list({ strategyId: 'a\0b' }),
    'strategyId must be a text of 1 to 200 characters',
  ],
  ['list', () => core.orders.list({ ids: 'a' } as never), 'ids must be a list of 100 texts at most, not "a"'],
  ['list', () => core.orders.list({ after: 5 } as never), 'after must be the next of a page, not 5'],
  [
    'stream',
    () => core.orders.stream({ colour: 1 } as never),
    'unknown option colour; there are owner, strategyId',
  ],
  ['quote', () => core.quotes.quote(null as never), 'what to quote must be an object, not null'],
  [
    'quote',
    () => core.quotes.quote({ ...quote, slipage: 1 } as never),
    'unknown option slipage; did you mean slippage?',
  ],
  [
    'quote',
    () => core.quotes.quote({ ...quote, amountIn: '5' } as never),
    'amountIn must be a bigint of 0 or more, not "5"',
  ],
  ['quote', () => core.quotes.quote({ tokenIn: '.stx' } as never), 'tokenOut must be a text, not undefined'],
  ['plans', () => core.plans.list({ owner, limit: 0 }), 'limit must be a whole number from 1 to 1000, not 0'],
  [
    'plans',
    () => core.plans.list({ owner } as never),
    'limit must be a whole number from 1 to 1000, not undefined',
  ],
  ['metadata', () => core.metadata.list({ limit: -1 }), 'limit must be a whole number of 1 or more, not -1'],
  ['metadata', () => core.metadata.list({ limt: 5 } as never), 'unknown option limt; did you mean limit?'],
  ['get', () => core.orders.get(undefined as never), 'the name of an order must be a text, not undefined'],
  ['cancel', () => core.orders.cancel(undefined as never), 'the request must be an object, not undefined'],
  [
    'cancel',
    () => core.orders.cancel({ ref: 'x' } as never),
    'authorization must be an object, not undefined',
  ],
  [
    'execute',
    () => core.orders.execute({ authorization: { by: 'me' } } as never),
    'authorization.by must be one of wallet, api-key, host, not "me"',
  ],
  [
    'execute',
    () => core.orders.execute({ authorization: HOST } as never),
    'the name of an order must be a text',
  ],
  ['cancelMany', () => core.orders.cancelMany({ selection: {} } as never), 'authorization must be an object'],
  [
    'placeBatch',
    () => core.orders.placeBatch(undefined as never),
    'the batch must be an object, not undefined',
  ],
  [
    'placeBatch',
    () => core.orders.placeBatch({ orders: {}, atomic: true } as never),
    'orders must be a list, not an object',
  ],
  [
    'placeBatch',
    () => core.orders.placeBatch({ orders: [signedInput()] } as never),
    'atomic must be true or false, not undefined',
  ],
];

describe('the core', () => {
  it.each(CALLS)('refuses what %s cannot use (%#)', async (_, run, message) => {
    await expect(Promise.resolve().then(run)).rejects.toThrow(message);
  });

  it.each([undefined, null, 'an order', [], 5])('reports %p as an invalid order', async (input) => {
    const error = {
      kind: 'invalid-order',
      problems: [{ field: 'order', message: expect.stringMatching(/^must be an object, not /) }],
    };
    expect(await core.orders.placeJson(input as never)).toEqual({ ok: false, error });
    expect(await core.orders.placeJsonBatch({ orders: [input as never], atomic: false })).toEqual([
      { ok: false, error },
    ]);
  });
});
