import { walletSigner, type WalletRequest } from '../../../sdk/signing/index.js';
import type { Wallet } from '../session/wallet.js';

/** Asks the visitor to choose one of the wallets in their browser. Rejects with a SigningError when they decline. */
export async function connectBrowserWallet(network: 'mainnet' | 'testnet' | 'devnet'): Promise<Wallet> {
  // A large package that few visitors need.
  const { request } = await import('@stacks/connect');
  const ask: WalletRequest = (method, params: Record<string, unknown>) =>
    request({ forceWalletSelect: method === 'stx_getAddresses' }, method, { network, ...params } as never);
  return { name: 'Wallet', isDemo: false, signer: await walletSigner(ask, { network }) };
}
