import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeFollowMetadata } from '../../../src/application/metadata/follow-metadata.js';
import type { MetadataEntry } from '../../../src/domain/metadata-record/metadata-record.js';
import type { MetadataRepository } from '../../../src/ports/index.js';
import { AN_OWNER } from '../../support/builders.js';
import { coreHarness } from '../../support/core-harness.js';

const idOf = (n: number) => `${AN_OWNER}.token-${n}`;
const nameOf = ({ record }: MetadataEntry) => record['name'] as string;

describe('following metadata', () => {
  let metadata: MetadataRepository;
  let follow: ReturnType<typeof makeFollowMetadata>;
  let made: string[];

  beforeEach(() => {
    ({ metadata } = coreHarness().ports);
    follow = makeFollowMetadata({ metadata });
    made = [];
  });

  const make = (entry: MetadataEntry) => {
    made.push(nameOf(entry));
    return nameOf(entry);
  };
  const save = (n: number, name: string) => metadata.save(idOf(n), { name });
  const saveAll = async (count: number) => {
    for (let n = 0; n < count; n++) await save(n, `Token ${n}`);
  };

  it('makes something of every record, however many there are', async () => {
    for (const count of [0, 500, 501]) {
      await saveAll(count);
      const board = await follow(nameOf);
      expect(board.made.size).toBe(count);
      expect(board.state).toBe(await metadata.state());
    }
  });

  it('makes anew what was saved since, once for each record', async () => {
    await saveAll(3);
    const before = await follow(nameOf);
    await save(1, 'B');
    await save(1, 'C');
    await save(7, 'D');
    const after = await follow(make, before);
    expect(made).toEqual(['C', 'D']);
    expect(Object.fromEntries(after.made)).toEqual({
      [idOf(0)]: 'Token 0',
      [idOf(1)]: 'C',
      [idOf(2)]: 'Token 2',
      [idOf(7)]: 'D',
    });
    expect(before.made.get(idOf(1))).toBe('Token 1');
  });

  it('gives back the same object until something was saved', async () => {
    for (const count of [0, 1]) {
      await saveAll(count);
      const before = await follow(nameOf);
      expect((await follow(nameOf, before)).made).toBe(before.made);
    }
  });

  it('is of one moment, whatever is saved while it reads', async () => {
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
    const { made: found } = await follow(nameOf);
    expect([found.get(idOf(0)), found.get(idOf(1_199))]).toEqual(['0 at 2', '1199 at 2']);
  });

  it('leaves the board before as it was when the storage fails midway, and goes on from there', async () => {
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
    expect(before.made.size).toBe(1);
    fails = false;
    expect((await follow(nameOf, before)).made.size).toBe(600);
  });
});
