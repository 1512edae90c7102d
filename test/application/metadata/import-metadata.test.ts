import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import {
  importMetadata,
  RECORDS_PER_BATCH,
  type MetadataImportReport,
  type RefusedMetadata,
} from '../../../src/application/metadata/import-metadata.js';
import type { RawRecord } from '../../../src/application/shared/import-records.js';
import { MAX_RECORD_LENGTH } from '../../../src/domain/metadata-record/safe-json.js';
import { NodeHasher } from '../../../src/adapters/system/index.js';
import { AN_OWNER } from '../../support/builders.js';
import { A_WALLET } from '../../support/signing.js';

const idOf = (n: number) => `${AN_OWNER}.t${n}`;
const A = idOf(0);
const MAINNET = `${A_WALLET.mainnetAddress}.a`;

async function* from(records: Iterable<RawRecord>): AsyncIterable<RawRecord> {
  yield* records;
}

function harness() {
  const { metadata, unitOfWork } = memoryStorage();
  const refused: RefusedMetadata[] = [];
  const run = (records: readonly RawRecord[], progress?: (report: MetadataImportReport) => void) =>
    importMetadata({ unitOfWork, hasher: new NodeHasher() }, from(records), {
      refused: async (found) => void refused.push(...found),
      ...(progress && { progress }),
    });
  /** Imports one record after another was stored. */
  const over = async (stored: object, record: object) => {
    await metadata.save(A, stored as never);
    const report = await run([{ where: '', key: A, value: record }]);
    return { report, found: await metadata.find(A) };
  };
  return { metadata, refused, run, over };
}

const report = (counts: Partial<MetadataImportReport>): MetadataImportReport => ({
  records: 1,
  added: 0,
  replaced: 0,
  known: 0,
  older: 0,
  refused: 0,
  ...counts,
});

describe('importMetadata', () => {
  it('stores records of the old and the new form unchanged', async () => {
    const { run, metadata } = harness();
    const old = { name: 'Old', symbol: 'O', decimals: '6', lastUpdated: '1750913233229', sip: 'sixteen' };
    const nameless = { lastUpdated: 1750913233229, attributes: 'odd' };
    const records = [
      { where: '1', value: { contractId: A, ...old } },
      { where: '2', key: MAINNET, value: nameless },
      { where: '3', key: '.stx', value: { name: 'Stacks' } },
    ];
    expect(await run(records)).toEqual(report({ records: 3, added: 3 }));
    expect(await metadata.find(A)).toStrictEqual(old);
    expect(await metadata.find(MAINNET)).toStrictEqual(nameless);
    expect(await metadata.find('.stx')).toStrictEqual({ name: 'Stacks' });
  });

  it('counts every record as known when the import is repeated', async () => {
    const { run } = harness();
    const records = [{ where: '1', key: A, value: { name: 'A' } }];
    await run(records);
    expect(await run(records)).toEqual(report({ known: 1 }));
  });

  const iso = '2026-11-20T12:00:00.000Z';
  const ms = Date.parse(iso);
  it.each<[string, unknown, unknown, 'replaced' | 'older']>([
    ['a newer one', iso, String(ms + 1), 'replaced'],
    ['a newer one in ISO', String(ms - 1), iso, 'replaced'],
    ['one that says its age', undefined, ms, 'replaced'],
    ['an older one', iso, String(ms - 1), 'older'],
    ['one of the same age', iso, ms, 'older'],
    ['one that does not say its age', iso, undefined, 'older'],
    ['one of unknown age beside another', undefined, 'yesterday', 'older'],
  ])('replaces a stored record only by a newer one: %s', async (_, stored, given, outcome) => {
    const { over } = harness();
    const [before, after] = [
      { name: 'Stored', ...(stored !== undefined && { lastUpdated: stored }) },
      { name: 'Given', ...(given !== undefined && { lastUpdated: given }) },
    ];
    const { report: reported, found } = await over(before, after);
    expect(reported).toEqual(report({ [outcome]: 1 }));
    expect(found).toStrictEqual(outcome === 'replaced' ? after : before);
  });

  it('keeps the newest of several records of one contract', async () => {
    const { run, metadata } = harness();
    const value = (lastUpdated: number) => ({ name: String(lastUpdated), lastUpdated });
    const records = [2, 3, 1].map((n) => ({ where: String(n), key: A, value: value(n) }));
    expect(await run(records)).toEqual(report({ records: 3, added: 1, replaced: 1, older: 1 }));
    expect(await metadata.find(A)).toEqual(value(3));
  });

  it.each<[Partial<RawRecord>, string, string, string | undefined]>([
    [{ unreadable: 'is not JSON' }, 'record', 'is not JSON', undefined],
    [{ value: ['x'] }, 'body', 'must be a JSON object', undefined],
    [{ value: { name: 'x' } }, 'contractId', 'must be a string', undefined],
    [
      { key: 'a.b', value: {} },
      'contractId',
      'must be a contract id: its address must be a Stacks address',
      'a.b',
    ],
    [{ value: { contractId: 'x' } }, 'contractId', 'must be a contract id (<address>.<contract-name>)', 'x'],
    [
      { key: A, value: { contractId: MAINNET } },
      'contractId',
      'is another than the one under which the record stands',
      A,
    ],
    [
      { key: A, value: JSON.parse('{"a":{"__proto__":1}}') },
      'a.__proto__',
      'is a name that is not allowed',
      A,
    ],
    [{ key: A, value: { name: '\ud800' } }, 'name', 'must hold no unpaired surrogate', A],
    [
      { key: A, value: { name: 'x'.repeat(MAX_RECORD_LENGTH) } },
      'body',
      `must not make the record longer than ${MAX_RECORD_LENGTH} characters`,
      A,
    ],
  ])(
    'refuses unusable record %#, reports the reason and imports the others',
    async (raw, field, reason, contractId) => {
      const { run, refused, metadata } = harness();
      const records = [
        { where: 'line 1', ...raw },
        { where: 'line 2', key: idOf(9), value: { name: 'good' } },
      ];
      expect(await run(records)).toEqual(report({ records: 2, added: 1, refused: 1 }));
      expect(refused).toEqual([{ where: 'line 1', contractId, field, reason }]);
      expect(await metadata.find(A)).toBeUndefined();
    },
  );

  it('reports refused records and progress after each batch', async () => {
    const { run } = harness();
    const records = Array.from({ length: 2 * RECORDS_PER_BATCH + 1 }, (_, n) => ({
      where: String(n),
      key: idOf(n),
      value: { name: 'T' },
    }));
    const reported: number[] = [];
    expect((await run(records, ({ added }) => reported.push(added))).added).toBe(records.length);
    expect(reported).toEqual([RECORDS_PER_BATCH, 2 * RECORDS_PER_BATCH, records.length]);
  });

  it('reports zeros when there are no records', async () => {
    expect(await harness().run([])).toEqual(report({ records: 0 }));
  });
});
