import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../parts/button.js';
import { CopyButton } from '../parts/copy.js';
import { Dialog } from '../parts/dialog.js';
import type { Secret } from './webhook-words.js';

interface SecretDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** Secret to show in place of the children; undefined until there is one. */
  readonly secret: Secret | undefined;
  /** Usage of the secret. */
  readonly usage?: ComponentChildren;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** A dialog that ends by showing a secret. While the secret is shown, Escape and ✕ ask for confirmation first. */
export function SecretDialog({ title, isOpen, secret, usage, onClose, children }: SecretDialogProps) {
  const isLeaving = useSignal(false);
  useKeptPage(secret !== undefined);
  const close = () => {
    isLeaving.value = false;
    onClose();
  };
  const ask = () => (isLeaving.value = true);
  return (
    <Dialog title={title} isOpen={isOpen} onClose={secret === undefined ? close : ask}>
      {secret === undefined ? (
        children
      ) : (
        <>
          <p class="banner warn" role="alert">
            {secret.warning}
          </p>
          <p class="input secret">
            <code aria-label={secret.label}>{secret.text}</code>
            <CopyButton text={secret.text} label={secret.label} />
          </p>
          {usage}
          {isLeaving.value ? (
            <div role="alert" class="stack">
              <p>Close without storing the {secret.label}? It cannot be shown again.</p>
              <div class="wrap end">
                <Button tone="danger" onClick={close}>
                  Close and lose it
                </Button>
                <Button takesFocus tone="primary" onClick={() => (isLeaving.value = false)}>
                  Back to the {secret.label}
                </Button>
              </div>
            </div>
          ) : (
            <div class="wrap end">
              <Button tone="primary" onClick={close}>
                I have stored it
              </Button>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}

/** Makes the browser ask before leaving the page while a secret is shown. */
function useKeptPage(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isShown]);
}
