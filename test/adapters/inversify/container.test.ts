import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { fixedSource } from '../../../src/adapters/btc-oracle/index.js';
import {
  closeContainer,
  CORE,
  createContainer,
  PORT,
  portsModule,
  STORAGE,
  storageModule,
} from '../../../src/adapters/inversify/index.js';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import type { Ports } from '../../../src/ports/index.js';
import { coreHarness } from '../../support/core-harness.js';

const { ports } = coreHarness();

const without = (...names: (keyof Ports)[]): Partial<Ports> =>
  Object.fromEntries(Object.entries(ports).filter(([name]) => !names.includes(name as keyof Ports)));

const OPTIONAL = [
  ...(['contracts', 'signers', 'executionObserver', 'metadataNotifier', 'subnetHoldings'] as const),
  ...(['walletBalances', 'webhookSender', 'webhookObserver', 'tracer'] as const),
  ...(['blocks', 'pastBlocks'] as const),
];

describe('createContainer', () => {
  it('resolves a core over the ports of its modules', async () => {
    const core = createContainer([portsModule(ports)]).get(CORE);
    expect((await core.vaults.list()).ok).toBe(true);
  });

  it('resolves the same core each time', () => {
    const container = createContainer([portsModule(ports)]);
    expect(container.get(CORE)).toBe(container.get(CORE));
  });

  it('resolves a core without the ports that are optional', () => {
    const bare = without(...OPTIONAL);
    expect(createContainer([portsModule(bare)]).get(CORE).orders).toBeDefined();
  });

  it.each(Object.keys(without(...OPTIONAL)) as (keyof Ports)[])(
    'names the port %s when no module binds it',
    (name) => {
      const container = createContainer([portsModule(without(name))]);
      expect(() => container.get(CORE)).toThrow(`sluice.${name}`);
    },
  );

  it('throws when a setting is out of range', () => {
    const container = createContainer([portsModule(ports)], { slippage: 2 });
    expect(() => container.get(CORE)).toThrow();
  });
});

describe('storageModule', () => {
  it('opens the storage when the core is resolved, binds its ports, and closes it with the container', async () => {
    const storage = memoryStorage();
    const calls: string[] = [];
    const open = async () => {
      calls.push('open');
      return {
        ports: storage,
        ping: async () => undefined,
        close: async () => void calls.push('close'),
      };
    };
    const { clock, hasher, secrets, signatures, registry, liquidity, balances, chain, spentOrders } = ports;
    const others = { clock, hasher, secrets, signatures, registry, liquidity, balances, chain, spentOrders };
    const container = createContainer([
      storageModule(open),
      portsModule({ ...others, btcSources: [fixedSource(100_000, clock)] }),
    ]);
    expect(calls).toEqual([]);
    await container.getAsync(CORE);
    expect((await container.getAsync(STORAGE)).ports).toBe(storage);
    expect(await container.getAsync(PORT.orders)).toBe(storage.orders);
    expect(await container.getAsync(PORT.priceArchive)).toBe(storage.priceArchive);
    expect(calls).toEqual(['open']);
    await closeContainer(container);
    expect(calls).toEqual(['open', 'close']);
  });
});
