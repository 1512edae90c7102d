import type { Order } from '../../../sdk/client/index.js';
import { fullTime } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';
import { listedWords } from '../live/token-names.js';
import { CopyableId } from '../parts/copy.js';
import { endWords } from '../../../sdk/words/order.js';
import { pictureOf, TriggerPicture } from './trigger-picture.js';
import { againWords, whyOf } from '../../../sdk/words/why.js';

const END_TONES: Readonly<Partial<Record<Order['status'], string>>> = {
  confirmed: 'good',
  failed: 'bad',
  broadcasted: 'warn',
};

/** Reason why an order has not run, or its outcome. */
export function WhyCard({ order }: { readonly order: Order }) {
  const words = listedWords.value;
  const { evaluation, status } = order;
  if (evaluation === undefined) {
    const sentence =
      status === 'broadcasted'
        ? 'Its swap is broadcast. The chain decides within a few blocks.'
        : (endWords(order, words) ?? '');
    return sentence === '' ? null : <p class={`verdict ${END_TONES[status] ?? 'quiet'}`}>{sentence}</p>;
  }
  const { title, facts: told, help, retryAt } = whyOf(order, evaluation, words);
  // The picture, if there is one, already shows these numbers.
  const facts = evaluation.reason === 'waiting-price' && pictureOf(order) !== undefined ? [] : told;
  return (
    <section class="card stack" aria-labelledby="why">
      <h2 id="why">Why it has not run</h2>
      <p class="why-title">{title}</p>
      <TriggerPicture order={order} />
      {facts.length > 0 && (
        <ul class="why-facts">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {evaluation.pools?.map((pool) => (
        <CopyableId key={pool} id={pool} label="pool" />
      ))}
      {retryAt !== undefined && (
        <p class="muted small" title={fullTime(retryAt)}>
          {againWords(retryAt, now.value)}
        </p>
      )}
      <p class="muted small">{help}</p>
    </section>
  );
}
