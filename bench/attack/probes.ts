import { setTimeout as pause } from 'node:timers/promises';
import { Caller } from './caller.js';
import { DUE, newWallet, orderBody, type Market, type Wallet } from './wallets.js';

/** What honest callers met during an attack, in milliseconds, each in the order of its measuring. */
export interface Probed {
  readonly health: number[];
  readonly create: number[];
  /** From an order's placing until its swap was sent, by the server's clock. */
  readonly sent: number[];
  /** What did not get its answer. */
  readonly failures: string[];
}

const SWAP = '/swap/api/v1';
const [HEALTH_EVERY_MS, CREATE_EVERY_MS, ORDER_EVERY_MS, POLL_MS] = [20, 200, 1_000, 50];
const SENT_LIMIT_MS = 60_000;
/** An order that waits for a price it never has. */
const WAITING = { conditionToken: undefined, targetPrice: '999999999', direction: 'gt' };

/** Honest callers: a health check, a wallet that places orders, and one whose orders are due at once. */
export function startProbes(
  url: string,
  market: Market,
): { readonly probed: Probed; stop(): Promise<Probed> } {
  const probed: Probed = { health: [], create: [], sent: [], failures: [] };
  const [wallet] = market.accounts as readonly [Wallet];
  // Of its own in each run: orders that wait count against their owner's quota.
  const patient = newWallet();
  const callers = [1, 2, 3].map((n) => new Caller(url, `127.0.0.${n}`));
  const [health, create, sent] = callers as [Caller, Caller, Caller];
  const stopping = new AbortController();

  const repeat = async (name: string, everyMs: number, probe: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      const from = performance.now();
      try {
        await probe();
      } catch (error) {
        probed.failures.push(`${name}: ${String(error)}`);
      }
      await pause(Math.max(0, from + everyMs - performance.now()), undefined, stopping).catch(
        () => undefined,
      );
    }
  };
  const expect = async (caller: Caller, path: string, json?: object) => {
    const from = performance.now();
    const { status, body } = await caller.send(path, json && { method: 'POST', json });
    if (status !== 200) throw new Error(`${path} responded ${status}: ${body.slice(0, 300)}`);
    return { ms: performance.now() - from, body };
  };
  const runs = [
    repeat('health', HEALTH_EVERY_MS, async () => {
      probed.health.push((await expect(health, '/healthz')).ms);
    }),
    repeat('create', CREATE_EVERY_MS, async () => {
      const order = orderBody(market, patient);
      const waiting = { ...order, ...WAITING, conditionToken: order.outputToken };
      probed.create.push((await expect(create, `${SWAP}/orders/new`, waiting)).ms);
    }),
    repeat('order', ORDER_EVERY_MS, async () => {
      const order = orderBody(market, wallet, DUE);
      await expect(sent, `${SWAP}/orders/new`, order);
      probed.sent.push(await sentMs(sent, order.uuid));
    }),
  ];
  return {
    probed,
    stop: async () => {
      stopping.abort();
      await Promise.all(runs);
      for (const caller of callers) caller.close();
      return probed;
    },
  };
}

async function sentMs(caller: Caller, uuid: string): Promise<number> {
  const from = performance.now();
  for (;;) {
    const { body } = await caller.send(`${SWAP}/orders/${uuid}`);
    const { data } = JSON.parse(body) as {
      data?: { status: string; createdAt: string; broadcastedAt?: string; failureReason?: string };
    };
    if (data?.broadcastedAt !== undefined) return Date.parse(data.broadcastedAt) - Date.parse(data.createdAt);
    if (data !== undefined && data.status !== 'open')
      throw new Error(`the order is ${data.status}: ${data.failureReason}`);
    if (performance.now() - from > SENT_LIMIT_MS) throw new Error(`not sent within ${SENT_LIMIT_MS} ms`);
    await pause(POLL_MS);
  }
}
