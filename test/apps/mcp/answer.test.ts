import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { answerOf } from '../../../src/apps/mcp/answer.js';
import { DOLLAR, STX_COPY, STX_TOKEN, TOKENS } from './tokens.js';

const answer = (body: object) => answerOf(body, { tokens: TOKENS });

it('adds words beside the amounts of an order, by the token that each counts', () => {
  const data = { inputToken: STX_COPY.contractId, amountIn: '1500000', outputToken: DOLLAR.contractId };
  expect(answer({ status: 'success', data: { ...data, minAmountOut: '2', slippage: 0.01 } })).toEqual({
    ...data,
    amountIn_words: '1.5 STX (subnet)',
    minAmountOut: '2',
    minAmountOut_words: '0.000002 USDd',
    slippage: 0.01,
    slippage_words: '1%',
  });
});

it('counts the other direction of a pair in the other token', () => {
  const level = { amountIn: '1000000', amountOut: '2000000' };
  const data = { tokenIn: STX_TOKEN, tokenOut: DOLLAR, sells: level, buys: level };
  expect(answer({ success: true, data })).toMatchObject({
    sells: { amountIn_words: '1 STX', amountOut_words: '2 USDd' },
    buys: { amountIn_words: '1 USDd', amountOut_words: '2 STX' },
  });
});

it('leaves out numbers that lose digits if the exact text is there', () => {
  const data = {
    path: [STX_TOKEN, DOLLAR],
    amountIn: 1,
    amountInExact: '1',
    amountOutExact: '9007199254740993',
  };
  expect(answer({ success: true, data })).toEqual({
    path: [STX_TOKEN, DOLLAR].map(({ contractId, symbol, decimals }) => ({ contractId, symbol, decimals })),
    amountInExact: '1',
    amountInExact_words: '0.000001 STX',
    amountOutExact: '9007199254740993',
    amountOutExact_words: '9,007,199,254.740993 USDd',
  });
});

it('writes no words for a token that is not listed as if it had decimals', () => {
  expect(answer({ data: { token: 'SP1.other', amount: '5' } })).toMatchObject({
    amount_words: '5 smallest units of SP1.other',
  });
});

it('ends long lists early and says how many items are missing', () => {
  const items = Array.from({ length: 1_000 }, (_, n) => ({ n, text: 'x'.repeat(100) }));
  const short = answer({ status: 'success', data: items }) as {
    items: object[];
    left_off: { items: number };
  };
  expect(JSON.stringify(short).length).toBeLessThanOrEqual(20_000);
  expect(short.items.length + short.left_off.items).toBe(1_000);
  expect(short.items.length).toBeGreaterThan(50);
});

it('is never too long, whatever the server answers', () => {
  fc.assert(
    fc.property(fc.object({ maxDepth: 4, maxKeys: 20 }), fc.nat(4_000), (body, length) => {
      const long = { ...body, text: 'y'.repeat(length), list: Array.from({ length }, (_, n) => ({ n })) };
      expect(JSON.stringify(answer({ data: long })).length).toBeLessThanOrEqual(20_000);
    }),
    { numRuns: 20 },
  );
});
