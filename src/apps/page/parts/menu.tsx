import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

interface MenuProps {
  readonly label: string;
  /** Buttons. A press of one closes the menu. */
  readonly children: ComponentChildren;
}

/** A button that shows further, less common ones, until one is pressed, the focus leaves, or Escape. */
export function Menu({ label, children }: MenuProps) {
  const element = useRef<HTMLDetailsElement>(null);
  const close = () => element.current?.removeAttribute('open');
  return (
    <details
      ref={element}
      class="menu"
      onFocusOut={({ relatedTarget }) => {
        if (!element.current?.contains(relatedTarget as Node | null)) close();
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        close();
        element.current?.querySelector('summary')?.focus();
      }}
    >
      <summary class="button">
        {label} <span aria-hidden="true">▾</span>
      </summary>
      <div class="menu-list stack" onClick={close}>
        {children}
      </div>
    </details>
  );
}
