import { afterEach, describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import { importMetadata } from '../../../src/application/metadata/import-metadata.js';
import type { CoreSettings } from '../../../src/application/settings.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import type { ContractLookup } from '../../../src/ports/index.js';
import { coreHarness, type CoreHarness } from '../../support/core-harness.js';
import { harnesses, type OpenedStorage } from '../../support/harnesses.js';
import { A_WALLET, ANOTHER_WALLET, type TestWallet } from '../../support/signing.js';
import { aSave } from './deployer.js';

const contractOf = (name: string, { address }: TestWallet = A_WALLET) => `${address}.${name}` as ContractId;
const DEPLOYED = contractOf('deployed');
const FILLER = 'ü'.repeat(2_000);

/** A chain with one contract. */
class OneContract implements ContractLookup {
  readonly asked: ContractId[] = [];
  isReachable = true;

  async exists(contract: ContractId) {
    this.asked.push(contract);
    return this.isReachable
      ? ok(contract === DEPLOYED)
      : err({ kind: 'chain-unreachable' as const, reason: 'cut', retryAfterMs: 12_000 });
  }
}

describe.each(harnesses)('metadata of strangers on $name', (adapter) => {
  let storage: OpenedStorage;
  let harness: CoreHarness;
  afterEach(() => storage.close());

  async function open({ contracts, ...settings }: Partial<CoreSettings> & { contracts?: ContractLookup }) {
    storage = await adapter.open();
    harness = coreHarness({ storage: storage.ports });
    const core = createCore({ ...harness.ports, contracts }, settings);
    return async (contractId: string, patch: object, wallet = A_WALLET) => {
      const saved = await core.metadata.save(aSave(patch, { contractId, wallet }));
      return saved.ok ? 'saved' : saved.error;
    };
  }
  const stored = async () => (await storage.ports.metadata.page({ limit: 100 })).length;

  it('is stored for contracts that the chain has, and for no invented one', async () => {
    const contracts = new OneContract();
    const save = await open({ contracts });
    for (let n = 0; n < 5; n++) {
      const contractId = contractOf(`invented-${n}`);
      expect(await save(contractId, { name: 'x' })).toEqual({ kind: 'contract-not-deployed', contractId });
    }
    expect(await stored()).toBe(0);
    expect(await save(DEPLOYED, { name: 'Real' })).toBe('saved');
    // A known contract is not looked up, so its deployer can save while the node is down.
    contracts.isReachable = false;
    expect(await save(DEPLOYED, { description: 'Real too' })).toBe('saved');
    expect(await save(contractOf('other'), { name: 'x' })).toMatchObject({
      kind: 'contract-unconfirmed',
      retryAfterMs: 12_000,
    });
    expect(contracts.asked).toHaveLength(7);
  });

  it('costs no lookup before the deployer has signed a usable record', async () => {
    const contracts = new OneContract();
    const save = await open({ contracts });
    expect(await save(DEPLOYED, { name: 'x' }, ANOTHER_WALLET)).toMatchObject({
      kind: 'signer-not-deployer',
    });
    expect(await save(DEPLOYED, { image: 5 })).toMatchObject({ kind: 'invalid-metadata' });
    expect(contracts.asked).toEqual([]);
  });

  it('is bounded in bytes for each deployer, however many saves come at once', async () => {
    const save = await open({ deployerBytes: 20_000 });
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) => save(contractOf(`t${n}`), { name: 't', filler: FILLER })),
    );
    expect(results.filter((result) => result === 'saved')).toHaveLength(4);
    expect(results.find((result) => result !== 'saved')).toMatchObject({
      kind: 'deployer-quota-exceeded',
      deployer: A_WALLET.address,
      bytes: expect.any(Number),
      limit: 20_000,
    });
    expect(await stored()).toBe(4);
    expect(await storage.ports.metadata.bytesOf(A_WALLET.address)).toBeLessThan(20_000);
    expect(await save(contractOf('t', ANOTHER_WALLET), { name: 't' }, ANOTHER_WALLET)).toBe('saved');
  });

  it('may shrink but not grow once an import has gone beyond the limit, which holds for saves only', async () => {
    const save = await open({ deployerBytes: 3_000, contracts: new OneContract() });
    const imported = contractOf('imported');
    async function* records() {
      yield { where: 'line 1', value: { contractId: imported, name: 'Imported', filler: FILLER } };
    }
    const report = await importMetadata(harness.ports, records(), {
      dryRun: false,
      refused: async () => undefined,
    });
    expect(report).toMatchObject({ added: 1, refused: 0 });
    expect(await save(imported, { filler: `${FILLER} and more of it` })).toMatchObject({
      kind: 'deployer-quota-exceeded',
    });
    expect(await save(imported, { filler: 'less' })).toBe('saved');
    expect(await save(imported, { description: 'There is space again.' })).toBe('saved');
  });
});
