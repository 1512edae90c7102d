import { useEffect, useRef } from 'preact/hooks';

/** The button that ends the dialog. It takes the focus from the button that placed the order, which is gone. */
export function PlacedEnd({ onClose }: { readonly onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <button ref={button} type="button" class="button swap-action" onClick={onClose}>
      Done
    </button>
  );
}
