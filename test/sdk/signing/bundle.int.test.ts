import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { findChromium, HOW_TO_GET_CHROMIUM, openBrowser } from '../client/chromium.js';
import { keySigner, signOrder } from '../../../src/sdk/signing/index.js';

/** As `npm run package:check` holds them; raise one on purpose only. */
const LIMITS = { all: 31_200, amounts: 1_000 };

interface Bundle {
  readonly text: string;
  /** Bytes, minified and gzipped. */
  readonly size: number;
  /** What the bundle still imports. */
  readonly imports: readonly string[];
  /** The files of which something is in it. */
  readonly files: readonly string[];
}

/** What a web page loads. Fails where a module needs anything of Node's. */
async function bundleOf(contents: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  });
  const [output] = Object.values(metafile.outputs);
  const { text } = outputFiles[0]!;
  const files = Object.entries(output!.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return {
    text,
    size: gzipSync(text).length,
    imports: output!.imports.map(({ path }) => path),
    files: files.map(([file]) => file),
  };
}

const ENTRY = './dist/sdk/signing/index.js';
const key = '7'.repeat(64);
const { address } = keySigner(key, 'mainnet');
const order = {
  uuid: 'c2b8f3ac-5d4e-4d6a-9f0e-0f3f1f6f7a11',
  inputToken: `${address}.gold-subnet`,
  outputToken: '.stx',
  amountIn: '100',
  minAmountOut: '90',
};
const options = { network: 'mainnet', router: `${address}.router`, blaze: 'v1' } as const;

describe('sluice/signing, bundled for a web page', () => {
  let all: Bundle;
  beforeAll(async () => (all = await bundleOf(`export * from '${ENTRY}'`)));

  it('imports nothing that a browser does not have, and uses no Buffer and no process', () => {
    expect(all.imports).toEqual([]);
    expect(all.text).not.toMatch(/\bBuffer\b|\bprocess\.|\brequire\(["']/);
  });

  it('has nothing but itself, the pure domain and the curve and hashes', () => {
    const places =
      /^(dist\/(sdk\/signing|domain)|node_modules\/@noble\/(secp256k1|hashes))\/|^\(disabled\):|^<stdin>$/;
    expect(all.files.filter((file) => !places.test(file))).toEqual([]);
  });

  it(`takes at most ${LIMITS.all} bytes, and its amounts alone at most ${LIMITS.amounts}`, async () => {
    expect(all.size).toBeLessThanOrEqual(LIMITS.all);
    const amounts = await bundleOf(`export { decimal, units } from '${ENTRY}'`);
    expect(amounts.size).toBeLessThanOrEqual(LIMITS.amounts);
  });
});

const executable = await findChromium();
if (executable === undefined)
  process.stderr.write(`test/sdk/signing/bundle.int.test.ts: ${HOW_TO_GET_CHROMIUM}\n`);

/** Reported as skipped when there is no browser. */
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser('sluice/signing in a browser', () => {
  it('makes the signatures that it makes in Node', async () => {
    const { text } = await bundleOf(`export * from '${ENTRY}'`);
    const site = createServer(({ url }, res) =>
      url === '/signing.js'
        ? res.setHeader('content-type', 'text/javascript').end(text)
        : res.setHeader('content-type', 'text/html').end('<!doctype html><title>empty</title>'),
    );
    await once(site.listen(0, '127.0.0.1'), 'listening');
    const browser = await openBrowser(executable!);
    try {
      const page = await browser.context.newPage();
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      const signed = await page.evaluate(`(async () => {
        const { keySigner, signOrder } = await import('/signing.js');
        return signOrder(keySigner('${key}', 'mainnet'), ${JSON.stringify(order)}, ${JSON.stringify(options)});
      })()`);
      expect(signed).toEqual(await signOrder(keySigner(key, 'mainnet'), order, options));
    } finally {
      await browser.close();
      site.closeAllConnections();
      site.close();
    }
  }, 120_000);
});
