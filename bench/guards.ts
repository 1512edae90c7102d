import { parseArgs } from 'node:util';
import { A_REGISTRY } from '../test/support/core-harness.js';
import { A_WALLET } from '../test/support/signing.js';
import { guardCases, INTAKE, ONE_READ, type GuardCase } from './support/guard-cases.js';
import { postgresGuards, sqliteGuards, type GuardDatabase } from './support/guard-storage.js';
import { figure, printJson, printTable } from './support/report.js';
import { percentile } from './support/stats.js';

// What each guard costs an honest caller, compared with the intake of an order without signed terms and with one read of one
// row, both on the same database. The Postgres is a temporary one that does not sync to disk.
const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '60' }, swaps: { type: 'string', default: '5000' } },
});
const rounds = Number(options.rounds);
const load = {
  swapsOfTheDay: Number(options.swaps),
  orders: Number(options.swaps),
  owner: A_WALLET.address,
  tokens: A_REGISTRY.tokens.map(({ contractId }) => contractId),
};
const MOST_US = 1_000;

async function turnUs({ run, turn }: GuardCase): Promise<number> {
  const from = performance.now();
  await run(turn);
  return ((performance.now() - from) * 1000) / turn;
}

/** Median microseconds by case. */
async function measure({ storage, close }: GuardDatabase): Promise<ReadonlyMap<string, number>> {
  try {
    const cases = await guardCases(storage);
    const times = new Map<string, number[]>(cases.map(({ name }) => [name, []]));
    // The cases take turns, so that background load affects all of them equally. The first rounds warm up.
    for (let round = -Math.ceil(rounds / 2); round < rounds; round++) {
      for (const one of cases) {
        const us = await turnUs(one);
        if (round >= 0) times.get(one.name)!.push(us);
      }
    }
    return new Map([...times].map(([name, samples]) => [name, percentile(samples, 0.5)]));
  } finally {
    await close();
  }
}

const sqlite = await measure(await sqliteGuards(load));
const postgres = await measure(await postgresGuards(load));
const databases = { SQLite: sqlite, Postgres: postgres };
const guards = [...sqlite.keys()];
printTable(
  guards.map((guard) => {
    const costs = Object.entries(databases).flatMap(([name, times]) => {
      const us = times.get(guard)!;
      return [
        [`µs on ${name}`, figure(us)],
        [`${name}: ratio to intake`, figure(us / times.get(INTAKE)!)],
        [`${name}: ratio to a read`, figure(us / times.get(ONE_READ)!)],
      ] as const;
    });
    return { guard, ...Object.fromEntries(costs) };
  }),
);
const figures = (times: ReadonlyMap<string, number>) =>
  Object.fromEntries([...times].map(([guard, us]) => [guard, figure(us)]));
printJson('guards', {
  unit: 'median microseconds a call',
  baselines: [INTAKE, ONE_READ],
  rounds,
  swapsOfTheDay: load.swapsOfTheDay,
  sqlite: figures(sqlite),
  postgres: figures(postgres),
  aboveAMillisecond: guards.filter(
    (guard) => guard !== INTAKE && Object.values(databases).some((times) => times.get(guard)! > MOST_US),
  ),
});
