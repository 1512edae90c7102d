import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { devnetRegistry } from '../../src/apps/devnet/genesis/devnet-registry.js';
import { expectConformance } from './conformance.js';
import { failingPostgres, type FailingDatabase } from './databases.js';

describe('a server on Postgres', () => {
  let database: FailingDatabase;
  beforeAll(async () => {
    database = await failingPostgres();
  });
  afterAll(() => database.remove());

  it('keeps every clause of the interface', async () => {
    await expectConformance({
      database,
      settings: { SLUICE_BLOCK_MS: '200' },
      tokens: [devnetRegistry().sbtc],
    });
  }, 300_000);
});
