import { useSignal } from '@preact/signals';
import type { OperatorStatus } from '../../../sdk/client/index.js';
import { oneLine } from '../../../sdk/words/names.js';
import { useAttempt } from '../live/attempt.js';
import { Ago } from '../parts/ago.js';
import { CopyableId } from '../parts/copy.js';
import { Failed } from '../parts/states.js';
import { tell } from '../shell/notices.js';
import { otherStops, sendingWords, stx } from './operator-words.js';
import { PauseDialog } from './pause-dialog.js';
import { Pill } from './pill.js';
import { operator, refresh } from './session.js';

const ABOUT = 'sending';

/** Whether new swaps are sent, why not, and the switch. */
export function SwitchCard({ status }: { readonly status: OperatorStatus }) {
  const { sending } = status;
  const isAsking = useSignal(false);
  const resuming = useAttempt();
  const { isPaused } = sending.switch;
  const words = sendingWords(sending);
  const turn = async (change: () => Promise<unknown>, done: string) => {
    await change();
    tell(done, ABOUT);
    await refresh();
  };
  const resume = () => turn(() => operator.value!.resume(), 'New swaps are sent again.');
  return (
    <section class="card" id="sending" tabIndex={-1}>
      <h2>
        Sending{' '}
        <Pill tone={words === 'on' ? 'good' : 'bad'} words={sending.hasKey ? words : 'no operator key'} />
      </h2>
      <SwitchLine position={sending.switch} />
      <Stops status={status} />
      {sending.feesUstx !== undefined && (
        <dl class="facts">
          <dt>Fees within an hour</dt>
          <dd>{stx(sending.feesUstx.hour)}</dd>
          <dt>Fees within a day</dt>
          <dd>{stx(sending.feesUstx.day)}</dd>
          <dt>Fee of a swap, mean of the day</dt>
          <dd>{sending.meanFeeUstx === null ? 'no swap yet' : stx(sending.meanFeeUstx)}</dd>
        </dl>
      )}
      {resuming.problem.value !== undefined && <Failed problem={resuming.problem.value} />}
      {isPaused ? (
        <button
          type="button"
          class="button primary"
          disabled={resuming.isBusy.value}
          onClick={() => resuming.begin(resume)}
        >
          Resume
        </button>
      ) : (
        <button type="button" class="button danger" onClick={() => (isAsking.value = true)}>
          Pause new swaps
        </button>
      )}
      <PauseDialog
        isOpen={isAsking.value}
        onClose={() => (isAsking.value = false)}
        onPause={(reason) =>
          turn(() => operator.value!.pause(reason), 'New swaps are paused in every process.')
        }
      />
    </section>
  );
}

/** Everything that stops new swaps beside the switch. */
function Stops({ status: { sending } }: { readonly status: OperatorStatus }) {
  const { leastBalanceUstx, stops } = sending;
  const isPoor = leastBalanceUstx !== null && stops.some(({ reason }) => reason === 'operator-balance-low');
  const poor = isPoor ? [`Every operator account holds less than ${stx(leastBalanceUstx)}.`] : [];
  const all = [...otherStops(sending), ...poor];
  if (all.length === 0) return null;
  return (
    <ul class="plain-list stops">
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
