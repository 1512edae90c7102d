import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeFollowMetadata } from '../../../src/application/metadata/follow-metadata.js';
import type { MetadataEntry } from '../../../src/domain/metadata-record/metadata-record.js';
import type { MetadataRepository } from '../../../src/ports/index.js';
import { AN_OWNER } from '../../support/builders.js';
import { coreHarness } from '../../support/core-harness.js';

const idOf = (n: number) => `${AN_OWNER}.token-${n}`;
const nameOf = ({ record }: MetadataEntry) => record['name'] as string;

describe('makeFollowMetadata', () => {
  let metadata: MetadataRepository;
  let follow: ReturnType<typeof makeFollowMetadata>;
  let derived: string[];

  beforeEach(() => {
    ({ metadata } = coreHarness().ports);
    follow = makeFollowMetadata({ metadata });
    derived = [];
  });

  const derive = (entry: MetadataEntry) => {
    derived.push(nameOf(entry));
    return nameOf(entry);
  };
  const save = (n: number, name: string) => metadata.save(idOf(n), { name });
  const saveAll = async (count: number) => {
    for (let n = 0; n < count; n++) await save(n, `Token ${n}`);
  };

  it('derives a value from every record when no snapshot is given, whatever their number', async () => {
    for (const count of [0, 500, 501]) {
      await saveAll(count);
      const snapshot = await follow(nameOf);
      expect(snapshot.values.size).toBe(count);
      expect(snapshot.state).toBe(await metadata.state());
    }
  });

  it('derives again only the records saved since the snapshot, each once', async () => {
    await saveAll(3);
    const before = await follow(nameOf);
    await save(1, 'B');
    await save(1, 'C');
    await save(7, 'D');
    const after = await follow(derive, before);
    expect(derived).toEqual(['C', 'D']);
    expect(Object.fromEntries(after.values)).toEqual({
      [idOf(0)]: 'Token 0',
      [idOf(1)]: 'C',
      [idOf(2)]: 'Token 2',
      [idOf(7)]: 'D',
    });
    expect(before.values.get(idOf(1))).toBe('Token 1');
  });

  it('returns the same values object until a record is saved', async () => {
    for (const count of [0, 1]) {
      await saveAll(count);
      const before = await follow(nameOf);
      expect((await follow(nameOf, before)).values).toBe(before.values);
    }
  });

  it('returns a snapshot of one moment when records are saved during the read', async () => {
    await saveAll(1_200);
    const changesSince = metadata.changesSince.bind(metadata);
    let readings = 0;
    metadata.changesSince = async (...query) => {
      const changes = await changesSince(...query);
      if (readings++ < 2) {
        // One that was read already, one that is still to come.
        await save(0, `0 at ${readings}`);
        await save(1_199, `1199 at ${readings}`);
      }
      return changes;
    };
    const { values } = await follow(nameOf);
    expect([values.get(idOf(0)), values.get(idOf(1_199))]).toEqual(['0 at 2', '1199 at 2']);
  });

  it('leaves the earlier snapshot unchanged when the storage fails midway, and continues from it', async () => {
    await saveAll(1);
    const before = await follow(nameOf);
    await saveAll(600);
    const changesSince = metadata.changesSince.bind(metadata);
    let fails = true;
    metadata.changesSince = async (state, limit) => {
      if (fails && state !== before.state) throw new Error('no storage');
      return changesSince(state, limit);
    };
    await expect(follow(nameOf, before)).rejects.toThrow('no storage');
    expect(before.values.size).toBe(1);
    fails = false;
    expect((await follow(nameOf, before)).values.size).toBe(600);
  });
});
