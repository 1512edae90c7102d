import type { Page } from 'playwright-core';
import { concat, sha256, utf8 } from '../../../src/sdk/signing/hashing.js';
import { parsePrivateKey, signDigest } from '../../../src/sdk/signing/key.js';
import { keySigner } from '../../../src/sdk/signing/index.js';
import type { Wallet } from '../../support/test-chain.js';
import { takePictures } from './site.js';

/** A wallet in the visitor's browser. */
export interface BrowserWallet {
  /** Whether its owner agrees to sign from now on. At first they decline. */
  agree(agrees: boolean): void;
}

/** Connects a wallet of the browser that holds the account, on a page whose server has no demo wallets. */
export async function connectBrowserWallet(
  page: Page,
  { address, publicKey, privateKey }: Wallet,
): Promise<BrowserWallet> {
  const signer = keySigner(privateKey, 'devnet');
  const key = parsePrivateKey(privateKey);
  const bytes = (hex: string) => sha256(Uint8Array.from(Buffer.from(hex, 'hex')));
  const answers: Readonly<Record<string, (params: Readonly<Record<string, string>>) => Promise<object>>> = {
    getAddresses: () => Promise.resolve({ addresses: [{ symbol: 'STX', address, publicKey }] }),
    stx_signMessage: async ({ message }) => ({ signature: await signer.signText(message!) }),
    stx_signStructuredMessage: ({ domain, message }) => {
      const digest = sha256(concat(utf8('SIP018'), bytes(domain!), bytes(message!)));
      return Promise.resolve({ signature: signDigest(digest, key) });
    },
  };
  let agrees = false;
  await page.exposeFunction('askWallet', async (method: string, params: Readonly<Record<string, string>>) => {
    const answer = answers[method];
    if (answer === undefined) return { error: { code: -32601, message: `unknown method ${method}` } };
    if (method.includes('sign') && !agrees) return { error: { code: 4001, message: 'the visitor declined' } };
    return { result: await answer(params) };
  });
  await page.evaluate('window.LeatherProvider = { request: (...asked) => window.askWallet(...asked) }');
  await page.route('**/devnet', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  const leather = page.getByRole('button', { name: 'Leather' });
  await leather.waitFor();
  await takePictures(page, 'swap-wallets');
  await leather.click();
  await page.getByRole('button', { name: /^Wallet · / }).waitFor();
  return {
    agree: (next) => {
      agrees = next;
    },
  };
}
