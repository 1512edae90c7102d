import { computed, effect, signal } from '@preact/signals';
import {
  browserWallets,
  SigningError,
  walletSigner,
  type WalletRequest,
} from '../../../sdk/signing/index.js';
import { registry } from '../live/registry.js';
import { kept } from '../session/kept.js';
import type { KeptWallet } from '../session/kept-fields.js';
import { useWallet, wallet, type Wallet } from '../session/wallet.js';
import { demoWallets } from './demo-wallets.js';

const hasTried = signal(false);

/** The wallet of the last visit while it is being connected again; undefined before and afterwards. */
export const returning = computed(() =>
  wallet.value === undefined && !hasTried.value ? kept.value.wallet : undefined,
);

/** Connects the wallet of the last visit again once the network is known. It asks the wallet for nothing. Returns a function that ends it. */
export const followReturn = (): (() => void) =>
  effect(() => {
    const network = registry.value?.network;
    const known = returning.value;
    if (network === undefined || known === undefined) return;
    connected(known, network)
      .then((found) => {
        // The visitor may have connected or disconnected one meanwhile.
        if (found !== undefined && returning.peek() === known) useWallet(found, network);
      })
      .catch(reportError)
      .finally(() => (hasTried.value = true));
  });

type Network = NonNullable<typeof registry.value>['network'];

/** The wallet that was kept; undefined if it is of another network, or no longer there. */
async function connected(kept: KeptWallet, network: Network): Promise<Wallet | undefined> {
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
