import { describe, expect, it } from '@jest/globals';
import {
  keySigner,
  limitOrder,
  signOrders,
  type Signer,
  type StructuredData,
} from '../../../src/sdk/signing/index.js';
import { signedFor, type Facts } from '../../../src/apps/page/swap/model/facts.js';
import { signedFields } from '../../../src/apps/page/swap/model/signed-words.js';
import { toSign } from '../../../src/apps/page/swap/model/to-sign.js';
import { labelsOf } from '../../../src/sdk/words/token-names.js';
import { promiseWords } from '../../../src/sdk/words/promise.js';
import { tokenWords } from '../../../src/sdk/words/token-words.js';
import type { ListedToken } from '../../../src/sdk/client/index.js';

const ADDRESS = 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N';
const sell = { contractId: `${ADDRESS}.dollar-subnet`, symbol: 'USDd', decimals: 6, type: 'SUBNET' };
const buy = { contractId: `${ADDRESS}.sbtc`, symbol: 'sBTC', decimals: 8 };
const options = { network: 'devnet', router: `${ADDRESS}.x-multihop-v2`, blaze: 'v1' } as const;
const orders = [
  limitOrder({ sell, buy, amount: '100', atLeast: '0.0009' }),
  limitOrder({ sell, buy, amount: '50', maxPrice: '101000', when: { token: buy, atOrBelow: '90000' } }),
];
const wallet = keySigner('01'.repeat(32), 'devnet');

describe('what the review shows', () => {
  it('is exactly what the wallet is then asked to sign', async () => {
    const shown = await toSign(orders, wallet, options);
    const asked: (StructuredData | string)[] = [];
    const watched: Signer = {
      ...wallet,
      signStructured: (data) => (asked.push(data), wallet.signStructured(data)),
      signText: (text) => (asked.push(text), wallet.signText(text)),
    };
    const items = shown.map(({ order }) => order);
    await signOrders(watched, items, options);
    expect(asked).toEqual([...shown.map(({ data }) => data), shown[0]!.terms]);
    expect(shown[1]!.terms).toBe(shown[0]!.terms);
  });

  it('names each field of it', async () => {
    const [first] = await toSign(orders, wallet, options);
    const fields = Object.fromEntries(signedFields(first!.data).map(({ name, value }) => [name, value]));
    expect(fields).toEqual({
      name: 'BLAZE_PROTOCOL',
      version: 'v1.0',
      'chain-id': '2147483648',
      contract: sell.contractId,
      intent: 'TRANSFER_TOKENS',
      opcode: 'none',
      amount: '100000000',
      target: options.router,
      uuid: first!.order.uuid,
    });
    expect(signedFields(first!.data).every(({ meaning }) => meaning !== '')).toBe(true);
  });

  it('says in words what each order does', () => {
    const labels = labelsOf([sell, buy]);
    const words = tokenWords((id) => ({ ...labels.get(id)!, decimals: id === sell.contractId ? 6 : 8 }));
    const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '');
    expect(orders.map((order) => promiseWords(order, words).map(plain))).toEqual([
      [
        'Sells 100 USDd (subnet) for at least 0.0009 sBTC.',
        'Sent when you would get at least 0.0009 sBTC.',
        'Ends after 90 days, or when you cancel it.',
        'Waits while the price impact is above 5%.',
      ],
      [
        'Sells 50 USDd (subnet) for at least 0.00049505 sBTC.',
        'Is sent once this holds: sBTC at or below $90,000.',
        'Ends after 90 days, or when you cancel it.',
        'Waits while the price impact is above 5%.',
      ],
    ]);
  });

  it('is made on pages without TLS, where the browser makes no uuids', async () => {
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    try {
      const [shown] = await toSign([orders[0]!], wallet, options);
      expect(shown!.order.uuid).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
    } finally {
      // The method of the prototype is seen again.
      Reflect.deleteProperty(crypto, 'randomUUID');
    }
  });

  it('is refused before the wallet is asked when the server would refuse the order', async () => {
    const past = { ...orders[0]!, validTo: '2020-01-01T00:00:00.000Z' };
    await expect(toSign([past], wallet, options)).rejects.toMatchObject({ code: 'invalid-order' });
  });
});

describe('what an order is signed for', () => {
  const router = (id: string, payout: 'any' | 'signer', blaze: readonly ('v1' | 'v2')[]) => ({
    id,
    payout,
    blaze,
  });
  const facts = (routers: readonly object[]) =>
    ({ network: 'devnet', tokens: [{ ...sell, blaze: 'v1' }], routers }) as unknown as Facts;

  it('is a router that knows the token’s domain, one that pays the signer alone before others', () => {
    const routers = [
      router('other', 'signer', ['v2']),
      router('anyone', 'any', ['v1']),
      router('signer', 'signer', ['v1', 'v2']),
    ];
    expect(signedFor(facts(routers), sell as ListedToken)).toEqual({
      network: 'devnet',
      blaze: 'v1',
      router: 'signer',
    });
    expect(signedFor(facts(routers.slice(0, 2)), sell as ListedToken)?.router).toBe('anyone');
  });

  it('is nothing if no router takes the token', () => {
    expect(signedFor(facts([router('other', 'signer', ['v2'])]), sell as ListedToken)).toBeUndefined();
    expect(signedFor(facts([]), buy as ListedToken)).toBeUndefined();
  });
});
