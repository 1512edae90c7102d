import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Webhook, WebhookDelivery } from '../../../sdk/client/index.js';
import { problemOf } from '../live/problem.js';
import { Button } from '../parts/button.js';
import { Choice } from '../parts/choice.js';
import { useClient } from '../session/service.js';
import { tell, tellProblem } from '../shell/notices.js';
import { useSigned } from '../wallet/use-signed.js';
import { DeliveryTable } from './delivery-table.js';
import { Owned } from './owned.js';
import { isDeadLetter, replayWords } from './webhook-words.js';

interface DeliveriesProps {
  readonly webhook: Webhook;
  /** Number of messages sent from this page. Each increase causes the list to be read again. */
  readonly turn: number;
  /** Called when a delivery has been attempted since the list was last read. */
  readonly onTried: () => void;
}

type State = 'all' | WebhookDelivery['state'];

const STATES = [
  ['all', 'All'],
  ['waiting', 'Waiting'],
  ['delivered', 'Delivered'],
  ['dead', 'Dead'],
] as const satisfies readonly (readonly [State, string])[];

const PAGE = 50;
/** Interval (ms) between readings of the list while a message is pending, as long as reading opens no wallet window. */
const AGAIN_MS = 2_000;

const later = (a: string, b: string): string => (a > b ? a : b);

/** Deliveries of a webhook, sent or pending, newest first. Dead letters can be sent again. */
export function Deliveries({ webhook: { id, status }, turn, onTried }: DeliveriesProps) {
  const client = useClient();
  const state = useSignal<State>('all');
  const most = useSignal(PAGE);
  const signed = useSigned(`deliveries ${id}`, async (reading, signal) => {
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
  const waits = deliveries?.some((delivery) => delivery.state === 'waiting') === true;
  useEffect(() => {
    if (turn > 0 && isRead) signed.readFreely();
    // Depends on the turn alone: the list is read again only at the next one.
  }, [turn]);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(signed.readFreely, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [waits, deliveries]);
  const triedAt = deliveries?.map(({ lastAttempt }) => lastAttempt?.at ?? '').reduce(later, '');
  useEffect(() => {
    if (isRead) onTried();
  }, [isRead, triedAt]);
  const replay = async (deliveryId?: string) => {
    try {
      const count = await client.webhooks.replay(id, deliveryId === undefined ? {} : { deliveryId });
      tell(count === 1 ? 'One message is sent again.' : `${count} messages are sent again.`, id);
      signed.read();
    } catch (error) {
      tellProblem(problemOf(error), id);
    }
  };
  const dead = deliveries?.filter(isDeadLetter).length ?? 0;
  return (
    <div class="stack">
      <div class="wrap">
        <Choice
          label="Deliveries"
          options={STATES}
          value={state.value}
          onChoose={(next) => {
            state.value = next;
            if (isRead) signed.read();
          }}
        />
        {isRead && <Button onClick={signed.read}>Look again</Button>}
        {dead > 0 && status === 'enabled' && (
          <Button onClick={() => void replay()}>Send all dead again</Button>
        )}
      </div>
      <Owned what="deliveries" signed={signed}>
        {(known) => (
          <>
            {known.length === 0 ? (
              <p class="muted">There are none.</p>
            ) : (
              <>
                <DeliveryTable
                  deliveries={known.slice(0, most.value)}
                  onReplay={status === 'enabled' ? (one) => void replay(one) : undefined}
                />
                <p class="muted small">{replayWords(status, known)}</p>
              </>
            )}
            {known.length > most.value && (
              <Button
                onClick={() => {
                  most.value += PAGE;
                  signed.read();
                }}
              >
                Show more
              </Button>
            )}
          </>
        )}
      </Owned>
    </div>
  );
}
