import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Called when the visitor wants to close the dialog, by Escape or ✕. The dialog stays open as long as `isOpen` is true. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Selectors for the first element to focus, in order of preference. They exclude ✕, which is no useful start. */
const FIRST = [':is(input, select, textarea)', ':is(button, a)'].map((kind) => `.dialog-body ${kind}`);

/** A native dialog: it keeps the focus, closes with Escape, and returns the focus to where it was. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const open = () => {
    const dialog = element.current;
    if (dialog === null || dialog.open) return;
    dialog.showModal();
    const first = FIRST.map((kind) => dialog.querySelector<HTMLElement>(kind)).find(
      (found) => found !== null,
    );
    (first ?? dialog).focus();
  };
  const stays = useRef(isOpen);
  stays.current = isOpen;
  // A layout effect, so that it runs before the effects that move the focus: an open dialog keeps it.
  useLayoutEffect(() => {
    if (isOpen) open();
    else element.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={element}
      class="dialog"
      tabIndex={-1}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Browsers close a dialog on a second Escape even if the page prevents it.
      onClose={() => {
        if (!stays.current) return;
        onClose();
        requestAnimationFrame(() => stays.current && open());
      }}
    >
      {isOpen && (
        <>
          <div class="dialog-head between">
            <h2 id={heading}>{title}</h2>
            <button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
              <span aria-hidden="true">✕</span>
            </button>
          </div>
          <div class="dialog-body stack">{children}</div>
        </>
      )}
    </dialog>
  );
}
