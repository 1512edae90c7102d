import {
  browserWallets,
  SigningError,
  walletSigner,
  type WalletRequest,
} from '../../../sdk/signing/index.js';
import type { Registry } from '../live/registry.js';
import type { KeptWallet } from '../session/kept-fields.js';
import type { Wallet } from '../session/wallet.js';
import { demoWallets } from './demo-wallets.js';

/** The wallet that was kept; undefined if it is of another network, or no longer there. */
export async function connectAgain(
  kept: KeptWallet,
  network: Registry['network'],
): Promise<Wallet | undefined> {
  const { id, address, publicKey, name } = kept;
  if (kept.network !== network) return undefined;
  if (id === undefined) return (await demoWallets()).find(({ signer }) => signer.address === address);
  const signer = await walletSigner(requestOf(id), { network, publicKey });
  return signer.address === address ? { name, isDemo: false, id, signer } : undefined;
}

/** Asks the wallet once it has to sign: extensions load late. */
const requestOf =
  (id: string): WalletRequest =>
  (method, params) => {
    const found = browserWallets().find((one) => one.id === id);
    if (found !== undefined) return found.request(method, params);
    throw new SigningError(
      'your wallet is not in this browser any more: connect another one',
      'wallet-refused',
    );
  };
