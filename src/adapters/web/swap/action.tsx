import { useSignal } from '@preact/signals';
import { problemOf, type Problem } from '../live/problem.js';
import { Failed } from '../parts/states.js';
import { useClient } from '../service.js';
import { openWallets } from '../shell/wallet-button.js';
import { wallet } from '../wallet/wallet.js';
import type { Desk } from './desk.js';
import { placing, type Review } from './live/placing.js';
import { signedFor } from './model/facts.js';
import { isSellable } from './model/form.js';
import { toSign } from './model/to-sign.js';
import { ReviewDialog } from './review-dialog.js';

/** The button that leads to the next step, and the review that it opens. */
export function Action({ desk }: { readonly desk: Desk }) {
  const client = useClient();
  const review = useSignal<Review | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  const connected = wallet.value;
  const missing = missingText(desk);
  const begin = async () => {
    const { sell } = desk.form.peek();
    const options = sell === undefined ? undefined : signedFor(desk.facts, sell);
    if (connected === undefined || options === undefined) return;
    problem.value = undefined;
    try {
      const { signer } = connected;
      const items = await toSign(desk.drafted.peek().orders, signer, options);
      review.value = { items, placing: placing({ client, signer, items, options }) };
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  const close = () => {
    const isPlaced = review.peek()?.placing.step.peek().at === 'placed';
    review.value = undefined;
    if (isPlaced) desk.change({ amount: '' });
  };
  const whole = desk.drafted.value.problem;
  return (
    <>
      {whole !== undefined && <Failed problem={{ message: whole, isOffline: false }} />}
      {problem.value !== undefined && <Failed problem={problem.value} />}
      {connected === undefined ? (
        <button type="button" class="button primary swap-action" onClick={openWallets}>
          Connect a wallet to swap
        </button>
      ) : (
        <button
          type="submit"
          class="button primary swap-action"
          disabled={missing !== undefined}
          onClick={() => void begin()}
        >
          {missing ?? reviewText(desk)}
        </button>
      )}
      <ReviewDialog desk={desk} review={review.value} onClose={close} />
    </>
  );
}

/** What keeps the visitor from the review, as the button says it; undefined for nothing. */
function missingText({ facts, form, drafted, live }: Desk): string | undefined {
  const { sell, amount } = form.value;
  const { problems, problem, orders } = drafted.value;
  const { quote, isLoading } = live.value;
  if (sell === undefined || problem !== undefined) return 'Choose two tokens';
  if (!isSellable(sell)) return 'Choose a subnet token to sell';
  if (signedFor(facts, sell) === undefined) return 'No router here takes this token';
  if (amount.trim() === '') return 'Enter an amount';
  if (Object.values(problems).some((text) => text !== '')) return 'Mend what is marked';
  if (Object.keys(problems).length > 0) return 'Fill in the prices';
  if (quote === undefined) return isLoading ? 'Waiting for the quote…' : 'There is no quote';
  if (orders.length === 0) return quote.path.length === 0 ? 'There is no route' : 'The amount is too small';
  return undefined;
}

function reviewText({ drafted, form }: Desk): string {
  const { length } = drafted.value.orders;
  if (length > 1) return `Review ${length} orders`;
  return form.value.kind === 'now' ? 'Review the swap' : 'Review the order';
}
