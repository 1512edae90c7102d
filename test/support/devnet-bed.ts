import { afterAll, beforeAll } from '@jest/globals';
import { startDevnet, type Devnet } from '../../dist/apps/devnet/index.js';
import { DevnetClient } from '../apps/devnet/devnet-client.js';

/** Block time far longer than any test, so that blocks are mined only on request. */
const BLOCK_MS = 3_600_000;

/** Starts a devnet before the suite's first test and stops it after the last. Returns a client, which the tests may use once it runs. */
export function useDevnet(): DevnetClient {
  let devnet: Devnet | undefined;
  beforeAll(async () => {
    devnet = await startDevnet({ blockMs: BLOCK_MS, controlPort: 0 });
  });
  afterAll(() => devnet?.stop());
  return new DevnetClient(() => {
    if (devnet === undefined) throw new Error('the devnet starts before the first test');
    return devnet;
  });
}
