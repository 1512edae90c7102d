import type { ComponentChildren } from 'preact';
import { useAttempt } from '../live/attempt.js';
import { Button } from './button.js';
import { Failed } from './states.js';

interface ActionFormProps {
  /** Text of the button that begins the action. */
  readonly action: string;
  readonly isDangerous?: boolean | undefined;
  /** Whether the input suffices for the action. */
  readonly isReady?: boolean;
  /** Performs the action. A failure is shown below the input. */
  readonly run: () => Promise<void>;
  /** Called to leave the form without the action; absent if the surrounding dialog has its own way out. */
  readonly onLeave?: () => void;
  readonly children: ComponentChildren;
}

/** A form with a button for an action that may take a while and fail. */
export function ActionForm(props: ActionFormProps) {
  const { action, isDangerous = false, isReady = true, run, onLeave, children } = props;
  const { isBusy, problem, begin } = useAttempt();
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) begin(run);
      }}
    >
      {children}
      {problem.value !== undefined && <Failed problem={problem.value} />}
      <div class="wrap end">
        {onLeave !== undefined && <Button onClick={onLeave}>Not now</Button>}
        <Button type="submit" tone={isDangerous ? 'danger' : 'primary'} disabled={!isReady || isBusy.value}>
          {isBusy.value ? 'Waiting…' : action}
        </Button>
      </div>
    </form>
  );
}
