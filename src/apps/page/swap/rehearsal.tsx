import type { Rehearsal } from '../../../sdk/client/index.js';
import { NOTHING } from '../../../sdk/words/reasons.js';
import { STOPS } from '../../../sdk/words/stops.js';
import type { TokenWords } from '../../../sdk/words/token-words.js';
import { whyHeld } from '../../../sdk/words/why.js';
import type { StatedOrder } from '../../../sdk/words/order.js';
import { useReading } from '../live/reading.js';
import { listedWords } from '../live/token-names.js';
import { Failed } from '../parts/states.js';
import { wallet } from '../session/wallet.js';
import type { ToSign } from './model/to-sign.js';

/** Obstacles that the review names without asking: the order's own terms, the balance, and what stops every swap. */
const SAID: ReadonlySet<string> = new Set([
  ...['manual', 'waiting-window', 'waiting-price', 'waiting-mark', 'waiting-confirmation'],
  ...['below-minimum', 'price-impact', 'insufficient-balance'],
  ...Object.keys(STOPS),
]);

/** Rehearsal of the first order of a review; undefined while the server is asked, or if it does not respond. */
export function useRehearsal([first]: readonly ToSign[]): Rehearsal | undefined {
  const owner = wallet.peek()!.signer.address;
  const { reading } = useReading((client, signal) =>
    client.orders.rehearse({ owner, recipient: owner, ...first!.order }, { signal }),
  );
  return reading.value.value;
}

/** The server's refusal of the order, before anything is signed, or what would hold it. */
export function RehearsalNotes({
  order,
  rehearsal: { refused, holds },
}: {
  readonly order: ToSign['order'];
  readonly rehearsal: Rehearsal;
}) {
  if (refused !== undefined) {
    const { error, details, hint } = refused;
    const named = Array.isArray(details) ? details.map(String).join('; ') : hint;
    return <Failed problem={{ message: error, hint: named, isOffline: false }} />;
  }
  return (
    <>
      {heldSentences(order, holds, listedWords.value).map((sentence) => (
        <p key={sentence} class="banner warn" role="status">
          {sentence}
        </p>
      ))}
    </>
  );
}

function heldSentences(
  order: ToSign['order'],
  holds: Rehearsal['holds'],
  words: TokenWords,
): readonly string[] {
  const stated: StatedOrder = { ...order, status: 'open' };
  return holds
    .filter(({ reason }) => !SAID.has(reason))
    .map((hold) => {
      const { title, facts, help } = whyHeld(stated, hold, words);
      return ['Will not be sent now:', title, ...facts, ...(help === NOTHING ? [] : [help])].join(' ');
    });
}
