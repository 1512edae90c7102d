import { windowStart } from '../../domain/api-key/rate-window.js';
import type { Ports } from '../../ports/index.js';

/** How long a window's count outlives its start, for processes whose clocks differ. */
const KEPT_MS = 60 * 60 * 1000;

/** Forgets the request counts of windows that are long over. To be done now and then, or they only grow. */
export type ForgetWindows = () => Promise<void>;

export const makeForgetWindows =
  ({ rates, clock }: Pick<Ports, 'rates' | 'clock'>): ForgetWindows =>
  () =>
    rates.deleteBefore(windowStart(new Date(clock.now().getTime() - KEPT_MS)));
