import type { Units } from '../../../domain/shared/units.js';
import type { Result } from '../../../domain/shared/result.js';
import type { TokenBalances } from '../../../ports/index.js';

/** Maximum number of readings to keep, oldest dropped first. */
const MOST = 10_000;

/** Balances of which each is read once as of a block, whose state never changes. Failures, and readings without a block, are not kept. */
export function balancesAtBlocks(balances: TokenBalances): TokenBalances {
  const kept = new Map<string, Result<Units | undefined, never>>();
  return {
    async balanceOf(token, owner, at, turn) {
      if (at === undefined) return balances.balanceOf(token, owner, at, turn);
      const key = `${token} ${owner} ${at.id}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const read = await balances.balanceOf(token, owner, at, turn);
      if (read.ok) kept.set(key, read);
      if (kept.size > MOST) kept.delete(kept.keys().next().value!);
      return read;
    },
  };
}
