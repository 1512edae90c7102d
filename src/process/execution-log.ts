import type { Logger } from 'pino';
import type { ExecutionEvent, ExecutionObserver } from '../ports/index.js';

/** Logs every execution event as one line named after its kind. */
export const logExecution = (log: Logger): ExecutionObserver => ({
  observe: (event) => log[levelOf(event)](printable(event), event.kind),
});

function levelOf(event: ExecutionEvent): 'debug' | 'info' | 'warn' {
  switch (event.kind) {
    case 'vault-quarantined':
    case 'fee-raised':
    case 'nonce-filled':
      return 'warn';
    case 'swap-handed-over':
      return event.outcome.kind === 'accepted' ? 'debug' : 'warn';
    case 'attempt-ended':
      return 'info';
    case 'swap-settled':
      return event.step === 'resend' || event.step === 'finalise' ? 'debug' : 'info';
    case 'swap-stored':
      return 'debug';
  }
}

/** Amounts become text, since JSON numbers would lose digits. */
function printable({ kind: _message, ...facts }: ExecutionEvent): object {
  return JSON.parse(
    JSON.stringify(facts, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  ) as object;
}
