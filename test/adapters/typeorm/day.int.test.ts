import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { openStorage, parseDatabaseUrl } from '../../../src/adapters/typeorm/index.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { DAY_SECONDS, dayOf } from '../../../src/domain/price-series/price.js';
import { T0, uuidOf } from '../../support/builders.js';
import {
  A_REGISTRY,
  coreHarness,
  DOLLAR,
  reserves,
  signedInput,
  WELSH,
  type CoreHarness,
} from '../../support/core-harness.js';
import { DATABASES, type EndToEndDatabase } from '../../support/databases.js';
import { AT_ONCE, mineAll, whenAbove } from '../../support/executor-steps.js';

/** Simulated hours: `DAY_HOURS=24 npm test -- typeorm/day`, which `npm run test:day` does. */
const HOURS = Number(process.env.DAY_HOURS ?? 2);
const RUNS_PER_HOUR = 12;
const RUN_MS = 300_000;
const ORDERS_PER_RUN = 10;
/** Tokens with a price, beside those of the harness. */
const MORE_TOKENS = 96;
const TOKENS = A_REGISTRY.tokens.length + MORE_TOKENS;
/** Bytes by which the heap may grow in the second half: the stand-ins of chain and market keep something of every swap. */
const HEAP_BYTES = 8e6;

/** Bytes that Postgres adds to small tables: maps of their free room, and room that a cleaner of its own has not given back. */
const ROOM_BYTES = 800_000;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Stored things, as the rows of the documentation's table name it. */
const ROWS = {
  order: 'an executed order',
  price: 'a price of the last day',
  halfDay: 'half a day of a token',
} as const;
/** The share of the documented bytes that is stored at least. Postgres compresses the runs of the last day if their prices are alike. */
const LEAST = { order: 0.7, price: 0, halfDay: 0.7 } as const;
type Bytes = Readonly<Record<keyof typeof ROWS, number>>;

/** Bytes by the table of the documentation. */
function documented(name: EndToEndDatabase['name']): Bytes {
  const page = readFileSync('docs/how-to/run-on-postgres.md', 'utf8').split('\n');
  const bytes = (row: string) => {
    const cells = page.find((line) => line.startsWith(`| ${row}`))?.split('|') ?? [];
    return Number(cells[name === 'Postgres' ? 3 : 2]?.replaceAll(/[^0-9]/g, ''));
  };
  return { order: bytes(ROWS.order), price: bytes(ROWS.price), halfDay: bytes(ROWS.halfDay) };
}

/** Runs everything that the garbage collector can free, and returns what is left. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

/** Bytes of the tables whose rows are what `ROWS` names, indexes included. */
const SIZES = (() => {
  const what = (table: string) => `CASE WHEN ${table} = 'price_open_runs' THEN 'price'
    WHEN ${table} LIKE 'price_%' THEN 'halfDay' ELSE 'order' END AS what`;
  return {
    SQLite: `SELECT ${what('tbl_name')}, SUM(pgsize) AS bytes
      FROM dbstat JOIN sqlite_master ON sqlite_master.name = dbstat.name GROUP BY 1`,
    Postgres: `SELECT ${what('relname')}, SUM(pg_total_relation_size(oid)) AS bytes
      FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace GROUP BY 1`,
  };
})();

async function open({ name, create }: EndToEndDatabase) {
  const database = await create();
  closing.push(() => database.remove());
  const storage = await openStorage(database.url);
  closing.push(() => storage.close());
  const source = await new DataSource(parseDatabaseUrl(database.url)).initialize();
  closing.push(() => source.destroy());
  const more = Array.from(
    { length: MORE_TOKENS },
    (_, n) => `${DOLLAR.split('.')[0]}.more-${n}` as ContractId,
  );
  const [pool] = A_REGISTRY.vaults.filter(({ tokenB }) => tokenB === DOLLAR);
  const pools = more.map((token) => ({ ...pool!, contractId: `${token}-pool` as ContractId, tokenA: token }));
  const tokens = more.map((contractId) => ({ ...A_REGISTRY.tokens[1]!, contractId, symbol: contractId }));
  const harness = coreHarness({
    storage: storage.ports,
    registry: {
      ...A_REGISTRY,
      tokens: [...A_REGISTRY.tokens, ...tokens],
      vaults: [...A_REGISTRY.vaults, ...pools],
    },
  });
  for (const { contractId } of pools)
    harness.liquidity.held.set(contractId, reserves(1_000_000_000_000n, 1_000_000_000_000n));
  return {
    harness,
    /** Lets Postgres reuse the room of old rows, as a server does by itself. */
    vacuum: async () => {
      if (name === 'Postgres') await source.query('VACUUM');
    },
    sizes: async (): Promise<Bytes> => {
      const rows = await source.query<{ what: keyof Bytes; bytes: string }[]>(SIZES[name]);
      const found = Object.fromEntries(rows.map(({ what, bytes }) => [what, Number(bytes)]));
      return { order: 0, price: 0, halfDay: 0, ...found };
    },
  };
}

/** A run of the recorder, orders that become due with it, passes until they are sent and mined, and settlement. */
async function fiveMinutes(
  { harness, vacuum }: Awaited<ReturnType<typeof open>>,
  run: number,
): Promise<void> {
  const { core, clock, chain, liquidity, observed } = harness;
  clock.advance(RUN_MS);
  unwrap(await core.prices.record());
  for (let n = 0; n < ORDERS_PER_RUN; n++) {
    const fields = n % 2 === 0 ? AT_ONCE : whenAbove(WELSH, '0.000001');
    unwrap(await core.orders.place(signedInput({ uuid: uuidOf(run * ORDERS_PER_RUN + n), fields })));
  }
  const report = await core.execution.run();
  if (report.attempts.sent !== ORDERS_PER_RUN) throw new Error(JSON.stringify(report));
  await mineAll(harness);
  chain.height += 30;
  unwrap(await core.execution.settle());
  unwrap(await core.execution.recheckEnded());
  if (run % RUNS_PER_HOUR === 0) {
    await core.maintenance.tidy();
    await vacuum();
  }
  for (const list of [chain.sent, chain.calls, liquidity.asked, liquidity.readings, observed])
    list.length = 0;
}

/** Records the first run of the next day, which closes the last one. Returns how many half days of prices are then stored. */
async function endDay({ core, clock }: CoreHarness): Promise<number> {
  const end = (dayOf(seconds(clock.now())) + 1) * DAY_SECONDS;
  clock.set(new Date(end * 1_000));
  unwrap(await core.prices.record());
  return Math.ceil((end - seconds(T0)) / (DAY_SECONDS / 2));
}

const seconds = (time: Date) => time.getTime() / 1_000;

describe.each(DATABASES)(`${HOURS} hours of recorder, executor and tidy-up on $name`, (database) => {
  it('store what the documentation says, and no memory', async () => {
    const opened = await open(database);
    const { harness, sizes } = opened;
    const [runs, first] = [HOURS * RUNS_PER_HOUR, await sizes()];
    for (let run = 1; run <= runs / 2; run++) await fiveMinutes(opened, run);
    const [before, heapBefore] = [await sizes(), heapBytes()];
    const begun = harness.clock.now();
    for (let run = runs / 2 + 1; run <= runs; run++) await fiveMinutes(opened, run);
    const [after, heapAfter] = [await sizes(), heapBytes()];
    expect(heapAfter - heapBefore).toBeLessThan(HEAP_BYTES);
    expect(dayOf(seconds(begun))).toBe(dayOf(seconds(harness.clock.now())));
    const halfDays = await endDay(harness);
    const closed = await sizes();
    const units: Bytes = {
      order: (runs / 2) * ORDERS_PER_RUN,
      price: (runs / 2) * TOKENS,
      halfDay: halfDays * TOKENS,
    };
    const grown: Bytes = {
      order: after.order - before.order,
      price: after.price - before.price,
      halfDay: closed.halfDay - first.halfDay,
    };
    const each = documented(database.name);
    for (const what of ['order', 'price', 'halfDay'] as const) {
      const expected = units[what] * each[what];
      const [least, most] = [expected * LEAST[what], expected + ROOM_BYTES];
      expect({ what, grown: grown[what] >= least && grown[what] <= most ? 'as documented' : grown }).toEqual({
        what,
        grown: 'as documented',
      });
    }
  }, 600_000);
});
