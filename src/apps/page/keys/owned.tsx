import type { ComponentChildren } from 'preact';
import { Button } from '../parts/button.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { openWallets } from '../shell/wallet-button.js';
import type { Signed } from '../wallet/use-signed.js';
import { wallet } from '../session/wallet.js';

interface OwnedProps<T> {
  /** Name of what is read, such as `keys`. */
  readonly what: string;
  readonly signed: Signed<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows something that a wallet owns in each of its states: no wallet, not yet signed for, loading, failed, or loaded. */
export function Owned<T>({ what, signed, children }: OwnedProps<T>) {
  const { value, problem, isReading, read } = signed;
  if (wallet.value === undefined)
    return (
      <Empty title={`Connect a wallet to see its ${what}.`}>
        <p class="muted">They belong to a wallet, which signs a message to list or change them.</p>
        <Button tone="primary" onClick={openWallets}>
          Connect
        </Button>
      </Empty>
    );
  const known = value.value;
  if (known !== undefined)
    return (
      <>
        {problem.value !== undefined && <Failed problem={problem.value} again={read} />}
        {children(known)}
      </>
    );
  if (problem.value !== undefined) return <Failed problem={problem.value} again={read} />;
  if (isReading.value) return <Loading what={what} rows={5} />;
  return (
    <Empty title={`Your wallet signs a message to show its ${what}.`}>
      <p class="muted">It costs nothing and moves nothing.</p>
      <Button tone="primary" onClick={read}>
        Sign and show
      </Button>
    </Empty>
  );
}
