import { chmod, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openFileEndsLog } from '../../../src/adapters/ends-log/file-ends-log.js';
import { lineOf } from '../../../src/adapters/ends-log/line.js';
import { END_KINDS, type End } from '../../../src/domain/operator/end.js';
import { StorageFailure, type EndsLog } from '../../../src/ports/index.js';
import { handleFor, T0, txidOf, uuidOf } from '../../../src/testing/builders.js';
import { endsFolder } from '../../support/ends-logs.js';

type OpenLog = EndsLog & { close(): Promise<void> };

const MONTH = '2026-11';
const later = (n: number) => new Date(T0.getTime() + n);
const CANCEL: End = { kind: 'cancel', at: T0, hash: handleFor(uuidOf(1)) };
const REVOKE: End = { kind: 'revoke', at: later(1), hash: txidOf(2) };
const PAUSE: End = { kind: 'pause', at: later(2), hash: '-' };

const anyEnd: fc.Arbitrary<End> = fc.record({
  kind: fc.constantFrom(...END_KINDS),
  at: fc.integer({ min: 0, max: 86_400_000 }).map(later),
  hash: fc.oneof(
    fc.uuid(),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
    fc.constant('-'),
  ),
});

async function read(log: EndsLog, since = new Date(0)): Promise<readonly End[]> {
  const ends: End[] = [];
  for await (const end of log.since(since)) ends.push(end);
  return ends;
}

let folder: Awaited<ReturnType<typeof endsFolder>>;
let logs: OpenLog[];
beforeEach(async () => {
  folder = await endsFolder();
  logs = [];
});
afterEach(async () => {
  for (const log of logs) await log.close();
  await folder.remove();
});

const openLog = async (now: () => Date = () => T0): Promise<OpenLog> => {
  const log = await openFileEndsLog(folder.path, { now });
  logs.push(log);
  return log;
};
const segment = (month = MONTH) => `${folder.path}.${month}`;

const isOutage = (error: unknown) => error instanceof StorageFailure && error.isOutage;
const outageOf = async (work: Promise<unknown>): Promise<boolean> => work.then(() => false, isOutage);

describe('a log of ends whose last write a crash has cut', () => {
  it('loses that end alone, at every byte, and takes the next ones', async () => {
    const ends = fc.array(anyEnd, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(ends, anyEnd, anyEnd, async (before, last, after) => {
        await folder.remove();
        const log = await openLog();
        await log.append(before);
        const kept = await readFile(segment());
        await log.append([last]);
        const whole = await readFile(segment());
        for (let size = kept.length; size <= whole.length; size++) {
          await writeFile(segment(), whole.subarray(0, size));
          const again = await openLog();
          await again.append([after]);
          // The end of the line is all that the last end may lack.
          const isWhole = size >= whole.length - 1;
          expect(await read(again)).toEqual([...before, ...(isWhole ? [last] : []), after]);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('skips lines that are no ends, whatever their bytes', async () => {
    const log = await openLog();
    await log.append([CANCEL]);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        await writeFile(segment(), `${lineOf(CANCEL)}\n`);
        await writeFile(segment(), bytes, { flag: 'a' });
        await log.append([REVOKE]);
        const ends = await read(log);
        expect(ends[0]).toStrictEqual(CANCEL);
        expect(ends.at(-1)).toStrictEqual(REVOKE);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a log of ends that cannot be written', () => {
  it('rejects with an outage on a full disk, says so when it is checked, and accepts ends again when there is room', async () => {
    const log = await openLog();
    await symlink('/dev/full', segment());
    expect(await outageOf(log.append([CANCEL]))).toBe(true);
    expect(await outageOf(log.check())).toBe(true);
    await rename(segment(), `${segment()}.full`);
    await log.check();
    await log.append([CANCEL, REVOKE]);
    expect(await read(log)).toStrictEqual([CANCEL, REVOKE]);
  });

  it('rejects each of the appends that were written together', async () => {
    const log = await openLog();
    await symlink('/dev/full', segment());
    const appends = [CANCEL, REVOKE, PAUSE].map((end) => outageOf(log.append([end])));
    expect(await Promise.all(appends)).toEqual([true, true, true]);
  });

  it('rejects with an outage if a folder has the name of a month, when it is written and when it is read', async () => {
    const log = await openLog();
    await mkdir(segment());
    expect(await outageOf(log.append([CANCEL]))).toBe(true);
    expect(await outageOf(read(log))).toBe(true);
  });

  it('rejects when its folder is gone, rather than being made again where no one looks', async () => {
    const log = await openLog();
    await log.append([CANCEL]);
    const moved = `${dirname(folder.path)}.moved`;
    await rename(dirname(folder.path), moved);
    expect(await outageOf(log.append([REVOKE]))).toBe(true);
    expect(await outageOf(log.check())).toBe(true);
    await rename(moved, dirname(folder.path));
    await log.append([PAUSE]);
    expect(await read(log)).toStrictEqual([CANCEL, PAUSE]);
  });
});

describe('the files of a log of ends', () => {
  it('are private to the user of the program, also after old months were deleted', async () => {
    let now = T0;
    const log = await openLog(() => now);
    await log.append([CANCEL]);
    now = later(100 * 86_400_000);
    await log.append([{ ...REVOKE, at: now }]);
    await log.deleteBefore(now);
    const names = await readdir(dirname(folder.path));
    expect(names.sort()).toEqual(['ends.log', 'ends.log.2027-02']);
    const modes = names.map(async (name) => (await stat(join(dirname(folder.path), name))).mode & 0o777);
    expect(await Promise.all(modes)).toEqual([0o600, 0o600]);
  });

  it('are continued if another program has moved one away', async () => {
    const log = await openLog();
    await log.append([CANCEL]);
    await rename(segment(), `${segment()}.rotated`);
    await log.append([REVOKE]);
    expect(await read(log)).toStrictEqual([REVOKE]);
  });

  it('keep ends of two months apart, and read them one after the other', async () => {
    let now = new Date('2026-11-30T23:59:59.999Z');
    const log = await openLog(() => now);
    const last = { ...CANCEL, at: now };
    await log.append([last]);
    now = new Date('2026-12-01T00:00:00.000Z');
    await log.append([{ ...REVOKE, at: now }]);
    expect(await read(log)).toStrictEqual([last, { ...REVOKE, at: now }]);
    expect(await read(log, now)).toStrictEqual([{ ...REVOKE, at: now }]);
  });

  it('are refused if the path is another file, such as the database', async () => {
    await mkdir(dirname(folder.path), { recursive: true });
    await writeFile(folder.path, 'SQLite format 3\0');
    await expect(openLog()).rejects.toThrow(`${folder.path} is no log of ends`);
    expect(await readFile(folder.path, 'utf8')).toBe('SQLite format 3\0');
  });

  it('are complete as soon as they exist, even when processes start at once', async () => {
    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 6 }, () => openLog()));
      expect(await readdir(dirname(folder.path))).toEqual(['ends.log']);
      await folder.remove();
    }
  });
});

describe('a log of ends of a user who may not write to it', () => {
  // The superuser may.
  const ifUser = process.getuid?.() === 0 ? it.skip : it;

  ifUser('rejects with an outage', async () => {
    const log = await openLog();
    await log.append([CANCEL]);
    await chmod(segment(), 0o400);
    const other = await openLog();
    expect(await outageOf(other.append([REVOKE]))).toBe(true);
  });
});
