import { useSignal } from '@preact/signals';
import { useAttempt } from '../live/attempt.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { Failed } from '../parts/states.js';

interface PauseDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onPause: (reason: string | undefined) => Promise<void>;
}

/** Asks why before new swaps are paused. */
export function PauseDialog({ isOpen, onClose, onPause }: PauseDialogProps) {
  return (
    <Dialog title="Pause new swaps" isOpen={isOpen} onClose={onClose}>
      <Question onClose={onClose} onPause={onPause} />
    </Dialog>
  );
}

function Question({ onClose, onPause }: Omit<PauseDialogProps, 'isOpen'>) {
  const reason = useSignal('');
  const { isBusy, problem, begin } = useAttempt();
  const pause = async () => {
    const words = reason.value.trim();
    await onPause(words === '' ? undefined : words);
    onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        begin(pause);
      }}
    >
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
      {problem.value !== undefined && <Failed problem={problem.value} />}
      <div class="dialog-actions">
        <button type="submit" class="button danger" disabled={isBusy.value}>
          {isBusy.value ? 'Waiting…' : 'Pause'}
        </button>
      </div>
    </form>
  );
}
