import { describe, expect, it } from '@jest/globals';
import { parseOrderDraft } from '../../../src/domain/order/terms/draft.js';
import { signedMessage } from '../../../src/domain/order/terms/signed-terms.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import {
  keySigner,
  limitOrder,
  recurringPlan,
  signAmendment,
  signOrder,
  signOrders,
  stopAndTarget,
  type Signer,
  type SignOrderOptions,
  type StructuredData,
  type UnsignedOrder,
} from '../../../src/sdk/signing/index.js';
import { sha256 } from '../../../src/sdk/signing/hashing.js';
import { T0 } from '../../support/builders.js';

const signer = keySigner('7'.repeat(64), 'mainnet');
const at = (name: string) => `${signer.address}.${name}`;
const OPTIONS: SignOrderOptions = {
  network: 'mainnet',
  router: at('router'),
  blaze: 'v1',
  now: () => T0.getTime(),
};
const ORDER = {
  inputToken: at('gold-subnet'),
  outputToken: at('silver'),
  amountIn: '100',
  minAmountOut: '90',
} as const;
const UUID = 'C2B8F3AC-5D4E-4D6A-9F0E-0F3F1F6F7A11';

/** Whether the server takes the body, apart from what only its registry knows. */
const accepts = (order: object) =>
  parseOrderDraft(JSON.parse(JSON.stringify(order)) as Record<string, unknown>, {
    network: 'mainnet',
    sha256,
    now: T0,
    maxSlippage: 0.05,
    wstx: at('wstx') as ContractId,
  });

/** A signer that must not be asked. */
const UNASKED: Signer = {
  ...signer,
  signText: async () => Promise.reject(new Error('asked')),
  signStructured: async () => Promise.reject(new Error('asked')),
};

describe('signOrder', () => {
  it('adds uuid, owner, recipient, router and both signatures', async () => {
    const order = await signOrder(signer, ORDER, OPTIONS);
    expect(order).toEqual({
      ...ORDER,
      uuid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      owner: signer.address,
      recipient: signer.address,
      router: at('router'),
      signature: expect.stringMatching(/^[0-9a-f]{128}0[01]$/),
      termsSignature: expect.stringMatching(/^[0-9a-f]{128}0[01]$/),
    });
    expect(accepts(order)).toMatchObject({ ok: true });
  });

  it('makes a new uuid for each order, and signs and sends a given one in lower case', async () => {
    const [a, b] = [await signOrder(signer, ORDER, OPTIONS), await signOrder(signer, ORDER, OPTIONS)];
    expect(a.uuid).not.toBe(b.uuid);
    const given = await signOrder(signer, { ...ORDER, uuid: UUID }, OPTIONS);
    expect(given.uuid).toBe(UUID.toLowerCase());
  });

  it('asks a wallet only once if the terms are not to be signed', async () => {
    const signText = UNASKED.signText.bind(UNASKED);
    const order = await signOrder({ ...signer, signText }, ORDER, { ...OPTIONS, signTerms: false });
    expect(order).not.toHaveProperty('termsSignature');
  });

  it('leaves out what JSON would, so that the signed terms are those that arrive', async () => {
    const order = { ...ORDER, clientOrderId: undefined, slippage: undefined } as unknown as UnsignedOrder;
    const signed = await signOrder(signer, { ...order, uuid: UUID }, OPTIONS);
    expect(Object.keys(signed)).not.toContain('clientOrderId');
    const plain = await signOrder(signer, { ...ORDER, uuid: UUID }, OPTIONS);
    expect(signed.termsSignature).toBe(plain.termsSignature);
  });

  it.each<[string, object]>([
    ['neither bound', { minAmountOut: undefined }],
    ['a minimum of null', { minAmountOut: null }],
    ['a slippage that is no number', { minAmountOut: undefined, slippage: NaN }],
  ])('refuses an order with %s before it is signed', async (_, change) => {
    const order = { ...ORDER, ...change } as unknown as UnsignedOrder;
    await expect(signOrder(UNASKED, order, OPTIONS)).rejects.toMatchObject({ code: 'unbounded-order' });
  });

  it.each<[string, object, object]>([
    ['any amount', { minAmountOut: '0' }, { minAmountOut: '0' }],
    ['a slippage', { minAmountOut: undefined, slippage: '0.01' }, { slippage: '0.01' }],
  ])('signs an order that accepts %s', async (_, change, expected) => {
    const signed = await signOrder(signer, { ...ORDER, ...change }, OPTIONS);
    expect(signed).toMatchObject(expected);
  });

  it.each<[string, object, string]>([
    ['an amount that is a number', { amountIn: 100 }, 'amountIn must be a string of decimal digits'],
    ['whole tokens in place of smallest units', { amountIn: '1.5' }, 'amountIn must be a whole number'],
    ['nothing to sell', { amountIn: '0' }, 'amountIn must be between 1 and'],
    ['the coin itself', { inputToken: '.stx' }, 'inputToken must be a contract, not .stx'],
    [
      'a mistyped contract',
      { outputToken: at('silver').replace('S', 'T') },
      'outputToken must be a contract id',
    ],
    ['a mistyped bound', { minAmoutOut: '5' }, 'minAmoutOut unknown; did you mean minAmountOut?'],
    ['a bound by another name', { minOut: '5' }, 'minOut unknown; did you mean minAmountOut?'],
    ['a slippage in percent', { slippage: '3' }, 'slippage must be a fraction from 0 to 1'],
    ['a window that has closed', { validTo: T0.toISOString() }, 'validTo must be in the future'],
    ['a time with a space', { validTo: '2099-01-01 00:00' }, 'validTo must be an ISO 8601 time'],
    ['half a trigger', { conditionToken: '*', direction: 'gt' }, 'targetPrice is required'],
    ['a group without a name', { metadata: { oco: true } }, 'strategyId is required with metadata.oco'],
    ['a field of the server', { status: 'open' }, 'status is set by the server'],
  ])('refuses %s before it is signed, and names the field', async (_, change, message) => {
    const order = { ...ORDER, ...change } as unknown as UnsignedOrder;
    const refused = signOrder(UNASKED, order, OPTIONS);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({
      code: 'invalid-order',
      problems: [{ field: message.split(' ')[0] }],
    });
  });

  it('refuses the account of another network', async () => {
    await expect(signOrder(UNASKED, ORDER, { ...OPTIONS, network: 'testnet' })).rejects.toMatchObject({
      problems: expect.arrayContaining([{ field: 'owner', message: 'must be a testnet address' }]),
    });
  });
});

describe('signOrders', () => {
  it('asks a wallet once for each of 100 orders, and once for the terms of all', async () => {
    let asked = 0;
    const counting: Signer = {
      ...signer,
      signStructured: (data) => (asked++, signer.signStructured(data)),
      signText: (text) => (asked++, signer.signText(text)),
    };
    const orders = await signOrders(counting, Array<UnsignedOrder>(100).fill(ORDER), OPTIONS);
    expect(asked).toBe(101);
    for (const order of orders) {
      const { signed } = unwrap(accepts(order));
      expect(signedMessage(signed!, sha256)).toBe(signedMessage(unwrap(accepts(orders[0]!)).signed!, sha256));
    }
  });

  it('signs nothing when one of the orders would be refused', async () => {
    const orders = [ORDER, { ...ORDER, amountIn: '0' }];
    await expect(signOrders(UNASKED, orders, OPTIONS)).rejects.toMatchObject({ code: 'invalid-order' });
  });

  it('asks for one signature at a time', async () => {
    let open = 0;
    const one =
      <T>(sign: (value: T) => Promise<string>) =>
      async (value: T) => {
        open += 1;
        expect(open).toBe(1);
        const signature = await sign(value);
        open -= 1;
        return signature;
      };
    const wallet = {
      ...signer,
      signText: one((text: string) => signer.signText(text)),
      signStructured: one((data: StructuredData) => signer.signStructured(data)),
    };
    expect(await signOrders(wallet, [ORDER, ORDER, ORDER], OPTIONS)).toHaveLength(3);
  });
});

const GOLD = { contractId: at('gold-subnet'), base: at('gold'), type: 'SUBNET', symbol: 'GOLD', decimals: 6 };
const BTC = { contractId: at('bitcoin'), type: 'SIP10', symbol: 'sBTC', decimals: 8 };
const SALE = { sell: GOLD, buy: BTC, amount: '1.5 GOLD' };
const TERMS = { inputToken: GOLD.contractId, outputToken: BTC.contractId, amountIn: '1500000' };

describe('limitOrder', () => {
  it('is sent as soon as it may be, without a price', () => {
    expect(limitOrder({ ...SALE, atLeast: '0.001 sBTC' })).toEqual({
      ...TERMS,
      minAmountOut: '100000',
      conditionToken: '*',
      targetPrice: '0',
      direction: 'gt',
    });
  });

  it('waits for its owner when it says so', () => {
    const order = limitOrder({ ...SALE, atLeast: '0', when: 'asked' });
    expect(order).toEqual({ ...TERMS, minAmountOut: '0' });
  });

  it('waits for the price of a token, that of a copy by the token that it holds', () => {
    const above = limitOrder({ ...SALE, slippage: '0.01', when: { token: GOLD, atOrAbove: '2.5' } });
    expect(above).toEqual({
      ...TERMS,
      slippage: '0.01',
      conditionToken: at('gold'),
      targetPrice: '2.5',
      direction: 'gt',
    });
    const below = limitOrder({
      ...SALE,
      atLeast: '1',
      when: { token: '.stx', in: BTC.contractId, atOrBelow: '0.1' },
    });
    expect(below).toMatchObject({ conditionToken: '.stx', direction: 'lt', baseAsset: BTC.contractId });
  });

  it('names the token or the amount that is at fault', () => {
    const symbol = 'USDd' as unknown as typeof GOLD;
    expect(() => limitOrder({ ...SALE, sell: symbol, atLeast: '1' })).toThrow(/^sell must be a token/);
    expect(() => limitOrder({ ...SALE, buy: symbol, atLeast: '1' })).toThrow(/^buy must be a token/);
    expect(() => limitOrder({ ...SALE, amount: '0', maxPrice: '9' })).toThrow(/^amount 0: /);
  });

  it.each([
    [{ fallsFromHigh: '500bp' }, { direction: 'lt', trail: { bps: 500 } }],
    [{ fallsFromHigh: '12.5%' }, { direction: 'lt', trail: { bps: 1_250 } }],
    [
      { risesFromLow: '0.05', activation: '2' },
      { direction: 'gt', trail: { price: '0.05' }, activationPrice: '2' },
    ],
  ])('follows a price by %j, with the terms signed, or not at all', async (stop, fields) => {
    const order = limitOrder({ ...SALE, slippage: '0.01', when: { token: GOLD, ...stop } });
    expect(order).toEqual({ ...TERMS, slippage: '0.01', conditionToken: at('gold'), ...fields });
    const sold = { ...order, inputToken: ORDER.inputToken, outputToken: ORDER.outputToken };
    expect(accepts(await signOrder(signer, sold, OPTIONS))).toMatchObject({ ok: true });
    await expect(signOrder(UNASKED, sold, { ...OPTIONS, signTerms: false })).rejects.toThrow(
      'termsSignature is required with trail',
    );
  });

  it.each([
    [{ minPrice: '0.00001' }, '1500'],
    [{ minPrice: '0.0000000101' }, '2'], // 1.515 satoshis
    [{ maxPrice: '100000' }, '1500'],
    [{ maxPrice: '70000' }, '2143'], // 2142.86
  ])('asks for what %j gives, rounded up', (bound, minAmountOut) => {
    expect(limitOrder({ ...SALE, ...bound })).toMatchObject({ minAmountOut });
  });

  it('has the window in ISO 8601', () => {
    const window = { from: T0, to: new Date(T0.getTime() + 60_000) };
    expect(limitOrder({ ...SALE, atLeast: '0', window })).toMatchObject({
      validFrom: T0.toISOString(),
      validTo: window.to.toISOString(),
    });
  });

  it.each<[string, object, RegExp]>([
    ['no bound', {}, /^give one of atLeast, minPrice, maxPrice, slippage/],
    ['two bounds', { atLeast: '1', slippage: '0.01' }, /^give one of/],
    ['an amount that is a number', { amount: 1.5, atLeast: '1' }, /not a number: numbers lose digits/],
    ['the symbol of another token', { amount: '1.5 sBTC', atLeast: '1' }, /the token is GOLD, not sBTC/],
    ['too many decimals of what is bought', { atLeast: '0.000000001' }, /has 9 decimals, and the token 8/],
    ['a price of 0', { maxPrice: '0' }, /a price is decimal text above 0/],
    ['a price that is a number', { minPrice: 5 }, /not a number: numbers lose digits/],
    [
      'a token that is no subnet copy',
      { sell: BTC, amount: '1', atLeast: '1' },
      /sBTC is not a subnet token/,
    ],
    ['a window of text', { atLeast: '1', window: { to: '2026-01-01' } }, /window.to must be a Date/],
    [
      'two distances',
      { atLeast: '1', when: { token: BTC, atOrBelow: '1', fallsFromHigh: '5%' } },
      /^when is/,
    ],
    ['a trail of 0', { atLeast: '1', when: { token: BTC, fallsFromHigh: '0%' } }, /1bp or more/],
    ['a trail of all', { atLeast: '1', when: { token: BTC, fallsFromHigh: '100%' } }, /must be a decimal/],
    [
      'an activation at a price',
      { atLeast: '1', when: { token: BTC, atOrBelow: '1', activation: '2' } },
      /needs falls/,
    ],
    ['a trigger at 0', { atLeast: '1', when: { token: BTC, atOrBelow: '0' } }, /above 0/],
  ])('refuses %s', (_, change, message) => {
    expect(() => limitOrder({ ...SALE, ...change } as never)).toThrow(message);
  });
});

describe('stopAndTarget', () => {
  const EXITS = {
    target: { price: '0.60', atLeast: '0.1' },
    stop: { price: '0.4', slippage: '0.03' },
  } as const;

  it('makes two orders of one group, at the prices of the sold token', () => {
    const [target, stop] = stopAndTarget({ ...SALE, ...EXITS });
    expect(target).toMatchObject({
      ...TERMS,
      direction: 'gt',
      targetPrice: '0.60',
      minAmountOut: '10000000',
    });
    expect(stop).toMatchObject({ ...TERMS, direction: 'lt', targetPrice: '0.4', slippage: '0.03' });
    for (const order of [target, stop])
      expect(order).toMatchObject({ conditionToken: at('gold'), metadata: { oco: true }, strategySize: 2 });
    expect(target.strategyId).toMatch(/^oco-/);
    expect(stop.strategyId).toBe(target.strategyId);
    expect(stopAndTarget({ ...SALE, ...EXITS })[0].strategyId).not.toBe(target.strategyId);
  });

  it('refuses a stop that is not below the target', () => {
    const stop = { price: '0.600', slippage: '0.03' };
    expect(() => stopAndTarget({ ...SALE, ...EXITS, stop })).toThrow(
      'the stop at 0.600 must be below the target at 0.60',
    );
  });

  it('refuses an exit without a bound', () => {
    expect(() => stopAndTarget({ ...SALE, ...EXITS, stop: { price: '0.4' } as never })).toThrow(
      /^give one of/,
    );
  });
});

describe('recurringPlan', () => {
  const PLAN = { ...SALE, slippage: '0.01', runs: 3, everyMs: 3_600_000, startAt: T0 };

  it('makes an order for each run, open until the next is due', () => {
    const orders = recurringPlan({ ...PLAN, strategyId: 'mine' });
    const time = (hours: number) => new Date(T0.getTime() + hours * 3_600_000).toISOString();
    expect(orders.map(({ validFrom, validTo }) => [validFrom, validTo])).toEqual([
      [time(0), time(1)],
      [time(1), time(2)],
      [time(2), time(3)],
    ]);
    expect(orders[1]).toMatchObject({
      ...TERMS,
      slippage: '0.01',
      conditionToken: '*',
      strategyId: 'mine',
      strategyType: 'dca',
      strategyPosition: 2,
      strategySize: 3,
    });
  });

  it('keeps an order of a fast plan open for a minute, or as long as openForMs says', () => {
    const openMs = (plan: object) => {
      const [{ validFrom, validTo } = {}] = recurringPlan({ ...PLAN, everyMs: 5_000, ...plan });
      return Date.parse(validTo!) - Date.parse(validFrom!);
    };
    expect(openMs({})).toBe(60_000);
    expect(openMs({ openForMs: 5_000 })).toBe(5_000);
  });

  it.each([
    { runs: 1 },
    { runs: 101 },
    { runs: 2.5 },
    { everyMs: 999 },
    { everyMs: 0.5 },
    { openForMs: 0 },
    { startAt: new Date(NaN) },
  ])('refuses %j', (change) => {
    expect(() => recurringPlan({ ...PLAN, ...change })).toThrow(
      expect.objectContaining({ code: 'invalid-order' }),
    );
  });
});

describe('every helper', () => {
  it('makes orders that the server takes once they are signed', async () => {
    const window = { from: new Date(T0.getTime() + 1_000), to: new Date(T0.getTime() + 60_000) };
    const orders = [
      limitOrder({ ...SALE, atLeast: '0.001' }),
      limitOrder({ ...SALE, maxPrice: '101000', window, when: { token: BTC, atOrBelow: '101000' } }),
      ...stopAndTarget({
        ...SALE,
        target: { price: '0.6', minPrice: '0.1' },
        stop: { price: '0.4', slippage: '0.03' },
      }),
      ...recurringPlan({ ...SALE, slippage: '0.01', runs: 100, everyMs: 3_600_000, startAt: T0 }),
    ];
    for (const order of await signOrders(signer, orders, OPTIONS))
      expect(accepts(order)).toMatchObject({ ok: true });
  });
});

describe('the helpers, given what they do not know', () => {
  const when = { token: GOLD, atOrBelow: '2.5' };
  it.each<[string, () => unknown, string]>([
    [
      'a trigger under another name',
      () => limitOrder({ ...SALE, slippage: '0.01', trigger: when } as never),
      'unknown field of a limit order: trigger',
    ],
    [
      'a misspelt trigger',
      () => limitOrder({ ...SALE, slippage: '0.01', When: when } as never),
      'unknown field of a limit order: When; did you mean when?',
    ],
    [
      'a misspelt window',
      () => limitOrder({ ...SALE, slippage: '0.01', window: { form: new Date() } } as never),
      'unknown field of window: form',
    ],
    [
      'a trigger of both directions',
      () => limitOrder({ ...SALE, slippage: '0.01', when: { ...when, atOrAbove: '1' } }),
      "when is 'asked', or a price such as { token: bitcoin, atOrBelow: '101000' }",
    ],
    ...[{ below: '2.5' }, { token: GOLD, below: '2.5' }, { atOrBelow: '2.5' }, '< 2.5', null].map(
      (given): [string, () => unknown, string] => [
        `a trigger of another shape: ${JSON.stringify(given)}`,
        () => limitOrder({ ...SALE, slippage: '0.01', when: given } as never),
        "when is 'asked', or a price such as { token: bitcoin, atOrBelow: '101000' }",
      ],
    ),
    [
      'a misspelt bound of a stop',
      () =>
        stopAndTarget({
          ...SALE,
          target: { price: '3', atLeast: '1' },
          stop: { price: '1', slippage: '0.01', atleast: '1' },
        } as never),
      'unknown field of stop: atleast; did you mean atLeast?',
    ],
    [
      'a price of the other direction',
      () => limitOrder({ ...SALE, amount: '0.001', maxPrice: '90000000000' }),
      'less than one unit',
    ],
  ])('refuse %s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});

it.each(['recipient', 'outputToken', 'amountIn', 'clientOrderId', 'strategyId', 'revision'])(
  'an amendment of %s is refused before it is signed',
  async (field) => {
    const placed = await signOrder(signer, { ...ORDER, uuid: UUID }, OPTIONS);
    await expect(signAmendment(signer, placed, { [field]: 'x' }, OPTIONS)).rejects.toThrow(field);
  },
);
