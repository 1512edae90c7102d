import type { SwitchPosition } from '../../domain/order/evaluation/brakes.js';
import { printable } from '../../domain/shared/printable.js';
import type { Ports } from '../../ports/index.js';

/** Position to which an operator wants to set the switch. */
export interface SwitchWish {
  readonly isPaused: boolean;
  /** Requesting operator: a wallet, or a person such as `alice@host`. */
  readonly by: string;
  /** The operator's own words, stored as `printable` text; `/readyz` shows them. */
  readonly reason?: string | undefined;
}

/** The position that was set, and the one before. */
export interface SwitchChange {
  readonly position: SwitchPosition;
  readonly before: SwitchPosition | undefined;
}

/** Pauses or resumes new swaps in every process on the storage. Stored swaps are sent and settled regardless. */
export const makeSetSwitch =
  ({ clock, sendingSwitch }: Pick<Ports, 'clock' | 'sendingSwitch'>) =>
  async ({ isPaused, by, reason }: SwitchWish): Promise<SwitchChange> => {
    const words = reason === undefined ? {} : { reason: printable(reason) };
    const position = { isPaused, at: clock.now(), by: printable(by), ...words };
    const before = await sendingSwitch.position();
    await sendingSwitch.set(position);
    return { position, before };
  };
