import { describe, expect, it } from '@jest/globals';
import { KNOWN_NAMES } from '../../../src/domain/order/terms/draft.js';
import type { OrderInput } from '../../../src/domain/order/terms/order-input.js';

// A field that is added to the type, or taken from it, does not compile until it is here.
const FIELDS: Readonly<Record<keyof Required<OrderInput>, true>> = {
  uuid: true,
  owner: true,
  recipient: true,
  inputToken: true,
  outputToken: true,
  amountIn: true,
  signature: true,
  router: true,
  conditionToken: true,
  targetPrice: true,
  direction: true,
  baseAsset: true,
  trail: true,
  activationPrice: true,
  minLiquidityUsd: true,
  confirm: true,
  validFrom: true,
  validTo: true,
  minAmountOut: true,
  after: true,
  slippage: true,
  maxPriceImpact: true,
  termsSignature: true,
  termsPath: true,
  revision: true,
  replaces: true,
  clientOrderId: true,
  integrator: true,
  strategyId: true,
  strategyType: true,
  strategyDescription: true,
  strategyPosition: true,
  strategySize: true,
  metadata: true,
};

describe('OrderInput', () => {
  it('has the fields that the parser knows, and no other', () => {
    expect(Object.keys(FIELDS).sort()).toEqual([...KNOWN_NAMES].sort());
  });

  it('does not compile with a misspelt field, or without a required one', () => {
    const order: OrderInput = {
      uuid: '7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c11',
      owner: 'owner',
      recipient: 'owner',
      inputToken: 'in',
      outputToken: 'out',
      amountIn: '1',
      signature: 'signature',
    };
    // @ts-expect-error minAmountOut is meant
    const misspelt: OrderInput = { ...order, minAmountOuts: '1' };
    // @ts-expect-error the uuid is missing
    const incomplete: OrderInput = { ...order, uuid: undefined };
    expect([misspelt, incomplete].map((one) => Object.keys(one).length)).toEqual([8, 7]);
  });
});
