import { signal } from '@preact/signals';
import { shortId } from '../../../sdk/words/names.js';
import { onDemand } from '../live/load-again.js';
import { useReading } from '../live/reading.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Failed, Loading } from '../parts/states.js';
import { service } from '../session/service.js';
import { wallet } from '../session/wallet.js';
import { returning } from '../wallet/known-again.js';

const isOpen = signal(false);

/** Opens the dialog in which a wallet is connected, for views that need one. */
export const openWallets = (): void => {
  isOpen.value = true;
};

const close = (): void => {
  isOpen.value = false;
};

/** Button in the head of the page that connects a wallet, or shows the connected one and disconnects it. */
export function WalletButton() {
  const connected = wallet.value;
  const { name, address } =
    connected === undefined ? (returning.value ?? {}) : { ...connected, ...connected.signer };
  return (
    <>
      <Button tone={address === undefined ? 'primary' : undefined} onClick={openWallets}>
        {address === undefined ? 'Connect wallet' : `${name} · ${shortId(address)}`}
      </Button>
      <Dialog title="Wallet" isOpen={isOpen.value} onClose={close}>
        {/* The head of the page is rendered before its server is found. */}
        {service.value === undefined || returning.value !== undefined ? (
          <Loading what="wallets" rows={4} />
        ) : (
          <Contents />
        )}
      </Dialog>
    </>
  );
}

/** Loaded when the dialog is first opened, with all that signs. */
const loadContents = onDemand(() => import('./wallet-choice.js'));

function Contents() {
  const { reading, again } = useReading(loadContents);
  const { value: loaded, problem } = reading.value;
  if (loaded !== undefined) return <loaded.WalletChoice onDone={close} />;
  return problem === undefined ? (
    <Loading what="wallets" rows={4} />
  ) : (
    <Failed problem={problem} again={again} />
  );
}
