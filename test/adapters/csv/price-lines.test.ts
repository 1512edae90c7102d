import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { readPriceLines } from '../../../src/adapters/csv/price-lines.js';

async function read(...chunks: (string | Buffer)[]) {
  const lines = [];
  for await (const line of readPriceLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))))
    lines.push(line);
  return lines;
}

const HEADER = 'time,contractId,usd,btcUsd\n';
const line = (line: number, n: number) => ({
  line,
  time: `t${n}`,
  contractId: `c${n}`,
  usd: `${n}`,
  btcUsd: '9',
});

describe('readPriceLines', () => {
  it('reads the columns by name in any order and ignores other columns', async () => {
    expect(await read('note,btcUsd, usd ,contractId,time\nhello,9,1,c1,t1\n,9,2,c2,t2')).toEqual([
      line(2, 1),
      line(3, 2),
    ]);
  });

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('accepts %s line ends, a byte order mark and blank lines', async (_, end) => {
    const text = ['\uFEFFtime,contractId,usd,btcUsd', 't1,c1,1,9', '', '  ', 't2,c2,2,9'].join(end);
    expect(await read(text)).toEqual([line(2, 1), line(5, 2)]);
  });

  it('reads quoted fields that contain commas and quotes', async () => {
    const header = '"time","name","contractId","usd","btcUsd"\n';
    expect(await read(header, '"t1","a, ""b""","c1","1", "9" \n')).toEqual([line(2, 1)]);
  });

  it('marks only the lines whose quotes do not match as unreadable', async () => {
    expect(await read(HEADER, '"t1,c1,1,9\nt2,c2,2,9\n"t"x,c,3,9\nt"4,c4,4,9\nt5,c5,5,9\n')).toEqual([
      { line: 2, unreadable: 'has quotes that do not match' },
      line(3, 2),
      { line: 4, unreadable: 'has quotes that do not match' },
      { line: 5, unreadable: 'has quotes that do not match' },
      line(6, 5),
    ]);
  });

  it('leaves the missing fields of a short line undefined', async () => {
    expect(await read(HEADER, 't1,c1\nt1,c1,1,9,more\n')).toEqual([
      { line: 2, time: 't1', contractId: 'c1', usd: undefined, btcUsd: undefined },
      line(3, 1),
    ]);
  });

  it('decodes characters that are split between chunks', async () => {
    const bytes = Buffer.from(`name,${HEADER}é,t1,c1,1,9\n`);
    const cut = bytes.indexOf('é') + 1;
    expect(await read(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual([line(2, 1)]);
  });

  it.each([
    ['no lines', '', 'the file is empty; its first line must name time, contractId, usd, btcUsd'],
    ['blank lines only', '\uFEFF\n \n', 'the file is empty'],
    ['no header', 't1,c1,1,9\n', 'the first line lacks the column time, contractId, usd, btcUsd'],
    ['a missing column', 'time,contractId,usd\n', 'the first line lacks the column btcUsd'],
    ['a column name in another case', 'Time,contractId,usd,btcUsd\n', 'the first line lacks the column time'],
    ['a duplicate column', `usd,${HEADER}`, 'the first line names usd more than once'],
    [
      'a line longer than 64 KB',
      `${HEADER}${'x'.repeat(70_000)}`,
      'line 2 is longer than 64 KB: is this a CSV file?',
    ],
  ])('throws for a file with %s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it('yields nothing for a file with a header only', async () => {
    expect(await read(HEADER)).toEqual([]);
  });

  it('throws the error of a file that cannot be read', async () => {
    const broken = new Readable({ read: () => broken.destroy(new Error('the disk is gone')) });
    await expect(readPriceLines(broken)[Symbol.asyncIterator]().next()).rejects.toThrow('the disk is gone');
  });
});
