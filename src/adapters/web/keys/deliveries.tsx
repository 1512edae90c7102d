import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Webhook, WebhookDelivery } from '../../../client/index.js';
import { shortId } from '../format/names.js';
import { problemOf } from '../live/problem.js';
import { Ago } from '../parts/ago.js';
import { Choice } from '../parts/choice.js';
import { href } from '../route.js';
import { useClient } from '../service.js';
import { tell, tellProblem } from '../shell/notices.js';
import { useSigned } from '../wallet/use-signed.js';
import { Owned } from './owned.js';
import { outcomeWords } from './webhook-words.js';

interface DeliveriesProps {
  readonly webhook: Webhook;
  /** Counts what was sent from this page: each time the list is read again. */
  readonly turn: number;
  readonly onReplayed: (count: number) => void;
}

type State = 'all' | WebhookDelivery['state'];

const STATES = [
  ['all', 'All'],
  ['waiting', 'Waiting'],
  ['delivered', 'Delivered'],
  ['dead', 'Dead'],
] as const satisfies readonly (readonly [State, string])[];

const PAGE = 50;
/** While something waits the list is read again so often, ms, and for so long: after it the wallet would be asked again. */
const AGAIN_MS = 2_000;
const LOOKS = 60;

/** What a webhook was sent or will be, newest first, and dead letters to send again. */
export function Deliveries({ webhook: { id }, turn, onReplayed }: DeliveriesProps) {
  const client = useClient();
  const state = useSignal<State>('all');
  const most = useSignal(PAGE);
  const looks = useSignal(0);
  const signed = useSigned(async (reading, signal) => {
    const found: WebhookDelivery[] = [];
    const filter = state.peek() === 'all' ? {} : { state: state.peek() as WebhookDelivery['state'] };
    for await (const delivery of reading.webhooks.allDeliveries(id, filter, { signal })) {
      found.push(delivery);
      if (found.length > most.peek()) break;
    }
    return found;
  });
  const deliveries = signed.value.value;
  const isRead = deliveries !== undefined;
  const lookAgain = () => {
    looks.value = 0;
    signed.read();
  };
  useEffect(() => {
    if (turn > 0 && isRead) lookAgain();
    // What was read stays: only a new turn reads again.
  }, [turn]);
  useEffect(() => {
    const waits = deliveries?.some((delivery) => delivery.state === 'waiting') === true;
    if (!waits || looks.peek() >= LOOKS) return;
    const timer = setTimeout(() => {
      looks.value++;
      signed.read();
    }, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [deliveries]);
  const replay = async (deliveryId?: string) => {
    try {
      const count = await client.webhooks.replay(id, deliveryId === undefined ? {} : { deliveryId });
      tell(count === 1 ? 'One message is sent again.' : `${count} messages are sent again.`);
      onReplayed(count);
      lookAgain();
    } catch (error) {
      tellProblem(problemOf(error));
    }
  };
  const dead = deliveries?.filter((delivery) => delivery.state === 'dead').length ?? 0;
  return (
    <div class="key-more">
      <div class="orders-bar">
        <Choice
          label="Deliveries"
          options={STATES}
          value={state.value}
          onChoose={(next) => {
            state.value = next;
            if (isRead) lookAgain();
          }}
        />
        {isRead && (
          <button type="button" class="button" onClick={lookAgain}>
            Look again
          </button>
        )}
        {dead > 0 && (
          <button type="button" class="button" onClick={() => void replay()}>
            Send all dead again
          </button>
        )}
      </div>
      <Owned what="deliveries" signed={signed}>
        {(known) => (
          <>
            {known.length === 0 ? (
              <p class="muted">There are none.</p>
            ) : (
              <List deliveries={known.slice(0, most.value)} onReplay={(one) => void replay(one)} />
            )}
            {known.length > most.value && (
              <button
                type="button"
                class="button"
                onClick={() => {
                  most.value += PAGE;
                  lookAgain();
                }}
              >
                Show more
              </button>
            )}
          </>
        )}
      </Owned>
    </div>
  );
}

const TONES = { waiting: 'warn', delivered: 'good', dead: 'bad' } as const;

interface ListProps {
  readonly deliveries: readonly WebhookDelivery[];
  readonly onReplay: (deliveryId: string) => void;
}

function List({ deliveries, onReplay }: ListProps) {
  return (
    <div class="table-scroll" role="region" aria-label="Deliveries" tabIndex={0}>
      <table class="table deliveries">
        <thead>
          <tr>
            <th scope="col">Message</th>
            <th scope="col">State</th>
            <th scope="col">Last attempt</th>
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
              <td>
                {outcomeWords(delivery)}
                {delivery.nextAttemptAt !== null && (
                  <div class="muted small">
                    next <Ago at={delivery.nextAttemptAt} />
                  </div>
                )}
              </td>
              <td>
                <Ago at={delivery.createdAt} />
              </td>
              <td>
                {delivery.state === 'dead' && (
                  <button type="button" class="button" onClick={() => onReplay(delivery.id)}>
                    Send again
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
