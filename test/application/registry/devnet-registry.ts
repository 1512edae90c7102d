import { afterAll, beforeAll } from '@jest/globals';
import { startDevnet, type Devnet } from '../../../dist/apps/devnet/index.js';
import {
  createContractReader,
  createLiquiditySource,
  createNodeClient,
  createRegistry,
} from '../../../src/adapters/stacks/index.js';
import type { Registry } from '../../../src/domain/market/registry.js';
import { unwrap } from '../../../src/domain/shared/result.js';

/** A devnet with the registry that describes it, and what reads its contracts. */
export interface DevnetRegistry {
  readonly devnet: Devnet;
  readonly honest: Registry;
  readonly needs: {
    readonly contracts: ReturnType<typeof createContractReader>;
    readonly liquidity: ReturnType<typeof createLiquiditySource>;
  };
}

/** Starts a devnet before the suite's first test and hands it over; stops it after the last. */
export function useDevnetRegistry(started: (registry: DevnetRegistry) => void): void {
  let close: () => Promise<unknown>;
  beforeAll(async () => {
    const devnet = await startDevnet({ blockMs: 3_600_000, controlPort: 0 });
    const honest = unwrap(createRegistry(JSON.parse(JSON.stringify(devnet.registry)), 'devnet'));
    const http = { baseUrl: devnet.stacksApiUrl, retries: 0 };
    const node = createNodeClient(http);
    const contracts = createContractReader({ node, http });
    const liquidity = createLiquiditySource({ node, clock: { now: () => new Date(0) } });
    close = async () => {
      await Promise.all([contracts.close(), node.close()]);
      await devnet.stop();
    };
    started({ devnet, honest, needs: { contracts, liquidity } });
  });
  afterAll(() => close());
}
