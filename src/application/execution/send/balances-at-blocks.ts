import type { Units } from '../../../domain/shared/units.js';
import type { Result } from '../../../domain/shared/result.js';
import { isPending } from '../../../domain/shared/time.js';
import type { Ports, TokenBalances } from '../../../ports/index.js';

/** Time (ms) for which a reading is kept, about that for which a block is the newest. */
const KEPT_MS = 5_000;
/** Maximum number of readings to keep, oldest dropped first. */
const MOST = 10_000;

/** Balances of which each is read once as of a block, whose state never changes. Failures, and readings without a block, are not kept. */
export function balancesAtBlocks({ balances, clock }: Pick<Ports, 'balances' | 'clock'>): TokenBalances {
  const kept = new Map<
    string,
    { readonly until: number; readonly reading: Result<Units | undefined, never> }
  >();
  return {
    async balanceOf(token, owner, at, turn) {
      if (at === undefined) return balances.balanceOf(token, owner, at, turn);
      const key = `${token} ${owner} ${at.id}`;
      const known = kept.get(key);
      const now = clock.now().getTime();
      if (known !== undefined && isPending(known.until, now, KEPT_MS)) return known.reading;
      const reading = await balances.balanceOf(token, owner, at, turn);
      kept.delete(key);
      if (reading.ok) kept.set(key, { until: now + KEPT_MS, reading });
      if (kept.size > MOST) kept.delete(kept.keys().next().value!);
      return reading;
    },
  };
}
