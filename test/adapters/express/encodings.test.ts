import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { namesTag, tagOf } from '../../../src/adapters/express/operation/caching.js';
import {
  accepts,
  bestEncoding,
  encode,
  ENCODINGS,
} from '../../../src/adapters/express/operation/encodings.js';
import { PreparedBody } from '../../../src/adapters/express/operation/prepared-body.js';

describe('bestEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['*', 'br'],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['gzip;q=0.5, br;q=0.8, identity;q=0.1', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    ['identity', 'identity'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['identity;q=0, gzip', 'gzip'],
    ['identity;q=0', 'identity'],
    ['*;q=0', 'identity'],
    ['deflate, compress', 'identity'],
    [', ;q=,', 'identity'],
  ])('returns for the header %p: %s', (header, encoding) => {
    for (const _ of [1, 2]) expect(bestEncoding(header)).toBe(encoding);
  });

  it('returns a known encoding for any header', () => {
    fc.assert(fc.property(fc.string(), (header) => ENCODINGS.includes(bestEncoding(header))));
  });
});

describe('encode', () => {
  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const)('compresses to %s, which decompresses to the same body', async (encoding, decode) => {
    const body = Buffer.from('{"price":0.30000000000000004}'.repeat(1000));
    const encoded = await encode(body, encoding);
    expect(encoded.length).toBeLessThan(body.length / 10);
    expect(decode(encoded)).toEqual(body);
  });
});

describe('accepts', () => {
  it.each([
    ['gzip', true],
    ['br, *', true],
    ['br', false],
    ['gzip;q=0, br', false],
    ['', false],
    [undefined, false],
  ])('returns for gzip and the header %p: %p', (header, taken) => {
    expect(accepts(header, 'gzip')).toBe(taken);
  });
});

describe('PreparedBody', () => {
  const caching = 'no-cache';

  it('compresses once for concurrent callers', async () => {
    const body = new PreparedBody('a'.repeat(1000), { caching });
    expect(body.atHand('gzip')).toBeUndefined();
    const [first, second] = await Promise.all([body.representation('gzip'), body.representation('gzip')]);
    expect(first).toBe(second);
    expect(body.atHand('gzip')).toBe(first);
    expect(first.headers).toContain('Content-Encoding');
  });

  it('is sent as gzip to clients that prefer brotli until brotli is ready, if it is long', async () => {
    const text = Array.from({ length: 60_000 }, (_, n) => `record number ${n * 7_919}`).join();
    const body = new PreparedBody(text, { caching });
    const first = await body.representation('gzip, br');
    expect(first.headers).toContain('gzip');
    expect(gunzipSync(first.bytes).toString()).toBe(text);
    const brotli = await body.representation('br');
    expect(brotli.headers).toContain('br');
    expect(await body.representation('gzip, br')).toBe(brotli);
  });

  it('is sent as brotli at once to clients that prefer it, if it is short', async () => {
    const body = new PreparedBody('a'.repeat(1000), { caching });
    expect((await body.representation('gzip, br')).headers).toContain('br');
  });

  it('is compressed again for the next caller after a compression failed', async () => {
    const compress = jest.fn(encode).mockRejectedValueOnce(new Error('no memory'));
    const body = new PreparedBody('a'.repeat(1000), { caching }, compress);
    await expect(body.representation('gzip')).rejects.toThrow('no memory');
    const { bytes } = await body.representation('gzip');
    expect(gunzipSync(bytes)).toHaveLength(1000);
  });

  it('is sent uncompressed if compression saves nothing', async () => {
    const short = new PreparedBody('a'.repeat(511), { caching });
    expect(short.atHand('br')?.bytes).toHaveLength(511);
    const random = Array.from({ length: 300 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
    );
    const dense = new PreparedBody(random.join(''), { caching });
    const { bytes, headers } = await dense.representation('gzip');
    expect(bytes.length).toBeLessThanOrEqual(900);
    expect(headers.includes('Content-Encoding')).toBe(bytes.length < 900);
  });
});

describe('namesTag', () => {
  const tag = tagOf('content');
  const strong = tag.slice(2);

  it.each([tag, strong, '*', ' * ', `"a", ${tag}`, `${strong},"b"`, `W/"x, y",${tag}`])(
    'finds the tag in %s',
    (header) => {
      expect(namesTag(header, tag)).toBe(true);
    },
  );

  it.each([undefined, '', '"', 'W/', tag.slice(3, -1), `"x${strong.slice(1)}`, '**', '"*"'])(
    'does not find the tag in %p',
    (header) => {
      expect(namesTag(header, tag)).toBe(false);
    },
  );
});
