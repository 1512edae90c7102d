import { useSignal } from '@preact/signals';
import type { Replay } from '../../../sdk/client/index.js';
import type { UnsignedOrder } from '../../../sdk/signing/index.js';
import { exitName, hasPriceTrigger } from '../../../sdk/words/order.js';
import { replayWords } from '../../../sdk/words/replay.js';
import { problemOf, type Problem } from '../live/problem.js';
import { listedWords } from '../live/token-names.js';
import { Failed } from '../parts/states.js';
import { useClient } from '../session/service.js';
import { wallet } from '../session/wallet.js';

const SPAN_MS = 30 * 86_400_000;

interface Replayed {
  readonly order: UnsignedOrder;
  readonly replay: Replay;
}

/** Fate of the orders that wait for a price at those of the last 30 days, once the visitor asks for it. */
export function Replays({ orders }: { readonly orders: readonly UnsignedOrder[] }) {
  const client = useClient();
  const replayed = useSignal<readonly Replayed[] | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  // Exits count from the confirmation of their entry, which no record has.
  const priced = orders.filter((order) => hasPriceTrigger(order) && order.after === undefined);
  if (priced.length === 0) return null;
  const replay = async () => {
    const owner = wallet.peek()!.signer.address;
    const from = new Date(Date.now() - SPAN_MS).toISOString();
    const ask = async (order: UnsignedOrder) => ({
      order,
      replay: await client.orders.replay({ owner, recipient: owner, ...order }, { from }),
    });
    try {
      problem.value = undefined;
      replayed.value = await Promise.all(priced.map(ask));
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  return (
    <details
      class="foldable"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && replayed.peek() === undefined) void replay();
      }}
    >
      <summary>
        <span>Try it on the last 30 days</span>
      </summary>
      <div role="status">
        {problem.value !== undefined && <Failed problem={problem.value} again={() => void replay()} />}
        {replayed.value === undefined && problem.value === undefined && (
          <p class="muted">Reading the prices…</p>
        )}
        {replayed.value?.map((one) => (
          <Outcome key={one.order.direction} {...one} />
        ))}
      </div>
    </details>
  );
}

function Outcome({ order, replay }: Replayed) {
  const { outcome, details } = replayWords(order, replay, listedWords.value);
  const name = exitName(order);
  return (
    <>
      <p>
        {name === undefined ? 'Over this time ' : `${name}: over this time `}
        {replay.runs === 0 ? 'no prices were recorded' : outcome}.
      </p>
      {replay.runs > 0 && <p class="muted small">{details.join('. ')}.</p>}
    </>
  );
}
