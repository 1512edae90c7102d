import { useEffect } from 'preact/hooks';
import { useAttempt } from '../live/attempt.js';
import { problemOf } from '../live/problem.js';
import { Ago } from '../parts/ago.js';
import { Empty, Failed, Loading, Outdated } from '../parts/states.js';
import { useClient } from '../service.js';
import { tellProblem } from '../shell/notices.js';
import { wallet } from '../wallet/wallet.js';
import { Accounts } from './accounts.js';
import { HealthCards } from './health-cards.js';
import { Findings } from './findings.js';
import { SwitchCard } from './switch-card.js';
import { followStatus, operator, signIn, signOut, status, statusProblem } from './session.js';

/** What the operator of the server wants to know, behind a sign-in by wallet. */
export function OperatorView() {
  useEffect(followStatus, []);
  if (operator.value === undefined) return <SignIn />;
  const { value } = status;
  const problem = statusProblem.value;
  if (value === undefined)
    return problem === undefined ? (
      <Loading what="the server’s state" rows={10} />
    ) : (
      <Failed problem={problem} />
    );
  const leave = () => {
    signOut(operator.value!).catch((error: unknown) => tellProblem(problemOf(error)));
  };
  const { process } = value;
  return (
    <section>
      <header class="operator-top">
        <h1>Operator</h1>
        <p class="muted small">
          Process <code>{process.id}</code>, version {process.version}, {process.roles.join(', ')}, since{' '}
          <Ago at={process.startedAt} />
        </p>
        <button type="button" class="button" onClick={leave}>
          Sign out
        </button>
      </header>
      {problem !== undefined && <Outdated problem={problem} />}
      <div class="operator-grid">
        <SwitchCard status={value} />
        <HealthCards status={value} />
      </div>
      <Accounts accounts={value.accounts} />
      <Findings status={value} />
    </section>
  );
}

function SignIn() {
  const { isBusy: isSigning, problem, begin } = useAttempt();
  const { operator: client } = useClient();
  return (
    <section class="card narrow">
      <h1>Operator</h1>
      <p>
        Health, accounts, pause and resume are for the wallets that the server’s setting{' '}
        <code>SLUICE_OPERATOR_WALLETS</code> names. Your wallet signs in for an hour.
      </p>
      {wallet.value === undefined ? (
        <Empty title="Connect your wallet first." />
      ) : (
        <button
          type="button"
          class="button primary"
          disabled={isSigning.value}
          onClick={() => begin(() => signIn(client))}
        >
          {isSigning.value ? 'Waiting for the wallet…' : `Sign in as ${wallet.value.name}`}
        </button>
      )}
      {problem.value !== undefined && <Failed problem={problem.value} />}
    </section>
  );
}
