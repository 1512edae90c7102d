import type { End } from '../domain/operator/end.js';
import type { Clock, EndsLog } from '../ports/index.js';
import { handleFor, T0, txidOf, uuidOf } from './builders.js';
import { afterAll, beforeEach, describe, expect, it } from './framework.js';

/** A log of ends under test, with a way to open it again as another process would. */
export interface OpenedEndsLog {
  readonly log: EndsLog;
  /** Opens the same log once more, as another process does, or the same process after a restart. */
  again(): Promise<EndsLog>;
  /** Closes the log, however often it was opened, and removes its data. */
  close(): Promise<void>;
}

/** An adapter of the log of ends under contract tests. */
export interface EndsLogHarness {
  /** The adapter's name, for the titles of the tests. */
  readonly name: string;
  /** A new log, which begins at the clock's time. */
  open(clock: Clock): Promise<OpenedEndsLog>;
}

const DAY_MS = 86_400_000;

/** The nth of a series of ends, one second apart. */
const endOf = (n: number, start = T0): End => {
  const at = new Date(start.getTime() + n * 1_000);
  if (n % 3 === 0) return { kind: 'cancel', at, hash: handleFor(uuidOf(n)) };
  return n % 3 === 1 ? { kind: 'revoke', at, hash: txidOf(n) } : { kind: 'pause', at, hash: '-' };
};

const someEnds = (count: number, start?: Date): readonly End[] =>
  Array.from({ length: count }, (_, n) => endOf(n, start));

async function read(log: EndsLog, since = new Date(0)): Promise<readonly End[]> {
  const ends: End[] = [];
  for await (const end of log.since(since)) ends.push(end);
  return ends;
}

const byTime = (ends: readonly End[]) => [...ends].sort((a, b) => a.at.getTime() - b.at.getTime());

/**
 * Registers the tests that every adapter of the log of ends must pass. Call it in a test file; it opens a log for each test.
 *
 * @example
 * const log = ports.ends!;
 * endsLogContract({ name: 'mine', open: async () => ({ log, again: async () => log, close: async () => {} }) });
 */
export function endsLogContract(harness: EndsLogHarness): void {
  describe(`EndsLog: ${harness.name}`, () => {
    let now: Date;
    let opened: OpenedEndsLog | undefined;
    let log: EndsLog;

    beforeEach(async () => {
      await opened?.close();
      now = T0;
      opened = await harness.open({ now: () => now });
      ({ log } = opened);
    });
    afterAll(async () => opened?.close());

    it('starts empty at its creation time, and accepts ends', async () => {
      expect(await read(log)).toEqual([]);
      expect(await log.beganAt()).toEqual(T0);
      await log.check();
      await log.append([]);
      expect(await read(log)).toEqual([]);
    });

    it('returns exactly what was appended since a time, sorted by time', async () => {
      const ends = someEnds(9);
      for (const end of ends) await log.append([end]);
      expect(await read(log)).toStrictEqual(ends);
      expect(await read(log, ends[4]!.at)).toStrictEqual(ends.slice(4));
      expect(await read(log, new Date(ends[4]!.at.getTime() + 1))).toStrictEqual(ends.slice(5));
      expect(await read(log, new Date(ends[8]!.at.getTime() + 1))).toEqual([]);
    });

    it('accepts more ends at once than an adapter writes or reads in one go', async () => {
      const ends = someEnds(1_234);
      await log.append(ends);
      expect(await read(log)).toStrictEqual(ends);
    });

    it('still has every end after a restart, and its start time', async () => {
      await log.append(someEnds(3));
      now = new Date(T0.getTime() + DAY_MS);
      const again = await opened!.again();
      expect(await again.beganAt()).toEqual(T0);
      await again.append([endOf(3)]);
      expect(await read(again)).toStrictEqual(someEnds(4));
      expect(await read(log)).toStrictEqual(someEnds(4));
    });

    it('repeats an end that was appended again, and makes nothing else of it', async () => {
      const [end] = someEnds(1);
      await log.append([end!]);
      await (await opened!.again()).append([end!]);
      for (const each of await read(log)) expect(each).toStrictEqual(end);
    });

    it('neither loses nor mixes ends when several writers append at once', async () => {
      const writers = [log, await opened!.again(), await opened!.again(), await opened!.again()];
      const ends = someEnds(400);
      await Promise.all(ends.map((end, n) => writers[n % writers.length]!.append([end])));
      for (const writer of writers) expect(byTime(await read(writer))).toStrictEqual(ends);
    });

    it('is made once when several open it first at the same time', async () => {
      const logs = await Promise.all(Array.from({ length: 8 }, () => opened!.again()));
      for (const each of logs) expect(await each.beganAt()).toEqual(T0);
    });

    it('deletes what is older than a time by a month at most, says that it reaches back no further, and keeps the rest', async () => {
      const old = someEnds(3);
      await log.append(old);
      now = new Date(T0.getTime() + 100 * DAY_MS);
      const recent = someEnds(3, now);
      await log.append(recent);
      await log.deleteBefore(T0);
      expect(await read(log)).toStrictEqual([...old, ...recent]);
      expect(await log.beganAt()).toEqual(T0);

      const again = await opened!.again();
      await Promise.all([log.deleteBefore(now), again.deleteBefore(now)]);
      expect(await read(log)).toStrictEqual(recent);
      const began = await log.beganAt();
      expect(began.getTime()).toBeGreaterThan(old[2]!.at.getTime());
      expect(began.getTime()).toBeLessThanOrEqual(now.getTime());
      await log.append([endOf(3, now)]);
      expect(await read(again)).toStrictEqual(someEnds(4, now));
    });
  });
}
