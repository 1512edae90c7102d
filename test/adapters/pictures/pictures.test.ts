import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canDraw, makeDrawPictures } from '../../../src/adapters/pictures/index.js';
import { pictureHead } from '../../../src/adapters/pictures/picture-head.js';
import { err } from '../../../src/domain/shared/result.js';
import { grayPng, pixelOf, RED } from './images.js';

const text = (content: string) => new TextEncoder().encode(content);
const SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("//evil.example")</script></svg>';
const NO_IMAGE = err('the file is no PNG, JPEG, WebP or GIF');

describe('pictureHead', () => {
  it.each(Object.entries(RED))('reads the size of a %s', (name, file) => {
    const format = name.split(' ').at(-1);
    expect(pictureHead(file)).toEqual({ format, width: 40, height: 20 });
  });

  it('finds none in the beginning of a head, and never fails', () => {
    for (const file of Object.values(RED)) {
      expect(pictureHead(file.subarray(0, 9))).toBeUndefined();
      for (let length = 0; length < file.length; length++)
        expect([undefined, 40]).toContain(pictureHead(file.subarray(0, length))?.width);
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.constantFrom(...Object.values(RED)), (end, file) => {
        pictureHead(end);
        pictureHead(Buffer.concat([file.subarray(0, 16), end]));
      }),
    );
  });

  it('finds none in a JPEG of several frames, of which a decoder might use another', () => {
    const { JPEG } = RED;
    const at = Buffer.from(JPEG).indexOf(Buffer.from([0xff, 0xc0]));
    const frame = JPEG.subarray(at, at + 19);
    expect(pictureHead(Buffer.concat([JPEG.subarray(0, at), frame, JPEG.subarray(at)]))).toBeUndefined();
  });
});

describe('makeDrawPictures', () => {
  const draw = makeDrawPictures();

  it('can draw, because the package is installed', () => {
    expect(canDraw()).toBe(true);
  });

  it.each(Object.entries(RED))(
    'draws a %s again, in the middle of transparent squares',
    async (name, file) => {
      const drawn = await draw(file);
      if (!drawn.ok) throw new Error(drawn.error);
      for (const size of [64, 128] as const) {
        const png = drawn.value[size];
        expect(pictureHead(png)).toEqual({ format: 'PNG', width: size, height: size });
        expect(pixelOf(png, size / 2, 2)).toEqual([0, 0, 0, 0]);
        const [red = 0, green = 0, blue = 0, alpha] = pixelOf(png, size / 2, size / 2);
        expect(alpha).toBe(name === 'extended WebP' ? 128 : 255);
        for (const [channel, value] of [
          [red, 0xc0],
          [green, 0x20],
          [blue, 0x20],
        ] as const)
          expect(Math.abs(channel - value)).toBeLessThan(8);
      }
    },
  );

  it('draws nothing of the file itself: no text, no other chunk, nothing after its end', async () => {
    const marked = Buffer.concat([RED.PNG, text(SCRIPT)]);
    const drawn = await draw(marked);
    if (!drawn.ok) throw new Error(drawn.error);
    expect(Buffer.from(drawn.value[128]).includes('script')).toBe(false);
    expect(drawn).toEqual(await draw(RED.PNG));
  });

  it.each([
    ['an SVG', text(SCRIPT)],
    ['an SVG after a text', text(`<?xml version="1.0"?>\n<!-- PNG -->${SCRIPT}`)],
    ['a page', text('<!doctype html><script>alert(1)</script>')],
    ['a BMP', text(`BM${'\0'.repeat(60)}`)],
    ['nothing', new Uint8Array()],
  ])('refuses %s', async (_what, file) => {
    expect(await draw(file)).toEqual(NO_IMAGE);
  });

  it.each(Object.entries(RED))('refuses a cut %s', async (_name, file) => {
    expect(await draw(file.subarray(0, Math.floor(file.length * 0.8)))).toMatchObject({ ok: false });
  });

  it.each(['PNG', 'GIF'] as const)(
    'refuses a %s whose decoder fails, and draws the next one',
    async (name) => {
      const file = RED[name];
      expect(await draw(file.subarray(0, file.length - 20))).toEqual(err(`the ${name} cannot be decoded`));
      expect(await draw(file)).toMatchObject({ ok: true });
    },
  );

  it('refuses too many pixels before it decodes any, and too few', async () => {
    expect(await draw(grayPng(60_000, 60_000, 1))).toEqual(err('the PNG has 60000 × 60000 pixels, too many'));
    expect(await draw(grayPng(9_000, 1))).toMatchObject({ ok: false });
    expect(await draw(grayPng(4_000, 3_000, 1))).toMatchObject({ ok: false });
    expect(await draw(grayPng(0, 40))).toEqual(err('the PNG has 0 × 40 pixels, too few'));
    expect(await draw(grayPng(31, 31))).toMatchObject({ ok: false });
    expect(await draw(grayPng(3_000, 3_000))).toMatchObject({ ok: true });
    expect(await draw(grayPng(5_000, 1))).toMatchObject({ ok: true });
  });

  it('abandons a file that keeps the decoder busy', async () => {
    const hasty = makeDrawPictures({ timeoutMs: 1 });
    expect(await hasty(grayPng(3_000, 3_000))).toEqual(err('the PNG cannot be decoded'));
  });
});
