import { describe, expect, it } from '@jest/globals';
import { exitProblems } from '../../../src/domain/order/terms/exits.js';
import { parseOrderDraft } from '../../../src/domain/order/terms/draft.js';
import type { OrderTerms } from '../../../src/domain/order/order.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { bigintAsText } from '../../../src/domain/shared/json.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import {
  entryThenExits,
  keySigner,
  signOrders,
  type EntryThenExits,
} from '../../../src/sdk/signing/index.js';
import { sha256 } from '../../../src/sdk/signing/hashing.js';
import { T0 } from '../../support/builders.js';

const signer = keySigner('7'.repeat(64), 'mainnet');
const at = (name: string) => `${signer.address}.${name}`;
const token = (name: string) => ({
  contractId: at(`${name}-subnet`),
  base: at(name),
  decimals: 6,
  type: 'SUBNET',
});
const BRACKET: EntryThenExits = {
  sell: token('dollar'),
  buy: token('gold'),
  amount: '50',
  maxPrice: '0.5',
  exits: { target: { price: '0.60', minPrice: '0.59' }, stop: { price: '0.40', slippage: '0.03' } },
};
const withExits = (exits: Partial<EntryThenExits['exits']>) =>
  entryThenExits({ ...BRACKET, exits: { ...BRACKET.exits, ...exits } });

describe('entryThenExits', () => {
  it('makes an entry, and two exits that sell what it guarantees and come after it', () => {
    const [entry, target, stop] = entryThenExits(BRACKET);
    expect(entry).toMatchObject({
      ...{ inputToken: at('dollar-subnet'), outputToken: at('gold-subnet'), amountIn: '50000000' },
      ...{ minAmountOut: '100000000', strategyType: 'bracket', strategyPosition: 1, conditionToken: '*' },
    });
    for (const exit of [target, stop])
      expect(exit).toMatchObject({
        ...{ inputToken: at('gold-subnet'), outputToken: at('dollar-subnet'), amountIn: '100000000' },
        ...{ after: entry.uuid, strategyId: entry.strategyId, strategySize: 3, conditionToken: at('gold') },
      });
    expect(target).toMatchObject({ direction: 'gt', targetPrice: '0.60', minAmountOut: '59000000' });
    expect(stop).toMatchObject({ direction: 'lt', targetPrice: '0.40', slippage: '0.03' });
  });

  it('is accepted by the server once it is signed, with one signature over all terms and each token’s own domain', async () => {
    const domains: string[] = [];
    const signed = await signOrders(
      {
        ...signer,
        signStructured: (data) => {
          domains.push(JSON.stringify(data.domain, bigintAsText));
          return signer.signStructured(data);
        },
      },
      entryThenExits({ ...BRACKET, when: 'asked' }),
      {
        ...{ network: 'mainnet', router: at('router'), now: () => T0.getTime() },
        blaze: (input) => (input === at('gold-subnet') ? 'v2' : 'v1'),
      },
    );
    const rules = {
      network: 'mainnet',
      sha256,
      now: T0,
      maxSlippage: 0.05,
      wstx: at('wstx') as ContractId,
    } as const;
    const terms = signed.map((order) => unwrap(parseOrderDraft(order, rules)) as OrderTerms);
    expect(exitProblems(terms).size).toBe(0);
    expect(new Set(signed.map(({ termsSignature }) => termsSignature)).size).toBe(1);
    expect(domains.map((text) => /v[12]\.0/.exec(text)?.[0])).toEqual(['v1.0', 'v2.0', 'v2.0']);
  });

  it('may sell less than is guaranteed, for another token, at a stop that follows the price', () => {
    const [, target, stop] = withExits({
      ...{ amount: '70', buy: token('silver') },
      stop: { fallsFromHigh: '5%', activation: '0.55', slippage: '0.03' },
    });
    expect(target).toMatchObject({ amountIn: '70000000', outputToken: at('silver-subnet') });
    expect(stop).toMatchObject({ trail: { bps: 500 }, activationPrice: '0.55', direction: 'lt' });
  });

  it.each<[string, () => unknown, string]>([
    [
      'more than is guaranteed',
      () => withExits({ amount: '100.000001' }),
      'the exits sell 100.000001, more than the entry guarantees',
    ],
    [
      'a stop above the target',
      () => withExits({ stop: { price: '0.7', slippage: '0.01' } }),
      'the stop at 0.7 must be below the target at 0.60',
    ],
    [
      'an entry that guarantees nothing',
      () => entryThenExits({ ...BRACKET, maxPrice: undefined, atLeast: '0' }),
      'an entry needs atLeast, minPrice or maxPrice',
    ],
    [
      'an entry with a slippage alone',
      () => entryThenExits({ ...BRACKET, maxPrice: undefined, slippage: '0.01' } as never),
      'an entry needs atLeast, minPrice or maxPrice',
    ],
    [
      'an exit without a bound',
      () => withExits({ target: { price: '0.6' } as never }),
      'give one of atLeast',
    ],
    ['a misspelt field', () => withExits({ stopp: '0.4' } as never), 'stopp'],
  ])('refuses %s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});
