import { describe, expect, it } from '@jest/globals';
import type { Quote } from '../../../src/sdk/client/index.js';
import type { UnsignedOrder } from '../../../src/sdk/signing/index.js';
import { plainWords } from '../../../src/sdk/words/token-words.js';
import { mostAsked, warningsOf, type Market } from '../../../src/sdk/words/warnings.js';

describe('warnings before signing', () => {
  const quote = {
    amountOutExact: '1000',
    path: [{}],
    priceImpact: 0.01,
    protected: true,
  } as unknown as Quote;
  const market = { quote, priceOf: () => 2, balance: 500n };
  const words = plainWords([{ contractId: 'stx', type: 'SUBNET', symbol: 'STX', decimals: 0 }]);
  const warnings = (orders: readonly UnsignedOrder[], beside: Market) => warningsOf(orders, beside, words);
  const limit = (minAmountOut: string, more: object = {}) =>
    ({
      inputToken: 'stx',
      amountIn: '100',
      minAmountOut,
      maxPriceImpact: '0.05',
      ...more,
    }) as unknown as UnsignedOrder;

  it('say nothing of a limit near the market', () => {
    expect(warnings([limit('960')], market)).toEqual([]);
  });

  it('say how far a limit is from the market, and require a tick above 5% of loss and a word above 15%', () => {
    expect(warnings([limit('900')], market)).toEqual([
      { text: 'The limit accepts 10% less than the market pays now.', asks: 'tick' },
    ]);
    expect(warnings([limit('512')], market)[0]).toMatchObject({ asks: 'word' });
    const { amountOutExact } = market.quote;
    const rich = { ...market, quote: { ...market.quote, amountOutExact: `${amountOutExact}0000` } };
    expect(warnings([limit('900')], rich)[0]?.text).toBe(
      'The limit accepts over 99.9% less than the market pays now.',
    );
    expect(warnings([limit('1400')], market)[0]).toMatchObject({ asks: 'nothing' });
    expect(warnings([limit('1600')], market)[0]).toEqual({ text: expect.any(String), asks: 'tick' });
    expect(warnings([limit('3010')], market)[0]).toMatchObject({ asks: 'tick', isFar: true });
  });

  it('require a tick for a swap that loses 5% or more by current dollar prices, unless it asks for more than the market pays', () => {
    const losing = { ...market, worths: { paid: 100, received: 69 } };
    const text = 'You get 31% less than the dollar prices say: $69.00 for $100.00.';
    expect(warnings([limit('960')], losing)).toEqual([{ text, asks: 'tick' }]);
    expect(warnings([limit('0', { slippage: '0.01' })], losing)).toEqual([{ text, asks: 'tick' }]);
    expect(warnings([limit('1010')], losing)).toEqual([]);
    expect(warnings([limit('960')], { ...market, worths: { paid: 100, received: 95.5 } })).toEqual([]);
    expect(warnings([limit('960')], { ...market, worths: undefined })).toEqual([]);
  });

  it('say at last that open orders sell the same balance, of an order that is sent now and of one that waits', () => {
    const text =
      'Open orders sell 450 STX (subnet) of the same balance already: those that come last find too little.';
    const promised = { ...market, promised: 450n };
    for (const order of [limit('960'), limit('1010')])
      expect(warnings([order], promised).at(-1)).toEqual({ text, asks: 'nothing' });
    expect(warnings([limit('960')], { ...market, promised: 400n })).toEqual([]);
  });

  it('require the same for a slippage and a price impact that accept such a loss', () => {
    const atMarket = {
      inputToken: 'stx',
      amountIn: '100',
      slippage: '0.3',
      maxPriceImpact: '0.5',
    } as unknown as UnsignedOrder;
    const [slippage, impact] = warnings([atMarket], { ...market, quote: { ...quote, priceImpact: 0.1 } });
    expect([slippage, impact]).toEqual([
      { text: 'The slippage accepts 30% less than is quoted.', asks: 'word' },
      { text: 'The swap’s own size makes its price 10% worse.', asks: 'tick' },
    ]);
    expect(mostAsked([slippage!, impact!])).toBe('word');
  });

  it('compare a stop with what the market pays at its price', () => {
    const stop = { metadata: { oco: true }, conditionToken: 'x', direction: 'lt', targetPrice: '1.5' };
    expect(warnings([limit('740', stop)], market)).toEqual([]);
    expect(warnings([limit('300', stop)], market)[0]).toMatchObject({ asks: 'word' });
  });

  it('compare a stop alone with what the market pays at its price', () => {
    const ofSold = {
      ...market,
      quote: { ...quote, path: [{ contractId: 'x-subnet', base: 'x' }] } as unknown as Quote,
    };
    const stop = { conditionToken: 'x', direction: 'lt', targetPrice: '1' };
    expect(warnings([limit('490', stop)], ofSold)).toEqual([]);
  });

  it('name a trigger that is met already, and one that is very far', () => {
    const trigger = { conditionToken: 'x', direction: 'gt' };
    expect(warnings([limit('1000', { ...trigger, targetPrice: '1' })], market)).toMatchObject([
      { asks: 'nothing', text: expect.stringMatching(/met by the price now/) },
    ]);
    expect(warnings([limit('1000', { ...trigger, targetPrice: '20' })], market)).toMatchObject([
      { asks: 'tick', text: expect.stringMatching(/900% above/) },
    ]);
  });

  it('name an impact that the order does not allow, a route that cannot be held, and a balance that is too small', () => {
    const worse = { ...quote, priceImpact: 0.2, protected: false };
    expect(warnings([limit('1000')], { ...market, quote: worse, balance: 99n })).toHaveLength(3);
  });

  it('say first, and require a tick, that a swap now is not sent now', () => {
    const now = limit('1000', { conditionToken: '*' });
    const impact = { ...quote, priceImpact: 0.8277 };
    const held = warnings([now], { ...market, quote: impact, balance: 99n });
    expect(held).toEqual([
      expect.objectContaining({
        text: 'Will not be sent now: the price impact is 82.77%, and your limit is 5%.',
        asks: 'tick',
        isFirst: true,
      }),
      expect.objectContaining({
        text: 'Will not be sent now: you have 99 STX (subnet) to trade, less than you sell.',
      }),
    ]);
    expect(warnings([now], market)).toEqual([]);
  });
});
