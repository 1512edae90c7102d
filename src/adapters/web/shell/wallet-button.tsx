import { signal, useSignal } from '@preact/signals';
import { shortId } from '../format/names.js';
import { problemOf, type Problem } from '../live/problem.js';
import { registry } from '../live/registry.js';
import { CopyableId } from '../parts/copy.js';
import { Dialog } from '../parts/dialog.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { connectBrowserWallet } from '../wallet/browser-wallet.js';
import { demoWallets } from '../wallet/demo-wallets.js';
import { forgetWallet, useWallet, wallet, type Wallet } from '../wallet/wallet.js';
import { tellProblem } from './notices.js';

const isOpen = signal(false);

/** Opens the dialog in which a wallet is connected, for views that need one. */
export const openWallets = (): void => {
  isOpen.value = true;
};

/** The visitor's wallet in the head of the page: connects one, shows which it is, and forgets it. */
export function WalletButton() {
  const connected = wallet.value;
  return (
    <>
      <button
        type="button"
        class={`button ${connected === undefined ? 'primary' : ''}`}
        onClick={() => (isOpen.value = true)}
      >
        {connected === undefined
          ? 'Connect wallet'
          : `${connected.name} · ${shortId(connected.signer.address)}`}
      </button>
      <Dialog title="Wallet" isOpen={isOpen.value} onClose={() => (isOpen.value = false)}>
        {connected === undefined ? <Connect onDone={() => (isOpen.value = false)} /> : <Connected />}
      </Dialog>
    </>
  );
}

function Connected() {
  const { signer, isDemo } = wallet.value!;
  return (
    <>
      <p>
        <CopyableId id={signer.address} label="address" />
      </p>
      {isDemo && (
        <p class="muted">A demo wallet of the devnet. Its key is public: never use it on another network.</p>
      )}
      <button type="button" class="button" onClick={forgetWallet}>
        Disconnect
      </button>
    </>
  );
}

interface Found {
  readonly wallets?: readonly Wallet[];
  readonly problem?: Problem;
}

function Connect({ onDone }: { readonly onDone: () => void }) {
  const found = useSignal<Found | undefined>(undefined);
  if (found.value === undefined) {
    found.value = {};
    demoWallets().then(
      (wallets) => (found.value = { wallets }),
      (error: unknown) => (found.value = { problem: problemOf(error) }),
    );
  }
  const { wallets, problem: unread } = found.value;
  if (unread !== undefined) return <Failed problem={unread} again={() => (found.value = undefined)} />;
  const network = registry.value?.network;
  if (wallets === undefined || network === undefined) return <Loading what="wallets" rows={4} />;
  const connect = () => {
    // The list of wallets is no part of this page's dialog, which would keep the visitor from it.
    onDone();
    connectBrowserWallet(network)
      .then(useWallet)
      .catch((error: unknown) => tellProblem(problemOf(error)));
  };
  return (
    <>
      {wallets.length > 0 ? (
        <>
          <p class="muted">Demo wallets of the devnet sign for real, with keys that everyone knows.</p>
          <ul class="plain-list">
            {wallets.map((one) => (
              <li key={one.signer.address}>
                <button
                  type="button"
                  class="row-button"
                  onClick={() => {
                    useWallet(one);
                    onDone();
                  }}
                >
                  <strong>{one.name}</strong> <code class="muted">{shortId(one.signer.address)}</code>
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Empty title="Your wallet signs; its keys stay with it.">
          <button type="button" class="button primary" onClick={connect}>
            Choose a wallet
          </button>
        </Empty>
      )}
    </>
  );
}
