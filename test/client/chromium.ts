import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];

/** Where the machine has a Chromium; CHROMIUM_PATH, which the tests’ set-up sets where it unpacks one, comes first and must exist. */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given === undefined || given === '') return PLACES.find((path) => existsSync(path));
  if (!existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, where nothing is`);
  return given;
}

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
