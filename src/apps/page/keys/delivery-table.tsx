import type { WebhookDelivery } from '../../../sdk/client/index.js';
import { shortId } from '../../../sdk/words/names.js';
import { Ago } from '../parts/ago.js';
import { Button } from '../parts/button.js';
import { href } from '../route.js';
import { now } from '../live/clock.js';
import { isDeadLetter, outcomeWords } from './webhook-words.js';

const TONES = { waiting: 'warn', delivered: 'good', dead: 'bad' } as const;

interface DeliveryTableProps {
  readonly deliveries: readonly WebhookDelivery[];
  /** Undefined while the webhook accepts nothing. */
  readonly onReplay: ((deliveryId: string) => void) | undefined;
}

/** Messages to a webhook. Dead letters can be sent again; in place of a dead ping another test is sent. */
export function DeliveryTable({ deliveries, onReplay }: DeliveryTableProps) {
  return (
    <div class="frame table-scroll" role="region" aria-label="Deliveries" tabIndex={0}>
      <table class="table deliveries">
        <thead>
          <tr>
            <th scope="col">Message</th>
            <th scope="col">State</th>
            <th scope="col" class="number">
              Attempts
            </th>
            <th scope="col">Last response</th>
            <th scope="col">Created</th>
            <th scope="col">
              <span class="sr-only">Send again</span>
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
  );
}

function Next({ delivery: { state, nextAttemptAt } }: { readonly delivery: WebhookDelivery }) {
  if (state !== 'waiting') return null;
  if (nextAttemptAt === null) return <div class="muted small">after an earlier one of its order</div>;
  return (
    <div class="muted small">
      {Date.parse(nextAttemptAt) <= now.value ? 'tried now' : ['next ', <Ago key="at" at={nextAttemptAt} />]}
    </div>
  );
}
