import { missingNonces } from '../../../domain/order/swap-transaction.js';
import type { Ports } from '../../../ports/index.js';
import type { CoreSettings } from '../../settings.js';
import type { ReplaceSwap } from './replace-swap.js';
import { makeTransmitSwap } from '../swap/transmit-swap.js';

/**
 * Fills the operator's nonces that nobody holds while later ones are held, such as that of a swap which was refused
 * after others had been signed. The next swap takes the lowest free nonce, so only a gap that stays is filled.
 *
 * @param next the nonce of the operator's next transaction as the chain knows it.
 * @returns how many were filled.
 */
export type FillGaps = (next: bigint) => Promise<number>;

type Needs = Pick<Ports, 'chain' | 'clock' | 'executionObserver' | 'signer' | 'swaps' | 'unitOfWork'>;

export const makeFillGaps = (
  ports: Needs,
  replace: ReplaceSwap,
  { gapAfterMs }: Pick<CoreSettings, 'gapAfterMs'>,
): FillGaps => {
  const { clock, signer, swaps } = ports;
  const transmit = makeTransmitSwap(ports);
  let seenSince: ReadonlyMap<bigint, number> = new Map();

  return async (next) => {
    if (signer === undefined) return 0;
    const now = clock.now().getTime();
    const missing = missingNonces(next, await swaps.listHeldNonces(signer.address));
    const before = seenSince;
    seenSince = new Map(missing.map((nonce) => [nonce, before.get(nonce) ?? now]));
    let filled = 0;
    for (const nonce of missing) {
      if (now - (seenSince.get(nonce) ?? now) < gapAfterMs) continue;
      const filler = await replace.fillGap(nonce);
      if (!filler.ok) continue;
      await transmit(filler.value, { first: false });
      filled += 1;
    }
    return filled;
  };
};
