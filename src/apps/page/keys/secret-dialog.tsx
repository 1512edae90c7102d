import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Dialog } from '../parts/dialog.js';
import { SecretOnce } from './secret-once.js';
import type { Secret } from './secret.js';

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

/** A dialog that ends with a secret. While that is shown, Escape and ✕ ask first. */
export function SecretDialog({ title, isOpen, secret, usage, onClose, children }: SecretDialogProps) {
  const isLeaving = useSignal(false);
  const close = () => {
    isLeaving.value = false;
    onClose();
  };
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={() => {
        if (secret === undefined) close();
        else isLeaving.value = true;
      }}
    >
      {secret === undefined ? (
        children
      ) : (
        <SecretOnce
          secret={secret}
          usage={usage}
          isLeaving={isLeaving.value}
          onStay={() => (isLeaving.value = false)}
          onDone={close}
        />
      )}
    </Dialog>
  );
}
