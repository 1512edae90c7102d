import type { Alert } from '../../../sdk/client/index.js';
import { useAttempt } from '../live/attempt.js';
import { balanceName, listedWords } from '../live/token-names.js';
import { Ago } from '../parts/ago.js';
import { Button } from '../parts/button.js';
import { Failed } from '../parts/states.js';
import { useClient } from '../session/service.js';
import { tell } from '../shell/notices.js';
import { alertText, firedAtText } from './alert-words.js';

interface AlertCardProps {
  readonly alert: Alert;
  readonly onChanged: (alert: Alert) => void;
  readonly onDeleted: () => void;
}

const STATES: Readonly<Record<Alert['state'], readonly [text: string, tone: string]>> = {
  armed: ['Armed', 'good'],
  clearing: ['True now: armed once it is not', 'warn'],
  fired: ['Fired', 'quiet'],
};

/** An alert, and the buttons that arm it again or delete it. */
export function AlertCard({ alert, onChanged, onDeleted }: AlertCardProps) {
  const client = useClient();
  const { isBusy, problem, begin } = useAttempt();
  const words = listedWords.value;
  const [state, tone] = STATES[alert.state];
  const text = alertText(alert, words, balanceName(alert.token));
  const value = firedAtText(alert, words);
  const rearm = async () => onChanged(await client.alerts.rearm(alert.id));
  const remove = async () => {
    await client.alerts.delete(alert.id);
    onDeleted();
    tell('The alert is deleted.');
  };
  return (
    <li class="card stack" aria-label={text}>
      <div class="between">
        <h2>{text}</h2>
        <span class={`badge ${tone}`}>{state}</span>
      </div>
      {alert.note !== undefined && (
        <p class="muted">
          <bdi>{alert.note}</bdi>
        </p>
      )}
      {problem.value !== undefined && <Failed problem={problem.value} />}
      <div class="between">
        <p class="muted small">
          {alert.firedAt === null ? (
            <>
              Created <Ago at={alert.createdAt} />
            </>
          ) : (
            <>
              Fired <Ago at={alert.firedAt} />
              {value !== undefined && `, at ${value}`}
            </>
          )}
        </p>
        <span class="row">
          {alert.state === 'fired' && (
            <Button aria-disabled={isBusy.value} onClick={() => begin(rearm)}>
              Arm again
            </Button>
          )}
          <Button tone="danger" aria-disabled={isBusy.value} onClick={() => begin(remove)}>
            Delete
          </Button>
        </span>
      </div>
    </li>
  );
}
