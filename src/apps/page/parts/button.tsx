import type { ComponentProps } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'class' | 'ref'> {
  /** Emphasis of the button: for the main action here, or for one that cannot be undone. */
  readonly tone?: 'primary' | 'danger' | undefined;
  /** Layout of the button within its place. */
  readonly class?: string;
  /** Whether the button takes the focus when it appears, for example because the focused button has disappeared. */
  readonly takesFocus?: boolean;
}

/** A button. It submits no form unless its type says so. */
export function Button({ tone, class: layout, takesFocus = false, ...rest }: ButtonProps) {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  return (
    <button
      ref={element}
      type="button"
      {...rest}
      class={['button', tone, layout].filter(Boolean).join(' ')}
    />
  );
}
