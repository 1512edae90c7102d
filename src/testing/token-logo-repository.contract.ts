import { describe, expect, it } from './framework.js';
import type { LogoPictures, TokenLogo } from '../domain/metadata-record/token-logo.js';
import type { TokenLogoRepository } from '../ports/index.js';
import { AN_OWNER, T0 } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const idOf = (name: string) => `${AN_OWNER}.${name}`;
const aLogo = (name: string, more: Partial<TokenLogo> = {}): TokenLogo => ({
  contractId: idOf(name),
  address: 'https://example.org/ü.png',
  tag: '0123456789abcdef',
  failures: 0,
  dueAt: T0,
  ...more,
});
/** Every byte, in two different orders. */
const PICTURES: LogoPictures = {
  64: Uint8Array.from({ length: 256 }, (_, n) => n),
  128: Uint8Array.from({ length: 300 }, (_, n) => 255 - (n % 256)),
};

export function tokenLogoRepositoryContract(harness: StorageHarness): void {
  describe(`TokenLogoRepository: ${harness.name}`, () => {
    let tokenLogos: TokenLogoRepository;
    openEach(harness, (opened) => (tokenLogos = opened.tokenLogos));

    it('returns logos exactly as saved last, and their pictures by size', async () => {
      expect(await tokenLogos.all()).toEqual([]);
      await tokenLogos.save(aLogo('a'), { 64: Uint8Array.of(1), 128: Uint8Array.of(2) });
      const none = aLogo('b', { address: undefined, tag: undefined, failures: 3 });
      await tokenLogos.save(none);
      const later = aLogo('a', { tag: 'ff', dueAt: new Date(T0.getTime() + 5) });
      await tokenLogos.save(later, PICTURES);
      const found = [...(await tokenLogos.all())].sort((a, b) => (a.contractId < b.contractId ? -1 : 1));
      expect(found).toStrictEqual([later, none]);
      for (const size of [64, 128] as const)
        expect(await tokenLogos.picture(idOf('a'), size)).toStrictEqual({ png: PICTURES[size], tag: 'ff' });
      expect(await tokenLogos.picture(idOf('b'), 64)).toBeUndefined();
      expect(await tokenLogos.picture(idOf('c'), 64)).toBeUndefined();
      expect(await tokenLogos.picture('__proto__', 64)).toBeUndefined();
    });

    it('keeps pictures of a logo that is saved without new ones, as long as it has a tag', async () => {
      await tokenLogos.save(aLogo('a'), PICTURES);
      await tokenLogos.save(aLogo('b'), PICTURES);
      await tokenLogos.save(aLogo('a', { failures: 1 }));
      expect(await tokenLogos.picture(idOf('a'), 64)).toMatchObject({ png: PICTURES[64] });
      await tokenLogos.save(aLogo('a', { tag: undefined }));
      expect(await tokenLogos.picture(idOf('a'), 64)).toBeUndefined();
      // The dropped pictures do not come back with a tag.
      await tokenLogos.save(aLogo('a'));
      expect(await tokenLogos.picture(idOf('a'), 64)).toBeUndefined();
      expect(await tokenLogos.picture(idOf('b'), 64)).toMatchObject({ png: PICTURES[64] });
    });

    it('is not affected by later changes of saved and returned bytes', async () => {
      const pictures = structuredClone(PICTURES);
      await tokenLogos.save(aLogo('a'), pictures);
      pictures[64][0] = 99;
      const first = await tokenLogos.picture(idOf('a'), 64);
      first!.png[0] = 98;
      expect(await tokenLogos.picture(idOf('a'), 64)).toMatchObject({ png: PICTURES[64] });
    });
  });
}
