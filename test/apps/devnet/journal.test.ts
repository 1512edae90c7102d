import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openJournal, type JournalEntry } from '../../../src/apps/devnet/chain/journal.js';

const ONE = { dress: 'devnet', hash: 'one' } as const;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-journal-'));
  path = join(folder, 'new', 'chain.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const TRANSACTION: JournalEntry = { type: 'transaction', raw: '00ff', receivedAtMs: 1 };
const BLOCK: JournalEntry = { type: 'block', height: 2, time: 3, txids: ['aa'] };
const empty = (height: number): JournalEntry => ({ type: 'empty', height, time: height });

function write(...entries: JournalEntry[]): void {
  const journal = openJournal(path, ONE);
  for (const entry of entries) journal.append(entry);
  journal.close();
}

function read(): readonly JournalEntry[] {
  const journal = openJournal(path, ONE);
  journal.close();
  return journal.entries;
}

describe('openJournal', () => {
  it('reads back the appended entries after it was reopened several times', () => {
    write(TRANSACTION, BLOCK);
    write({ type: 'drop', txid: 'aa', status: 'dropped_problematic' });
    expect(read()).toEqual([TRANSACTION, BLOCK, { type: 'drop', txid: 'aa', status: 'dropped_problematic' }]);
  });

  it.each(['{"type":"blo', '{"type":"blo\n', 'x'])(
    'cuts off the torn last line %j when it is opened',
    (torn) => {
      write(TRANSACTION);
      appendFileSync(path, torn);
      expect(read()).toEqual([TRANSACTION]);
      write(BLOCK);
      expect(read()).toEqual([TRANSACTION, BLOCK]);
    },
  );

  it('throws when a line before the last is damaged', () => {
    write(TRANSACTION, BLOCK);
    writeFileSync(path, readFileSync(path, 'utf8').replace('"transaction"', '"transact'));
    expect(read).toThrow('line 2');
  });

  it('throws when the journal was written on another genesis', () => {
    write(TRANSACTION);
    expect(() => openJournal(path, { ...ONE, hash: 'another' })).toThrow('another genesis');
  });

  it('throws when the journal was written by a chain in another dress', () => {
    write(TRANSACTION);
    expect(() => openJournal(path, { dress: 'mainnet', hash: 'another' })).toThrow(
      `the devnet journal ${path} was written by a chain in the dress of devnet, not of mainnet; delete it`,
    );
    expect(read()).toEqual([TRANSACTION]);
  });

  it('keeps a run of empty blocks in one line, also after it was reopened', () => {
    write(BLOCK, empty(3));
    const { size } = statSync(path);
    write(...Array.from({ length: 500 }, (_, i) => empty(i + 4)));
    write(empty(1_000_000_000));
    expect(statSync(path).size).toBe(size);
    write({ ...BLOCK, height: 1_000_000_001 }, empty(1_000_000_002));
    expect(read()).toEqual([
      BLOCK,
      empty(1_000_000_000),
      { ...BLOCK, height: 1_000_000_001 },
      empty(1_000_000_002),
    ]);
  });

  it('throws on append when another process has written to the file', () => {
    const journal = openJournal(path, ONE);
    write(TRANSACTION);
    expect(() => journal.append(BLOCK)).toThrow('another process');
    journal.close();
    expect(read()).toEqual([TRANSACTION]);
  });

  it('reads only what is behind a position that it was opened at, and continues there', () => {
    write(TRANSACTION);
    const journal = openJournal(path, ONE);
    const position = journal.position();
    journal.append(BLOCK);
    journal.append(empty(3));
    // The line of empty blocks may still be overwritten.
    const behindBlock = journal.position();
    expect(behindBlock.bytes).toBeLessThan(statSync(path).size);
    journal.append(empty(4));
    expect(journal.position()).toEqual(behindBlock);
    journal.close();

    const later = openJournal(path, ONE, position);
    expect([later.isContinued, later.entries]).toEqual([true, [BLOCK, empty(4)]]);
    expect(later.position()).toEqual(behindBlock);
    later.append(TRANSACTION);
    const end = later.position();
    later.close();
    const last = openJournal(path, ONE, end);
    expect([last.isContinued, last.entries]).toEqual([true, []]);
    last.close();
    expect(read()).toEqual([TRANSACTION, BLOCK, empty(4), TRANSACTION]);
  });

  it.each([
    ['shorter', (text: string) => text.slice(0, text.indexOf('\n') + 1), []],
    ['different', (text: string) => text.replace('00ff', '00fe'), [{ ...TRANSACTION, raw: '00fe' }, BLOCK]],
  ])('returns all entries when what is before the position is %s', (_what, change, entries) => {
    write(TRANSACTION, BLOCK);
    const journal = openJournal(path, ONE);
    const position = journal.position();
    journal.close();
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    const changed = openJournal(path, ONE, position);
    changed.close();
    expect([changed.isContinued, changed.entries]).toEqual([false, entries]);
  });

  it('names the damaged line behind the position by its number in the file', () => {
    write(TRANSACTION);
    const journal = openJournal(path, ONE);
    const position = journal.position();
    journal.close();
    appendFileSync(path, 'torn\n{"type":"drop"}\n');
    expect(() => openJournal(path, ONE, position)).toThrow('line 3');
  });
});
