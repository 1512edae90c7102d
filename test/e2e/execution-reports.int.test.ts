import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createNodeClient, type StacksNode } from '../../src/adapters/stacks/index.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { seededRandom } from '../../src/domain/shared/seeded-random.js';
import { bestAt } from '../support/best-at.js';
import { onlyOn } from '../support/databases.js';
import type { OrderView } from '../support/exchange.js';
import { FIRES_AT_ONCE, mineUntilSettled } from '../support/executor-runs.js';
import { useTestBed } from '../support/test-bed.js';

/** `npm run test:reports` checks 200 fills. */
const FILLS = Number(process.env.REPORT_FILLS ?? 20);
const DEADLINE_MS = 60_000;
/** Orders that are placed together, so that several of them share a block. */
const BATCHES = [1, 4, 1, 1, 3];

const [{ create } = { create: undefined! }] = onlyOn('SQLite');

interface Report {
  readonly isPending: boolean;
  readonly executedAmountOut: string;
  readonly atParent?: {
    readonly blockHeight: number;
    readonly best?: string;
    readonly ownRoute?: string;
    readonly isExact: boolean;
    readonly inexact?: string;
  };
}

describe('execution reports', () => {
  const bed = useTestBed(create, [{ SLUICE_BTC_SOURCES: 'fixed:100000', STACKS_API_RPM: '10000' }]);
  let node: StacksNode;
  beforeAll(() => {
    node = createNodeClient({ baseUrl: bed.chain.devnet.stacksApiUrl });
  });
  afterAll(() => node.close());

  const balances = async (): Promise<ReadonlyMap<string, bigint>> => {
    const { stacksApiUrl, accounts } = bed.chain.devnet;
    const { accounts: all } = (await (await fetch(`${stacksApiUrl}/devnet`)).json()) as {
      accounts: { address: string; balances: Record<string, string> }[];
    };
    const own = all.find(({ address }) => address === accounts[0]!.address)!.balances;
    return new Map(Object.entries(own).map(([token, held]) => [token, BigInt(held)]));
  };

  const hasRoute = async (tokenIn: string, tokenOut: string, amount: string): Promise<boolean> => {
    const query = new URLSearchParams({ tokenIn, tokenOut, amount });
    const { status, body } = await bed.exchange.read<{ reason?: string; priceImpact: number }>(
      `/quote?${query.toString()}`,
    );
    // The executor waits at a larger impact.
    return status === 200 && body.data.reason === undefined && body.data.priceImpact < 0.01;
  };

  const reportOf = async (uuid: string): Promise<Report> => {
    const from = performance.now();
    for await (const _tick of setInterval(50)) {
      const { status, body } = await bed.exchange.read<Report>(`/orders/${uuid}/report`);
      if (status === 200 && !body.data.isPending) return body.data;
      if (performance.now() - from > 60_000) break;
    }
    throw new Error(`order ${uuid} has no report:\n${bed.exchange.sluice().log.slice(-20).join('\n')}`);
  };

  it(
    `of ${FILLS} fills name the best output of all routes before each swap, also over kills, and are exact unless something came before`,
    async () => {
      const { chain, exchange } = bed;
      const { tokens } = chain.devnet.registry;
      const random = seededRandom(7);
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
      const held = await balances();
      const subnets = tokens.filter(
        ({ type, contractId }) => type === 'SUBNET' && (held.get(contractId) ?? 0n) > 0n,
      );
      const filled: OrderView[] = [];
      for (let n = 0; filled.length < FILLS; n++) {
        const orders = [];
        while (orders.length < BATCHES[n % BATCHES.length]!) {
          const { contractId: inputToken } = pick(subnets);
          const outputToken = pick(tokens).contractId;
          const most = held.get(inputToken)! / 200n;
          const amountIn = String((most * BigInt(1 + Math.floor(random() * 1_000))) / 1_000n + 1n);
          if (!(await hasRoute(inputToken, outputToken, amountIn))) continue;
          orders.push(exchange.signedOrder({ ...FIRES_AT_ONCE, inputToken, outputToken, amountIn }));
        }
        for (const order of orders) expect(await exchange.place(order)).toMatchObject({ status: 200 });
        const uuids = orders.map(({ uuid }) => uuid);
        await mineUntilSettled(chain, exchange, uuids, DEADLINE_MS);
        // The block of the last swap is replaced, and its transactions return to the mempool.
        if (n % 5 === 2) await chain.control('/orphan', { blocks: 1 });
        const settled = await mineUntilSettled(chain, exchange, uuids, DEADLINE_MS);
        filled.push(...settled.filter(({ status }) => status === 'confirmed'));
        // The next process knows no past block, so it reads the parents of what was not reported yet.
        if (n % 10 === 4) {
          await exchange.end('SIGKILL');
          await exchange.start();
        }
      }

      const best = bestAt(chain.devnet);
      const reasons: Record<string, number> = {};
      for (const order of filled) {
        const { uuid, blockHeight } = order as { uuid: string; blockHeight: number };
        const report = await reportOf(uuid);
        expect(report.atParent?.blockHeight).toBe(blockHeight - 1);
        const { id: tip } = unwrap(await node.tipAt(blockHeight - 1))!;
        const swap = {
          tokenIn: order['inputToken'] as ContractId,
          tokenOut: order['outputToken'] as ContractId,
          amountIn: BigInt(order['amountIn'] as string),
        };
        const found = await best(tip, swap);
        expect([uuid, report.atParent?.best]).toEqual([uuid, found?.toString()]);
        if (report.atParent!.isExact) expect(report.atParent!.ownRoute).toBe(report.executedAmountOut);
        const reason = report.atParent!.inexact ?? 'exact';
        reasons[reason] = (reasons[reason] ?? 0) + 1;
        // Stableswap pools quote one unit less than they pay, which later hops may multiply.
        if (reason !== 'route-differs') continue;
        const { quote } = order['metadata'] as { quote: { vaults: readonly string[] } };
        expect(quote.vaults.join()).toContain('stableswap');
        expect(BigInt(report.executedAmountOut)).toBeGreaterThan(BigInt(report.atParent!.ownRoute!));
      }
      expect(['exact', 'earlier-transactions', 'route-differs']).toEqual(
        expect.arrayContaining(Object.keys(reasons)),
      );
      expect(reasons['exact']).toBeGreaterThan(FILLS / 4);
      if (process.env.REPORT_FILLS !== undefined)
        process.stdout.write(`${filled.length} fills: ${JSON.stringify(reasons)}\n`);
    },
    DEADLINE_MS * (2 + FILLS / 5),
  );
});
