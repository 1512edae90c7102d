import { clockTime } from '../../../sdk/words/times.js';
import { useAttempt } from '../live/attempt.js';
import { now } from '../live/clock.js';
import { Button } from '../parts/button.js';
import { Empty, Failed } from '../parts/states.js';
import { useClient } from '../session/service.js';
import { wallet, type Wallet } from '../session/wallet.js';
import { endedAt, signIn } from './session.js';

/** Asks for the signature of an operator's wallet. */
export function SignIn() {
  const connected = wallet.value;
  return (
    <section class="card stack narrow">
      <h1>Operator</h1>
      {endedAt.value !== undefined && (
        <p class="banner warn" role="status">
          Your session ended at {clockTime(endedAt.value, now.value)}. Sign in again.
        </p>
      )}
      <p>
        Health, accounts, pause and resume are for the wallets that the server’s setting{' '}
        <code>SLUICE_OPERATOR_WALLETS</code> names. Your wallet signs in for an hour.
      </p>
      {connected === undefined ? (
        <Empty title="Connect your wallet first." />
      ) : (
        <SignInAs key={connected.signer.address} as={connected} />
      )}
    </section>
  );
}

/** Sign-in with one wallet. The caller keys it by address, so an error disappears when the visitor changes wallets. */
function SignInAs({ as }: { readonly as: Wallet }) {
  const { isBusy, problem, begin } = useAttempt();
  const { operator } = useClient();
  return (
    <>
      <p>
        <Button tone="primary" disabled={isBusy.value} onClick={() => begin(() => signIn(operator))}>
          {isBusy.value ? 'Waiting for the wallet…' : `Sign in as ${as.name}`}
        </Button>
      </p>
      {problem.value !== undefined && <Failed problem={problem.value} />}
    </>
  );
}
