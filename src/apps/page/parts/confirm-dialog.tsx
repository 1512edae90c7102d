import type { ComponentChildren } from 'preact';
import { useAttempt } from '../live/attempt.js';
import { Dialog } from './dialog.js';
import { Failed } from './states.js';

interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Text of the button that confirms. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** Does it. The dialog closes when that succeeds, and tells why when it fails. */
  readonly onConfirm: () => Promise<void>;
  /** Description of what happens. */
  readonly children: ComponentChildren;
}

/** Says what is about to happen, and does it when the visitor agrees. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, isOpen, onClose } = props;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <Question {...props} />
    </Dialog>
  );
}

function Question({ action, isDangerous = false, onConfirm, onClose, children }: ConfirmDialogProps) {
  const { isBusy, problem, begin } = useAttempt();
  const confirm = async () => {
    await onConfirm();
    onClose();
  };
  return (
    <>
      {children}
      {problem.value !== undefined && <Failed problem={problem.value} />}
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Not now
        </button>
        <button
          type="button"
          class={`button ${isDangerous ? 'danger' : 'primary'}`}
          disabled={isBusy.value}
          onClick={() => begin(confirm)}
        >
          {isBusy.value ? 'Waiting…' : action}
        </button>
      </div>
    </>
  );
}
