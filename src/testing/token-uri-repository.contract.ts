import { describe, expect, it } from './framework.js';
import type { TokenUri } from '../domain/metadata-record/token-uri.js';
import type { SafetyFact } from '../domain/token-safety/safety-facts.js';
import { tokenSafety } from '../domain/token-safety/token-safety.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { TokenUriRepository } from '../ports/index.js';
import { AN_OWNER, T0 } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const aUri = (name: string, more: Partial<TokenUri> = {}): TokenUri => ({
  contractId: `${AN_OWNER}.${name}`,
  uri: `https://example.org/${name}.json`,
  facts: { image: 'https://example.org/ü.png', description: 'A token' },
  failures: 2,
  dueAt: T0,
  ...more,
});

export function tokenUriRepositoryContract(harness: StorageHarness): void {
  describe(`TokenUriRepository: ${harness.name}`, () => {
    let tokenUris: TokenUriRepository;
    openEach(harness, (opened) => (tokenUris = opened.tokenUris));

    it('returns what was found exactly as saved last', async () => {
      expect(await tokenUris.all()).toEqual([]);
      await tokenUris.save(aUri('a'));
      await tokenUris.save(aUri('b', { uri: undefined, facts: {}, failures: 0 }));
      const later = aUri('a', { facts: {}, dueAt: new Date(T0.getTime() + 5) });
      await tokenUris.save(later);
      const found = [...(await tokenUris.all())].sort((a, b) => (a.contractId < b.contractId ? -1 : 1));
      expect(found).toStrictEqual([later, aUri('b', { uri: undefined, facts: {}, failures: 0 })]);
    });

    it('keeps safety facts exactly as saved last', async () => {
      const fact: SafetyFact = { who: 'owner', by: ['ü'], functions: ['mint'] };
      const no: SafetyFact = { who: 'no', by: [], functions: [] };
      const facts = { mint: fact, freeze: no, take: no, uri: fact };
      const safety = tokenSafety(facts, { height: 7, deployedAt: T0, holders: 0 }, T0);
      await tokenUris.save(aUri('a', { safety }));
      expect(await tokenUris.all()).toStrictEqual([aUri('a', { safety })]);
      const again = tokenSafety({ ...facts, take: fact }, {}, T0);
      await tokenUris.save(aUri('a', { safety: again }));
      expect(await tokenUris.all()).toStrictEqual([aUri('a', { safety: again })]);
    });

    it('makes tokens due that were to be read later, and no others', async () => {
      const [sooner, later] = [new Date(T0.getTime() - 5), new Date(T0.getTime() + 5)];
      await tokenUris.save(aUri('a', { dueAt: sooner }));
      await tokenUris.save(aUri('b', { dueAt: later }));
      await tokenUris.save(aUri('c', { dueAt: later }));
      await tokenUris.haste([`${AN_OWNER}.a`, `${AN_OWNER}.b`, `${AN_OWNER}.d`] as ContractId[], T0);
      const due = (await tokenUris.all()).map(({ contractId, dueAt }) => [contractId.slice(-1), dueAt]);
      expect(Object.fromEntries(due)).toEqual({ a: sooner, b: T0, c: later });
    });
  });
}
