import type { SwitchPosition } from '../domain/order/evaluation/brakes.js';

/** The operator's switch for new swaps, one for all processes on a storage. */
export interface SendingSwitch {
  /** The position last set; undefined if it was never set, so swaps are sent. */
  position(): Promise<SwitchPosition | undefined>;
  /** Replaces the position. It takes effect in every process as soon as this resolves. */
  set(position: SwitchPosition): Promise<void>;
}
