import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { problemOf, type Problem } from '../live/problem.js';
import { Button } from '../parts/button.js';
import { Failed } from '../parts/states.js';
import { useClient } from '../session/service.js';
import { openWallets } from '../shell/wallet-button.js';
import { wallet } from '../session/wallet.js';
import type { Desk } from './desk.js';
import { placing, type OpenReview } from './live/placing.js';
import { signedFor } from './model/facts.js';
import { overBalance } from './model/form-warnings.js';
import { missingText } from './model/missing.js';
import { signaturesFor, toSign } from './model/to-sign.js';
import { ReviewDialog } from './review-dialog.js';

/** The button that leads to the next step, and the review that it opens. */
export function Action({ desk }: { readonly desk: Desk }) {
  const client = useClient();
  const review = useSignal<OpenReview | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  const isBeginning = useSignal(false);
  const hasPlaced = useRef(false);
  const connected = wallet.value;
  const missing = missingIn(desk);
  const isOver = overBalance(desk.filled.value, desk.held.balances.value) !== undefined;
  useSignalEffect(() => {
    // A change of the form makes the problem of the earlier order obsolete.
    void desk.form.value;
    problem.value = undefined;
  });
  const begin = async () => {
    const shown = desk.live.peek().quote;
    // The market may have moved since the form was filled in, so the orders are based on a new quote.
    const quote = await desk.requote();
    const { sell } = desk.form.peek();
    const options = sell === undefined ? undefined : signedFor(desk.facts, sell);
    const { orders } = desk.drafted.peek();
    if (connected === undefined || options === undefined || quote === undefined || orders.length === 0)
      return;
    const { signer } = connected;
    const items = await toSign(orders, signer, options);
    review.value = { items, placing: placing({ client, signer, items, options }), shown, quote };
  };
  const onClick = () => {
    if (isBeginning.peek()) return;
    isBeginning.value = true;
    problem.value = undefined;
    begin()
      .catch((error: unknown) => (problem.value = problemOf(error)))
      .finally(() => (isBeginning.value = false));
  };
  const close = () => {
    hasPlaced.current = review.peek()?.placing.step.peek().at === 'placed' || hasPlaced.current;
    review.value = undefined;
    if (hasPlaced.current) desk.change({ amount: '', amountOut: '' });
  };
  const isReviewing = review.value !== undefined;
  useEffect(() => {
    // After placing, the amount is empty and the button that opened the dialog disabled, so the focus moves to the amount.
    if (isReviewing || !hasPlaced.current) return;
    hasPlaced.current = false;
    document.getElementById('swap-amount')?.focus();
  }, [isReviewing]);
  const whole = desk.drafted.value.problem;
  return (
    <>
      {whole !== undefined && missing === 'Correct the order' && (
        <Failed problem={{ message: whole, isOffline: false }} />
      )}
      {problem.value !== undefined && <Failed problem={problem.value} />}
      {connected === undefined ? (
        <Button tone="primary" class="swap-action" onClick={openWallets}>
          Connect a wallet to swap
        </Button>
      ) : (
        <Button
          type="submit"
          tone={isOver ? undefined : 'primary'}
          class="swap-action"
          disabled={missing !== undefined}
          aria-busy={isBeginning.value}
          onClick={onClick}
        >
          {missing ?? reviewText(desk, isOver)}
        </Button>
      )}
      <ReviewDialog desk={desk} review={review.value} onClose={close} />
    </>
  );
}

const missingIn = ({ facts, filled, drafted, live }: Desk): string | undefined => {
  const { quote, isLoading } = live.value;
  return missingText({ facts, form: filled.value, drafted: drafted.value, quote, isLoading });
};

function reviewText({ drafted, form }: Desk, isOver: boolean): string {
  const { length } = drafted.value.orders;
  if (isOver)
    return length > 1 ? 'More than you hold: place them to wait' : 'More than you hold: place it to wait';
  const signatures =
    wallet.value?.isDemo === false && length > 1 ? `, ${signaturesFor(length)} signatures` : '';
  if (length > 1) return `Review ${length} orders${signatures}`;
  return form.value.kind === 'now' ? 'Review the swap' : 'Review the order';
}
