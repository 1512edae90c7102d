import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onlyOn } from '../support/databases.js';
import type { Exchange } from '../support/exchange.js';
import { openTestBed, type TestBed } from '../support/test-bed.js';
import type { TestChain } from '../support/test-chain.js';

/** More than any demo wallet has. */
const TOO_MUCH = '9000000000000000000';
const AT_ONCE = { conditionToken: '*', targetPrice: '0', direction: 'gt' };

describe.each(onlyOn('Postgres'))('orders that run by themselves on $name', ({ create }) => {
  let bed: TestBed;
  let chain: TestChain;
  let exchange: Exchange;

  beforeAll(async () => {
    bed = await openTestBed(create);
    chain = bed.chain;
    // The interval is too long to wait for: what is sent in time was sent by a wake-up.
    exchange = await bed.open({ SLUICE_EXECUTOR_MS: '60000' });
  });
  afterAll(() => bed.close());

  const place = async (fields: Record<string, string>): Promise<string> => {
    const order = exchange.signedOrder(fields);
    expect(await exchange.place(order)).toMatchObject({ status: 200 });
    return order.uuid;
  };
  const evaluationOf = async (uuid: string) =>
    (await exchange.read<{ evaluation?: object }>(`/orders/${uuid}`)).body.data.evaluation;

  it('sends an order without a condition as soon as it is placed', async () => {
    expect(await exchange.until(await place(AT_ONCE), 'broadcasted')).toHaveProperty('txid');
  });

  it('sends an order whose price is there already', async () => {
    const { sbtc } = chain.devnet.registry;
    const uuid = await place({ ...AT_ONCE, conditionToken: sbtc });
    expect(await exchange.until(uuid, 'broadcasted')).toHaveProperty('txid');
  });

  it('sends an order when its window opens, and ends one when its window closes', async () => {
    const soon = new Date(Date.now() + 1_000).toISOString();
    const [opens, closes] = [await place({ ...AT_ONCE, validFrom: soon }), await place({ validTo: soon })];
    expect(await evaluationOf(opens)).toMatchObject({ reason: 'waiting-window', opensAt: soon });
    await exchange.until(opens, 'broadcasted');
    expect(await exchange.until(closes, 'cancelled')).toMatchObject({ cancelReason: 'expired' });
  });

  it('says how far the price is', async () => {
    const { sbtc } = chain.devnet.registry;
    const uuid = await place({ conditionToken: sbtc, targetPrice: '1', direction: 'lt' });
    expect(await evaluationOf(uuid)).toMatchObject({
      state: 'waiting',
      reason: 'waiting-price',
      distance: expect.stringMatching(/^-0\.99/),
    });
  });

  it('does not send what the owner cannot pay, and says so', async () => {
    const uuid = await place({ ...AT_ONCE, amountIn: TOO_MUCH });
    await exchange.untilEvent(uuid, 'waiting');
    expect(await evaluationOf(uuid)).toMatchObject({ state: 'backing-off', reason: 'insufficient-balance' });
  });
});
