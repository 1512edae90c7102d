import { describe, expect, it } from './framework.js';
import type { MetadataRecord } from '../domain/metadata-record/metadata-record.js';
import { err, ok } from '../domain/shared/result.js';
import { metadataLock, type MetadataRepository } from '../ports/metadata.js';
import { AN_OWNER } from './builders.js';
import type { StorageAccess } from '../ports/index.js';
import { openEach, type StorageHarness } from './harness.js';

const [A, B, C] = [`${AN_OWNER}.a`, `${AN_OWNER}.b`, `${AN_OWNER}.c`] as const;
/** Sorted as ids are: byte by byte, so capitals come first, and `-` precedes letters. */
const SORTED = [`${AN_OWNER}.Z`, `${AN_OWNER}.a`, `${AN_OWNER}.a-1`, `${AN_OWNER}.a1`, `${AN_OWNER}.a_1`];

const A_RECORD: MetadataRecord = {
  name: 'Welsh 🐶 "\\\u0000\n',
  sip: 16,
  description: '',
  attributes: [],
  zeta: { inner: [null, true, -0.5, 1e21, { ключ: 'значение' }] },
  alpha: 'fields stay in the order in which they were saved',
  '10': 'but for numbers',
};

export function metadataRepositoryContract(harness: StorageHarness): void {
  describe(`MetadataRepository: ${harness.name}`, () => {
    let ports: StorageAccess;
    let metadata: MetadataRepository;
    openEach(harness, (opened) => {
      ports = opened;
      metadata = ports.metadata;
    });

    const idsOf = async (query: Parameters<MetadataRepository['page']>[0]) =>
      (await metadata.page(query)).map(({ contractId }) => contractId);
    const saveAll = async (ids: readonly string[]) => {
      for (const id of ids) await metadata.save(id, { name: id });
    };

    it('returns no record and no changes before the first save', async () => {
      expect(await metadata.find(A)).toBeUndefined();
      expect(await metadata.page({ limit: 10 })).toEqual([]);
      const { entries, state } = await metadata.changesSince(undefined, 10);
      expect(entries).toEqual([]);
      expect(state).toBe(await metadata.state());
    });

    it('returns a record exactly as saved, with its fields in their order', async () => {
      await metadata.save(A, A_RECORD);
      const found = await metadata.find(A);
      expect(found).toStrictEqual(A_RECORD);
      expect(JSON.stringify(found)).toBe(JSON.stringify(A_RECORD));
      expect(await metadata.find(A.toUpperCase())).toBeUndefined();
    });

    it('replaces the whole record on the next save of its id', async () => {
      await metadata.save(A, A_RECORD);
      await metadata.save(A, { name: 'Other' });
      expect(await metadata.find(A)).toStrictEqual({ name: 'Other' });
      expect(await metadata.page({ limit: 10 })).toStrictEqual([
        { contractId: A, record: { name: 'Other' } },
      ]);
    });

    it('stores a record of more than a megabyte', async () => {
      const record = { name: 'big', text: 'ü'.repeat(1_000_000) };
      await metadata.save(A, record);
      expect(await metadata.find(A)).toStrictEqual(record);
    });

    it('pages records by contract id, compared byte by byte', async () => {
      await saveAll([...SORTED].reverse());
      expect(await idsOf({ limit: 10 })).toEqual(SORTED);
      expect(await idsOf({ limit: 2 })).toEqual(SORTED.slice(0, 2));
      expect(await idsOf({ limit: 2, after: SORTED[1] })).toEqual(SORTED.slice(2, 4));
      expect(await idsOf({ limit: 2, after: `${AN_OWNER}.a0` })).toEqual(SORTED.slice(3));
      expect(await idsOf({ limit: 2, after: SORTED.at(-1) })).toEqual([]);
    });

    it('pages only the ids that start with the given text', async () => {
      const other = 'SP000000000000000000002Q6VF78.a';
      await saveAll([...SORTED, other]);
      expect(await idsOf({ limit: 10, principal: AN_OWNER })).toEqual(SORTED);
      expect(await idsOf({ limit: 10, principal: `${AN_OWNER}.a` })).toEqual(SORTED.slice(1));
      expect(await idsOf({ limit: 10, principal: `${AN_OWNER}.a`, after: SORTED[1] })).toEqual(
        SORTED.slice(2),
      );
      expect(await idsOf({ limit: 10, principal: other })).toEqual([other]);
      expect(await idsOf({ limit: 10, principal: `${AN_OWNER}.%` })).toEqual([]);
      expect(await idsOf({ limit: 10, principal: '' })).toHaveLength(SORTED.length + 1);
    });

    it('returns a new state after each save, even of an unchanged record', async () => {
      const states = [await metadata.state()];
      for (const id of [A, B, A, A, B]) {
        await metadata.save(id, { name: 'same' });
        states.push(await metadata.state());
      }
      expect(new Set(states).size).toBe(states.length);
      expect(await metadata.state()).toBe(states.at(-1));
    });

    it('lists each record saved since a state once, in the order of saving', async () => {
      await saveAll([A, B]);
      const before = await metadata.state();
      await saveAll([C, A, C]);
      const { entries, state } = await metadata.changesSince(before, 10);
      expect(entries.map(({ contractId }) => contractId)).toEqual([A, C]);
      expect(state).toBe(await metadata.state());
      expect(await metadata.changesSince(state, 10)).toEqual({ entries: [], state });
      const all = await metadata.changesSince(undefined, 10);
      expect(all.entries.map(({ contractId }) => contractId)).toEqual([B, A, C]);
    });

    it('lists changes page by page without skipping any', async () => {
      await saveAll([C, B, A]);
      const first = await metadata.changesSince(undefined, 2);
      expect(first.entries.map(({ contractId }) => contractId)).toEqual([C, B]);
      const rest = await metadata.changesSince(first.state, 2);
      expect(rest.entries).toEqual([{ contractId: A, record: { name: A } }]);
    });

    it('keeps the changes of 40 racing units of work that lock the record', async () => {
      const turns = Array.from({ length: 40 }, (_, n) =>
        ports.unitOfWork.run(async (transaction) => {
          await transaction.lock(metadataLock(A));
          const mine = transaction.metadata;
          await mine.save(A, { ...(await mine.find(A)), [`field${n}`]: n });
          return ok();
        }),
      );
      await Promise.all(turns);
      expect(Object.keys((await metadata.find(A))!)).toHaveLength(40);
      expect(await metadata.state()).toBe('40');
    });

    it('numbers racing saves without gaps or duplicates', async () => {
      const ids = Array.from({ length: 40 }, (_, n) => `${AN_OWNER}.t${n}`);
      await Promise.all(ids.map((id) => metadata.save(id, { name: id })));
      const { entries } = await metadata.changesSince('20', 100);
      expect(entries).toHaveLength(20);
      expect(await metadata.state()).toBe('40');
    });

    it('is not affected when callers change what they passed in or got back', async () => {
      const mine = { name: 'mine', properties: { symbol: 'M' } };
      const expected = structuredClone(mine);
      await metadata.save(A, mine);
      mine.properties.symbol = 'changed';
      const found = (await metadata.find(A)) as typeof mine;
      found.properties.symbol = 'changed';
      ((await metadata.page({ limit: 1 }))[0]!.record as typeof mine).name = 'changed';
      ((await metadata.changesSince(undefined, 1)).entries[0]!.record as typeof mine).name = 'changed';
      expect(await metadata.find(A)).toStrictEqual(expected);
    });

    it('loses a save when its unit of work rolls back', async () => {
      await metadata.save(A, { name: 'before' });
      const state = await metadata.state();
      await ports.unitOfWork.run(async ({ metadata: mine }) => {
        await mine.save(A, { name: 'after' });
        await mine.save(B, { name: 'after' });
        expect(await mine.find(A)).toEqual({ name: 'after' });
        return err('no');
      });
      expect(await metadata.page({ limit: 10 })).toEqual([{ contractId: A, record: { name: 'before' } }]);
      expect(await metadata.state()).toBe(state);
    });

    it('lists, with sizes, what a deployer saved for contracts not yet deployed, until it becomes permanent', async () => {
      const soon = new Date(2_000);
      await metadata.save(B, { name: 'ü' }, soon);
      await metadata.save(A, { name: 'a' }, soon);
      await metadata.save(C, { name: 'c' });
      await metadata.save('SP000000000000000000002Q6VF78.a', { name: 'other' }, soon);
      const idsLeft = async () =>
        (await metadata.undeployedOf(AN_OWNER, 9)).map(({ contractId }) => contractId);
      expect(await metadata.undeployedOf(AN_OWNER, 9)).toEqual([
        { contractId: A, bytes: 12 },
        { contractId: B, bytes: 13 },
      ]);
      expect(await metadata.undeployedOf(AN_OWNER, 1)).toHaveLength(1);
      const state = await metadata.state();
      await metadata.keep(A);
      expect(await metadata.state()).toBe(state);
      expect(await idsLeft()).toEqual([B]);
      await metadata.save(B, { name: 'deployed' });
      expect(await idsLeft()).toEqual([]);
      expect(await metadata.expiredBefore(new Date(9_000), 9)).toEqual(['SP000000000000000000002Q6VF78.a']);
    });

    it('drops what has expired, and tells followers of it as of a save', async () => {
      await metadata.save(A, { name: 'a' }, new Date(3_000));
      await metadata.save(B, { name: 'b' }, new Date(1_000));
      await metadata.save(C, { name: 'c' });
      expect(await metadata.expiredBefore(new Date(3_000), 9)).toEqual([B]);
      expect(await metadata.expiredBefore(new Date(9_000), 9)).toEqual([B, A]);
      expect(await metadata.expiredBefore(new Date(9_000), 1)).toEqual([B]);
      const state = await metadata.state();
      for (const id of [A, B, C]) await metadata.dropExpired(id, new Date(2_000));
      expect(await metadata.find(B)).toBeUndefined();
      expect(await idsOf({ limit: 9 })).toEqual([A, C]);
      expect(await metadata.bytesOf(AN_OWNER)).toBe(24);
      expect(await metadata.undeployedOf(AN_OWNER, 9)).toEqual([{ contractId: A, bytes: 12 }]);
      expect((await metadata.changesSince(state, 9)).entries).toEqual([{ contractId: B, record: undefined }]);
      await metadata.save(B, { name: 'b again' });
      expect(await metadata.find(B)).toEqual({ name: 'b again' });
      expect(await metadata.expiredBefore(new Date(9_000), 9)).toEqual([A]);
    });

    it('forgets deleted records, except for the last change', async () => {
      await metadata.save(A, { name: 'a' }, new Date(1_000));
      await metadata.save(B, { name: 'b' }, new Date(1_000));
      for (const id of [A, B]) await metadata.dropExpired(id, new Date(2_000));
      const state = await metadata.state();
      await metadata.forgetDropped(new Date(500));
      expect((await metadata.changesSince('0', 9)).entries).toHaveLength(2);
      await metadata.forgetDropped(new Date(2_000));
      expect((await metadata.changesSince('0', 9)).entries).toEqual([{ contractId: B, record: undefined }]);
      expect(await metadata.state()).toBe(state);
      await metadata.keep(B);
      expect(await metadata.find(B)).toBeUndefined();
    });
  });
}
