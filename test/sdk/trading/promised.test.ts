import { describe, expect, it } from '@jest/globals';
import { ClientError, type Order } from '../../../src/sdk/client/index.js';
import { promisedBy } from '../../../src/sdk/trading/promised.js';
import { promisedWords } from '../../../src/sdk/words/warnings.js';

const order = (handle: string, amountIn: string, more: Partial<Order> = {}): Order =>
  ({ handle, amountIn, ...more }) as Order;
async function* open(...orders: readonly Order[]) {
  yield* orders;
}

describe('what open orders sell of a balance', () => {
  it('is the sum of orders, the largest of a group of which one cancels the others, and no exit', async () => {
    const either = { strategyId: 'oco', metadata: { oco: true } };
    const orders = [
      order('a', '250'),
      order('b', '100', { ...either, strategySize: 2 }),
      order('c', '100', { ...either, strategySize: 2 }),
      order('d', '900', { strategyId: 'bracket', after: 'x' }),
    ];
    expect(await promisedBy(open(...orders))).toBe(350n);
    expect(await promisedBy(open(...orders), 'a')).toBe(100n);
  });

  it('is unknown if the orders cannot be read', async () => {
    const refused = {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(new ClientError('away', { code: 'network' })),
      }),
    };
    expect(await promisedBy(refused)).toBeUndefined();
  });

  it.each([
    [{ promised: 250n, amountIn: 500n, balance: 614n }, 'Open orders sell 250 of the same balance already'],
    [{ promised: 250n, amountIn: 364n, balance: 614n }, undefined],
    [{ promised: 0n, amountIn: 700n, balance: 614n }, undefined],
    [{ promised: undefined, amountIn: 700n, balance: 614n }, undefined],
    [{ promised: 250n, amountIn: 700n, balance: undefined }, undefined],
  ])('warns for %j with %s', (sold, text) => {
    const words = promisedWords(sold, String);
    if (text === undefined) expect(words).toBeUndefined();
    else expect(words).toContain(text);
  });
});
