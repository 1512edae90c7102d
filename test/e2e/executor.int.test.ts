import { describe, expect, it } from '@jest/globals';
import { onlyOn } from '../support/databases.js';
import { useTestBed } from '../support/test-bed.js';

/** More than any demo wallet holds. */
const TOO_MUCH = '9000000000000000000';
const AT_ONCE = { conditionToken: '*', targetPrice: '0', direction: 'gt' };

describe.each(onlyOn('Postgres'))('the executor of a running server, on $name', ({ create }) => {
  // The interval exceeds every deadline, so only wake-ups can send anything.
  const bed = useTestBed(create, [{ SLUICE_EXECUTOR_MS: '60000' }]);

  const place = async (fields: Record<string, string>, guards: object = {}): Promise<string> => {
    const order = bed.exchange.signedOrder(fields);
    expect(await bed.exchange.place({ ...order, ...guards })).toMatchObject({ status: 200 });
    return order.uuid;
  };
  const evaluationOf = async (uuid: string) =>
    (await bed.exchange.read<{ evaluation?: object }>(`/orders/${uuid}`)).body.data.evaluation;

  it('sends an order without a target as soon as it is placed when its window is open', async () => {
    expect(await bed.exchange.until(await place(AT_ONCE), 'broadcasted')).toHaveProperty('txid');
  });

  it('sends an order as soon as it is placed when its target is already reached', async () => {
    const { sbtc } = bed.chain.devnet.registry;
    const uuid = await place({ ...AT_ONCE, conditionToken: sbtc }, { confirm: { blocks: 0 } });
    expect(await bed.exchange.until(uuid, 'broadcasted')).toHaveProperty('txid');
  });

  it('sends an order when its window opens and cancels one when its window closes', async () => {
    const soon = new Date(Date.now() + 3_000).toISOString();
    const [opens, closes] = [await place({ ...AT_ONCE, validFrom: soon }), await place({ validTo: soon })];
    expect(await evaluationOf(opens)).toMatchObject({ reason: 'waiting-window', opensAt: soon });
    await bed.exchange.until(opens, 'broadcasted');
    expect(await bed.exchange.until(closes, 'cancelled')).toMatchObject({ cancelReason: 'expired' });
  });

  it('returns the distance to the target in the evaluation of a waiting order', async () => {
    const { sbtc } = bed.chain.devnet.registry;
    const uuid = await place({ conditionToken: sbtc, targetPrice: '1', direction: 'lt' });
    expect(await evaluationOf(uuid)).toMatchObject({
      state: 'waiting',
      reason: 'waiting-price',
      distance: expect.stringMatching(/^-0\.99/),
    });
  });

  it('evaluates an order its owner cannot pay as backing off with insufficient-balance', async () => {
    const uuid = await place({ ...AT_ONCE, amountIn: TOO_MUCH });
    expect(await bed.exchange.untilEvaluated(uuid, 'insufficient-balance')).toMatchObject({
      state: 'backing-off',
    });
  });
});
