import { useComputed, useSignal } from '@preact/signals';
import { tokenOf } from '../live/registry.js';
import { CopyableId } from '../parts/copy.js';
import { Dialog } from '../parts/dialog.js';
import { Failed } from '../parts/states.js';
import { wallet } from '../wallet/wallet.js';
import type { Review } from './action.js';
import type { Desk } from './desk.js';
import type { Step } from './live/placing.js';
import { warningsOf } from './model/warnings.js';
import { orderWords } from './model/words.js';
import { Progress } from './progress.js';
import { SignedData } from './signed-data.js';

interface ReviewProps {
  readonly desk: Desk;
  readonly review: Review | undefined;
  readonly onClose: () => void;
}

/** What will be signed, in words and as it is; then the way of the orders to the chain. */
export function ReviewDialog({ desk, review, onClose }: ReviewProps) {
  const step = review?.placing.step.value;
  return (
    <Dialog title={titleOf(review, step)} isOpen={review !== undefined} onClose={onClose}>
      {review !== undefined && step !== undefined && (
        <>
          {step.at === 'placed' ? (
            <>
              <Progress placed={step.placed} />
              <button type="button" class="button swap-action" onClick={onClose}>
                Done
              </button>
            </>
          ) : (
            <Reviewed desk={desk} review={review} step={step} onClose={onClose} />
          )}
        </>
      )}
    </Dialog>
  );
}

function titleOf(review: Review | undefined, step: Step | undefined): string {
  const many = (review?.items.length ?? 0) > 1;
  if (step?.at === 'placed') return many ? 'The orders are placed' : 'The order is placed';
  return many ? 'Review the orders' : 'Review the order';
}

const MOST_SHOWN = 3;

function Reviewed({
  desk,
  review,
  step,
  onClose,
}: Omit<ReviewProps, 'review'> & {
  readonly review: Review;
  readonly step: Exclude<Step, { at: 'placed' }>;
}) {
  const isAccepted = useSignal(false);
  const { items, placing } = review;
  const warnings = useComputed(() => {
    const market = desk.market.value;
    return market === undefined
      ? []
      : warningsOf(
          items.map(({ order }) => order),
          market,
        );
  });
  const isGrave = warnings.value.some((warning) => warning.isGrave);
  const isBusy = step.at !== 'review';
  const { problem, isRefused = false } = step.at === 'review' ? step : {};
  const find = (id: string) => tokenOf.value.get(id);
  const address = wallet.value?.signer.address;
  return (
    <>
      <ol class={`review-orders ${items.length === 1 ? 'is-single' : ''}`}>
        {items.slice(0, MOST_SHOWN).map(({ order }) => (
          <li key={order.uuid}>
            {orderWords(order, find).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </li>
        ))}
      </ol>
      {items.length > MOST_SHOWN && (
        <p class="muted">… and {items.length - MOST_SHOWN} more, which differ in their times alone.</p>
      )}
      {address !== undefined && (
        <p class="muted small">
          Paid by and to <CopyableId id={address} label="address" /> The operator pays the transaction’s fee.
        </p>
      )}
      {warnings.value.map(({ text, isGrave: isBad }) => (
        <p key={text} class={`warning ${isBad ? 'is-grave' : ''}`} role={isBad ? 'alert' : 'status'}>
          {text}
        </p>
      ))}
      {isGrave && (
        <label class="check">
          <input
            type="checkbox"
            checked={isAccepted.value}
            onChange={({ currentTarget }) => (isAccepted.value = currentTarget.checked)}
          />
          I mean it: these prices are what I want.
        </label>
      )}
      <SignedData items={items} isDemo={wallet.value?.isDemo === true} />
      {problem !== undefined && <Failed problem={problem} />}
      <div class="review-buttons">
        <button type="button" class="button" onClick={onClose}>
          Back
        </button>
        <button
          type="button"
          class="button primary"
          disabled={isBusy || isRefused || (isGrave && !isAccepted.value)}
          onClick={() => void placing.run()}
        >
          {BUTTON[step.at](problem !== undefined && !isRefused)}
        </button>
      </div>
    </>
  );
}

const BUTTON: Readonly<Record<Exclude<Step['at'], 'placed'>, (hasFailed: boolean) => string>> = {
  review: (hasFailed) => (hasFailed ? 'Try again' : 'Sign and place'),
  signing: () => 'Waiting for the wallet…',
  placing: () => 'Placing…',
};
