import { CopyButton } from '../parts/copy.js';

interface SecretOnceProps {
  readonly secret: string;
  /** What it is, such as `API key`. */
  readonly label: string;
  /** What to do with it, and what happens when it is lost. */
  readonly warning: string;
  readonly onDone: () => void;
}

/** A secret that is shown this one time. */
export function SecretOnce({ secret, label, warning, onDone }: SecretOnceProps) {
  return (
    <>
      <p class="warning" role="alert">
        {warning}
      </p>
      <p class="secret">
        <code aria-label={label}>{secret}</code>
        <CopyButton text={secret} label={label} />
      </p>
      <div class="dialog-actions">
        <button type="button" class="button primary" onClick={onDone}>
          I have stored it
        </button>
      </div>
    </>
  );
}
