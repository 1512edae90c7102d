import { describe, expect, it } from '@jest/globals';
import type { ListedToken, Quote, Vault } from '../../../src/sdk/client/index.js';
import { loss, worth } from '../../../src/sdk/words/numbers.js';
import { clockTime } from '../../../src/sdk/words/times.js';
import { balancesOf, wholeBalances } from '../../../src/apps/page/swap/model/balances.js';
import { foundTokens } from '../../../src/apps/page/swap/model/found-tokens.js';
import type { Facts } from '../../../src/apps/page/swap/model/facts.js';
import { firstTokens } from '../../../src/apps/page/swap/model/first-tokens.js';
import { EMPTY_FORM, type Form } from '../../../src/apps/page/swap/model/form.js';
import { formOf, formQuery } from '../../../src/apps/page/swap/model/form-address.js';
import { formWarnings, lackOf, overBalance } from '../../../src/apps/page/swap/model/form-warnings.js';
import { missingText } from '../../../src/apps/page/swap/model/missing.js';
import { noQuoteText } from '../../../src/apps/page/swap/model/no-quote.js';
import { draftOrders } from '../../../src/apps/page/swap/model/orders.js';
import { outputOver } from '../../../src/apps/page/swap/model/other-routes.js';
import { sellersOf, tradedAs, whyNotSold } from '../../../src/apps/page/swap/model/sellable.js';
import { changeOf, poolFees } from '../../../src/apps/page/swap/model/summary.js';
import { swapTiming, timesOf } from '../../../src/apps/page/swap/model/timing.js';

const token = (name: string, decimals: number, base?: string) =>
  ({
    contractId: name,
    symbol: name.split('-')[0]!.toUpperCase(),
    name,
    decimals,
    ...(base !== undefined && { type: 'SUBNET', base }),
  }) as unknown as ListedToken;
const [opal, opalCopy] = [token('opal', 6), token('opal-subnet', 6, 'opal')];
const [dollar, ticket] = [token('dollar', 6), token('ticket', 0)];
const tokens = [opal, opalCopy, dollar, ticket, token('dollar-subnet', 6, 'dollar')];
interface Exchange {
  readonly tokens: readonly ListedToken[];
  readonly blaze: string;
  readonly swapped: readonly string[];
  readonly held: Readonly<Record<string, bigint>>;
}
/** The sellable tokens of an exchange that takes and swaps all of them, but for what is given. */
const sellers = (part: Partial<Exchange> = {}) => {
  const { tokens: listed = tokens, blaze = 'v1', held = {} } = part;
  const { swapped = listed.map(({ contractId }) => contractId) } = part;
  const facts = {
    tokens: listed.map(({ contractId }) => ({ contractId, blaze })),
    routers: [{ id: 'r', payout: 'signer', blaze: ['v1'] }],
  } as unknown as Facts;
  const vaults = [
    { liquidity: swapped.map((contractId) => ({ contractId })) },
  ] as unknown as readonly Vault[];
  return sellersOf(facts, { tokens: listed, vaults }, (id) => held[id] ?? 0n);
};
/** At noon in any zone. */
const NOW = new Date(2026, 10, 22, 12, 0).getTime();
/** A time of that day on the clock of this machine, which has twelve hours or twenty-four. */
const clock = (hours: number, minutes = 0) =>
  clockTime(new Date(2026, 10, 22, hours, minutes).getTime(), NOW);
const form = (part: Partial<Form> = {}): Form => ({
  ...EMPTY_FORM,
  slippage: '0.5',
  sell: opalCopy,
  buy: dollar,
  amount: '10',
  ...part,
});
const draft = (part: Partial<Form>) => draftOrders(form(part), { minimumReceived: '5', now: NOW });

describe('percentages and dollars of a swap', () => {
  it('round a loss up to two decimals everywhere', () => {
    expect([0.0695, 0.069501, 0.07, 0.5, 0.00001, 0].map(loss)).toEqual([
      '6.95%',
      '6.96%',
      '7%',
      '50%',
      '< 0.01%',
      '0%',
    ]);
  });

  it('keep dollars short, whatever was typed', () => {
    expect([11.66, 1_234_567, 1e30].map(worth)).toEqual(['$11.66', '$1.23M', '> $999T']);
  });
});

describe('when a swap now is sent', () => {
  const hour = 3_600_000;

  it('is at once or until its end, which is named', () => {
    expect(swapTiming(timesOf(form(), NOW), '4.9 USDd', NOW)).toBe(
      `Sent at once if you get at least 4.9 USDd; otherwise it waits until ${clock(13)}, then ends.`,
    );
    expect(swapTiming(timesOf(form({ validity: 'day' }), NOW), '4.9 USDd', NOW)).toContain(
      `until Nov 23, ${clock(12)}`,
    );
    expect(swapTiming(timesOf(form({ validity: 'open' }), NOW), '4.9 USDd', NOW)).toMatch(
      /until Feb 20, 2027, /,
    );
  });

  it('is not sent at once before a later start', () => {
    const times = timesOf(form({ validity: 'times', from: '2026-11-22T15:30' }), NOW);
    expect(swapTiming({ ...times, to: NOW + 5 * hour }, '4.9 USDd', NOW)).toBe(
      `Sent from ${clock(15, 30)} on, once you get at least 4.9 USDd. It waits until ${clock(17)}, then ends.`,
    );
  });

  it('names the year of another year', () => {
    expect(clockTime(new Date(2027, 0, 2, 10, 5).getTime(), NOW)).toBe(`Jan 2, 2027, ${clock(10, 5)}`);
  });
});

describe('the address of the form', () => {
  const typed = {
    kind: 'limit',
    amount: '50',
    amountOut: '',
    price: '1.8',
    planPrice: '3',
    priceOf: 'buy',
  } as const;

  it('keeps the kind, the amounts and the limit of that kind', () => {
    const { planPrice: _, ...limit } = typed;
    expect(formOf(new URLSearchParams(formQuery(typed)))).toMatchObject({ ...limit, validity: 'month' });
    const { price: __, ...plan } = { ...typed, kind: 'recurring' } as const;
    const planned = formOf(new URLSearchParams(formQuery({ ...typed, ...plan })));
    expect(planned).toMatchObject({ ...plan, validity: 'month' });
    expect(planned).not.toHaveProperty('price');
    expect(formQuery({ ...EMPTY_FORM, price: '1.8' })).toEqual({ kind: 'now' });
    expect(formOf(new URLSearchParams('sell=a&kind=loan'))).toEqual({});
    const wish = { ...EMPTY_FORM, amountOut: '3' };
    expect(formOf(new URLSearchParams(formQuery(wish)))).toMatchObject({
      kind: 'now',
      amount: '',
      amountOut: '3',
    });
  });
});

describe('the address of each kind of order', () => {
  it.each<Partial<Form> & Pick<Form, 'kind'>>([
    { kind: 'limit', price: '2', triggerOn: 'buy', triggerSide: 'below', triggerPrice: '1.9' },
    { kind: 'bracket', price: '0.5', priceOf: 'buy', exitUnit: 'buy', thenTarget: '0.6', thenStop: '0.4' },
    { kind: 'exits', exitUnit: 'buy', targetPrice: '3', stopPrice: '1', targetLeast: '9', stopLeast: '4' },
    { kind: 'trail', exitUnit: 'usd', trailPercent: '7.5', trailFrom: '2.2' },
    { kind: 'recurring', planPrice: '2', runs: '12', every: '3', everyUnit: 'hour' },
    { kind: 'twap', planPrice: '2', parts: '8', span: '2', spanUnit: 'day' },
  ])('keeps the fields of $kind', (part) => {
    const query = new URLSearchParams(formQuery({ ...EMPTY_FORM, amount: '5', ...part }));
    expect(formOf(query)).toMatchObject({ amount: '5', ...part });
  });

  it('empties the fields of a kind that it names, and leaves out values that no choice offers', () => {
    const named = formOf(new URLSearchParams('kind=exits&stopPrice=1&exitUnit=euro'));
    expect(named).toMatchObject({ kind: 'exits', stopPrice: '1', targetPrice: '', exitUnit: 'usd' });
  });
});

describe('warnings of the form', () => {
  const quote = (priceImpact: number) => ({ priceImpact }) as unknown as Quote;

  it('are of a price impact and a slippage above five percent', () => {
    expect(formWarnings(form(), quote(0.05))).toEqual([]);
    expect(formWarnings(form(), quote(0.0695))).toEqual([
      expect.stringMatching(/^High price impact: .* 6\.95% worse/),
    ]);
    expect(formWarnings(form({ slippage: '50' }), undefined)).toEqual([
      expect.stringMatching(/up to 50% less/),
    ]);
    expect(formWarnings(form({ slippage: '50', kind: 'limit' }), undefined)).toEqual([]);
  });

  it('name what there is to trade if that is less, of a plan in all, and what is missing', () => {
    const held = new Map([['opal-subnet', 25_000_000n]]);
    expect(overBalance(form(), held)).toBeUndefined();
    expect(overBalance(form({ kind: 'recurring' }), held)).toMatch(
      /^More than the 25 OPAL that you have to trade/,
    );
    expect(overBalance(form({ amount: '26' }), held)).toMatch(/waits/);
    expect(overBalance(form({ amount: '26' }), undefined)).toBeUndefined();
    const lacks = [form(), form({ amount: '26' }), form({ kind: 'recurring' })].map((one) =>
      lackOf(one, held),
    );
    expect(lacks).toEqual([undefined, 1_000_000n, 15_000_000n]);
  });
});

describe('what is missing', () => {
  const facts = {
    network: 'devnet',
    tokens: [{ contractId: 'opal-subnet', blaze: 'v1' }],
    routers: [{ id: 'r', payout: 'signer', blaze: ['v1'] }],
  } as unknown as Facts;
  const quote = { path: [{}] } as unknown as Quote;
  const missing = (part: Partial<Form>) =>
    missingText({ facts, form: form(part), drafted: draft(part), quote, isLoading: false });

  it('is named by its own words', () => {
    expect(missing({})).toBeUndefined();
    expect(missing({ buy: undefined })).toBe('Choose two tokens');
    for (const same of [opalCopy, opal]) expect(missing({ buy: same })).toBe('Choose another token to buy');
    expect(missing({ sell: opal })).toBe('Choose another token to sell');
    expect(missing({ amount: '' })).toBe('Enter an amount');
    expect(missing({ amount: '1,500' })).toBe('Correct the marked field');
    expect(missing({ kind: 'limit' })).toBe('Enter a price');
    expect(missing({ kind: 'exits' })).toBe('Enter a price');
    expect(missing({ kind: 'exits', stopPrice: '2', targetPrice: '1' })).toBe('Correct the marked field');
    const small = { path: [], reason: 'amount-too-small' } as unknown as Quote;
    expect(missingText({ facts, form: form(), drafted: draft({}), quote: small, isLoading: false })).toBe(
      'Enter a larger amount',
    );
    expect(missing({ kind: 'recurring', runs: '' })).toBe('Fill in the empty field');
  });
});

describe('a stop or a target alone', () => {
  it('is one order with the slippage, or with what it receives at least', () => {
    const [stop, ...more] = draft({ kind: 'exits', stopPrice: '0.4' }).orders;
    expect(more).toEqual([]);
    expect(stop).toMatchObject({
      conditionToken: 'opal',
      direction: 'lt',
      targetPrice: '0.4',
      slippage: '0.005',
    });
    expect(draft({ kind: 'exits', targetPrice: '0.6', targetLeast: '5' }).orders).toMatchObject([
      { conditionToken: 'opal', direction: 'gt', targetPrice: '0.6', minAmountOut: '5000000' },
    ]);
  });
});

describe('times of the form', () => {
  it('times of the form that have passed or are too far ahead are marked in plain words', () => {
    expect(draft({ kind: 'recurring', startAt: '2020-01-01T10:00' }).problems.startAt).toMatch(/has passed/);
    expect(draft({ validity: 'times', from: '2020-01-01T10:00' }).problems.from).toMatch(/has passed/);
    expect(draft({ validity: 'times', from: '2030-01-01T10:00' }).problems.from).toMatch(/less than 90 days/);
    expect(draft({ kind: 'recurring', runs: '100' }).problems.runs).toMatch(/90 days/);
    // The minute that has begun.
    expect(draft({ validity: 'times', from: '2026-11-22T12:00' }).problems).toEqual({});
  });
});

describe('the first tokens', () => {
  const ranking = (held: Readonly<Record<string, number>>) => ({
    liquidity: ({ contractId, base }: ListedToken) => (contractId === 'opal' || base === 'opal' ? 9 : 1),
    held: ({ contractId }: ListedToken) => held[contractId] ?? 0,
  });
  const first = (query: string, held: Readonly<Record<string, number>> = {}) => {
    const { sell, buy } = firstTokens(sellers(), new URLSearchParams(query), ranking(held));
    return [sell?.contractId, buy?.contractId];
  };

  it('are those of the address, what is held most, or what trades most', () => {
    expect(first('')).toEqual(['opal-subnet', 'dollar-subnet']);
    expect(first('', { 'dollar-subnet': 5, 'opal-subnet': 3 })).toEqual(['dollar-subnet', 'opal-subnet']);
    expect(first('sell=dollar-subnet&buy=ticket')).toEqual(['dollar-subnet', 'ticket']);
    expect(first('buy=opal')).toEqual(['dollar-subnet', 'opal']);
  });

  it('are the same for the id of a token as for that of its copy, but that what is bought arrives in the balance that is named', () => {
    expect(first('sell=dollar&buy=opal-subnet')).toEqual(['dollar-subnet', 'opal-subnet']);
    expect(first('sell=dollar&buy=opal')).toEqual(['dollar-subnet', 'opal']);
    expect(first('sell=ticket&buy=opal')).toEqual(['ticket', 'opal']);
  });
});

describe('what an order sells of a token', () => {
  const [old, fresh] = [token('sbtc-old', 8, 'sbtc'), token('sbtc-new', 8, 'sbtc')];
  const sbtc = token('sbtc', 8);
  const all = [...tokens, sbtc, old, fresh];

  it('is its copy that a router takes and a vault swaps, of which the wallet holds most', () => {
    const [at, other] = [sellers({ tokens: all }), sellers({ tokens: all, held: { 'sbtc-old': 5n } })];
    expect([opal, opalCopy, sbtc].map((one) => tradedAs(one, at))).toEqual([opalCopy, opalCopy, fresh]);
    expect(tradedAs(sbtc, other)).toBe(old);
    expect(tradedAs(sbtc, sellers({ tokens: all, swapped: ['sbtc-old'] }))).toBe(old);
  });

  it('is nothing without a copy, a router or a vault, which is said', () => {
    const none = [sellers({ blaze: 'v9' }), sellers({ swapped: [] })].map((one) => whyNotSold(opal, one));
    expect([...none, whyNotSold(ticket, sellers())]).toEqual(Array(3).fill('no order can sell it here'));
    expect(whyNotSold(opal, sellers())).toBeUndefined();
  });
});

describe('the list of tokens', () => {
  const found = (search: string) =>
    foundTokens(tokens, { search, balances: undefined, isOpen: () => true, liquidity: () => 0 }).map(
      ({ contractId }) => contractId,
    );

  it('has a token once, also if its copy is what is searched', () => {
    expect(found('')).toEqual(['opal', 'dollar', 'ticket']);
    expect([found('opal-subnet'), found('DOLL')]).toEqual([['opal'], ['dollar']]);
  });

  it('adds up what is known of both balances', () => {
    const held = new Map([
      ['opal', 5n],
      ['opal-subnet', 7n],
      ['dollar-subnet', 1n],
    ]);
    expect([...wholeBalances(held, tokens)]).toEqual([
      ['opal', 12n],
      ['dollar', 1n],
    ]);
    expect(balancesOf(opalCopy, tokens)).toEqual(['opal', 'opal-subnet']);
  });
});

describe('an amount that is too small', () => {
  it('is explained by what cannot be divided', () => {
    const quote = { reason: 'amount-too-small' } as unknown as Quote;
    expect(noQuoteText(quote, { sell: ticket, buy: dollar })).toMatch(/TICKET cannot be divided, and fees/);
    expect(noQuoteText(quote, { sell: opal, buy: ticket })).toMatch(/less than one TICKET/);
    expect(noQuoteText(quote, { sell: opal, buy: dollar })).toMatch(/nothing is left/);
  });
});

describe('the summary of a review', () => {
  const hop = (fee: number, tokenIn: string, tokenOut: string) => ({
    vault: { fee, contractId: `${tokenIn}-${tokenOut}` },
    tokenIn: { contractId: tokenIn, decimals: 6 },
    tokenOut: { contractId: tokenOut, decimals: 6 },
  });
  const route = {
    hops: [hop(10_000, 'a', 'b'), hop(20_000, 'b', 'c')],
    fees: [
      { token: 'a', amount: '1000000' },
      { token: 'b', amount: '500000' },
    ],
  } as unknown as Quote;

  it('adds up the fees of the pools', () => {
    const fees = poolFees(route, (id, decimals) => (id === 'a' ? 2 : 4) / 10 ** decimals);
    expect(fees.share).toBeCloseTo(0.0298);
    expect(fees.usd).toBeCloseTo(4);
    expect(poolFees(route, () => undefined).usd).toBeUndefined();
  });

  it('says by how much the quote changed', () => {
    const of = (amountOutExact: string, amountInExact = '10') =>
      ({ amountInExact, amountOutExact }) as unknown as Quote;
    expect(changeOf(of('1000'), of('960'))).toBe(-0.04);
    expect(changeOf(of('1000'), of('1000', '20'))).toBe(-0.5);
  });

  it('compares other routes with the quoted one on the same reserves', () => {
    const pool = (contractId: string, from: string, to: string) =>
      ({
        contractId,
        kind: 'pool',
        feePpm: 0,
        liquidity: [from, to].map((id) => ({ contractId: id, reservesExact: '1000' })),
      }) as unknown as Vault;
    const vaults = [pool('a-b', 'a', 'b'), pool('b-c', 'b', 'c')];
    expect(outputOver(vaults, route, 1000n)).toBe(333n);
    expect(outputOver(vaults.slice(0, 1), route, 1000n)).toBeUndefined();
  });
});
