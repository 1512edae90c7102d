import { setInterval } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { readEvents } from '../support/event-source.js';
import { openExchange, type Exchange } from '../support/exchange.js';
import { cancelWith, issueKey, revokeKey } from '../support/keys.js';
import { startReplicated, type ReplicatedPostgres } from '../support/replicated-postgres.js';
import { ask, startTestChain, type TestChain } from '../support/test-chain.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SWAPS = 20;
/** Time to place the orders, and for the standby to have them, before they are sent. */
const WINDOW_MS = 8_000;
/** A server logs it when the chain has been asked. */
const ASKED = 'the chain was asked about the database';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Bed {
  readonly postgres: ReplicatedPostgres;
  readonly chain: TestChain;
  readonly exchange: Exchange;
}

async function openBed(settings: Readonly<Record<string, string>> = {}): Promise<Bed> {
  const postgres = await startReplicated();
  closing.push(() => postgres.remove());
  const chain = await startTestChain();
  closing.push(() => chain.close());
  const exchange = await openExchange(chain, postgres.url, { LOG_LEVEL: 'info', ...settings });
  closing.push(() => exchange.close());
  return { postgres, chain, exchange };
}

/** What `/readyz` says, in the order in which it changes, until the process is ready after the chain was asked. */
async function untilReady(exchange: Exchange): Promise<readonly string[]> {
  const seen: string[] = [];
  for await (const _tick of setInterval(50)) {
    const { status, body } = await ask<{ reasons?: readonly string[] }>(`${exchange.sluice().url}/readyz`);
    const hasAsked = exchange.sluice().log.some((line) => line.includes(ASKED));
    const word = `${status}${hasAsked ? ' asked' : ''} ${(body.reasons ?? []).join('; ')}`.trim();
    if (seen.at(-1) !== word) seen.push(word);
    if (status === 200 && hasAsked) return seen;
  }
  throw new Error('unreachable');
}

const placeDue = async (exchange: Exchange): Promise<readonly string[]> => {
  const validFrom = new Date(Date.now() + WINDOW_MS).toISOString();
  const due = { conditionToken: '*', targetPrice: '0', direction: 'gt', validFrom };
  const orders = Array.from({ length: SWAPS }, () => exchange.signedOrder({ amountIn: '1000000', ...due }));
  for (const order of orders) expect(await exchange.place(order)).toMatchObject({ status: 200 });
  return orders.map(({ uuid }) => uuid);
};

describe('a failover to an asynchronous standby', () => {
  it('a failover to an asynchronous standby that lacks 20 swaps of the mempool sends none of them again, tells streams, and is not ready until the chain was asked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-test-ends-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const { postgres, chain, exchange } = await openBed({ SLUICE_ENDS_LOG: join(folder, 'ends.log') });
    const wallet = chain.devnet.accounts[0]!;
    const uuids = await placeDue(exchange);
    const gone = exchange.signedOrder({ amountIn: '1000000' });
    expect(await exchange.place(gone)).toMatchObject({ status: 200 });
    const key = await issueKey(exchange, wallet);
    await postgres.detach();

    const stream = await readEvents(`${exchange.sluice().swap}/orders/stream?owner=${wallet.address}`);
    closing.push(async () => stream.close());
    expect(await exchange.cancel(gone.uuid)).toMatchObject({ status: 200 });
    expect(await revokeKey(exchange, key, wallet)).toMatchObject({ status: 200 });
    for (const uuid of uuids) await exchange.until(uuid, 'broadcasted');
    await postgres.failOver();

    const seen = await untilReady(exchange);
    expect(seen.filter((word) => word === '200')).toEqual([]);
    expect(seen.join('\n')).toContain('the database went back in time');
    expect((await stream.until('resync')).at(-1)!.data).toEqual({ reason: 'database-went-back' });
    for (const uuid of uuids)
      expect((await exchange.read(`/orders/${uuid}`)).body.data).toMatchObject({ status: 'broadcasted' });
    expect((await exchange.read(`/orders/${gone.uuid}`)).body.data).toMatchObject({ status: 'cancelled' });
    expect(await cancelWith(exchange, key, gone.uuid)).toMatchObject({ status: 401 });

    const late = exchange.signedOrder({ amountIn: '1000000' });
    expect(await exchange.place(late)).toMatchObject({ status: 200 });
    expect(await exchange.execute(late.uuid)).toMatchObject({ status: 200 });
    await chain.control('/mine');
    for (const uuid of [...uuids, late.uuid]) await exchange.until(uuid, 'confirmed');
    expect(await chain.operatorNonce()).toBe(SWAPS + 1);
  }, 180_000);

  it('a failover to an asynchronous standby that lacks nothing continues by itself once the chain was asked', async () => {
    const { postgres, chain, exchange } = await openBed();
    const order = exchange.signedOrder({ amountIn: '1000000' });
    expect(await exchange.place(order)).toMatchObject({ status: 200 });
    await postgres.detach();
    await postgres.failOver();
    expect((await untilReady(exchange)).filter((word) => word === '200')).toEqual([]);
    expect(await exchange.execute(order.uuid)).toMatchObject({ status: 200 });
    await chain.control('/mine');
    await exchange.until(order.uuid, 'confirmed');
  }, 180_000);
});
