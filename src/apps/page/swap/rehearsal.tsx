import type { Rehearsal } from '../../../sdk/client/index.js';
import { now } from '../live/clock.js';
import { useReading } from '../live/reading.js';
import { listedWords } from '../live/token-names.js';
import { Failed } from '../parts/states.js';
import { wallet } from '../session/wallet.js';
import { obstacleWords } from './model/obstacles.js';
import type { ToSign } from './model/to-sign.js';

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
      {obstacleWords(order, holds, listedWords.value, now.value).map((sentence) => (
        <p key={sentence} class="banner warn" role="status">
          {sentence}
        </p>
      ))}
    </>
  );
}
