import { walletSigner, type BrowserWallet } from '../../../sdk/signing/index.js';
import type { Wallet } from '../session/wallet.js';

/** Asks a wallet of the visitor's browser for its account. Rejects with a SigningError if the visitor declines. */
export async function connectBrowserWallet(
  { request }: BrowserWallet,
  network: 'mainnet' | 'testnet' | 'devnet',
): Promise<Wallet> {
  return { name: 'Wallet', isDemo: false, signer: await walletSigner(request, { network }) };
}
