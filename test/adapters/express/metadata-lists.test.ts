import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MetadataLists } from '../../../src/adapters/express/metadata/metadata-lists.js';
import { TooLong } from '../../../src/adapters/express/operation/operation.js';
import type { MetadataRecord } from '../../../src/domain/metadata-record/metadata-record.js';
import { AN_OWNER } from '../../support/builders.js';
import { coreHarness, type CoreHarness } from '../../support/core-harness.js';

const OPTIONS = { caching: 'no-cache' };

let harness: CoreHarness;
beforeEach(() => {
  harness = coreHarness();
});

const aList = (maxBytes?: number) => new MetadataLists(harness.core.metadata, OPTIONS, maxBytes);
const save = (id: string, record: MetadataRecord) => harness.ports.metadata.save(`${AN_OWNER}.${id}`, record);
const textOf = async (list: MetadataLists) => (await list.whole()).atHand(undefined)!.bytes.toString();
const idsIn = (text: string) =>
  (JSON.parse(text) as { metadata: { contractId: string }[] }).metadata.map(({ contractId }) => contractId);

/** The list built from what is stored now, without any cache. */
async function fromScratch(): Promise<string> {
  const entries = await harness.core.metadata.list();
  const metadata = entries.map(({ contractId, record }) => ({ ...record, contractId }));
  return JSON.stringify({ success: true, metadata });
}

describe('the list of all metadata', () => {
  it('equals the list built from scratch after any saves, in every encoding', async () => {
    const id = fc.oneof(
      fc.constantFrom('a', 'a-1', 'a_1', 'a1', 'Z', 'b'),
      fc.integer({ min: 0, max: 3_000 }).map((n) => `token-${n}`),
    );
    const record = fc.record({ name: fc.string({ unit: 'grapheme' }), contractId: fc.string() });
    const saves = fc.array(fc.tuple(id, record), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.array(saves, { maxLength: 5 }), async (rounds) => {
        harness = coreHarness();
        const list = aList();
        for (const round of [[], ...rounds]) {
          for (const [name, fields] of round) await save(name, fields);
          const expected = await fromScratch();
          const body = await list.whole();
          expect(body.atHand(undefined)!.bytes.toString()).toBe(expected);
          const { bytes, headers } = await body.representation('gzip');
          const isCompressed = headers.includes('Content-Encoding');
          expect((isCompressed ? gunzipSync(bytes) : bytes).toString()).toBe(expected);
          expect(body.etag).toBe((await aList().whole()).etag);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('holds thousands of records in the byte order of their ids', async () => {
    const ids = Array.from({ length: 1_500 }, (_, n) => `t${(n * 7_919) % 1_500}`);
    for (const id of [...ids, 'a', 'a-1', 'a_1', 'a1', 'Z']) await save(id, { name: id });
    const list = aList();
    expect(await textOf(list)).toBe(await fromScratch());
    for (const id of ['t0', 't1500', 'A', 'zz']) {
      await save(id, { name: 'New' });
      const text = await textOf(list);
      expect(text).toBe(await fromScratch());
      expect(gunzipSync((await (await list.whole()).representation('gzip')).bytes).toString()).toBe(text);
    }
  });

  it('reads only the saved records after a save', async () => {
    for (let n = 0; n < 10; n++) await save(`t${n}`, { name: 'Old' });
    const { metadata } = harness.ports;
    const changesSince = metadata.changesSince.bind(metadata);
    const read: string[] = [];
    metadata.changesSince = async (...query) => {
      const changes = await changesSince(...query);
      read.push(...changes.entries.map(({ contractId }) => contractId));
      return changes;
    };
    const list = aList();
    await list.whole();
    expect(read).toHaveLength(10);
    await save('t3', { name: 'New' });
    await list.whole();
    expect(read.slice(10)).toEqual([`${AN_OWNER}.t3`]);
  });

  it('returns the same body until a record is saved', async () => {
    await save('a', { name: 'A' });
    const list = aList();
    const body = await list.whole();
    expect(await list.whole()).toBe(body);
    await save('a', { name: 'B' });
    expect(await list.whole()).not.toBe(body);
  });

  it('is refused once it exceeds the maximum, in one save or over several, and is not read again', async () => {
    for (const records of [1, 8]) {
      harness = coreHarness();
      const list = aList(400);
      await list.whole();
      for (let n = 0; n < records; n++) {
        await save(`t${n}`, { name: 'x'.repeat(400 / records) });
        if (n < records - 1) await list.whole().catch(() => undefined);
      }
      await expect(list.whole()).rejects.toThrow(TooLong);
      const { metadata } = harness.ports;
      metadata.changesSince = async () => Promise.reject(new Error('it is read'));
      await expect(list.whole()).rejects.toThrow(TooLong);
    }
  });

  it('the list of all metadata of one deployer is refused over the maximum, without reading further', async () => {
    for (let n = 0; n < 200; n++) await save(`t${n}`, { name: 'x'.repeat(100) });
    const { metadata } = harness.ports;
    const page = metadata.page.bind(metadata);
    let pages = 0;
    metadata.page = async (query) => {
      pages++;
      return page(query);
    };
    await expect(aList(1_000).scope(AN_OWNER)).rejects.toThrow(TooLong);
    expect(pages).toBe(1);
  });

  it('fails while the storage fails, and recovers with it', async () => {
    await save('a', { name: 'A' });
    const list = aList();
    const { metadata } = harness.ports;
    const changesSince = metadata.changesSince.bind(metadata);
    for (const id of ['b', 'c']) {
      metadata.changesSince = async () => Promise.reject(new Error('no storage'));
      await expect(list.whole()).rejects.toThrow('no storage');
      metadata.changesSince = changesSince;
      await save(id, { name: id });
      expect(idsIn(await textOf(list))).toContain(`${AN_OWNER}.${id}`);
    }
  });

  it('shows every save before the call, even while another read is in progress', async () => {
    await save('a', { name: 'Old' });
    const list = aList();
    const first = list.whole();
    await save('a', { name: 'New' });
    expect(await textOf(list)).toContain('"New"');
    await first;
    expect(await textOf(list)).toContain('"New"');
  });
});
