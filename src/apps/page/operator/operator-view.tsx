import { useEffect } from 'preact/hooks';
import type { OperatorStatus } from '../../../sdk/client/index.js';
import { clockTime } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';
import { problemOf } from '../live/problem.js';
import { Ago } from '../parts/ago.js';
import { Button } from '../parts/button.js';
import { Pending } from '../parts/states.js';
import { useFocus } from '../parts/use-focus.js';
import { tellProblem } from '../shell/notices.js';
import { Accounts } from './accounts.js';
import { DueCard } from './due-card.js';
import { Findings } from './findings.js';
import { HealthCards } from './health-cards.js';
import { Overall } from './overall.js';
import { followStatus, operator, signOut, status, statusProblem } from './session.js';
import { SignIn } from './sign-in.js';
import { SwitchCard } from './switch-card.js';

/** View for the operator of the server, behind a sign-in by wallet. */
export function View() {
  useEffect(followStatus, []);
  if (operator.value === undefined) return <SignIn />;
  const { value } = status;
  const problem = statusProblem.value;
  if (value !== undefined) return <Overview status={value} />;
  return <Pending what="the server’s state" rows={10} problem={problem} />;
}

function Overview({ status: read }: { readonly status: OperatorStatus }) {
  const heading = useFocus<HTMLHeadingElement>(true);
  const { process, expiresAt } = read;
  const leave = () => {
    signOut(operator.value!).catch((error: unknown) => tellProblem(problemOf(error)));
  };
  return (
    <section class="view stack">
      <header class="wrap">
        <h1 ref={heading} tabIndex={-1}>
          Operator
        </h1>
        <p class="muted small">
          Process <code>{process.id}</code>, version {process.version}, {process.roles.join(', ')}, since{' '}
          <Ago at={process.startedAt} />. Signed in until {clockTime(expiresAt, now.value)}.
        </p>
        <Button class="last" onClick={leave}>
          Sign out
        </Button>
      </header>
      <Overall status={read} />
      <div class="grid operator-lead">
        <SwitchCard status={read} />
        <DueCard status={read} />
      </div>
      <HealthCards status={read} />
      <Accounts status={read} />
      <Findings status={read} />
    </section>
  );
}
