import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LONGEST_RECORD } from '../../../src/adapters/json/json-lines.js';
import { openMetadataFiles } from '../../../src/adapters/json/metadata-files.js';
import type { RawRecord } from '../../../src/application/shared/import-records.js';
import { AN_OWNER } from '../../support/builders.js';

const [A, B] = [`${AN_OWNER}.a`, `${AN_OWNER}.b-2`];
const TOO_LONG = `is longer than ${LONGEST_RECORD} characters`;

describe('openMetadataFiles', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-test-metadata-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const read = async (path: string) => {
    const files = await openMetadataFiles(path);
    const records: RawRecord[] = [];
    for await (const record of files.records) records.push(record);
    expect(files.done()).toBe(files.total);
    return records;
  };
  const readFileOf = async (name: string, text: string | Uint8Array) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return read(path);
  };
  const json = (value: unknown) => JSON.stringify(value, null, 2);

  it('reads the records of a metadata list response', async () => {
    const list = [
      { contractId: A, name: '🐶' },
      { contractId: B, metadata: [1] },
    ];
    const records = list.map((value, index) => ({ where: `record ${index + 1}`, value }));
    expect(await readFileOf('list.json', json({ success: true, metadata: list }))).toEqual(records);
    expect(await readFileOf('list.json', `\ufeff${json(list)}`)).toEqual(records);
  });

  it('reads an object whose keys are contract ids', async () => {
    expect(
      await readFileOf('map.json', json({ [A]: { name: 'a' }, [B]: 'no record', note: 'kept out', odd: [] })),
    ).toEqual([
      { where: 'record 1', key: A, value: { name: 'a' } },
      { where: 'record 2', key: B, value: 'no record' },
      { where: 'record 3', key: 'odd', value: [] },
    ]);
  });

  it.each(['lines.jsonl', 'lines.ndjson'])('reads one record per line from %s', async (name) => {
    const lines = [json(1), '', '{"name":"b"}\r', '{', 'x'.repeat(LONGEST_RECORD + 1), '"last"'];
    expect(await readFileOf(name, lines.join('\n'))).toEqual([
      { where: 'line 1', value: 1 },
      { where: 'line 3', value: { name: 'b' } },
      { where: 'line 4', unreadable: 'is not JSON' },
      { where: 'line 5', unreadable: TOO_LONG },
      { where: 'line 6', value: 'last' },
    ]);
  });

  it('reports each line that it cannot read and continues', async () => {
    const text = `[{"name": "a"}, {oops}, "${'x'.repeat(LONGEST_RECORD)}", {"name": "b"}]`;
    expect(await readFileOf('spoilt.json', text)).toEqual([
      { where: 'record 1', value: { name: 'a' } },
      { where: 'record 2', unreadable: 'is not JSON' },
      { where: 'record 3', unreadable: TOO_LONG },
      { where: 'record 4', value: { name: 'b' } },
    ]);
    expect(await readFileOf('spoilt-map.json', `{"${A}": oops}`)).toEqual([
      { where: 'record 1', unreadable: 'is not JSON' },
    ]);
  });

  it('reads a folder of files named <contractId>.json and reports the others', async () => {
    const records = join(folder, 'records');
    await mkdir(join(records, 'inner'), { recursive: true });
    await writeFile(join(records, `${B}.json`), json({ name: 'b' }));
    await writeFile(join(records, `${A}.json`), json({ name: 'a' }));
    await writeFile(join(records, '.stx.json'), json({ name: 'Stacks' }));
    await writeFile(join(records, 'package.json'), '{}');
    await writeFile(join(records, 'notes.txt'), 'none of them');
    await writeFile(join(records, `${A}-long.json`), ' '.repeat(LONGEST_RECORD + 1));
    expect(await read(records)).toEqual([
      { where: '.stx.json', key: '.stx', value: { name: 'Stacks' } },
      { where: `${A}-long.json`, key: `${A}-long`, unreadable: TOO_LONG },
      { where: `${A}.json`, key: A, value: { name: 'a' } },
      { where: `${B}.json`, key: B, value: { name: 'b' } },
      { where: 'package.json', unreadable: 'is not named <contractId>.json' },
    ]);
    expect(await read(join(records, `${A}.json`))).toEqual([
      { where: `${A}.json`, key: A, value: { name: 'a' } },
    ]);
  });

  it('reports a single record in a file of another name with the name it needs', async () => {
    const found = await readFileOf('one.json', json({ contractId: A, name: 'a' }));
    expect(found).toEqual([
      { where: 'record 1', unreadable: 'is a single record; name its file <contractId>.json' },
    ]);
  });

  it('throws for files that are not a single JSON list or object', async () => {
    await expect(read(join(folder, 'absent.json'))).rejects.toThrow('ENOENT');
    await expect(readFileOf('half.json', '[{"name": "a"}')).rejects.toThrow(
      'half.json is not a complete JSON',
    );
    await expect(readFileOf('two.json', '{}{}')).rejects.toThrow(
      'two.json holds more than one JSON document',
    );
    await expect(readFileOf('bytes.json', new Uint8Array([0x5b, 0xff, 0x5d]))).rejects.toThrow(/utf-8/i);
  });
});
