import { beforeEach, describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import { PUBLISHED_MAX_AGE_MS } from '../../../src/application/metadata/token-facts-cache.js';
import type { ContractFacts } from '../../../src/domain/registry/contract-facts.js';
import { STX, type ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok, type Result } from '../../../src/domain/shared/result.js';
import type { ChainUnreachable, TokenSafetyReader, TokenUriReader } from '../../../src/ports/index.js';
import { factsOf, tokenSource } from '../../domain/token-safety/a-token.js';
import { coreHarness, type CoreHarness } from '../../support/core-harness.js';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const MINTED_BY_ANYONE = tokenSource('(define-public (mint) (ft-mint? coin u1 tx-sender))');
const DEPLOYED = new Date('2025-05-01T00:00:00.000Z');
const URIS: TokenUriReader = {
  ipfsGateway: 'https://gateway.example.org/',
  uriOf: async () => ok(undefined),
  document: async () => err('no document'),
};

/** A chain on which every token has the same source. */
class Contracts implements TokenSafetyReader {
  readonly described: ContractId[] = [];
  readonly counted: string[] = [];
  facts: Result<ContractFacts | undefined, ChainUnreachable> = ok({
    ...factsOf(MINTED_BY_ANYONE),
    height: 7,
  });
  holding: Result<number | undefined, ChainUnreachable> = ok(42);

  async describe(contract: ContractId) {
    this.described.push(contract);
    return this.facts;
  }

  async minedAt() {
    return ok(DEPLOYED);
  }

  async holders(contract: ContractId, asset: string) {
    this.counted.push(`${contract}::${asset}`);
    return this.holding;
  }
}

let harness: CoreHarness;
let reader: Contracts;
let core: ReturnType<typeof createCore>;
let listed: readonly ContractId[];
/** A token with an asset of its own. */
let token: ContractId;
beforeEach(() => {
  harness = coreHarness();
  reader = new Contracts();
  core = createCore({ ...harness.ports, tokenUriReader: URIS, tokenSafetyReader: reader });
  listed = harness.ports.registry
    .current()
    .tokens.map(({ contractId }) => contractId)
    .filter((id) => id !== STX);
  token = harness.ports.registry
    .current()
    .tokens.find((each) => each.contractId !== STX && each.type === undefined)!.contractId;
});

const refreshAll = async (refresh: () => Promise<Result<unknown, ChainUnreachable>>) => {
  for (let n = 0; n < 1_000; n++) {
    const refreshed = await refresh();
    if (!refreshed.ok || refreshed.value === undefined) return refreshed;
  }
  throw new Error('it never ends');
};
const readAll = async () => {
  await refreshAll(core.metadata.refreshUris);
  return refreshAll(core.metadata.refreshSafety);
};
const safetyOf = (id: string) => core.metadata.safety(id);

describe('the safety facts of listed tokens', () => {
  it('are read once for each token, with its age and its holders, and are in the facts of token lists', async () => {
    expect(await readAll()).toEqual(ok(undefined));
    expect([...reader.described].sort()).toEqual([...listed].sort());
    const safety = await safetyOf(token);
    expect(safety).toMatchObject({
      ok: true,
      value: {
        facts: { mint: { who: 'anyone', functions: ['mint'] }, take: { who: 'no' } },
        deployedHeight: 7,
        deployedAt: DEPLOYED.toISOString(),
        holders: 42,
      },
    });
    harness.clock.advance(PUBLISHED_MAX_AGE_MS);
    expect((await core.metadata.facts()).get(token)).toEqual({ safety: 'annn' });
    await readAll();
    expect(reader.described).toHaveLength(listed.length);
  });

  it('outlast the next read of the token’s metadata address', async () => {
    await readAll();
    harness.clock.advance(WEEK_MS / 2);
    await refreshAll(core.metadata.refreshUris);
    expect(await safetyOf(token)).toMatchObject({ ok: true });
  });

  it('are not read again, but the holders are counted every week', async () => {
    await readAll();
    const before = reader.counted.length;
    reader.holding = ok(43);
    harness.clock.advance(WEEK_MS + 1);
    await readAll();
    expect([reader.described.length, reader.counted.length]).toEqual([listed.length, 2 * before]);
    expect(await safetyOf(token)).toMatchObject({ value: { holders: 43, deployedHeight: 7 } });
  });

  it('are unknown for a contract that does not exist, which is looked up again after a week', async () => {
    reader.facts = ok(undefined);
    await readAll();
    expect(await safetyOf(token)).toMatchObject({ value: { facts: { mint: { who: 'unknown' } } } });
    reader.facts = ok({ ...factsOf(MINTED_BY_ANYONE), height: 7 });
    harness.clock.advance(WEEK_MS + 1);
    await readAll();
    expect(await safetyOf(token)).toMatchObject({ value: { facts: { mint: { who: 'anyone' } } } });
  });

  it('are read later if the chain cannot be reached', async () => {
    const down = err({ kind: 'chain-unreachable' as const, reason: 'down' });
    for (const broken of ['facts', 'holding'] as const) {
      const before = reader[broken];
      reader[broken] = down;
      expect(await readAll()).toEqual(down);
      expect((await safetyOf(token)).ok).toBe(false);
      (reader[broken] as unknown) = before;
    }
  });

  it('are not known of a token that is not listed, nor of any before it was read', async () => {
    for (const contractId of [token, 'nonsense', '.stx', '__proto__'])
      expect(await safetyOf(contractId)).toEqual(err({ kind: 'token-not-examined', contractId }));
  });

  it('are not read without a reader', async () => {
    const blind = createCore(harness.ports);
    expect(await blind.metadata.refreshSafety()).toEqual(ok(undefined));
  });
});
