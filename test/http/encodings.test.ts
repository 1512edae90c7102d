import { brotliDecompressSync, gunzipSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { namesTag, tagOf } from '../../src/adapters/express/caching.js';
import {
  accepts,
  bestEncoding,
  deflatePart,
  encode,
  ENCODINGS,
  gzipOf,
} from '../../src/adapters/express/encodings.js';
import { PreparedBody } from '../../src/adapters/express/prepared-body.js';

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
  ])('of %p is %s', (header, encoding) => {
    for (const _ of [1, 2]) expect(bestEncoding(header)).toBe(encoding);
  });

  it('makes something of any header', () => {
    fc.assert(fc.property(fc.string(), (header) => ENCODINGS.includes(bestEncoding(header))));
  });
});

describe('encode', () => {
  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const)('%s comes back as it was', async (encoding, decode) => {
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
  ])('gzip, of %p: %p', (header, taken) => {
    expect(accepts(header, 'gzip')).toBe(taken);
  });
});

describe('gzip of parts', () => {
  it('is one member that holds all of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 2_000 })), async (parts) => {
        const body = Buffer.from(parts.join(''));
        const gzipped = gzipOf(body, await Promise.all(parts.map(deflatePart)));
        expect(gunzipSync(gzipped)).toEqual(body);
        expect(inflateRawSync(gzipped.subarray(10, -8))).toEqual(body);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a prepared body', () => {
  const caching = 'no-cache';

  it('compresses once for all who wait', async () => {
    const body = new PreparedBody('a'.repeat(1000), { caching });
    expect(body.atHand('gzip')).toBeUndefined();
    const [first, second] = await Promise.all([body.representation('gzip'), body.representation('gzip')]);
    expect(first).toBe(second);
    expect(body.atHand('gzip')).toBe(first);
    expect(first.headers).toContain('Content-Encoding');
  });

  it('is sent as gzip to those who would rather have brotli, until brotli is made', async () => {
    const quick = Buffer.from('quickly made');
    const body = new PreparedBody('a'.repeat(1000), { caching, gzip: async () => quick });
    const first = await body.representation('gzip, br');
    expect(first.bytes).toBe(quick);
    expect(body.atHand('gzip')).toBe(first);
    const brotli = await body.representation('br');
    expect(brotli.headers).toContain('br');
    expect(await body.representation('gzip, br')).toBe(brotli);
  });

  it('is made again after its making failed', async () => {
    let fails = true;
    const gzip = async () => {
      if (fails) throw new Error('no memory');
      return Buffer.alloc(999);
    };
    const body = new PreparedBody('a'.repeat(1000), { caching, gzip });
    await expect(body.representation('gzip')).rejects.toThrow('no memory');
    fails = false;
    expect((await body.representation('gzip')).bytes).toHaveLength(999);
  });

  it('stays as it is where compression saves nothing', async () => {
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
    'finds it in %s',
    (header) => {
      expect(namesTag(header, tag)).toBe(true);
    },
  );

  it.each([undefined, '', '"', 'W/', tag.slice(3, -1), `"x${strong.slice(1)}`, '**', '"*"'])(
    'does not find it in %p',
    (header) => {
      expect(namesTag(header, tag)).toBe(false);
    },
  );
});
