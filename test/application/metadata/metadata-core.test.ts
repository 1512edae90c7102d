import { beforeEach, describe, expect, it } from '@jest/globals';
import { FACTS_MAX_AGE_MS } from '../../../src/application/metadata/token-facts-cache.js';
import type { Core } from '../../../src/application/core.js';
import { createCore } from '../../../src/application/core.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import type { MetadataRepository, Ports } from '../../../src/ports/index.js';
import { AN_OWNER } from '../../support/builders.js';
import { coreHarness, type CoreHarness } from '../../support/core-harness.js';
import type { FixedClock } from '../../support/fixed-clock.js';

const idOf = (n: number) => `${AN_OWNER}.token-${String(n).padStart(5, '0')}`;

describe('core.metadata', () => {
  let ports: Ports;
  let core: Core;
  let clock: FixedClock;
  let setRegistry: CoreHarness['setRegistry'];

  beforeEach(() => {
    ({ ports, core, clock, setRegistry } = coreHarness());
  });

  const save = async (count: number) => {
    for (let n = 0; n < count; n++) await ports.metadata.save(idOf(n), { name: `Token ${n}` });
  };
  const idsOf = (entries: readonly { readonly contractId: string }[]) =>
    entries.map(({ contractId }) => contractId);

  it.each(['unknown', '', '.stx', 'a b', '\u0000', `${AN_OWNER}.%`, 'x'.repeat(10_000)])(
    'returns not found for the unknown contract id %j',
    async (contractId) => {
      expect(await core.metadata.find(contractId)).toEqual(err({ kind: 'metadata-not-found', contractId }));
      expect(await core.metadata.lint(contractId)).toEqual(err({ kind: 'metadata-not-found', contractId }));
    },
  );

  it('lints a stored record', async () => {
    await ports.metadata.save(idOf(1), { name: 'T', image: 'http://x' });
    const findings = await core.metadata.lint(idOf(1));
    expect(findings.ok && findings.value.map(({ code }) => code)).toContain('image-scheme');
  });

  it('lints a stored record against the registry', async () => {
    const { contractId, decimals } = ports.registry.current().tokens[0]!;
    await ports.metadata.save(contractId, {
      name: 'T',
      properties: { symbol: 'USDC ✅', decimals: decimals + 1 },
    });
    const findings = await core.metadata.lint(contractId);
    const codes = findings.ok && findings.value.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['symbol-renamed', 'decimals-differ']));
  });

  it('lists and streams all records when they exceed one page', async () => {
    await save(1_203);
    expect(idsOf(await core.metadata.list())).toEqual(Array.from({ length: 1_203 }, (_, n) => idOf(n)));
    const streamed: string[] = [];
    for await (const { contractId } of core.metadata.all()) streamed.push(contractId);
    expect(streamed).toHaveLength(1_203);
  });

  it('lists one page and the records of one deployer', async () => {
    await save(5);
    await ports.metadata.save('SP000000000000000000002Q6VF78.other', { name: 'Other' });
    expect(idsOf(await core.metadata.list({ limit: 2, after: idOf(1) }))).toEqual([idOf(2), idOf(3)]);
    expect(await core.metadata.list({ principal: AN_OWNER })).toHaveLength(5);
    expect(await core.metadata.list({ principal: AN_OWNER, after: idOf(3) })).toHaveLength(1);
    expect(await core.metadata.list({ principal: '\u0000' })).toEqual([]);
    expect(await core.metadata.list({ after: '\u0000' })).toEqual([]);
    const streamed = [];
    for await (const entry of core.metadata.all({ principal: "'" })) streamed.push(entry);
    expect(streamed).toEqual([]);
  });

  describe('facts', () => {
    const moment = () => clock.advance(FACTS_MAX_AGE_MS);

    it('returns the facts of all records by contract id', async () => {
      await save(1_100);
      const facts = await core.metadata.facts();
      expect(facts.size).toBe(1_100);
      expect(facts.get(idOf(7))).toEqual({ name: 'Token 7' });
    });

    it('returns the same object until a record is saved', async () => {
      await save(2);
      const facts = await core.metadata.facts();
      moment();
      expect(await core.metadata.facts()).toBe(facts);
      await ports.metadata.save(idOf(1), { name: 'New' });
      expect(await core.metadata.facts()).toBe(facts);
      moment();
      const next = await core.metadata.facts();
      expect(next.get(idOf(0))).toEqual({ name: 'Token 0' });
      expect(next.get(idOf(1))).toEqual({ name: 'New' });
      expect(facts.get(idOf(1))).toEqual({ name: 'Token 1' });
    });

    it('shares one read between concurrent callers', async () => {
      let readings = 0;
      const counting = Object.assign(Object.create(ports.metadata) as MetadataRepository, {
        changesSince: (...query: Parameters<MetadataRepository['changesSince']>) => {
          readings += 1;
          return ports.metadata.changesSince(...query);
        },
      });
      const { facts } = createCore({ ...ports, metadata: counting }).metadata;
      const all = await Promise.all(Array.from({ length: 10 }, () => facts()));
      expect(new Set(all).size).toBe(1);
      expect(readings).toBe(1);
    });

    it('returns cached facts without waiting when the storage hangs', async () => {
      const { metadata } = ports;
      let gate: Promise<void> = Promise.resolve();
      const hanging = Object.assign(Object.create(metadata) as MetadataRepository, {
        changesSince: async (...query: Parameters<MetadataRepository['changesSince']>) => {
          await gate;
          return metadata.changesSince(...query);
        },
      });
      const { facts } = createCore({ ...ports, metadata: hanging }).metadata;
      const known = await facts();
      await save(1);
      let open = () => {};
      gate = new Promise((resolve) => (open = resolve));
      moment();
      const first = facts();
      moment();
      expect(await facts()).toBe(known);
      open();
      expect((await first).size).toBe(1);
      expect((await facts()).size).toBe(1);
    });

    it('returns cached facts while the storage fails', async () => {
      let fails = true;
      const failing = Object.assign(Object.create(ports.metadata) as MetadataRepository, {
        changesSince: async () => {
          if (fails) throw new Error('no storage');
          return { entries: [{ contractId: idOf(1), record: { name: 'T' } }], state: '1' };
        },
      });
      const { facts } = createCore({ ...ports, metadata: failing }).metadata;
      await expect(facts()).rejects.toThrow('no storage');
      fails = false;
      const known = await facts();
      fails = true;
      moment();
      expect(await facts()).toBe(known);
    });
  });

  it('changes the state with each save', async () => {
    const before = await core.metadata.state();
    await save(1);
    expect(await core.metadata.state()).not.toBe(before);
    expect(await core.metadata.find(idOf(0))).toEqual(
      ok({ contractId: idOf(0), record: { name: 'Token 0' } }),
    );
  });

  it('changes the state with the registry alone, which says what a token is called', async () => {
    const before = await core.metadata.state();
    expect(await core.metadata.state()).toBe(before);
    setRegistry({ ...ports.registry.current() });
    expect(await core.metadata.state()).not.toBe(before);
  });
});
