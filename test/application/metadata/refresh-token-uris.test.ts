import { beforeEach, describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import { PUBLISHED_MAX_AGE_MS } from '../../../src/application/metadata/token-facts-cache.js';
import type { MetadataRecord } from '../../../src/domain/metadata-record/metadata-record.js';
import { STX, type ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok, type Result } from '../../../src/domain/shared/result.js';
import type { ChainUnreachable, TokenUriReader } from '../../../src/ports/index.js';
import { coreHarness, type CoreHarness } from '../../support/core-harness.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const RECORD = { name: 'Hostile', symbol: 'HACK', image: 'ipfs://Qm/a.png', description: 'From the chain' };

/** A chain on which every token names a document of its own. */
class Uris implements TokenUriReader {
  readonly ipfsGateway = 'https://gateway.example.org/';
  readonly read: string[] = [];
  readonly asked: ContractId[] = [];
  uri: Result<string | undefined, ChainUnreachable> = ok('https://example.org/token.json');
  found: Result<MetadataRecord, string> = ok(RECORD);

  async uriOf(contract: ContractId) {
    this.asked.push(contract);
    return this.uri;
  }

  async document(address: string) {
    this.read.push(address);
    return this.found;
  }
}

let harness: CoreHarness;
let reader: Uris;
let core: ReturnType<typeof createCore>;
let listed: readonly ContractId[];
beforeEach(() => {
  harness = coreHarness();
  reader = new Uris();
  core = createCore({ ...harness.ports, tokenUriReader: reader });
  listed = harness.ports.registry
    .current()
    .tokens.map(({ contractId }) => contractId)
    .filter((id) => id !== STX);
});

const refreshAll = async () => {
  for (let n = 0; n < 1_000; n++) {
    const refreshed = await core.metadata.refreshUris();
    if (!refreshed.ok || refreshed.value === undefined) return refreshed;
  }
  throw new Error('it never ends');
};
const factsOf = async (id: ContractId) => {
  harness.clock.advance(PUBLISHED_MAX_AGE_MS);
  return (await core.metadata.facts()).get(id);
};

describe('metadata from token_uri', () => {
  it('is read once for each listed token, and not again by a process that starts later', async () => {
    await refreshAll();
    expect([...reader.asked].sort()).toEqual([...listed].sort());
    core = createCore({ ...harness.ports, tokenUriReader: reader });
    await refreshAll();
    expect(reader.asked).toHaveLength(listed.length);
    harness.clock.advance(DAY_MS);
    await refreshAll();
    expect(reader.asked).toHaveLength(2 * listed.length);
  });

  it('gives pictures and descriptions, and renames no token', async () => {
    await refreshAll();
    const [id] = listed as [ContractId];
    expect(await factsOf(id)).toEqual({
      image: 'https://gateway.example.org/Qm/a.png',
      description: 'From the chain',
    });
    const { tokens } = await core.vaults.registry();
    expect(JSON.stringify(tokens)).not.toMatch(/Hostile|HACK/);
  });

  it('says less than what the deployer signed here', async () => {
    const [id] = listed as [ContractId];
    await harness.ports.metadata.save(id, { name: 'Signed', image: 'https://example.org/signed.png' });
    await refreshAll();
    expect(await factsOf(id)).toEqual({
      name: 'Signed',
      image: 'https://example.org/signed.png',
      description: 'From the chain',
    });
  });

  it('returns the same facts until something is published', async () => {
    const [id] = listed as [ContractId];
    await refreshAll();
    await factsOf(id);
    const facts = await core.metadata.facts();
    harness.clock.advance(2 * PUBLISHED_MAX_AGE_MS);
    expect(await core.metadata.facts()).toBe(facts);
    reader.found = ok({ ...RECORD, description: 'Another' });
    await harness.ports.tokenUris.haste([id], harness.clock.now());
    expect(await core.metadata.refreshUris()).toEqual(ok({ contractId: id, problem: undefined }));
    expect(await factsOf(id)).toMatchObject({ description: 'Another' });
    expect(await core.metadata.refreshUris()).toEqual(ok(undefined));
  });

  it('is queried again later if the document cannot be read, and at once if the chain could not be queried', async () => {
    reader.found = err('status 503');
    expect(await core.metadata.refreshUris()).toMatchObject({ ok: true, value: { problem: 'status 503' } });
    await refreshAll();
    expect(reader.read).toHaveLength(listed.length);
    reader.uri = err({ kind: 'chain-unreachable', reason: 'cut' });
    harness.clock.advance(10 * 60_000);
    expect(await core.metadata.refreshUris()).toMatchObject({ ok: false });
    expect(await core.metadata.refreshUris()).toMatchObject({ ok: false });
    reader.uri = ok(undefined);
    await refreshAll();
    expect(await core.metadata.refreshUris()).toEqual(ok(undefined));
    expect(reader.read).toHaveLength(listed.length);
  });

  it('is not read if nothing reads it', async () => {
    core = createCore(harness.ports);
    expect(await core.metadata.refreshUris()).toEqual(ok(undefined));
  });
});
