import type { WebhookDelivery } from '../../../sdk/client/index.js';
import { shortId } from '../../../sdk/words/names.js';
import { Ago } from '../parts/ago.js';
import { Button } from '../parts/button.js';
import { DataTable } from '../parts/data-table.js';
import { href } from '../route.js';
import { now } from '../live/clock.js';
import { isDeadLetter, outcomeWords } from './webhook-words.js';

const TONES = { waiting: 'warn', delivered: 'good', dead: 'bad' } as const;

const COLUMNS = [
  'Message',
  'State',
  ['Attempts', 'number'],
  'Last response',
  'Created',
  [<span class="sr-only">Send again</span>, ''],
] as const;

interface DeliveryTableProps {
  readonly deliveries: readonly WebhookDelivery[];
  /** Sends a dead letter again; undefined while the webhook accepts nothing. */
  readonly onReplay: ((deliveryId: string) => void) | undefined;
}

/** Messages to a webhook. Dead letters can be sent again, except for a ping: a new test takes its place. */
export const DeliveryTable = ({ deliveries, onReplay }: DeliveryTableProps) => (
  <DataTable label="Deliveries" class="table deliveries" columns={COLUMNS}>
    {deliveries.map((delivery) => (
      <tr key={delivery.id}>
        <td>
          {delivery.type}
          {delivery.uuid !== undefined && (
            <div class="small">
              <a class="link" href={href('order', [delivery.uuid])}>
                <code>{shortId(delivery.uuid)}</code>
              </a>
            </div>
          )}
        </td>
        <td>
          <span class={`badge ${TONES[delivery.state]}`}>{delivery.state}</span>
        </td>
        <td class="number">{delivery.attempts}</td>
        <td>
          {outcomeWords(delivery)}
          <Next delivery={delivery} />
        </td>
        <td class="when">
          <Ago at={delivery.createdAt} />
        </td>
        <td>
          {isDeadLetter(delivery) && onReplay !== undefined && (
            <Button onClick={() => onReplay(delivery.id)}>Send again</Button>
          )}
        </td>
      </tr>
    ))}
  </DataTable>
);

function Next({ delivery: { state, nextAttemptAt } }: { readonly delivery: WebhookDelivery }) {
  if (state !== 'waiting') return null;
  if (nextAttemptAt === null) return <div class="muted small">after an earlier one of its order</div>;
  return (
    <div class="muted small">
      {Date.parse(nextAttemptAt) <= now.value ? 'tried now' : ['next ', <Ago key="at" at={nextAttemptAt} />]}
    </div>
  );
}
