import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readSnapshot, writeSnapshot, type Snapshot } from '../../../src/apps/devnet/chain/snapshot-file.js';

const KEY = { vm: 'this version', genesis: { dress: 'devnet', hash: 'one' } } as const;
const SNAPSHOT: Snapshot = {
  position: { bytes: 123, sha256: 'ab' },
  image: {
    memory: Uint8Array.from({ length: 100_000 }, (_, at) => (at * at) % 251),
    held: { length: 7, texts: [[5, 'name']], objects: ['3 function vfs'] },
    session: 42,
  },
  state: {
    firstVmHeight: 9,
    forks: [4],
    blocks: [{ height: 2, time: 3, vmHeight: 10, mined: [] }],
    pending: [],
    dropped: [],
  },
};

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-snapshot-file-'));
  path = join(folder, 'chain.snapshot');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a snapshot file', () => {
  it('is read as it was written, also over an earlier one and the rest of a write that was cut off', async () => {
    writeFileSync(`${path}.new`, 'torn');
    writeFileSync(path, 'earlier');
    await writeSnapshot(path, KEY, SNAPSHOT);
    const read = await readSnapshot(path, KEY.genesis);
    if (read?.ok !== true) throw new Error('the snapshot is not readable');
    const { memory } = read.value.image;
    expect(Buffer.from(memory).equals(Buffer.from(SNAPSHOT.image.memory))).toBe(true);
    expect({ ...read.value, image: { ...read.value.image, memory: SNAPSHOT.image.memory } }).toEqual({
      ...SNAPSHOT,
      vm: KEY.vm,
      genesis: KEY.genesis.hash,
    });
  });

  it('is not there before it is written', async () => {
    expect(await readSnapshot(path, KEY.genesis)).toBeUndefined();
  });

  it('is damaged when it is shorter at any place, or a byte of it has changed', async () => {
    await writeSnapshot(path, KEY, SNAPSHOT);
    const bytes = readFileSync(path);
    for (const at of [0, 1, 20, bytes.indexOf('\n'), bytes.length - 40, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      writeFileSync(path, changed);
      expect(await readSnapshot(path, KEY.genesis)).toEqual({ ok: false, error: 'it is damaged' });
      writeFileSync(path, bytes);
      truncateSync(path, at);
      expect(await readSnapshot(path, KEY.genesis)).toEqual({ ok: false, error: 'it is damaged' });
    }
  });

  it.each([
    { dress: 'devnet', hash: 'another' },
    { dress: 'mainnet', hash: 'one' },
  ] as const)('cannot be used on the genesis %j', async (genesis) => {
    await writeSnapshot(path, KEY, SNAPSHOT);
    expect(await readSnapshot(path, genesis)).toEqual({ ok: false, error: 'it is of another genesis' });
  });
});
