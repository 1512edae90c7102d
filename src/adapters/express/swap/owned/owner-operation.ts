import type { ProveWalletError } from '../../../../application/authorization/prove-wallet.js';
import {
  MISSING_AUTHENTICATION,
  MISSING_FIELDS,
  MISSING_HEADERS,
  PROOF_REFUSALS,
  READ_REFUSALS,
  signedBody,
  type ReadingError,
} from '../../requests/wallet-proof.js';
import { outcomes, type ErrorOf } from '../../schema/outcomes.js';

/** Common part of operations that read what a wallet owns besides its orders. */
export const OWNER_READ = { limitedAs: 'keys', access: ['wallet-headers'] } as const;
export const OWNER_READ_ERRORS = [
  MISSING_HEADERS,
  ...outcomes<ReadingError<ProveWalletError>>()(READ_REFUSALS),
];

/** Common part of operations that change what a wallet owns besides its orders. */
export const OWNER_CHANGE = { limitedAs: 'keys', access: ['wallet-body'], body: signedBody } as const;
export const OWNER_CHANGE_ERRORS = [
  MISSING_FIELDS,
  MISSING_AUTHENTICATION,
  ...outcomes<ProveWalletError>()(PROOF_REFUSALS),
];

/** The errors of a use case except those of the wallet's proof. */
export type OwnedError<UseCase extends (...args: never[]) => unknown> = Exclude<
  ErrorOf<UseCase>,
  ProveWalletError
>;
