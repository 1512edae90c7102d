import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { onlyOn } from '../support/databases.js';
import type { Exchange, OrderView } from '../support/exchange.js';
import { FIRES_AT_ONCE, IN_AGREEMENT, mineUntilSettled, openBooks } from '../support/executor-runs.js';
import { useTestBed } from '../support/test-bed.js';

/** On each database; more by `npm run test:races`, and other moments by another seed. */
const RACES = Number(process.env.RACES ?? 10);
const SEED = Number(process.env.RACES_SEED ?? 5);
const BATCH = 10;
const DEADLINE_MS = 120_000;

interface Race {
  /** Who sends the order: the executor by itself, or the owner. */
  readonly by: 'executor' | 'owner';
  /** The owner cancels at one of the calls to the node of this batch, or after so long if there are not as many. */
  readonly path: '/v2/fees' | '/v2/accounts' | '/v2/transactions';
  readonly call: number;
  readonly atMostMs: number;
}

const races = fc.record<Race>({
  by: fc.constantFrom('executor', 'owner'),
  path: fc.constantFrom('/v2/fees', '/v2/accounts', '/v2/transactions'),
  call: fc.integer({ min: 1, max: BATCH }),
  atMostMs: fc.integer({ min: 500, max: 5_000 }),
});

interface Answers {
  readonly cancelled: Awaited<ReturnType<Exchange['cancel']>>;
  readonly executed: Awaited<ReturnType<Exchange['execute']>> | undefined;
}

const ENDED_BY_SENDING = ['confirmed', 'failed'];

/** Who was told what, and what is true afterwards. */
function judge({ cancelled, executed }: Answers, order: OrderView): 'cancelled' | 'sent' {
  const { status } = order;
  if (cancelled.status !== 200) {
    expect(cancelled).toMatchObject({ body: { code: 'order-already-broadcast' } });
    expect(ENDED_BY_SENDING).toContain(status);
  } else {
    expect(status).toBe(cancelled.body.data['status']);
  }
  if (executed?.status === 200) expect(ENDED_BY_SENDING).toContain(status);
  return status === 'cancelled' ? 'cancelled' : 'sent';
}

describe.each(onlyOn('SQLite'))('a cancel that races an execution, on $name', ({ name, create }) => {
  const bed = useTestBed(create, [{ SLUICE_ROLES: 'api,executor' }]);

  async function run({ by, path, call, atMostMs }: Race): Promise<{ uuid: string; answers: Answers }> {
    const order = bed.exchange.signedOrder({
      ...(by === 'executor' && FIRES_AT_ONCE),
      amountIn: '1000000',
    });
    const { uuid } = order;
    expect(await bed.exchange.place(order)).toMatchObject({ status: 200 });
    const [executed, cancelled] = await Promise.all([
      by === 'owner' ? bed.exchange.execute(uuid) : undefined,
      Promise.race([bed.chain.proxy.seeNth(call, path), setTimeout(atMostMs)]).then(() =>
        bed.exchange.cancel(uuid),
      ),
    ]);
    return { uuid, answers: { cancelled, executed } };
  }

  it(
    'ends as the caller was told',
    async () => {
      const books = await openBooks(bed.chain, bed.exchange.signedOrder());
      const all = fc.sample(races, { numRuns: RACES, seed: SEED });
      const ended: OrderView[] = [];
      const won: Record<string, number> = {};
      for (let from = 0; from < all.length; from += BATCH) {
        const batch = all.slice(from, from + BATCH);
        const raced = await Promise.all(batch.map(run));
        const uuids = raced.map(({ uuid }) => uuid);
        const orders = await mineUntilSettled(bed.chain, bed.exchange, uuids, DEADLINE_MS);
        ended.push(...orders);
        raced.forEach(({ answers }, n) => {
          const outcome = `${judge(answers, orders[n]!)} against ${batch[n]!.by}`;
          won[outcome] = (won[outcome] ?? 0) + 1;
        });
      }
      const report = await books.close(ended);
      process.stdout.write(`${name}: ${RACES} races, ${JSON.stringify(won)}\n`);
      expect(report).toMatchObject(IN_AGREEMENT);
    },
    DEADLINE_MS * (1 + RACES / BATCH),
  );
});
