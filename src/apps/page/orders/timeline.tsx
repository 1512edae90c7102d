import type { Order, OrderEvent } from '../../../sdk/client/index.js';
import { listedWords } from '../live/token-names.js';
import { Ago } from '../parts/ago.js';
import { fullTime } from '../../../sdk/words/times.js';
import { eventRow, eventWords } from '../../../sdk/words/events.js';
import { TxidLink } from './txid-link.js';

interface TimelineProps {
  readonly order: Order;
  readonly events: readonly OrderEvent[];
}

/** Everything that happened to an order, newest first. */
export function Timeline({ order, events }: TimelineProps) {
  const words = listedWords.value;
  return (
    <section class="card stack" aria-labelledby="events">
      <h2 id="events">What has happened</h2>
      <ol class="timeline plain stack" reversed>
        {events.toReversed().map((event) => {
          const { title, facts, txid } = eventWords(event, order, words);
          return (
            <li key={event.seq} class={eventRow(event.type).tone ?? ''}>
              <div class="between">
                <span>{title}</span>
                <span class="muted small">
                  <Ago at={event.at} /> · {fullTime(event.at)}
                </span>
              </div>
              {facts.length > 0 && (
                <p class="muted small">
                  <bdi>{facts.join(' · ')}</bdi>
                </p>
              )}
              {txid !== undefined && <TxidLink txid={txid} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
