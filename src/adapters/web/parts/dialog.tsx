import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog of the browser: it keeps the focus, closes with Escape, and returns the focus to where it was. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    if (isOpen && element.current?.open === false) element.current.showModal();
    if (!isOpen) element.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={element} class="dialog" aria-labelledby={heading} onClose={onClose}>
      {isOpen && (
        <>
          <header class="dialog-head">
            <h2 id={heading}>{title}</h2>
            <button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
              <span aria-hidden="true">✕</span>
            </button>
          </header>
          {children}
        </>
      )}
    </dialog>
  );
}
