import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { openStorage } from '../../../../src/adapters/typeorm/index.js';
import { checkDatabase } from '../../../../src/apps/cli/doctor/database-check.js';
import { startReplicated, type ReplicatedPostgres } from '../../../support/replicated-postgres.js';

let postgres: ReplicatedPostgres;
let direct: DataSource;

beforeAll(async () => {
  postgres = await startReplicated();
  await (await openStorage(postgres.url)).close();
  direct = await new DataSource({ type: 'postgres', url: postgres.url }).initialize();
});
afterAll(async () => {
  await direct.destroy();
  await postgres.remove();
});

const check = async () => {
  const settings = { databaseUrl: postgres.url, databaseSchema: undefined };
  const checks = await checkDatabase(settings, { holder: Promise.resolve(undefined), isRunning: false });
  return checks.slice(1).map(({ status, found }) => `${status}: ${found}`);
};
/** Sets what commits of new connections wait for. */
const waitFor = (value: string) => direct.query(`ALTER ROLE sluice SET synchronous_commit = '${value}'`);

it('doctor says when commits do not wait for a standby that follows the database, or for the disk', async () => {
  expect(await check()).toEqual([expect.stringContaining('warn: 1 standby or replica follows the database')]);
  await direct.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await direct.query('SELECT pg_reload_conf()');
  const isNamed = async () =>
    (await direct.query<object[]>(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`)).length > 0;
  while (!(await isNamed()));
  expect(await check()).toEqual([]);
  await waitFor('local');
  expect(await check()).toEqual([expect.stringContaining('warn: synchronous_commit is local')]);
  await waitFor('off');
  expect(await check()).toEqual([expect.stringContaining('warn: synchronous_commit is off')]);
});
