import pg from 'pg';
import { openStorage } from '../../src/adapters/typeorm/index.js';
import type { Order } from '../../src/domain/order/order.js';
import type { RawTransaction, Txid } from '../../src/domain/order/ids.js';
import type { SwapTransaction } from '../../src/domain/order/swap-transaction.js';
import type { Price } from '../../src/domain/price-series/price.js';
import type { Address } from '../../src/domain/shared/address.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { ok, unwrap } from '../../src/domain/shared/result.js';
import type { StorageAccess } from '../../src/ports/index.js';
import { aFailedOrder, anOpenOrder, aSwap, T0, uuidOf } from '../../test/support/builders.js';
import { WELSH_SUBNET } from '../../test/support/core-harness.js';
import { temporarySqlite } from '../../test/support/harnesses.js';
import stopProvider from '../../test/support/global-teardown.js';
import startProvider from '../../test/support/global-setup.js';
import { provided } from '../../test/support/provided.js';

/** What a busy server has stored: swaps of a day, of which one owner has some under way, and prices of a day. */
export interface GuardLoad {
  readonly swapsOfTheDay: number;
  readonly orders: number;
  readonly owner: Address;
  readonly tokens: readonly ContractId[];
}

export interface GuardDatabase {
  readonly storage: StorageAccess;
  readonly close: () => Promise<void>;
}

const DAY_MS = 86_400_000;
const RUN_MS = 300_000;
/** Hex digits of a swap's transaction. */
const RAW_LENGTH = 1_400;
const OWNER_SWAPS = 3;
const OWNER_FAILURES = 1;
/** Above the uuids of the orders that the benchmark places. */
const FIRST_STORED = 1_000_000;

export async function sqliteGuards(load: GuardLoad): Promise<GuardDatabase> {
  const file = await temporarySqlite();
  const storage = await openStorage(file.url);
  await fill(storage.ports, load);
  const close = async () => {
    await storage.close();
    await file.remove();
  };
  return { storage: storage.ports, close };
}

export async function postgresGuards(load: GuardLoad): Promise<GuardDatabase> {
  await startProvider();
  const url = await provided('postgres');
  const storage = await openStorage(url);
  await fill(storage.ports, load);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('VACUUM (ANALYZE)');
  await client.end();
  const close = async () => {
    await storage.close();
    await stopProvider();
  };
  return { storage: storage.ports, close };
}

async function fill({ unitOfWork, prices }: StorageAccess, load: GuardLoad): Promise<void> {
  const stored = await unitOfWork.run(async ({ orders, swaps }) => {
    for (let n = 0; n < load.orders; n++) unwrap(await orders.insert(orderNo(n, load.owner)));
    for (let n = 0; n < load.swapsOfTheDay; n++) await swaps.insert(swapNo(n, load.swapsOfTheDay));
    return ok();
  });
  unwrap(stored);
  for (let at = T0.getTime() - DAY_MS; at <= T0.getTime(); at += RUN_MS) {
    const run = { at: new Date(at), btcUsd: 100_000, prices: new Map(load.tokens.map(pricedAt)) };
    unwrap(await prices.record(run));
  }
}

const storedUuid = (n: number) => uuidOf(FIRST_STORED + n);

/** The owner's first order failed, and all others are open. */
const orderNo = (n: number, owner: Address): Order =>
  n < OWNER_FAILURES
    ? aFailedOrder({ uuid: storedUuid(n), owner })
    : anOpenOrder({ uuid: storedUuid(n), owner });

/** Spread over the day, newest first: those of failed orders, then live ones, then all others. */
function swapNo(n: number, swaps: number): SwapTransaction {
  const isLive = n >= OWNER_FAILURES && n < OWNER_FAILURES + OWNER_SWAPS;
  return aSwap({
    txid: n.toString(16).padStart(64, '0') as Txid,
    orderUuid: storedUuid(n),
    nonce: BigInt(swaps - n),
    raw: '0'.repeat(RAW_LENGTH) as RawTransaction,
    worthUsd: 1,
    storedAt: new Date(T0.getTime() - Math.floor((n * DAY_MS) / swaps)),
    state: isLive ? 'accepted' : 'final',
  });
}

/** High enough for triggers of a dollar, in pools above every bound. */
const pricedAt = (token: ContractId): readonly [ContractId, Price] => [
  token,
  { usd: token === WELSH_SUBNET ? 2 : 3, sbtc: 0.00002, liquidityUsd: 1e6, roundTripLoss: 1 },
];
