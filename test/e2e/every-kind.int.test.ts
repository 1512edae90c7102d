import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onlyOn } from '../support/databases.js';
import { openExchange, type Exchange, type OrderView } from '../support/exchange.js';
import { FIRES_AT_ONCE, IN_AGREEMENT, mineUntilSettled, openBooks } from '../support/executor-runs.js';
import { BUILT_IN, ON_DEVNET } from '../support/kind-swaps.js';
import { minedTransactions, sentTransactions } from '../support/swaps-on-chain.js';
import { ask, startTestChain, type TestChain } from '../support/test-chain.js';

/** `npm run test:kinds` places 50 orders over each kind, and prints what they cost. */
const ORDERS = Number(process.env.KIND_ORDERS ?? 2);
const DEADLINE_MS = 60_000 + 10_000 * ORDERS;
/** The index is behind, and of two nodes behind one address one is. */
const LAGS = [
  { path: '/extended', every: 1, blocks: 8 },
  { path: '/v2/', every: 2, blocks: 3 },
];
const [{ create } = { create: undefined! }] = onlyOn('SQLite');

describe.each([
  { network: 'mainnet' as const, swaps: BUILT_IN },
  { network: 'devnet' as const, swaps: ON_DEVNET },
])('orders at hosts of $network without deprecated endpoints that disagree', ({ network, swaps }) => {
  let chain: TestChain;
  let database: Awaited<ReturnType<typeof create>>;
  let folder: string;
  let exchange: Exchange;

  beforeAll(async () => {
    [chain, database] = await Promise.all([startTestChain(network), create()]);
    folder = await mkdtemp(join(tmpdir(), 'sluice-test-kinds-'));
    const path = join(folder, 'registry.json');
    await writeFile(path, JSON.stringify(chain.devnet.registry));
    exchange = await openExchange(chain, database.url, {
      ...{ SLUICE_NETWORK: network, SLUICE_REGISTRY: path, SLUICE_OPERATOR_KEY: chain.devnet.operatorKey },
      ...{ SLUICE_BTC_SOURCES: 'fixed:100000', SLUICE_ROLES: 'api,executor', STACKS_API_RPM: '10000' },
    });
  });
  afterAll(async () => {
    await exchange.close();
    await chain.close();
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const idOf = (name: string): string =>
    chain.devnet.registry.tokens.find(({ contractId: id }) => id === name || id.endsWith(`.${name}`))!
      .contractId;
  /** Takes the deprecated endpoints away and lets the hosts lag, or ends both. */
  const trouble = async (isOn: boolean) => {
    for (const lag of LAGS) await chain.control('/lag', isOn ? lag : { ...lag, blocks: 0 });
    await chain.control('/api', { gone: isOn ? 'all' : [] });
  };
  /** What the transaction of the order gave its owner, as the chain's events have it. */
  const paidTo = async ({ txid, owner }: OrderView): Promise<string> => {
    interface Transaction {
      readonly events: readonly {
        readonly asset?: { readonly recipient: string; readonly amount: string };
      }[];
    }
    const { body } = await ask<Transaction>(`${chain.devnet.stacksApiUrl}/extended/v1/tx/${String(txid)}`);
    const received = body.events.flatMap(({ asset }) =>
      asset !== undefined && asset.recipient === owner ? [BigInt(asset.amount)] : [],
    );
    return String(received.reduce((sum, amount) => sum + amount, 0n));
  };

  it.each(swaps)(
    `are paid once and recorded as the chain paid them, ${ORDERS} over $kind`,
    async ({ kind, from, to, amount, over }) => {
      // A fifth in all: the orders do not move the price until another vault pays more.
      const amountIn = String(BigInt(amount) / BigInt(5 * ORDERS));
      const terms = { ...FIRES_AT_ONCE, inputToken: idOf(from), outputToken: idOf(to), amountIn };
      const orders = Array.from({ length: ORDERS }, () => exchange.signedOrder(terms));
      const uuids = orders.map(({ uuid }) => uuid);
      const books = await openBooks(chain, terms, [{ address: chain.devnet.operatorAddress }]);
      await chain.control('/mine', { blocks: 8 });
      await trouble(true);
      const seen = chain.proxy.calls.length;
      const since = Date.now();
      for (const order of orders) expect(await exchange.place(order)).toMatchObject({ status: 200 });
      await mineUntilSettled(chain, exchange, uuids, DEADLINE_MS);
      const calls = chain.proxy.calls.slice(seen);
      await trouble(false);
      const settled = await mineUntilSettled(chain, exchange, uuids, DEADLINE_MS);

      const report = await books.close(settled);
      expect(report).toMatchObject({ ...IN_AGREEMENT, statuses: { confirmed: ORDERS } });
      for (const order of settled) {
        const { quote } = order['metadata'] as { quote: { vaults: readonly string[] } };
        expect(quote.vaults.map((vault) => vault.split('.')[1])).toEqual(over);
        expect([order['executedAmountIn'], order['executedAmountOut']]).toEqual([
          amountIn,
          await paidTo(order),
        ]);
      }
      const isOwn = ({ uuid = '' }) => uuids.includes(uuid);
      expect(sentTransactions(chain).filter(isOwn)).toHaveLength(ORDERS);
      expect((await minedTransactions(chain)).filter(isOwn)).toHaveLength(ORDERS);
      if (process.env.KIND_ORDERS !== undefined) print(kind, calls, Date.now() - since);
    },
    2 * DEADLINE_MS + 30_000,
  );
});

/** How many requests each order took, by endpoint. */
function print(kind: string, calls: readonly string[], tookMs: number): void {
  const counts = new Map<string, number>();
  for (const call of calls) {
    const endpoint = call
      .replace(/\?.*/, '')
      .replace(/0x[0-9a-f]{64}|[0-9a-f]{64}/, '{txid}')
      .replace(/S[A-Z0-9]{27,}/, '{address}')
      .replace(/(call-read\/\{address\}\/).*\//, '$1')
      .replace(/blocks\/\d+/, 'blocks/{height}');
    counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
  }
  const rows = [...counts].sort(([, a], [, b]) => b - a);
  const perOrder = (count: number) => (count / ORDERS).toFixed(1).padStart(7);
  const lines = rows.map(([endpoint, count]) => `${perOrder(count)}  ${endpoint}`);
  process.stdout.write(
    `${kind}: ${ORDERS} orders in ${tookMs} ms, ${calls.length} requests, for each order\n${lines.join('\n')}\n`,
  );
}
