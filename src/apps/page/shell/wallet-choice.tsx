import { useSignal } from '@preact/signals';
import {
  browserWallets,
  KNOWN_WALLETS,
  walletSigner,
  type BrowserWallet,
} from '../../../sdk/signing/index.js';
import { shortId } from '../../../sdk/words/names.js';
import { problemOf } from '../live/problem.js';
import { isPhone } from '../live/narrow.js';
import { useReading } from '../live/reading.js';
import { registry, type Registry } from '../live/registry.js';
import { Button } from '../parts/button.js';
import { CopyableId } from '../parts/copy.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { walletApps } from '../wallet/wallet-apps.js';
import { demoWallets } from '../wallet/demo-wallets.js';
import { kept } from '../session/kept.js';
import { forgetMe, forgetWallet, useWallet, wallet } from '../session/wallet.js';
import { tellProblem } from './notices.js';
import { forgetLanguage, keepsLanguage } from './language.js';

interface Choice {
  /** Called when the visitor has chosen. */
  readonly onDone: () => void;
}

/** The connected wallet, or the wallets to connect. */
export const WalletChoice = ({ onDone }: Choice) =>
  wallet.value === undefined ? <Connect onDone={onDone} /> : <Connected onDone={onDone} />;

const forgetAll = (): void => {
  forgetMe();
  forgetLanguage();
};

/** Note on the fields that this browser keeps, with a button that clears them; nothing if it keeps none. */
const ForgetMe = () =>
  Object.keys(kept.value).length === 0 && !keepsLanguage() ? null : (
    <p class="muted small">
      This browser keeps your address, terms and tokens, and no key: each signature asks your wallet.{' '}
      <button type="button" class="text-button" onClick={forgetAll}>
        Forget me
      </button>
    </p>
  );

/** Connected wallet, with buttons to switch to another one and to disconnect. */
function Connected({ onDone }: Choice) {
  const isSwitching = useSignal(false);
  const { signer, isDemo } = wallet.value!;
  if (isSwitching.value) return <Connect onDone={onDone} />;
  return (
    <>
      <p>
        <CopyableId id={signer.address} label="address" />
      </p>
      {isDemo && (
        <p class="muted">A demo wallet of the devnet. Its key is public: never use it on another network.</p>
      )}
      <div class="wrap end">
        <Button onClick={forgetWallet}>Disconnect</Button>
        <Button tone="primary" onClick={() => (isSwitching.value = true)}>
          Switch wallet
        </Button>
      </div>
      <ForgetMe />
    </>
  );
}

function Connect({ onDone }: Choice) {
  const { reading, again } = useReading(demoWallets);
  const { value: wallets, problem } = reading.value;
  const network = registry.value?.network;
  if (problem !== undefined) return <Failed problem={problem} again={again} />;
  if (wallets === undefined || network === undefined) return <Loading what="wallets" rows={4} />;
  if (wallets.length === 0) return <BrowserWallets network={network} onDone={onDone} />;
  const current = wallet.value?.signer.address;
  return (
    <>
      <p class="muted">Demo wallets of the devnet sign for real, with keys that everyone knows.</p>
      <ul class="plain stack" ref={focusFirst}>
        {wallets.map((one) => (
          <li key={one.signer.address}>
            <button
              type="button"
              class="row-button"
              aria-current={one.signer.address === current ? 'true' : undefined}
              onClick={() => {
                useWallet(one, network);
                onDone();
              }}
            >
              <span>
                <strong>{one.name}</strong>
                {one.note !== undefined && <small class="muted"> {one.note}</small>}
              </span>
              <code class="muted">{shortId(one.signer.address)}</code>
            </button>
          </li>
        ))}
      </ul>
      <ForgetMe />
    </>
  );
}

/** Moves the focus from the dialog to the first wallet, which is read after the dialog has opened. */
function focusFirst(list: HTMLUListElement | null): void {
  if (document.activeElement?.tagName === 'DIALOG') list?.querySelector('button')?.focus();
}

/** Wallets in the visitor's browser, and where to get others. */
function BrowserWallets({ network, onDone }: Choice & { readonly network: Registry['network'] }) {
  const found = browserWallets();
  const others = KNOWN_WALLETS.filter(({ id }) => found.every((one) => one.id !== id));
  const connect = (one: BrowserWallet) => {
    // Closes this dialog first: it would cover the window that the wallet opens.
    onDone();
    walletSigner(one.request, { network })
      .then((signer) => useWallet({ name: 'Wallet', isDemo: false, id: one.id, signer }, network))
      .catch((error: unknown) => tellProblem(problemOf(error)));
  };
  return (
    <>
      {found.length === 0 ? (
        <Empty title="No Stacks wallet was found in this browser." />
      ) : (
        <p class="muted">Your wallet signs; its keys stay with it.</p>
      )}
      <ul class="plain stack" ref={focusFirst}>
        {found.map((one) => (
          <li key={one.id}>
            <button type="button" class="row-button" onClick={() => connect(one)}>
              <strong>{one.name}</strong>
              {one.icon !== undefined && <img src={one.icon} alt="" width={28} height={28} />}
            </button>
          </li>
        ))}
        {found.length === 0 &&
          isPhone() &&
          walletApps(location.href).map(({ name, url }) => (
            <li key={name}>
              <a class="row-button" href={url}>
                <span>Open this page in {name}</span>
                <span aria-hidden="true">↗</span>
              </a>
            </li>
          ))}
        {others.map(
          ({ id, name, url }) =>
            url !== undefined && (
              <li key={id}>
                <a class="row-button" href={url} target="_blank" rel="noopener noreferrer">
                  <span>Get {name}</span>
                  <span aria-hidden="true">↗</span>
                </a>
              </li>
            ),
        )}
      </ul>
      <ForgetMe />
    </>
  );
}
