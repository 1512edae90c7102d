import { describe, expect, it } from '@jest/globals';
import { quotedAmounts } from '../../../../src/domain/order/report/quoted.js';
import { toUnits } from '../../../../src/domain/shared/units.js';
import { aQuote } from '../../../support/builders.js';

const units = (value: number) => toUnits(BigInt(value));
const quote = aQuote({ amountOut: units(1_000), slippage: 0.01, height: 7, protected: true });

describe('the amounts that bound a swap', () => {
  it.each([
    ['its quote less slippage', quote, {}, { sent: 1_000, minimum: 990 }],
    [
      'the order’s minimum if that is higher',
      quote,
      { minAmountOut: units(995) },
      { sent: 1_000, minimum: 995 },
    ],
    [
      'the quote less slippage if that is higher',
      quote,
      { minAmountOut: units(980) },
      { sent: 1_000, minimum: 990 },
    ],
    [
      'only the order’s minimum if no post-condition binds it',
      { ...quote, protected: false },
      { minAmountOut: units(5) },
      { sent: 1_000, minimum: 5 },
    ],
    ['nothing if neither does', { ...quote, protected: false }, {}, { sent: 1_000 }],
  ])('are %s', (_, given, terms, { sent, minimum }: { sent: number; minimum?: number }) => {
    expect(quotedAmounts(given, terms)).toEqual({
      sent: units(sent),
      ...(minimum !== undefined && { minimum: units(minimum) }),
    });
  });

  it('have no quote of another server’s swap', () => {
    const { height: _height, protected: _protected, ...foreign } = quote;
    expect(quotedAmounts(foreign, {})).toEqual({});
  });
});
