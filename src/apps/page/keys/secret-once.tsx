import { useEffect } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { Button } from '../parts/button.js';
import { CopyButton } from '../parts/copy.js';
import type { Secret } from './secret.js';

interface SecretOnceProps {
  readonly secret: Secret;
  /** Usage of the secret. */
  readonly usage?: ComponentChildren;
  /** Whether the visitor is about to close it without having said that it is stored. */
  readonly isLeaving: boolean;
  readonly onStay: () => void;
  readonly onDone: () => void;
}

/** A secret that is shown only once. */
export function SecretOnce({ secret, usage, isLeaving, onStay, onDone }: SecretOnceProps) {
  const { text, label, warning } = secret;
  useKeptPage();
  return (
    <>
      <p class="banner warn" role="alert">
        {warning}
      </p>
      <p class="input secret">
        <code aria-label={label}>{text}</code>
        <CopyButton text={text} label={label} />
      </p>
      {usage}
      {isLeaving ? (
        <Leaving label={label} onStay={onStay} onLeave={onDone} />
      ) : (
        <div class="wrap end">
          <Button tone="primary" onClick={onDone}>
            I have stored it
          </Button>
        </div>
      )}
    </>
  );
}

interface LeavingProps {
  readonly label: string;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

function Leaving({ label, onStay, onLeave }: LeavingProps) {
  return (
    <div role="alert" class="stack">
      <p>Close without storing the {label}? It cannot be shown again.</p>
      <div class="wrap end">
        <Button tone="danger" onClick={onLeave}>
          Close and lose it
        </Button>
        <Button takesFocus tone="primary" onClick={onStay}>
          Back to the {label}
        </Button>
      </div>
    </div>
  );
}

/** While a secret is shown, the browser asks before leaving the page. */
function useKeptPage(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
}
