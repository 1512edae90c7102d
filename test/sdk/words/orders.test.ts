import { describe, expect, it } from '@jest/globals';
import { eventWords } from '../../../src/sdk/words/events.js';
import {
  confirmWords,
  endWords,
  slippageWords,
  stopWords,
  triggerWords,
} from '../../../src/sdk/words/order.js';
import { percentWords, priceWords, tokenWords } from '../../../src/sdk/words/token-words.js';
import { REASONS } from '../../../src/sdk/words/reasons.js';
import { whyOf, whyText, type Evaluated } from '../../../src/sdk/words/why.js';
import type { PublicOrder } from '../../../src/sdk/client/index.js';
import { anOrder, SBTC, STX, TOKENS } from '../../apps/page/an-order.js';

const words = tokenWords((id) => TOKENS.get(id));
/** Without the marks that keep a symbol's direction to itself. */
const plain = (text: string | undefined) => text?.replace(/[\u2068\u2069]/g, '');

const why = (evaluation: Partial<Evaluated>) => {
  const { title, facts, help } = whyOf(anOrder({}), { reason: '', ...evaluation }, words);
  return { title: plain(title), facts: facts.map(plain), help };
};

describe('why an order has not run', () => {
  it.each(Object.keys(REASONS))('is a sentence with a remedy, also without numbers: %s', (reason) => {
    const { title, help } = why({ reason });
    expect([title, help]).toEqual([expect.stringMatching(/^[A-Z].*\.$/), expect.stringMatching(/\.$/)]);
  });

  it.each<[Partial<Evaluated>, readonly string[]]>([
    [
      { reason: 'waiting-price', ratio: '0.6', distance: '0.083334' },
      ['The price of STX (subnet) is $0.6.', 'It has to move by +8.33%.'],
    ],
    [
      { reason: 'waiting-confirmation', confirmed: 1, confirm: 2, unit: 'blocks', average: '0.66' },
      ['It has held for 1 of 2 blocks.', 'Its average is $0.66.'],
    ],
    [
      { reason: 'own-pool', ratioWithout: '0.61', liquidityUsd: 12, minLiquidityUsd: 1_000 },
      ['Without them the price is $0.61.', 'They hold $12; the least is $1K.'],
    ],
    [
      { reason: 'below-minimum', amountOut: '100', minAmountOut: '20000', attempts: 2 },
      [
        'The market has to pay 19,900% more.',
        'The order’s price is 50,000 STX (subnet) per sBTC; the market pays 10,000,000 STX (subnet) per sBTC.',
        'The last quote gave 0.000001 sBTC.',
        'The minimum received is 0.0002 sBTC.',
        '2 attempts failed so far.',
      ],
    ],
    [
      { reason: 'below-minimum', amountOut: '20000', minAmountOut: '100000000000' },
      [
        'The market has to pay 500,000,000% more.',
        'The order’s price is 0.01 STX (subnet) per sBTC; the market pays 50,000 STX (subnet) per sBTC.',
        'The last quote gave 0.0002 sBTC.',
        'The minimum received is 1,000 sBTC.',
      ],
    ],
    [
      { reason: 'price-impact', priceImpact: 0.0812, maxPriceImpact: 0.05 },
      ['Its price impact is 8.12%.', 'The most it may be is 5%.'],
    ],
    [
      { reason: 'insufficient-balance', balance: '0', needed: '10000000', attempts: 1 },
      ['There is 0 STX (subnet) to spend.', 'The order pays 10 STX (subnet).', '1 attempt failed so far.'],
    ],
  ])('has the numbers of its reason: %j', (evaluation, facts) => {
    expect(why(evaluation).facts).toEqual(facts);
  });

  it('names a token by its symbol, and one that is not listed by its id', () => {
    expect(why({ reason: 'price-thin', token: SBTC }).title).toBe(
      'The price of sBTC comes from too little trade.',
    );
    expect(why({ reason: 'price-missing', token: 'SP1.unlisted' }).title).toBe(
      'The price of SP1.unlisted is not known.',
    );
  });

  it('says how soon it is looked at again, unless it is compared with the market all the time', () => {
    const retryAt = '2026-11-22T12:02:00Z';
    const at = (reason: string) => whyOf(anOrder({}), { reason, retryAt }, words);
    const now = Date.parse('2026-11-22T12:00:00Z');
    expect(whyText(at('no-route'), now)).toContain('It is looked at again in 2m.');
    expect(whyText(at('no-route'), Date.parse(retryAt))).toContain('It is looked at again now.');
    expect(whyText(at('below-minimum'), now)).not.toContain('again');
  });

  it('is named as it is if the server is newer than the page', () => {
    expect(why({ reason: 'full-moon' }).title).toBe('It waits: full-moon.');
  });
});

const UNTRIGGERED = { conditionToken: '*', targetPrice: '0' } as const;

describe('what stops all new swaps', () => {
  const due = (evaluation: Partial<Evaluated>, fields: Partial<PublicOrder> = {}) =>
    whyOf(anOrder(fields), { reason: 'due', ...evaluation }, words);

  it('is why an order that is due is not sent', () => {
    expect(due({}).title).toBe('It is sent next.');
    expect(due({ stoppedBy: 'operator-balance-low' })).toMatchObject({
      title: 'Sending is stopped: the operator’s accounts hold too little for the fees of transactions.',
      help: 'It is sent once the operator has added to an account.',
    });
  });

  it('does not promise an order that ends before', () => {
    const { help } = due({ stoppedBy: 'paused' }, { validTo: '2026-11-22T12:00:00Z' });
    expect(help).toMatch(
      /^It is sent after the pause\. If that is not before Nov 22, 2026.*, it ends unsent\.$/,
    );
  });

  it('is named as it is if the server is newer than the page', () => {
    expect(due({ stoppedBy: 'flood' as 'paused' }).title).toBe('Sending is stopped: flood.');
  });
});

describe('the words of an order', () => {
  it('say what a slippage that was not signed means', () => {
    expect(slippageWords(anOrder({ slippage: 0.005 }))).toBe('0.5%');
    expect(slippageWords(anOrder({ minAmountOut: '5' }))).toBe('None: its minimum is fixed');
    expect(slippageWords(anOrder({}))).toBe('As the server sets it');
  });

  it.each([
    [{}, 'STX (subnet) at or above $0.65', 'Price must hold for 2 blocks'],
    [
      { direction: 'lt' as const, baseAsset: SBTC, targetPrice: '0.0000194123456' },
      'STX (subnet) at or below ≈ 0.0000194123 sBTC',
      'Price must hold for 2 blocks',
    ],
    [{ confirm: { minutes: 30 } }, 'STX (subnet) at or above $0.65', 'Met on average over 30 minutes'],
    [{ confirm: { blocks: 0 } }, 'STX (subnet) at or above $0.65', 'Once it is met'],
    [{ confirm: { runs: 1 } }, 'STX (subnet) at or above $0.65', 'Met in 1 consecutive run of the prices'],
    [{ ...UNTRIGGERED, minAmountOut: '20000' }, 'At most 50,000 STX (subnet) per sBTC', undefined],
    [
      { ...UNTRIGGERED, minAmountOut: '20000', validFrom: '2026-12-01T00:00:00Z' },
      'At a time, at most 50,000 STX (subnet) per sBTC',
      undefined,
    ],
    [
      { direction: 'lt' as const, trail: { bps: 550 } },
      'STX (subnet) 5.5% below its highest price',
      'Price must hold for 2 blocks',
    ],
    [
      { trail: { price: '0.05' }, activationPrice: '2' },
      'STX (subnet) $0.05 above its lowest price, once that is at most $2',
      'Price must hold for 2 blocks',
    ],
    [UNTRIGGERED, 'Market', undefined],
    [{ ...UNTRIGGERED, validFrom: '2026-12-01T00:00:00Z' }, 'At a time', undefined],
  ])('say what triggers it: %j', (fields, trigger, confirmation) => {
    const order = anOrder(fields);
    expect([plain(triggerWords(order, words)), confirmWords(order, 2)]).toEqual([trigger, confirmation]);
  });

  it('say that an order without a trigger is its owner’s to execute', () => {
    const { conditionToken: _, ...order } = anOrder({});
    expect(triggerWords(order, words)).toBe('Manual');
  });

  it('say where the stop of a trailing order is', () => {
    const trailing = { mark: '2', markedAt: '2026-11-20T12:00:00.000Z', stop: '1.9' };
    expect(stopWords(anOrder({ direction: 'lt', trailing }), words)).toBe('$1.9, below $2');
    expect(stopWords(anOrder({ direction: 'gt', trailing }), words)).toBe('$1.9, above $2');
    expect(stopWords(anOrder({}), words)).toBeUndefined();
  });

  it('say how it ended', () => {
    const ended = { status: 'confirmed', executedAmountIn: '10000000', executedAmountOut: '20039' } as const;
    expect(plain(endWords(anOrder(ended), words))).toBe('Paid 10 STX (subnet) and received 0.00020039 sBTC.');
    expect(endWords(anOrder({ status: 'cancelled', cancelReason: 'oco' }), words)).toContain(
      'one-cancels-other',
    );
    const failed = anOrder({ status: 'failed', failureReason: 'abort_by_post_condition' });
    expect(endWords(failed, words)).toContain('more than the slippage');
    expect(endWords(anOrder({}), words)).toBeUndefined();
  });

  it('have prices of any length', () => {
    const price = `${'9'.repeat(39)}.${'1'.repeat(18)}`;
    expect(priceWords(price, 'USD', words)).toMatch(/^≈ \$999,999/);
    expect(priceWords('0', undefined, words)).toBe('$0');
    expect(percentWords('-0.0035')).toBe('−0.35%');
  });

  it('mark the direction of a symbol so that it affects nothing else', () => {
    const hostile = tokenWords(() => ({ symbol: 'CTBs', mark: 'subnet', decimals: 8 }));
    expect(hostile.amount('100000000', SBTC)).toBe('1 \u2068CTBs\u2069 (subnet)');
    expect(tokenWords(() => undefined).amount('1234', STX)).toContain('1,234 smallest units of');
  });
});

describe('an event of an order', () => {
  it('has its facts, a phrase each', () => {
    const event = {
      seq: 4,
      at: '2026-11-20T12:00:00.000Z',
      type: 'confirmed',
      txid: 'ab'.repeat(32),
      blockHeight: 1234,
      executedAmountOut: '20039',
    } as const;
    const { title, facts, txid } = eventWords(event, anOrder({}), words);
    expect([title, facts.map(plain), txid]).toEqual([
      'Confirmed: the swap is mined',
      ['received 0.00020039 sBTC', 'block 1,234'],
      'ab'.repeat(32),
    ]);
  });

  it('says who or what cancelled it', () => {
    const event = { seq: 2, at: '', type: 'cancelled', reason: 'owner' } as const;
    expect(eventWords(event, anOrder({}), words).facts).toEqual(['its owner cancelled it']);
  });

  it('an event of an order of a newer server is named as it is', () => {
    const event = {
      seq: 1,
      at: '',
      type: 'moved' as 'created',
      reason: { deep: true },
      executedAmountOut: 'x',
    };
    expect(eventWords(event, anOrder({}), words)).toEqual({ title: 'moved', facts: [], txid: undefined });
  });
});
