import { useComputed, useSignal } from '@preact/signals';
import type { Order } from '../../../sdk/client/index.js';
import { fullTime } from '../../../sdk/words/times.js';
import type { Problem } from '../live/problem.js';
import { now } from '../live/clock.js';
import { stops } from '../live/sending.js';
import { listedWords } from '../live/token-names.js';
import { counted } from '../../../sdk/words/counts.js';
import { promiseWords } from '../../../sdk/words/promise.js';
import type { TokenWords } from '../../../sdk/words/token-words.js';
import { stopHelp, stopTitle } from '../../../sdk/words/stops.js';
import { Button } from '../parts/button.js';
import { CopyableId } from '../parts/copy.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { Failed } from '../parts/states.js';
import { wallet } from '../session/wallet.js';
import type { Desk } from './desk.js';
import type { OpenReview, Review, Step } from './live/placing.js';
import { overBalance } from './model/form-warnings.js';
import { obstacleWords } from './model/obstacles.js';
import { draftName } from './model/draft-name.js';
import { isSpread, type Form, type Kind } from './model/form.js';
import { signaturesFor, type ToSign } from './model/to-sign.js';
import { CONFIRMATION, mostAsked, warningsOf, type Warning } from '../../../sdk/words/warnings.js';
import { usePromised } from './live/use-promised.js';
import { Proceeds } from './proceeds.js';
import { Progress } from './progress.js';
import { RehearsalNotes, useRehearsal } from './rehearsal.js';
import { Replays } from './replays.js';
import { RenamedNotes } from './renamed-notes.js';
import { ReviewSummary, timingOf } from './review-summary.js';
import { SignedData } from './signed-data.js';
import { TokenWarnings } from './token-warning.js';

interface ReviewProps {
  readonly desk: Desk;
  readonly review: OpenReview | undefined;
  readonly onClose: () => void;
}

/** Orders to be signed, in words and as raw data; then their progress to the chain. */
export function ReviewDialog({ desk, review, onClose }: ReviewProps) {
  const step = review?.placing.step.value;
  return (
    <Dialog title={titleOf(review, step)} isOpen={review !== undefined} onClose={onClose}>
      {review !== undefined && step !== undefined && (
        <>
          {step.at === 'placed' ? (
            <>
              <Progress placed={step.placed} />
              {/* Takes the focus, since the button that placed the order and had the focus has disappeared. */}
              <Button class="swap-action" takesFocus onClick={onClose}>
                Done
              </Button>
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
  if (step?.at === 'placed') return placedTitle(step.placed.orders.value);
  return many ? 'Review the orders' : 'Review the order';
}

/** Title that says what became of the placed orders. */
function placedTitle(orders: readonly Order[]): string {
  const [first] = orders;
  const common = orders.every(({ status }) => status === first?.status) ? first?.status : undefined;
  const [order, swap] = orders.length > 1 ? ['The orders are', 'The swaps'] : ['The order is', 'The swap'];
  if (common === 'confirmed') return `${swap} ${orders.length > 1 ? 'are' : 'is'} confirmed`;
  if (common === 'failed') return `${swap} failed`;
  return common === 'cancelled' ? `${order} cancelled` : `${order} placed`;
}

function Reviewed({
  desk,
  review,
  step,
  onClose,
}: Omit<ReviewProps, 'review'> & {
  readonly review: OpenReview;
  readonly step: Exclude<Step, { at: 'placed' }>;
}) {
  const isAccepted = useSignal(false);
  const typed = useSignal('');
  const { items, placing } = review;
  const rehearsal = useRehearsal(items);
  const orders = items.map(({ order }) => order);
  const promised = usePromised(items[0]!.order.inputToken);
  const warnings = useComputed(() => {
    const market = desk.market.value;
    return market === undefined
      ? []
      : warningsOf(orders, { ...market, promised: promised.value }, listedWords.value);
  });
  const asked = mostAsked(warnings.value);
  const isAgreed =
    asked === 'nothing' ||
    (asked === 'tick' ? isAccepted.value : typed.value.trim().toLowerCase() === CONFIRMATION);
  const signatures = wallet.value?.isDemo === true ? 0 : signaturesFor(items.length);
  const isBusy = step.at !== 'review';
  const { problem, isRefused = false } = step.at === 'review' ? step : {};
  const address = wallet.value?.signer.address;
  const isStopped = stops.value.length > 0;
  const first = warnings.value.filter(({ isFirst }) => isFirst === true);
  const isHeld =
    first.length > 0 ||
    obstacleWords(items[0]!.order, rehearsal?.holds ?? [], listedWords.value, now.value).length > 0;
  const timing = isStopped ? undefined : timingOf(review, desk, isHeld);
  const isOver = overBalance(desk.filled.value, desk.held.balances.value) !== undefined;
  return (
    <>
      <Warnings warnings={first} />
      <Orders
        kind={desk.form.value.kind}
        items={items}
        timing={timing}
        isStopped={isStopped}
        every={everyText(desk)}
      />
      <Proceeds orders={orders} desk={desk} />
      <TokenWarnings form={desk.form.value} />
      <RenamedNotes desk={desk} />
      <ReviewSummary desk={desk} review={review} />
      {address !== undefined && (
        <p class="muted small">
          From and to your wallet <CopyableId id={address} label="address" /> The operator pays the
          transaction’s fee.
        </p>
      )}
      {stops.value.map(({ reason }) => (
        <p key={reason} class="banner warn" role="status">
          {stopTitle(reason)} {stopHelp(reason, items[0]?.order.validTo)}
        </p>
      ))}
      <Warnings warnings={warnings.value.filter(({ isFirst }) => isFirst !== true)} />
      {rehearsal !== undefined && <RehearsalNotes order={items[0]!.order} rehearsal={rehearsal} />}
      {asked === 'word' && (
        <Field
          label={`Type “${CONFIRMATION}” to sell at such a loss`}
          value={typed.value}
          onInput={(text) => (typed.value = text)}
        />
      )}
      {asked === 'tick' && (
        <label class="check">
          <input
            type="checkbox"
            checked={isAccepted.value}
            onChange={({ currentTarget }) => (isAccepted.value = currentTarget.checked)}
          />
          I mean it: these terms are what I want.
        </label>
      )}
      <Replays orders={items.map(({ order }) => order)} />
      <SignedData items={items} isDemo={wallet.value?.isDemo === true} />
      {problem !== undefined && <Failed problem={retried(problem)} />}
      <div class="review-buttons">
        <Button onClick={onClose}>Back</Button>
        <Button
          tone={isOver ? undefined : 'primary'}
          // Not `disabled` while busy: a disabled button would lose the focus.
          aria-disabled={isBusy || undefined}
          disabled={isRefused || rehearsal?.isAccepted === false || !isAgreed}
          onClick={() => void placing.run()}
        >
          {BUTTON[step.at](problem !== undefined && !isRefused, signatures)}
        </Button>
      </div>
    </>
  );
}

const Warnings = ({ warnings }: { readonly warnings: readonly Warning[] }) => (
  <>
    {warnings.map(({ text, asks }) => (
      <p
        key={text}
        class={`banner ${asks === 'nothing' ? 'warn' : 'bad'}`}
        role={asks === 'nothing' ? 'status' : 'alert'}
      >
        {text}
      </p>
    ))}
  </>
);

/** The problem, with the advice to try again by hand: nothing is signed or placed again automatically. */
const retried = (problem: Problem): Problem =>
  problem.isOffline ? { ...problem, hint: 'Press “Try again”.' } : problem;

/** Shows each order, but only the first order and the last time of a series, whose orders differ only in time. */
function Orders({
  kind,
  items,
  timing,
  isStopped,
  every,
}: {
  readonly kind: Kind;
  readonly items: readonly ToSign[];
  readonly timing: string | undefined;
  readonly isStopped: boolean;
  /** Times of the orders of a series. */
  readonly every: string;
}) {
  const words = listedWords.value;
  const told = isSpread(kind) ? items.slice(0, 1) : items;
  const last = items.at(-1)?.order.validFrom;
  return (
    <>
      <ol class={`stack ${told.length === 1 ? 'plain' : 'review-orders'}`}>
        {told.map(({ order }) => (
          <li key={order.uuid}>
            {draftName(kind, order) !== undefined && <strong>{draftName(kind, order)}:</strong>}
            {promiseWords(order, words, { timing, isStopped }).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </li>
        ))}
      </ol>
      {told.length < items.length && (
        <p>
          <strong>{sumWords(items, words)}</strong>, {every}
          {last === undefined ? '' : `, the last one not before ${fullTime(last)}`}.
        </p>
      )}
    </>
  );
}

const EACH: Readonly<Record<Form['everyUnit'], string>> = {
  minute: 'one every minute',
  hour: 'one every hour',
  day: 'one every day',
  week: 'one every week',
};

/** Times of the form's series in words, such as `one every day` or `over 2 weeks, each at a random time of its turn`. */
function everyText({ form }: Desk): string {
  const { kind, every, everyUnit, span, spanUnit } = form.value;
  if (kind === 'twap') return `over ${counted(Number(span), spanUnit)}, each at a random time of its turn`;
  return Number(every) === 1 ? EACH[everyUnit] : `one every ${counted(Number(every), everyUnit)}`;
}

/** Words for the total that the orders of a plan sell, such as `3 × 50 = 150 STX (subnet)`. */
function sumWords(items: readonly ToSign[], words: TokenWords): string {
  const [first] = items;
  if (first === undefined) return '';
  const { amountIn, inputToken } = first.order;
  const symbol = words.symbol(inputToken);
  const each = words.amount(amountIn, inputToken).replace(` ${symbol}`, '');
  const sum = items.reduce((all, { order }) => all + BigInt(order.amountIn), 0n);
  const isEven = sum === BigInt(amountIn) * BigInt(items.length);
  return `In all ${items.length} × ${each} ${isEven ? '=' : '≈'} ${words.amount(sum.toString(), inputToken)}`;
}

const BUTTON: Readonly<
  Record<Exclude<Step['at'], 'placed'>, (hasFailed: boolean, signatures: number) => string>
> = {
  review: (hasFailed, signatures) =>
    hasFailed ? 'Try again' : signatures === 0 ? 'Sign and place' : `Sign ${signatures} times and place`,
  signing: () => 'Waiting for the wallet…',
  placing: () => 'Placing…',
};
