import { TIMESTAMP_TOLERANCE_MS } from '../../../../domain/wallet/signed-message.js';
import { outcome, errorCase } from '../../operation/outcomes.js';

const MINUTES = TIMESTAMP_TOLERANCE_MS / 60_000;

export const MISSING_HEADERS = errorCase(
  401,
  'missing-required-headers',
  'Missing required headers: …',
  'some of x-message, x-signature, x-public-key and x-wallet-address are absent; names them',
);

export const MISSING_AUTHENTICATION = errorCase(
  401,
  'missing-authentication-headers',
  'Missing authentication headers',
  'nothing, or no x-signature or x-public-key, is shown',
);

/** What a signed message can be refused for, in the order in which it is checked. */
export const WALLET_ERRORS = [
  outcome({ kind: 'invalid-wallet-address' }, 'the wallet’s address is malformed or of another network'),
  outcome({ kind: 'invalid-signature' }, 'the signature does not verify'),
  outcome({ kind: 'signer-not-wallet' }, 'another wallet signed'),
  outcome(
    { kind: 'invalid-message-content' },
    'the signed text is not JSON, or its action or fields are wrong',
  ),
  outcome(
    { kind: 'expired-timestamp' },
    `the signed timestamp is more than ${MINUTES} minutes off the server’s clock`,
  ),
];

/** Of messages that change something. */
export const USED_SIGNATURE = outcome(
  { kind: 'signature-already-used' },
  'the signed message was used before',
);
