import { setInterval, setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { openStorage } from '../../src/adapters/typeorm/index.js';
import { GRID_SECONDS, type Price } from '../../src/domain/price-series/price.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { rulesOf } from '../../src/domain/vault/kinds.js';
import type { Vault } from '../../src/domain/vault/vault.js';
import type { LatestPrices, PriceCheck } from '../../src/ports/index.js';
import type { CaughtCall } from '../support/chain-proxy.js';
import { onlyOn } from '../support/databases.js';
import { createDatabase } from '../support/postgres.js';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';
import { ask, startTestChain, type TestChain } from '../support/test-chain.js';
import { bestByVaults, type BestByVaults } from '../support/vault-quotes.js';

const BTC_USD = 100_000;
const DEADLINE_MS = 30_000;
const WAITING_FOR_A_LOCK = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;

let chain: TestChain;
/** The number of tokens that a complete run prices: constant, as the pools do not change. */
let tokensOfARun: number;
beforeAll(async () => {
  chain = await startTestChain();
  // So that parallel pools disagree and reserves are not round numbers.
  for (const { contractId, kind } of chain.devnet.registry.vaults.slice(0, 6))
    if (kind === 'pool') await chain.control('/swap', { vault: contractId, opcode: 0, amount: '1234567' });
  const sluice = await recorder('sqlite::memory:');
  await until('a run', hasRecorded(sluice));
  tokensOfARun = linesOf(sluice).find(({ msg }) => msg === 'prices recorded')!.tokens!;
  await sluice.end('SIGKILL');
});
afterAll(() => chain.close());

const sbtcId = (): string => chain.devnet.registry.sbtc;

const recorder = (databaseUrl: string): Promise<SluiceProcess> =>
  startSluice({
    DATABASE_URL: databaseUrl,
    STACKS_API_URL: chain.proxy.url,
    SLUICE_ROLES: 'recorder',
    SLUICE_BTC_SOURCES: `fixed:${BTC_USD}`,
  });

/** The database's content, read while no server uses it. */
async function stored(url: string): Promise<LatestPrices & { check: PriceCheck; runs: number }> {
  const storage = await openStorage(url);
  try {
    const { prices, priceArchive } = storage.ports;
    const points = await prices.points(sbtcId() as ContractId, 0, 1e10);
    return { ...(await prices.latest(new Date())), check: await priceArchive.check(), runs: points.length };
  } finally {
    await storage.close();
  }
}

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const from = performance.now();
  for await (const _tick of setInterval(20)) {
    if (await isTrue()) return;
    if (performance.now() - from > DEADLINE_MS) break;
  }
  throw new Error(`${what} did not happen`);
}

const quotationOf = (price: Price | undefined) =>
  price && { usd: price.usd, sbtc: price.sbtc, roundTripLoss: price.roundTripLoss };

const linesOf = ({ log }: SluiceProcess) =>
  log
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string; tokens?: number });

const messages = (sluice: SluiceProcess): string[] => linesOf(sluice).map(({ msg }) => msg);

const hasRecorded = (sluice: SluiceProcess) => () => messages(sluice).includes('prices recorded');

const expectWholeRun = async (url: string) => {
  const { run, prices, check, runs } = await stored(url);
  expect(run?.btcUsd).toBe(BTC_USD);
  expect(prices.length).toBe(tokensOfARun);
  expect(prices.every(({ updatedAt }) => updatedAt.getTime() === run!.at.getTime())).toBe(true);
  expect(check.differences).toEqual([]);
  expect(runs).toBeGreaterThanOrEqual(1);
  expect(runs).toBeLessThanOrEqual(gridPoints());
};

/** When the test began. */
let begunAt = 0;
/** How many grid points a run of this test may have been for: the real clock may pass one meanwhile. */
const gridPoints = (): number => gridOf(Date.now()) - gridOf(begunAt) + 1;
const gridOf = (ms: number): number => Math.floor(ms / (GRID_SECONDS * 1_000));

/** `npm run test:crash` runs all of them. */
const KILL_AFTER_MS = process.env.CRASH_ROUNDS === undefined ? [5] : [0, 5, 20, 50, 100];

describe.each(onlyOn('SQLite'))('recorded prices on $name', ({ create }) => {
  let database: Awaited<ReturnType<typeof create>>;
  beforeEach(async () => {
    begunAt = Date.now();
    database = await create();
  });
  afterEach(() => database.remove());

  it('equal the vaults’ own quotes, to the unit wherever reserves give them', async () => {
    const { tokens, sbtc } = chain.devnet.registry;
    const sluice = await recorder(database.url);
    await until('a run', hasRecorded(sluice));
    expect(await ask(`${sluice.url}/readyz`)).toMatchObject({ status: 200 });
    expect(await sluice.end('SIGTERM')).toEqual({ code: 0, signal: null });

    const { prices } = await stored(database.url);
    const priced = new Map(prices.map((price) => [price.token as string, price]));
    const bestOf = await bestByVaults(chain.devnet);
    const vaults = chain.devnet.registry.vaults as unknown as readonly Vault[];
    const computed = vaults.filter((vault) => vault.kind !== 'sublink' && !rulesOf(vault).isQuoted);
    const isComputed = (token: string) =>
      computed.some(({ tokenA, tokenB }) => token === tokenA || token === tokenB);
    expect(
      tokens.filter(({ type, contractId }) => type === undefined && !isComputed(contractId)),
    ).toHaveLength(3);
    for (const { contractId, decimals, type, base } of tokens) {
      const price = priced.get(contractId);
      if (type === 'SUBNET') {
        expect(quotationOf(price)).toEqual(quotationOf(priced.get(base!)));
        continue;
      }
      if (contractId === sbtc) {
        expect(price).toMatchObject({ usd: BTC_USD, sbtc: 1, roundTripLoss: 0 });
        continue;
      }
      const { paid, bought, back } = await roundTrip(bestOf, sbtc, contractId);
      // A token that cannot be sold has no price.
      if (back === 0n) {
        expect(price).toBeUndefined();
        continue;
      }
      expect(price?.roundTripLoss).toBe((100 * Number(paid - back)) / Number(paid));
      const inSbtc = (Math.sqrt(Number(paid * back)) / 1e8 / Number(bought)) * 10 ** decimals;
      // Where only contracts know the maths of its pools, the price leaves out what a dollar itself moves it.
      expect(price!.sbtc / inSbtc).toBeCloseTo(1, isComputed(contractId) ? 12 : 4);
      expect(price?.usd).toBe(price!.sbtc * BTC_USD);
    }
  });

  it('contain a complete run or none after SIGKILL while the chain is read', async () => {
    // Fees are compared as well: only reserves are asked of a vault whose quotes do not tell its fee.
    const { contractId } = chain.devnet.registry.vaults.find(({ kind }) => kind === 'velar')!;
    const call = chain.proxy.catchNext('POST', `/v2/contracts/call-read/${contractId.replace('.', '/')}`);
    const sluice = await recorder(database.url);
    await call;
    await sluice.end('SIGKILL');
    expect(await stored(database.url)).toMatchObject({ prices: [], runs: 0, check: { differences: [] } });

    const next = await recorder(database.url);
    await until('a run', hasRecorded(next));
    await next.end('SIGKILL');
    await expectWholeRun(database.url);
  });

  it.each(KILL_AFTER_MS)(
    'contain a complete run or none after SIGKILL %i ms after the chain was read',
    async (ms) => {
      const { reached, release } = beforeTheLastAnswer();
      const sluice = await recorder(database.url);
      await reached;
      await release();
      await setTimeout(ms);
      await sluice.end('SIGKILL');
      const { runs, prices, check } = await stored(database.url);
      expect(check.differences).toEqual([]);
      expect(prices.length).toBe(runs === 0 ? 0 : tokensOfARun);
    },
  );

  it('contain only complete runs after SIGTERM during a recording', async () => {
    const { reached, release } = beforeTheLastAnswer();
    const sluice = await recorder(database.url);
    await reached;
    const ended = sluice.end('SIGTERM');
    await until('the stop', () => messages(sluice).includes('stopping'));
    await release();
    expect(await ended).toEqual({ code: 0, signal: null });
    await expectWholeRun(database.url);
  });
});

describe('recorded prices on Postgres', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  beforeEach(async () => {
    begunAt = Date.now();
    database = await createDatabase();
  });
  afterEach(() => database.remove());

  it('contain nothing of a run that was killed between two of its writes', async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    // The run itself is written first, then its prices.
    await client.query('BEGIN; LOCK TABLE price_open_runs IN EXCLUSIVE MODE');
    const sluice = await recorder(database.url);
    await until('the wait for the second write', async () => {
      const { rowCount } = await client.query(WAITING_FOR_A_LOCK);
      return rowCount === 1;
    });
    await sluice.end('SIGKILL');
    await client.end();
    expect(await stored(database.url)).toMatchObject({ prices: [], runs: 0 });
    const next = await recorder(database.url);
    await until('a run', hasRecorded(next));
    await next.end('SIGKILL');
    await expectWholeRun(database.url);
  });

  it('contain one run when two processes record at the same time', async () => {
    const calls = [1, 2].map(() => chain.proxy.catchNext('POST', '/v2/contracts/call-read'));
    const both = await Promise.all([recorder(database.url), recorder(database.url)]);
    // A process may read several vaults at a time; then the other one is not held.
    await Promise.all((await Promise.all(calls)).map(letGo));
    const [recorded, known] = ['prices recorded', 'prices were already recorded'];
    const outcomeOf = (sluice: SluiceProcess) =>
      messages(sluice).find((message) => message === recorded || message === known);
    await until('both runs', () => both.every((sluice) => outcomeOf(sluice) !== undefined));
    const recordings = both.filter((sluice) => outcomeOf(sluice) === recorded).length;
    expect(recordings).toBeGreaterThanOrEqual(1);
    expect(recordings).toBeLessThanOrEqual(gridPoints());
    await Promise.all(both.map((sluice) => sluice.end('SIGTERM')));
    await expectWholeRun(database.url);
  });
});

/** Holds the next run at one of its reserves, without which it cannot end. */
function beforeTheLastAnswer(): { reached: Promise<void>; release: () => Promise<void> } {
  const held = chain.proxy.catchNext('POST', '/v2/contracts/call-read');
  return { reached: held.then(() => undefined), release: async () => letGo(await held) };
}

async function letGo(call: CaughtCall): Promise<void> {
  await call.forward();
  await call.answer();
}

/** Swaps a dollar of sBTC, or as many as buy one unit, into the token and back. */
async function roundTrip(bestOf: BestByVaults, sbtc: string, token: string) {
  for (const dollars of [1n, 10n, 100n, 1000n]) {
    const paid = (dollars * 100_000_000n) / BigInt(BTC_USD);
    const bought = await bestOf(sbtc, token, paid);
    if (bought > 0n) return { paid, bought, back: await bestOf(token, sbtc, bought) };
  }
  throw new Error(`${token} cannot be bought`);
}
