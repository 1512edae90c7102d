import { createRequire } from 'node:module';
import { setInterval, setTimeout } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { Client } from 'pg';
import { devAccount, type DevAccount } from '../../src/apps/devnet/vm/accounts.js';
import type { Exchange, OrderBody, OrderView } from './exchange.js';
import { compareWithChain, minedTransactions, type Comparison } from './swaps-on-chain.js';
import type { TestChain } from './test-chain.js';

/** Fields of an order that is due as soon as an executor sees it. */
export const FIRES_AT_ONCE: OrderBody = { conditionToken: '*', targetPrice: '0', direction: 'gt' };

/** The operator's accounts on the devnet, and the setting that names them. */
export interface OperatorAccounts {
  readonly title: string;
  readonly accounts: readonly DevAccount[];
  readonly settings: { readonly SLUICE_OPERATOR_KEY: string };
}

const operatedBy = (title: string, ...names: readonly string[]): OperatorAccounts => {
  const accounts = names.map((name) => devAccount(name));
  return { title, accounts, settings: { SLUICE_OPERATOR_KEY: accounts.map((a) => a.privateKey).join() } };
};

export const ONE_ACCOUNT = operatedBy('one account', 'operator');
/** Two accounts of the operator. The second belongs to a wallet that places no orders. */
export const TWO_ACCOUNTS = operatedBy('two accounts', 'operator', 'dave');

const TICK_MS = 50;
/** Limit on the time in which a server cannot read, ms. */
const READ_MS = 30_000;
const MOST_READS_AT_ONCE = 25;
const FINAL = ['confirmed', 'failed', 'cancelled'];

/** Headers of reads. */
type Headers = Readonly<Record<string, string>>;

/** Reads the order's current state, also if the server cannot at first. Undefined if there is no such order. */
export async function readOrder(
  exchange: Exchange,
  uuid: string,
  headers: Headers = {},
): Promise<OrderView | undefined> {
  const from = performance.now();
  for (;;) {
    const { status, body } = await exchange.read(`/orders/${uuid}`, headers);
    if (status === 200) return body.data;
    if (status === 404) return undefined;
    if (status !== 503 || performance.now() - from > READ_MS) throw new Error(`order ${uuid}: ${body.error}`);
    await setTimeout(TICK_MS);
  }
}

/** Reads the current state of orders that are stored. */
export async function readOrders(
  exchange: Exchange,
  uuids: readonly string[],
  headers: Headers = {},
): Promise<OrderView[]> {
  const orders: OrderView[] = [];
  for (let from = 0; from < uuids.length; from += MOST_READS_AT_ONCE) {
    const part = uuids.slice(from, from + MOST_READS_AT_ONCE);
    const found = await Promise.all(part.map((uuid) => readOrder(exchange, uuid, headers)));
    if (found.includes(undefined)) throw new Error(`an order is missing: ${part.join(', ')}`);
    orders.push(...(found as OrderView[]));
  }
  return orders;
}

/** Whether a log line is worth showing. Answered requests are not: these reads cause 40 of them a second. */
const isNews = (line: string): boolean => !line.includes('"msg":"answered"');

/** Mines blocks until every order has ended. Returns the orders in their final state. */
export async function mineUntilSettled(
  chain: TestChain,
  exchange: Exchange,
  uuids: readonly string[],
  deadlineMs: number,
  headers: Headers = {},
): Promise<OrderView[]> {
  const from = performance.now();
  let left = uuids;
  for await (const _tick of setInterval(TICK_MS)) {
    await chain.control('/mine', { blocks: 1 });
    const orders = await readOrders(exchange, left, headers);
    const open = orders.filter(({ status }) => !FINAL.includes(String(status)));
    left = open.map(({ uuid }) => String(uuid));
    if (left.length === 0) break;
    if (performance.now() - from > deadlineMs) {
      const samples = open.slice(0, 3).map((order) => JSON.stringify(order));
      const log = exchange.sluice().log.filter(isNews).slice(-20);
      throw new Error(`${left.length} orders did not end:\n${[...samples, ...log].join('\n')}`);
    }
  }
  return readOrders(exchange, uuids, headers);
}

/** Ends the leases of executors and of deliveries to webhooks, as two minutes without renewal would. */
export async function endClaims(databaseUrl: string): Promise<void> {
  const statement = `
    UPDATE order_queue SET wake_at = '2000-01-01T00:00:00.000Z' WHERE state = 1;
    UPDATE webhook_deliveries SET next_at = '2000-01-01T00:00:00.000Z' WHERE claimant IS NOT NULL`;
  if (databaseUrl.startsWith('sqlite:')) {
    const Database = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;
    const database = new Database(databaseUrl.slice('sqlite:'.length));
    database.exec(statement);
    database.close();
    return;
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The books of a wallet and of the operator. */
export interface Books {
  /** Compares the orders with the chain and with the balances, to the unit. */
  close(orders: readonly OrderView[]): Promise<BooksReport>;
}

export interface BooksReport extends Comparison {
  /** Amount that left the wallet, minus the amount that confirmed orders account for. */
  readonly paidTooMuch: bigint;
  /** Amount that the wallet received, minus the amount that confirmed orders account for. */
  readonly receivedTooMuch: bigint;
  /** Number of the operator's executed transactions that no record explains. */
  readonly unknownTransactions: number;
}

/** Opens the books of the first wallet for the tokens that its orders trade, and of the operator's accounts. */
export async function openBooks(
  chain: TestChain,
  { inputToken, outputToken }: OrderBody,
  operators: readonly Pick<DevAccount, 'address'>[] = ONE_ACCOUNT.accounts,
): Promise<Books> {
  const [wallet] = chain.devnet.accounts;
  const read = async () => ({
    input: await chain.balance(inputToken!, wallet!),
    output: await chain.balance(outputToken!, wallet!),
    nonce: await noncesOf(chain, operators),
    mined: (await minedTransactions(chain)).length,
  });
  const before = await read();
  return {
    close: async (orders) => {
      const after = await read();
      const confirmed = orders.filter(({ status }) => status === 'confirmed');
      const sum = (field: string) =>
        confirmed.reduce((total, order) => total + BigInt(String(order[field])), 0n);
      return {
        ...compareWithChain(orders, await minedTransactions(chain)),
        paidTooMuch: before.input - after.input - sum('executedAmountIn'),
        receivedTooMuch: after.output - before.output - sum('executedAmountOut'),
        unknownTransactions: after.nonce - before.nonce - (after.mined - before.mined),
      };
    },
  };
}

/** Number of the accounts' transactions that have been mined. */
async function noncesOf(chain: TestChain, accounts: readonly Pick<DevAccount, 'address'>[]): Promise<number> {
  const nonces = await Promise.all(accounts.map(({ address }) => chain.nonceOf(address)));
  return nonces.reduce((sum, nonce) => sum + nonce, 0);
}

/** The report if the orders, the chain and the balances agree. */
export const IN_AGREEMENT = {
  lost: [],
  doubled: [],
  paidTooMuch: 0n,
  receivedTooMuch: 0n,
  unknownTransactions: 0,
};
