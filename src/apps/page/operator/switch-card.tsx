import { useSignal, type Signal } from '@preact/signals';
import type { OperatorStatus } from '../../../sdk/client/index.js';
import { oneLine } from '../../../sdk/words/names.js';
import { useAttempt } from '../live/attempt.js';
import { Ago } from '../parts/ago.js';
import { Button } from '../parts/button.js';
import { CopyableId } from '../parts/copy.js';
import { Fact } from '../parts/fact.js';
import { Field } from '../parts/field.js';
import { Failed } from '../parts/states.js';
import { confirm } from '../shell/confirm.js';
import { tell } from '../shell/notices.js';
import { otherStops, SENDING_WORDS, sendingState, stx } from './operator-words.js';
import { Pill } from './pill.js';
import { operator, refresh } from './session.js';

const ABOUT = 'sending';

/** Whether new swaps are sent and, if not, the reasons; with the switch. */
export function SwitchCard({ status }: { readonly status: OperatorStatus }) {
  const { sending } = status;
  const reason = useSignal('');
  const resuming = useAttempt();
  const { isPaused } = sending.switch;
  const state = sendingState(sending);
  const turn = async (change: () => Promise<unknown>, done: string) => {
    await change();
    tell(done, ABOUT);
    await refresh();
  };
  const pause = () => {
    reason.value = '';
    return confirm({
      title: 'Pause new swaps',
      action: 'Pause',
      isDangerous: true,
      message: (
        <>
          <p>
            Swaps that are under way are followed to their end. Orders stay open until you resume. Everyone
            may read the reason.
          </p>
          <Reason reason={reason} />
        </>
      ),
      run: () =>
        turn(
          () => operator.value!.pause(reason.value.trim() || undefined),
          'New swaps are paused in every process.',
        ),
    });
  };
  const resume = () => turn(() => operator.value!.resume(), 'New swaps are sent again.');
  return (
    <section class="card stack" id="sending" tabIndex={-1}>
      <h2>
        Sending{' '}
        <Pill
          tone={state === 'on' ? 'good' : 'bad'}
          words={sending.hasKey ? SENDING_WORDS[state] : 'no operator key'}
        />
      </h2>
      <SwitchLine position={sending.switch} />
      <Stops status={status} />
      {sending.feesUstx !== undefined && (
        <dl class="facts">
          <Fact name="Fees within an hour">{stx(sending.feesUstx.hour)}</Fact>
          <Fact name="Fees within a day">{stx(sending.feesUstx.day)}</Fact>
          <Fact name="Fee of a swap, mean of the day">
            {sending.meanFeeUstx === null ? 'no swap yet' : stx(sending.meanFeeUstx)}
          </Fact>
        </dl>
      )}
      {resuming.problem.value !== undefined && <Failed problem={resuming.problem.value} />}
      {isPaused ? (
        <Button tone="primary" disabled={resuming.isBusy.value} onClick={() => resuming.begin(resume)}>
          Resume
        </Button>
      ) : (
        <Button tone="danger" onClick={() => void pause()}>
          Pause new swaps
        </Button>
      )}
    </section>
  );
}

const Reason = ({ reason }: { readonly reason: Signal<string> }) => (
  <Field
    label="Reason"
    value={reason.value}
    onInput={(text) => (reason.value = text)}
    placeholder="optional"
  />
);

/** Everything that stops new swaps, apart from the switch. */
function Stops({ status: { sending } }: { readonly status: OperatorStatus }) {
  const { leastBalanceUstx, stops } = sending;
  const isPoor = leastBalanceUstx !== null && stops.some(({ reason }) => reason === 'operator-balance-low');
  const poor = isPoor ? [`Every operator account holds less than ${stx(leastBalanceUstx)}.`] : [];
  const all = [...otherStops(sending), ...poor];
  if (all.length === 0) return null;
  return (
    <ul class="plain stack is-bad">
      {all.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function SwitchLine({ position }: { readonly position: OperatorStatus['sending']['switch'] }) {
  const { isPaused, setAt, setBy, reason } = position;
  if (setAt === null) return null;
  return (
    <p class="muted small">
      {isPaused ? 'Paused' : 'Resumed'} <Ago at={setAt} />
      {setBy !== null && (
        <>
          {' '}
          by <CopyableId id={setBy} label="who set it" />
        </>
      )}
      {reason !== null && (
        <>
          <br />
          Reason: <bdi>{oneLine(reason, 300)}</bdi>
        </>
      )}
    </p>
  );
}
