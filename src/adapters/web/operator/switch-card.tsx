import { useSignal } from '@preact/signals';
import type { OperatorStatus } from '../../../client/index.js';
import { exactAmount } from '../format/amounts.js';
import { oneLine } from '../format/names.js';
import { problemOf } from '../live/problem.js';
import { Ago } from '../parts/ago.js';
import { CopyableId } from '../parts/copy.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { tell, tellProblem } from '../shell/notices.js';
import { operator, refresh } from './session.js';

const STX_DECIMALS = 6;

/** Whether new swaps are sent, why not, and the switch. */
export function SwitchCard({ status: { sending, orders } }: { readonly status: OperatorStatus }) {
  const isAsking = useSignal(false);
  const reason = useSignal('');
  const { isPaused, setAt, setBy, reason: why } = sending.switch;
  const isSending = sending.stops.length === 0;
  const turn = (change: () => Promise<unknown>, done: string) => {
    change()
      .then(
        () => tell(done),
        (error: unknown) => tellProblem(problemOf(error)),
      )
      .then(refresh)
      .catch(reportError);
  };
  const pause = () => {
    isAsking.value = false;
    const words = reason.value.trim();
    turn(
      () => operator.value!.pause(words === '' ? undefined : words),
      'New swaps are paused in every process.',
    );
  };
  return (
    <section class="card">
      <h2>
        Swaps <span class={`badge ${isSending ? 'good' : 'bad'}`}>{isSending ? 'sent' : 'not sent'}</span>
      </h2>
      <ul class="plain-list">
        {sending.stops.map(({ reason: code, detail }) => (
          <li key={code}>{detail}</li>
        ))}
      </ul>
      <dl class="facts">
        {Object.entries(orders).map(([name, count]) => [
          <dt key={`${name}-name`}>Orders {name}</dt>,
          <dd key={name}>{count}</dd>,
        ])}
        {sending.feesUstx !== undefined && (
          <>
            <dt>Fees within an hour</dt>
            <dd>{exactAmount(sending.feesUstx.hour, STX_DECIMALS)} STX</dd>
            <dt>Fees within a day</dt>
            <dd>{exactAmount(sending.feesUstx.day, STX_DECIMALS)} STX</dd>
          </>
        )}
      </dl>
      {setAt !== null && (
        <p class="muted small">
          {isPaused ? 'Paused' : 'Resumed'} <Ago at={setAt} />
          {setBy !== null && (
            <>
              {' '}
              by <CopyableId id={setBy} label="who set it" />
            </>
          )}
          {why !== null && (
            <>
              : <bdi>{oneLine(why, 300)}</bdi>
            </>
          )}
        </p>
      )}
      {isPaused ? (
        <button
          type="button"
          class="button primary"
          onClick={() => turn(() => operator.value!.resume(), 'New swaps are sent again.')}
        >
          Resume
        </button>
      ) : (
        <button type="button" class="button danger" onClick={() => (isAsking.value = true)}>
          Pause new swaps
        </button>
      )}
      <Dialog title="Pause new swaps" isOpen={isAsking.value} onClose={() => (isAsking.value = false)}>
        <p>
          Swaps that are under way are followed to their end. Orders stay open until you resume. Everyone may
          read the reason.
        </p>
        <Field
          label="Reason"
          value={reason.value}
          onInput={(text) => (reason.value = text)}
          placeholder="optional"
        />
        <button type="button" class="button danger" onClick={pause}>
          Pause
        </button>
      </Dialog>
    </section>
  );
}
