import { KEPT_MS } from '../../../../domain/idempotency/idempotency.js';
import { outcome, errorCase } from '../../operation/outcomes.js';
import { inHeader } from '../../operation/parameter-list.js';
import { text } from '../../operation/schema.js';

const KEPT_HOURS = KEPT_MS / 3_600_000;

/** What create, execute and cancel have in common. */
export const IDEMPOTENCY_HEADER = inHeader(
  'Idempotency-Key',
  text(
    `a text of your own for this request, such as a UUID: the same request under the same key is answered as it was the first time, for ${KEPT_HOURS} hours`,
    { pattern: '^[\\x20-\\x7e]{1,255}$', minLength: 1, maxLength: 255 },
  ),
);

export const REPLAYED = { 'Idempotency-Replayed': 'true when the answer was given before' };

export const IDEMPOTENCY_ERRORS = [
  errorCase(
    400,
    'invalid-idempotency-key',
    'Invalid Idempotency-Key header: must be 1 to 255 printable ASCII characters',
    'the Idempotency-Key is empty, too long or not printable ASCII',
  ),
  outcome({ kind: 'idempotency-key-in-use' }, 'the first request with this Idempotency-Key is still running'),
  outcome({ kind: 'idempotency-key-reused' }, 'the Idempotency-Key was used for another request'),
];
