import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { devnetRegistry } from '../../src/apps/devnet/genesis/devnet-registry.js';
import { expectConformance } from './conformance.js';
import { failingSqlite, type FailingDatabase } from './databases.js';

describe('a server on SQLite', () => {
  let database: FailingDatabase;
  beforeAll(async () => {
    database = await failingSqlite();
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
