import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { onlyOn } from '../support/databases.js';
import type { Exchange, OrderView } from '../support/exchange.js';
import {
  FIRES_AT_ONCE,
  IN_AGREEMENT,
  mineUntilSettled,
  ONE_ACCOUNT,
  openBooks,
  TWO_ACCOUNTS,
} from '../support/executor-runs.js';
import { useTestBed } from '../support/test-bed.js';

/** Per database, over one account and two. `npm run test:races` runs more; RACES_SEED selects other moments. */
const RACES = Number(process.env.RACES ?? 10);
const SEED = Number(process.env.RACES_SEED ?? 5);
const BATCH = 10;
const DEADLINE_MS = 120_000;

interface Race {
  /** Who sends the order: the executor or the owner. */
  readonly by: 'executor' | 'owner';
  /** The owner cancels at this call of the batch to the node, or after `atMostMs` if there are fewer calls. */
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

interface Responses {
  readonly cancelled: Awaited<ReturnType<Exchange['cancel']>>;
  readonly executed: Awaited<ReturnType<Exchange['execute']>> | undefined;
}

const ENDED_BY_SENDING = ['confirmed', 'failed'];

/** Compares the responses with the order's final state. */
function outcomeOf({ cancelled, executed }: Responses, order: OrderView): 'cancelled' | 'sent' {
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

const ROWS = onlyOn('SQLite').flatMap((database) =>
  [ONE_ACCOUNT, TWO_ACCOUNTS].map((operator) => ({ ...database, ...operator })),
);

describe.each(ROWS)('$title of the operator, on $name', ({ name, create, title, accounts, settings }) => {
  const bed = useTestBed(create, [{ SLUICE_ROLES: 'api,executor', ...settings }]);
  const noncesOf = () => Promise.all(accounts.map(({ address }) => bed.chain.nonceOf(address)));

  async function run({ by, path, call, atMostMs }: Race): Promise<{ uuid: string; responses: Responses }> {
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
    return { uuid, responses: { cancelled, executed } };
  }

  it('share the orders that are due, each of which is confirmed once', async () => {
    const books = await openBooks(bed.chain, bed.exchange.signedOrder(), accounts);
    const before = await noncesOf();
    const orders = Array.from({ length: 8 }, () =>
      bed.exchange.signedOrder({ ...FIRES_AT_ONCE, amountIn: '1000000' }),
    );
    for (const { status } of await Promise.all(orders.map((order) => bed.exchange.place(order))))
      expect(status).toBe(200);
    const uuids = orders.map(({ uuid }) => uuid);
    const ended = await mineUntilSettled(bed.chain, bed.exchange, uuids, DEADLINE_MS);
    expect(await books.close(ended)).toMatchObject({ ...IN_AGREEMENT, statuses: { confirmed: 8 } });
    const after = await noncesOf();
    expect(after.every((nonce, n) => nonce > before[n]!)).toBe(true);
    const metrics = await (await fetch(`${bed.exchange.sluice().url}/metrics`)).text();
    for (const [n, { address }] of accounts.entries())
      expect(metrics).toContain(`sluice_operator_nonce{account="${address}"} ${after[n]}`);
  });

  it(
    'leave every order whose cancel races an execution in the state that its caller received, and send none twice',
    async () => {
      const books = await openBooks(bed.chain, bed.exchange.signedOrder(), accounts);
      const all = fc.sample(races, { numRuns: RACES / 2, seed: SEED });
      const ended: OrderView[] = [];
      const won: Record<string, number> = {};
      for (let from = 0; from < all.length; from += BATCH) {
        const batch = all.slice(from, from + BATCH);
        const raced = await Promise.all(batch.map(run));
        const uuids = raced.map(({ uuid }) => uuid);
        const orders = await mineUntilSettled(bed.chain, bed.exchange, uuids, DEADLINE_MS);
        ended.push(...orders);
        raced.forEach(({ responses }, n) => {
          const outcome = `${outcomeOf(responses, orders[n]!)} against ${batch[n]!.by}`;
          won[outcome] = (won[outcome] ?? 0) + 1;
        });
      }
      const report = await books.close(ended);
      process.stdout.write(`${name}, ${title}: ${all.length} races, ${JSON.stringify(won)}\n`);
      expect(report).toMatchObject(IN_AGREEMENT);
    },
    DEADLINE_MS * (1 + RACES / BATCH),
  );
});
