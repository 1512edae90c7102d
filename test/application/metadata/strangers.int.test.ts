import { afterEach, describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import type { MetadataSnapshot } from '../../../src/application/metadata/follow-metadata.js';
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
const DAY_MS = 24 * 60 * 60 * 1000;
const FILLER = 'ü'.repeat(2_000);

/** A chain with few contracts. */
class FewContracts implements ContractLookup {
  readonly asked: ContractId[] = [];
  readonly deployed = new Set([DEPLOYED]);
  isReachable = true;

  async exists(contract: ContractId) {
    this.asked.push(contract);
    return this.isReachable
      ? ok(this.deployed.has(contract))
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
      const at = harness.clock.now().getTime();
      const saved = await core.metadata.save(aSave(patch, { contractId, wallet, at }));
      return saved.ok ? 'saved' : saved.error;
    };
  }
  const stored = async () => (await storage.ports.metadata.page({ limit: 100 })).length;

  it('is stored before its contract is deployed, ten records of a deployer at a time', async () => {
    const contracts = new FewContracts();
    const save = await open({ contracts });
    const names = Array.from({ length: 10 }, (_, n) => contractOf(`soon-${n}`));
    for (const contractId of names) expect(await save(contractId, { name: 'x' })).toBe('saved');
    const next = contractOf('soon-10');
    expect(await save(next, { name: 'x' })).toEqual({ kind: 'contract-not-deployed', contractId: next });
    expect(await stored()).toBe(10);
    expect(await save(names[3]!, { description: 'more of it' })).toBe('saved');
    expect(await save(DEPLOYED, { name: 'Real' })).toBe('saved');
    expect(await save(contractOf('t', ANOTHER_WALLET), { name: 't' }, ANOTHER_WALLET)).toBe('saved');
    // Whatever was deployed meanwhile leaves room, without another save of it.
    contracts.deployed.add(names[7]!);
    expect(await save(next, { name: 'x' })).toBe('saved');
    expect(await save(contractOf('soon-11'), { name: 'x' })).toMatchObject({ kind: 'contract-not-deployed' });
  });

  it('is small before its contract is deployed, and no smaller than any other afterwards', async () => {
    const contracts = new FewContracts();
    const save = await open({ contracts });
    const filler = 'x'.repeat(60_000);
    expect(await save(contractOf('a'), { name: 'a', filler })).toBe('saved');
    expect(await save(contractOf('b'), { name: 'b', filler })).toBe('saved');
    expect(await save(contractOf('c'), { name: 'c', filler })).toMatchObject({
      kind: 'contract-not-deployed',
    });
    expect(await save(contractOf('a'), { more: filler })).toMatchObject({ kind: 'contract-not-deployed' });
    contracts.deployed.add(contractOf('a'));
    expect(await save(contractOf('a'), { more: filler })).toBe('saved');
    expect(await stored()).toBe(2);
  });

  it('is refused for a contract never found before while the chain cannot be asked', async () => {
    const contracts = new FewContracts();
    const save = await open({ contracts });
    expect(await save(DEPLOYED, { name: 'Real' })).toBe('saved');
    expect(await save(contractOf('soon'), { name: 'Soon' })).toBe('saved');
    contracts.isReachable = false;
    expect(await save(DEPLOYED, { description: 'Real too' })).toBe('saved');
    for (const contractId of [contractOf('soon'), contractOf('other')])
      expect(await save(contractId, { name: 'x' })).toMatchObject({
        kind: 'contract-unconfirmed',
        retryAfterMs: 12_000,
      });
    expect(contracts.asked).toHaveLength(4);
  });

  it('is dropped after thirty days without a contract, for every reader, and kept with one', async () => {
    const contracts = new FewContracts();
    const save = await open({ contracts });
    const [dropped, deployed, renewed] = ['dropped', 'deployed', 'renewed'].map((name) =>
      contractOf(name),
    ) as [ContractId, ContractId, ContractId];
    for (const contractId of [dropped, deployed, renewed]) await save(contractId, { name: contractId });
    const { metadata, maintenance } = createCore({ ...harness.ports, contracts });
    const listed = async (before?: MetadataSnapshot<string>) =>
      metadata.follow(({ contractId }) => contractId, before);
    const first = await listed();
    expect((await metadata.facts()).size).toBe(3);
    contracts.deployed.add(deployed);
    harness.clock.advance(29 * DAY_MS);
    await save(renewed, { name: 'Again' });
    await maintenance.tidy();
    expect(await stored()).toBe(3);
    harness.clock.advance(2 * DAY_MS);
    contracts.isReachable = false;
    await maintenance.tidy();
    expect(await stored()).toBe(3);
    contracts.isReachable = true;
    await maintenance.tidy();
    expect(await metadata.find(dropped)).toMatchObject({ ok: false });
    expect([...(await listed(first)).values.keys()].sort()).toEqual([deployed, renewed].sort());
    expect([...(await metadata.facts()).keys()].sort()).toEqual([deployed, renewed].sort());
    const asked = contracts.asked.length;
    await maintenance.tidy();
    expect(contracts.asked).toHaveLength(asked);
    // What was dropped can be saved again.
    expect(await save(dropped, { name: 'Back' })).toBe('saved');
    expect(await metadata.find(dropped)).toMatchObject({ ok: true });
  });

  it('costs no lookup before the deployer has signed a usable record', async () => {
    const contracts = new FewContracts();
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
    const save = await open({ deployerBytes: 3_000, contracts: new FewContracts() });
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
