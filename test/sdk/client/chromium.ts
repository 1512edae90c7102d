import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { provided } from '../../support/provided.js';

/** The Chromium that the tests' set-up finds or unpacks, if this machine can have one. */
export const findChromium = async (): Promise<string | undefined> =>
  (await provided('chromium')) || undefined;

export const HOW_TO_GET_CHROMIUM =
  'no Chromium here: `apt-get install chromium`, or set CHROMIUM_PATH to one, and this test runs';

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/**
 * Fonts of the machine, and those that the development packages unpack, for a machine without any: Chromium ends at some
 * views if it finds no font at all. The configuration that they unpack names folders that a run's temporary files are not in.
 */
const FONTS = `<?xml version="1.0"?>
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${join(tmpdir(), 'fonts')}</dir>
  <cachedir>${join(tmpdir(), 'fonts-cache')}</cachedir>
</fontconfig>
`;

/** A browser with an empty profile that sends no requests of its own accord. */
export async function openBrowser(executablePath: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'sluice-test-chromium-'));
  const fonts = join(profile, 'fonts.conf');
  await writeFile(fonts, FONTS);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    env: {
      FONTCONFIG_FILE: fonts,
      ...process.env,
      // Of the C locale it makes a language that Intl refuses.
      LANG: 'en_US.UTF-8',
    },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A host that is not this machine’s by name: pages there are not secure without TLS.
      '--host-resolver-rules=MAP sluice.test 127.0.0.1',
    ],
  });
  return {
    context,
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
