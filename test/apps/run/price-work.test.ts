import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { RecordOutcome, RecordPricesError } from '../../../src/application/prices/record-prices.js';
import type { PriceList } from '../../../src/application/prices/price-list-cache.js';
import { startListRefresh, startRecorder } from '../../../src/apps/run/price-work.js';
import { err, ok, type Result } from '../../../src/domain/shared/result.js';
import { T0 } from '../../support/builders.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { tokenNo } from '../../support/price-runs.js';
import { logInMemory } from '../../support/log-lines.js';

const MINUTE = 60_000;

const RECORDED: Result<RecordOutcome, RecordPricesError> = ok({
  kind: 'recorded',
  at: T0,
  tokens: 8,
  unpriced: new Map([
    [tokenNo(0), 'no-route'],
    [tokenNo(1), 'vaults-silent'],
    [tokenNo(2), 'no-route'],
  ]),
  btcUsd: 100_000,
  dropped: [],
  failed: [{ name: 'kraken', reason: 'kraken: status 500' }],
  atOneBlock: true,
});

/** A recorder with scripted results that emits an event for each run. */
function scriptedRecorder(answer: () => Promise<Result<RecordOutcome, RecordPricesError>>) {
  const clock = fixedClock(T0);
  const asked = new EventEmitter();
  const runs: number[] = [];
  const record = () => {
    runs.push((clock.now().getTime() - T0.getTime()) / 1000);
    asked.emit('run');
    return answer();
  };
  /** Advances the clock and waits for the run that follows. */
  const nextRun = async (ms: number) => {
    const run = once(asked, 'run');
    clock.advance(ms);
    await run;
  };
  return { clock, runs, record, nextRun };
}

describe('startRecorder', () => {
  it('records immediately and then at each grid point', async () => {
    const { clock, runs, record, nextRun } = scriptedRecorder(async () => RECORDED);
    const { log, lines } = logInMemory();
    clock.advance(2 * MINUTE);
    const stop = await startRecorder({ record }, { clock, log, checkEveryMs: 1 });
    await nextRun(3 * MINUTE);
    await nextRun(4 * 60 * MINUTE);
    await stop();
    expect(runs).toEqual([120, 300, 300 + 4 * 3600]);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toEqual({
      level: 30,
      at: T0.toISOString(),
      tokens: 8,
      unpriced: { 'no-route': 2, 'vaults-silent': 1 },
      btcUsd: 100_000,
      dropped: [],
      failed: [{ name: 'kraken', reason: 'kraken: status 500' }],
      atOneBlock: true,
      ms: 0,
      msg: 'prices recorded',
    });
  });

  it('retries a failed run every 15 seconds, and always at the next grid point', async () => {
    const failure = err({
      kind: 'no-btc-price' as const,
      reason: 'no-answer' as const,
      dropped: [],
      failed: [{ name: 'kraken', reason: 'kraken: no response in 5000 ms' }],
    });
    const answers = [failure, failure, failure, RECORDED];
    const { clock, runs, record, nextRun } = scriptedRecorder(async () => answers.shift()!);
    const { log, lines } = logInMemory();
    const stop = await startRecorder({ record }, { clock, log, checkEveryMs: 1 });
    await nextRun(15_000);
    await nextRun(4 * MINUTE + 44_000);
    await nextRun(1_000);
    await stop();
    expect(runs).toEqual([0, 15, 299, 300]);
    expect(lines.map(({ level }) => level)).toEqual([40, 40, 40, 30]);
    expect(lines[0]).toEqual({
      level: 40,
      reason: 'no-answer',
      dropped: [],
      failed: [{ name: 'kraken', reason: 'kraken: no response in 5000 ms' }],
      msg: 'prices could not be recorded and will be retried',
    });
  });

  it('continues after a run that threw, and logs nothing at info level when another process has recorded', async () => {
    const answers = [
      () => Promise.reject(new Error('the disk is full')),
      async () => ok({ kind: 'already-recorded' as const, at: T0 }),
    ];
    const { clock, runs, record, nextRun } = scriptedRecorder(() => answers.shift()!());
    const { log, lines } = logInMemory();
    const stop = await startRecorder({ record }, { clock, log, checkEveryMs: 1 });
    await nextRun(15_000);
    await stop();
    expect(runs).toEqual([0, 15]);
    expect(lines).toMatchObject([{ level: 50, msg: 'recording prices failed and will be retried' }]);
  });

  it('waits for the running recording when it is stopped, and starts no other', async () => {
    const gate = new EventEmitter();
    let ended = false;
    const { clock, runs, record, nextRun } = scriptedRecorder(async () => {
      if (runs.length === 2) {
        await once(gate, 'open');
        ended = true;
      }
      return RECORDED;
    });
    const stop = await startRecorder({ record }, { clock, log: logInMemory().log, checkEveryMs: 1 });
    await nextRun(5 * MINUTE);
    const stopped = stop();
    gate.emit('open');
    await stopped;
    expect([runs.length, ended]).toEqual([2, true]);
  });
});

describe('startListRefresh', () => {
  it('reads immediately, and again only when a grid point has passed that the list lacks', async () => {
    const clock = fixedClock(T0);
    const read = new EventEmitter();
    let [list, at, reads] = [undefined as PriceList | undefined, T0, 0];
    const prices = {
      current: () => list,
      list: async () => list!,
      refresh: async () => {
        reads++;
        list = { run: { at, btcUsd: 1 }, tokens: [] };
        read.emit('read');
        return list;
      },
    };
    const stop = await startListRefresh(prices, { clock, log: logInMemory().log, checkEveryMs: 1 });
    expect(reads).toBe(1);
    // Until the run is stored, every check reads the list.
    const [again, onceMore] = [once(read, 'read'), once(read, 'read').then(() => once(read, 'read'))];
    clock.advance(5 * MINUTE);
    await again;
    await onceMore;
    at = clock.now();
    await once(read, 'read');
    const known = reads;
    await stop();
    expect(reads).toBe(known);
    expect(prices.current()?.run?.at).toEqual(at);
  });

  /** A list of one token without a known change, the number of its reads, and an event for each look and read. */
  const withoutPast = () => {
    const [clock, heard] = [fixedClock(T0), new EventEmitter()];
    const change = { '24h': null as number | null };
    const list = { run: { at: T0, btcUsd: 1 }, tokens: [{ change }] } as unknown as PriceList;
    const reads: Date[] = [];
    const prices = {
      current: () => list,
      list: async () => {
        heard.emit('look');
        return list;
      },
      refresh: async () => {
        reads.push(clock.now());
        heard.emit('read');
        return list;
      },
    };
    return { clock, heard, change, reads, prices };
  };

  it('reads every five seconds while no change is known, and then no more before the next grid point', async () => {
    const { clock, heard, change, reads, prices } = withoutPast();
    const stop = await startListRefresh(prices, { clock, log: logInMemory().log, checkEveryMs: 1 });
    expect(reads).toHaveLength(1);
    const again = once(heard, 'read');
    clock.advance(5_000);
    await again;
    change['24h'] = 2;
    clock.advance(5_000);
    await once(heard, 'look');
    await stop();
    expect(reads).toHaveLength(2);
  });

  it('stops looking for a change two minutes after the start, as a new server has none for a day', async () => {
    const { clock, heard, reads, prices } = withoutPast();
    const stop = await startListRefresh(prices, { clock, log: logInMemory().log, checkEveryMs: 1 });
    clock.advance(2 * MINUTE);
    await once(heard, 'look');
    await stop();
    expect(reads).toEqual([T0]);
  });

  it('reads again while the list has a run of a later time, which was read while the clock was ahead', async () => {
    const read = new EventEmitter();
    const ahead = { run: { at: new Date(T0.getTime() + 120 * MINUTE), btcUsd: 1 }, tokens: [] };
    const prices = {
      current: () => ahead,
      list: async () => ahead,
      refresh: async () => {
        read.emit('read');
        return ahead;
      },
    };
    const stop = await startListRefresh(prices, {
      clock: fixedClock(T0),
      log: logInMemory().log,
      checkEveryMs: 1,
    });
    await expect(once(read, 'read')).resolves.toEqual([]);
    await stop();
  });

  it('logs a failed read and continues', async () => {
    const read = new EventEmitter();
    let reads = 0;
    const prices = {
      current: () => undefined,
      list: async (): Promise<PriceList> => ({ tokens: [] }),
      refresh: async (): Promise<PriceList> => {
        reads++;
        read.emit('read');
        if (reads === 1) throw new Error('the database is gone');
        return { tokens: [] };
      },
    };
    const { log, lines } = logInMemory();
    const stop = await startListRefresh(prices, { clock: fixedClock(T0), log, checkEveryMs: 1 });
    await once(read, 'read');
    await stop();
    expect(lines).toMatchObject([{ level: 50, msg: 'prices could not be read; the list is unchanged' }]);
  });
});
