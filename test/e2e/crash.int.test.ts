import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import type BetterSqlite3 from 'better-sqlite3';
import { Client } from 'pg';
import { DATABASES, ON_BOTH } from '../support/databases.js';
import { useTestBed } from '../support/test-bed.js';
import type { TestChain } from '../support/test-chain.js';

/** `npm run test:crash` runs more rounds. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1);

/** Brings the server to one step of an execution and resolves when it waits there; returns a function that releases it. */
type Step = (
  chain: TestChain,
  databaseUrl: string,
) => Promise<{ reached: Promise<void>; release: () => Promise<void> }>;

const nothing = () => Promise.resolve();

const STEPS: Readonly<Record<string, Step>> = {
  'before storing': async ({ proxy }) => {
    const call = proxy.catchNext('POST', '/v2/fees/transaction');
    return { reached: call.then(() => undefined), release: nothing };
  },
  'after storing, before sending': async ({ proxy }) => {
    const call = proxy.catchNext('POST', '/v2/transactions');
    return { reached: call.then(() => undefined), release: nothing };
  },
  'after sending, before the response': async ({ proxy }) => {
    const call = proxy.catchNext('POST', '/v2/transactions');
    return { reached: call.then((caught) => caught.forward()), release: nothing };
  },
  'before recording': async ({ proxy }, databaseUrl) => {
    const call = proxy.catchNext('POST', '/v2/transactions');
    let release = nothing;
    const reached = call.then(async (caught) => {
      await caught.forward();
      release = await holdWrites(databaseUrl);
      await caught.answer();
    });
    return { reached, release: () => release() };
  },
};

/** Blocks writes of all other connections; returns a function that ends the block. */
async function holdWrites(url: string): Promise<() => Promise<void>> {
  if (url.startsWith('sqlite:')) {
    const Database = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;
    const database = new Database(url.slice('sqlite:'.length));
    database.exec('BEGIN IMMEDIATE');
    return async () => void database.close();
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE orders, swaps IN EXCLUSIVE MODE');
  return () => client.end();
}

describe.each(DATABASES)(
  'a server that is killed in the middle of an execution, on $name',
  ({ name, create }) => {
    const bed = useTestBed(create);

    const rounds = Array.from({ length: ROUNDS }, (_, round) => round + 1);
    // The steps alternate between the databases.
    const steps = Object.keys(STEPS).filter((_, n) => ON_BOTH || (n % 2 === 0) === (name === 'SQLite'));
    const cases = steps.flatMap((step) => rounds.map((round) => ({ step, round })));

    it.each(cases)(
      '$step (round $round): one swap on the chain, and the order confirmed',
      async ({ step }) => {
        const [alice] = bed.chain.devnet.accounts;
        const order = bed.exchange.signedOrder();
        const nonce = await bed.chain.operatorNonce();
        const paidFrom = await bed.chain.balance(order['inputToken']!, alice!);
        await bed.exchange.place(order);

        const { reached, release } = await STEPS[step]!(bed.chain, bed.databaseUrl);
        const cutOff = bed.exchange.execute(order.uuid).then(
          () => 'answered',
          () => 'cut off',
        );
        await reached;
        await bed.exchange.end('SIGKILL');
        expect(await cutOff).toBe('cut off');
        await release();

        await bed.exchange.start();
        // Before the first step nothing is stored, so the owner executes again; after that the restart alone must suffice.
        if (step === 'before storing') {
          expect(await bed.exchange.read(`/orders/${order.uuid}`)).toMatchObject({
            body: { data: { status: 'open' } },
          });
          expect(await bed.exchange.execute(order.uuid)).toMatchObject({ status: 200 });
        }
        await bed.exchange.until(order.uuid, 'broadcasted');
        await bed.chain.control('/mine', { blocks: 2 });
        await bed.exchange.until(order.uuid, 'confirmed');
        expect(await bed.chain.operatorNonce()).toBe(nonce + 1);
        const paid = paidFrom - (await bed.chain.balance(order['inputToken']!, alice!));
        expect(paid).toBe(BigInt(order['amountIn']!));
      },
    );
  },
);
