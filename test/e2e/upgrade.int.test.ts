import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Caller, type Answer, type Call } from '../../bench/attack/caller.js';
import { newWallet, orderBody, signed, type Market, type Wallet } from '../../bench/attack/wallets.js';
import { inspectDatabase, parseDatabaseUrl } from '../../src/adapters/typeorm/index.js';
import { NO_QUOTAS } from '../support/no-quotas.js';
import { createDatabase } from '../support/postgres.js';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';
import { ask, startTestChain } from '../support/test-chain.js';

const NEXT = ['--import', new URL('../support/next-release.mjs', import.meta.url).href] as const;
const MIGRATION = 'Expand999OrderNotes1999000000000';
const SWAP = '/swap/api/v1';
const PUBLIC = 'https://sluice.example';
const ROLES = ['api,recorder', 'api,executor'];
/** Orders that each state of the processes takes before the next step. */
const BETWEEN = 6;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Callers behind a balancer: each call goes to a process that listens, to another one only if it refuses the connection. */
class Balanced {
  private readonly backends: Caller[] = [];
  private next = 0;
  readonly failures: string[] = [];

  add(url: string): Caller {
    const caller = new Caller(url, '127.0.0.1', Infinity);
    this.backends.push(caller);
    return caller;
  }

  remove(caller: Caller): void {
    this.backends.splice(this.backends.indexOf(caller), 1);
  }

  async send(path: string, call: Call = {}): Promise<Answer> {
    const caller = this.backends[this.next++ % this.backends.length]!;
    const answer = await caller
      .send(path, call)
      .catch((error: unknown) => ({ status: 0, body: String(error) }));
    if (answer.status !== 200) this.failures.push(`${path}: ${answer.status} ${answer.body.slice(0, 300)}`);
    return answer;
  }
}

describe('this release and the next one', () => {
  it('run side by side on one database, forth and back, while orders are placed and cancelled, and lose no request', async () => {
    const database = await createDatabase();
    closing.push(() => database.remove());
    const chain = await startTestChain();
    closing.push(() => chain.close());
    const market = { ...chain.devnet.registry, accounts: chain.devnet.accounts } as unknown as Market;
    const settings = {
      ...NO_QUOTAS,
      DATABASE_URL: database.url,
      STACKS_API_URL: chain.proxy.url,
      SLUICE_PUBLIC_URL: PUBLIC,
    };
    const balancer = new Balanced();
    const begin = async (roles: string, flags: readonly string[] = []) => {
      const sluice = await startSluice({ ...settings, SLUICE_ROLES: roles }, flags);
      const caller = roles.includes('api') ? balancer.add(sluice.url) : undefined;
      const end = async () => {
        if (caller !== undefined) balancer.remove(caller);
        await sluice.end('SIGTERM');
        caller?.close();
      };
      closing.push(end);
      return { sluice, end };
    };
    const roll = async (from: readonly Awaited<ReturnType<typeof begin>>[], flags: readonly string[]) => {
      const fresh = [];
      for (const [n, roles] of ROLES.entries()) {
        fresh.push(await begin(roles, flags));
        await load.more();
        await from[n]!.end();
        closing.splice(closing.indexOf(from[n]!.end), 1);
        await load.more();
      }
      return fresh;
    };

    const old = [];
    for (const roles of ROLES) old.push(await begin(roles));
    const load = startLoad(balancer, market);
    closing.push(() => load.stop());
    await load.more();
    const next = await roll(old, NEXT);
    expect((await inspectDatabase(database.url)).unknown).toEqual([MIGRATION]);
    const again = await roll(next, []);
    await load.stop();

    expect(balancer.failures).toEqual([]);
    const direct = await new DataSource(parseDatabaseUrl(database.url)).initialize();
    closing.push(() => direct.destroy());
    const stored = await direct.query<{ status: string; n: string }[]>(
      'SELECT status, COUNT(*) AS n FROM orders GROUP BY status ORDER BY status',
    );
    expect(stored).toEqual([
      { status: 'cancelled', n: String(load.cancelled()) },
      { status: 'open', n: String(load.placed() - load.cancelled()) },
    ]);
    const health = await ask<{ status: string; version: string }>(`${again[0]!.sluice.url}/healthz`);
    expect(health.body).toMatchObject({ status: 'ok', version: expect.any(String) });
    expect(firstLine(again[0]!.sluice)).toMatchObject({ msg: 'starting', version: health.body.version });
  });
});

const firstLine = ({ log }: SluiceProcess): unknown => JSON.parse(log[0]!);

/** Places orders and cancels every other one, one after the other. */
function startLoad(balancer: Balanced, market: Market) {
  let [placed, cancelled, isStopped] = [0, 0, false];
  const run = async (wallet: Wallet) => {
    while (!isStopped) {
      const order = orderBody(market, wallet);
      const json = { ...order, conditionToken: order.outputToken, targetPrice: '999999999', direction: 'gt' };
      await balancer.send(`${SWAP}/orders/new`, { method: 'POST', json });
      if (placed++ % 2 === 0) continue;
      const headers = { ...signed(PUBLIC, wallet, { action: 'cancel_order', uuid: order.uuid }) };
      await balancer.send(`${SWAP}/orders/${order.uuid}/cancel`, { method: 'PATCH', headers, json: {} });
      cancelled++;
      await balancer.send(`${SWAP}/orders/${order.uuid}`);
    }
  };
  const running = [run(newWallet()), run(newWallet())];
  return {
    placed: () => placed,
    cancelled: () => cancelled,
    /** Waits for further orders. */
    more: async () => {
      for (const until = placed + BETWEEN; placed < until && balancer.failures.length === 0;) await pause(5);
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
    },
  };
}
