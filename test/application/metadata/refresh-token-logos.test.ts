import { beforeEach, describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import { LOGOS_MAX_AGE_MS } from '../../../src/application/metadata/token-facts-cache.js';
import { createHash } from 'node:crypto';
import type { LogoPictures } from '../../../src/domain/metadata-record/token-logo.js';
import { err, ok, type Result } from '../../../src/domain/shared/result.js';
import type { TokenLogoReader } from '../../../src/ports/index.js';
import { coreHarness, DOLLAR, WELSH, WELSH_SUBNET, type CoreHarness } from '../../support/core-harness.js';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const ADDRESS = 'https://example.org/welsh.png';

/** Hosts whose files are their own addresses, and a decoder that draws a file as itself. */
class Images implements TokenLogoReader {
  readonly ipfsGateway = 'https://gateway.example.org/';
  readonly read: string[] = [];
  host: Result<void, string> = ok();
  decoder: Result<void, string> = ok();

  async file(address: string): Promise<Result<Uint8Array, string>> {
    this.read.push(address);
    return this.host.ok ? ok(new TextEncoder().encode(address)) : this.host;
  }

  async draw(file: Uint8Array): Promise<Result<LogoPictures, string>> {
    return this.decoder.ok ? ok({ 64: file.slice(0, 8), 128: file }) : this.decoder;
  }
}

const tagOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

let harness: CoreHarness;
let images: Images;
let core: ReturnType<typeof createCore>;
beforeEach(async () => {
  harness = coreHarness();
  images = new Images();
  core = createCore({ ...harness.ports, tokenLogoReader: images });
  await harness.ports.metadata.save(WELSH, { name: 'Welsh', image: ADDRESS });
});

const refreshAll = async () => {
  for (let n = 0; n < 100; n++) if ((await core.metadata.refreshLogos()) === undefined) return;
  throw new Error('it never ends');
};
const logoOf = async (id: string) => {
  harness.clock.advance(LOGOS_MAX_AGE_MS);
  return (await core.metadata.facts()).get(id)?.logo;
};

describe('logos of tokens', () => {
  it('are drawn once of each image that metadata names, also for the copy of such a token', async () => {
    await refreshAll();
    expect(images.read).toEqual([ADDRESS, ADDRESS]);
    for (const id of [WELSH, WELSH_SUBNET]) {
      expect(await core.metadata.logo(id, 128)).toEqual(
        ok({ png: new TextEncoder().encode(ADDRESS), tag: tagOf(ADDRESS) }),
      );
      expect(await logoOf(id)).toBe(tagOf(ADDRESS));
    }
    expect(await core.metadata.logo(DOLLAR, 64)).toEqual(err({ kind: 'logo-not-found', contractId: DOLLAR }));
    expect(await logoOf(DOLLAR)).toBeUndefined();
  });

  it('are drawn again when metadata names another image, and dropped when it names none', async () => {
    await refreshAll();
    const other = 'data:image/png;base64,AA==';
    await harness.ports.metadata.save(WELSH, { name: 'Welsh', image: other });
    harness.clock.advance(1_000);
    expect(await core.metadata.refreshLogos()).toMatchObject({ problem: undefined });
    await refreshAll();
    expect(await logoOf(WELSH)).toBe(tagOf(other));
    await harness.ports.metadata.save(WELSH, { name: 'Welsh' });
    harness.clock.advance(1_000);
    await refreshAll();
    expect(await logoOf(WELSH)).toBeUndefined();
    expect(await core.metadata.logo(WELSH, 64)).toMatchObject({ ok: false });
    expect(images.read).toHaveLength(4);
  });

  it('are read again after a week, and stay while the host or the decoder fails', async () => {
    await refreshAll();
    harness.clock.advance(WEEK_MS);
    images.host = err('status 503');
    expect(await core.metadata.refreshLogos()).toMatchObject({ problem: 'status 503' });
    images.host = ok();
    images.decoder = err('the PNG cannot be decoded');
    expect(await core.metadata.refreshLogos()).toMatchObject({ problem: 'the PNG cannot be decoded' });
    expect(await core.metadata.refreshLogos()).toBeUndefined();
    expect(await logoOf(WELSH)).toBe(tagOf(ADDRESS));
    expect(await core.metadata.logo(WELSH, 64)).toMatchObject({ ok: true });
  });

  it('keep data: images out of lists', async () => {
    await harness.ports.metadata.save(WELSH, { name: 'Welsh', image: 'data:image/png;base64,AA==' });
    const { tokens } = await core.vaults.registry();
    expect(tokens.find(({ contractId }) => contractId === WELSH)).not.toHaveProperty('image');
  });

  it('are of no image if nothing reads images', async () => {
    core = createCore(harness.ports);
    expect(await core.metadata.refreshLogos()).toBeUndefined();
  });
});
