import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { signRequest } from '../../src/adapters/stacks/signatures/wallet.js';
import { onlyOn } from '../support/databases.js';
import type { Exchange, OrderView } from '../support/exchange.js';
import { createDatabase } from '../support/postgres.js';
import { useTestBed } from '../support/test-bed.js';
import { ask, type Answer, type TestChain } from '../support/test-chain.js';

type Answered = Answer<{ data: OrderView }>;

const place = (exchange: Exchange, key: string, order: object) =>
  ask<{ data: OrderView }>(`${exchange.sluice().swap}/orders/new`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(order),
  });

/** Sends the request for the chain's first wallet, signed afresh each time. */
function change(exchange: Exchange, chain: TestChain, verb: 'execute' | 'cancel', ref: string, key: string) {
  const [{ privateKey }] = chain.devnet.accounts as [TestChain['devnet']['accounts'][number]];
  const fields = { action: `${verb}_order`, uuid: ref, timestamp: Date.now(), once: randomUUID() };
  const { swap } = exchange.sluice();
  const signer = { privateKey, network: 'devnet', audience: new URL(swap).origin } as const;
  return ask<{ data: OrderView }>(`${swap}/orders/${ref}/${verb}`, {
    method: verb === 'execute' ? 'POST' : 'PATCH',
    headers: { ...signRequest(fields, signer), 'idempotency-key': key },
  });
}

const isReplay = ({ headers }: Answered) => headers.get('idempotency-replayed') === 'true';

/** Asserts that one request ran and the others got its response or 409; returns that one. */
function theOneThatRan(answers: readonly Answered[]): Answered {
  const ran = answers.filter((answer) => answer.status === 200 && !isReplay(answer));
  expect(ran).toHaveLength(1);
  for (const answer of answers.filter((each) => each !== ran[0])) {
    if (answer.status === 200) expect(answer.body).toEqual(ran[0]!.body);
    else expect([answer.status, answer.body.code]).toEqual([409, 'idempotency-key-in-use']);
  }
  return ran[0]!;
}

describe.each(onlyOn('SQLite'))('an Idempotency-Key on $name', ({ create }) => {
  const bed = useTestBed(create);

  it('returns the first response after the server was killed and restarted', async () => {
    const order = bed.exchange.signedOrder({ clientOrderId: randomUUID() });
    const ref = `client:${order['clientOrderId']!}`;
    const calls = [
      () => place(bed.exchange, 'my key', order),
      () => change(bed.exchange, bed.chain, 'execute', ref, 'my key'),
    ];
    const first: Answered[] = [];
    for (const call of calls) first.push(await call());
    expect(first.map(({ status }) => status)).toEqual([200, 200]);
    await bed.chain.control('/mine', { blocks: 1 });
    await bed.exchange.until(order.uuid, 'confirmed');

    await bed.exchange.end('SIGKILL');
    await bed.exchange.start();
    for (const [n, call] of calls.entries()) {
      const retry = await call();
      expect([retry.status, isReplay(retry), retry.body]).toEqual([200, true, first[n]!.body]);
    }
    const other = await place(bed.exchange, 'my key', bed.exchange.signedOrder());
    expect([other.status, other.body.code]).toEqual([422, 'idempotency-key-reused']);
  });
});

describe('an Idempotency-Key at two servers on one Postgres', () => {
  const bed = useTestBed(createDatabase, [{}, {}]);

  const atBoth = (call: (exchange: Exchange) => Promise<Answered>) =>
    Promise.all(bed.exchanges.flatMap((exchange) => Array.from({ length: 10 }, () => call(exchange))));

  it('runs exactly one of twenty concurrent requests, in every round', async () => {
    const order = bed.exchange.signedOrder();
    const nonce = await bed.chain.operatorNonce();
    const placed = theOneThatRan(await atBoth((exchange) => place(exchange, 'k', order)));
    const executed = theOneThatRan(
      await atBoth((exchange) => change(exchange, bed.chain, 'execute', order.uuid, 'k')),
    );
    await bed.chain.control('/mine', { blocks: 2 });
    await bed.exchange.until(order.uuid, 'confirmed');
    expect(await bed.chain.operatorNonce()).toBe(nonce + 1);

    for (const exchange of bed.exchanges) {
      expect((await place(exchange, 'k', order)).body).toEqual(placed.body);
      expect((await change(exchange, bed.chain, 'execute', order.uuid, 'k')).body).toEqual(executed.body);
    }
  });
});
