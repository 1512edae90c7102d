import type { ClarityValue } from '@stacks/transactions';
import type { Result } from '../../../domain/shared/result.js';

export interface VmEvent {
  /** Type of the event, such as `ft_transfer_event`, `stx_transfer_event`, `ft_mint_event` or `print_event`. */
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Outcome of a call. `panicked` is a runtime error, such as an overflow or a failed `unwrap-panic`. Only `ok` changes the state. */
export type Execution =
  | { readonly kind: 'ok'; readonly result: ClarityValue; readonly events: readonly VmEvent[] }
  | { readonly kind: 'err'; readonly result: ClarityValue }
  | { readonly kind: 'panicked'; readonly message: string };

/** The value of a read-only function, or the reason why it could not be called. */
export type ReadOutcome = Result<ClarityValue, string>;
