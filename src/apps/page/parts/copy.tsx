import { useSignal } from '@preact/signals';
import { shortId } from '../../../sdk/words/names.js';
import { Dialog } from './dialog.js';

const SHOWN_MS = 2_000;

/** An id in short form with a button that copies all of it. */
export const CopyableId = ({ id, label }: { readonly id: string; readonly label: string }) => (
  <span class="row">
    <code title={id}>{shortId(id)}</code>
    <CopyButton text={id} label={label} />
  </span>
);

/** Copies a text. If the browser has no clipboard, as on pages without https, a dialog shows it selected. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const isCopied = useSignal(false);
  const isShown = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      isShown.value = true;
      return;
    }
    isCopied.value = true;
    setTimeout(() => (isCopied.value = false), SHOWN_MS);
  };
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label={`Copy ${label}`}
        title={`Copy ${label}`}
        onClick={() => void copy()}
      >
        <CopyIcon isDone={isCopied.value} />
        <span class="sr-only" role="status">
          {isCopied.value ? 'Copied' : ''}
        </span>
      </button>
      {isShown.value && (
        <Dialog title={`Copy the ${label}`} isOpen onClose={() => (isShown.value = false)}>
          <Selected text={text} label={label} />
        </Dialog>
      )}
    </>
  );
}

/** A text that is selected, ready to be copied by hand. */
const Selected = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <>
    <p class="muted">This browser lets pages copy over https alone. The text is selected: copy it.</p>
    <textarea
      class="input"
      autofocus
      readOnly
      rows={3}
      aria-label={label}
      value={text}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  </>
);

const SHEETS = 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z';
const TICK = 'M3 8.5l3.5 3.5L13 4.5';

const CopyIcon = ({ isDone }: { readonly isDone: boolean }) => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={isDone ? TICK : SHEETS} />
  </svg>
);
