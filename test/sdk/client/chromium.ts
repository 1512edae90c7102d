import { mkdtemp, rm } from 'node:fs/promises';
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

/** A browser with an empty profile that sends no requests of its own accord. */
export async function openBrowser(executablePath: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'sluice-test-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    env: {
      // Where the development packages unpack their fonts, for a machine without any.
      FONTCONFIG_PATH: join(tmpdir(), 'fonts'),
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
