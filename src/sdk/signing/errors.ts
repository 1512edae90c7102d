import type { FieldProblem } from '../../domain/order/terms/draft.js';

/** Stable code of the problem. */
export type SigningErrorCode =
  /** An amount is not decimal text, has too many decimals, or is out of range. */
  | 'invalid-amount'
  /** The text is not a private key. The error never contains it. */
  | 'invalid-key'
  /** The server would refuse the order: `problems` lists the bad fields. */
  | 'invalid-order'
  /** The order has neither `minAmountOut` nor `slippage`. */
  | 'unbounded-order'
  /** A message sets a field that signing sets, or a value that is not JSON. */
  | 'invalid-message'
  /** The value cannot be encoded as Clarity. */
  | 'invalid-clarity'
  /** The address or the wallet belongs to another network. */
  | 'wrong-network'
  /** The wallet refused, or returned something other than a signature. Its own error is the cause. */
  | 'wallet-refused'
  /** The wallet signed with a different account than requested, or a different text. */
  | 'other-signer';

/** Error of signing: nothing was signed, or the signature must not be used. */
export class SigningError extends Error {
  override readonly name = 'SigningError';

  constructor(
    message: string,
    readonly code: SigningErrorCode,
    options: ErrorOptions & {
      /** Problems of an order, one for each bad field. */
      readonly problems?: readonly FieldProblem[];
    } = {},
  ) {
    super(message, options);
    this.problems = options.problems ?? [];
  }

  /** Problems of an order, one for each bad field; empty for other errors. */
  readonly problems: readonly FieldProblem[];
}
