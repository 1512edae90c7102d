import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Devnet } from '../../dist/apps/devnet/index.js';
import { expectConformance } from './conformance.js';
import { failingSqlite, type FailingDatabase } from './databases.js';

describe("a server on mainnet and a devnet in mainnet's dress", () => {
  let database: FailingDatabase;
  let devnet: Devnet;
  beforeAll(async () => {
    const { startDevnet } = await import('../../dist/apps/devnet/index.js');
    const { builtInRegistry } = await import('../../dist/adapters/stacks/index.js');
    [database, devnet] = await Promise.all([
      failingSqlite(),
      startDevnet({ blockMs: 200, registry: builtInRegistry('mainnet') }),
    ]);
  });
  afterAll(async () => {
    await devnet.stop();
    await database.remove();
  });

  it('keeps every clause of the interface', async () => {
    const settings = {
      SLUICE_NETWORK: 'mainnet',
      STACKS_API_URL: devnet.stacksApiUrl,
      STACKS_API_RPM: '10000',
      SLUICE_OPERATOR_KEY: devnet.operatorKey,
      SLUICE_BTC_SOURCES: 'fixed:100000',
    };
    const ownerKey = devnet.accounts[0]!.privateKey;
    await expectConformance({
      database,
      settings,
      tokens: ['.stx', devnet.registry.sbtc],
      given: { ownerKey },
    });
  }, 300_000);
});
