import type { OpenOrder } from '../../../domain/order/order.js';
import type { Claim, Clock } from '../../../ports/index.js';
import type { PriceListCache } from '../../prices/price-list-cache.js';
import type { BlockWatch } from './watch-blocks.js';

interface Needs {
  readonly clock: Clock;
  readonly prices: Pick<PriceListCache, 'current'>;
  readonly watch: Pick<BlockWatch, 'seenAtOf'>;
}

/** Knows since when claimed orders could have been sent, as far as this process can know. */
export function makeDueSince({ clock, prices, watch }: Needs) {
  let run: number | undefined;
  let runSeenAt: Date | undefined;
  return {
    /** Notes the newest run of prices. Call it after each read of the list. */
    noteRun: (): void => {
      const newest = prices.current()?.run?.at.getTime();
      if (newest === run) return;
      [run, runSeenAt] = [newest, clock.now()];
    },
    /**
     * The later of two times: that at which the order became due by the clock, and that at which this process saw the newest
     * price run or block that its price condition waited for.
     */
    of: ({ dueAt }: Claim, { terms: { trigger } }: OpenOrder): Date => {
      if (trigger === undefined || trigger.kind === 'window') return dueAt;
      const seenAt = watch.seenAtOf(trigger) ?? runSeenAt ?? dueAt;
      return seenAt > dueAt ? seenAt : dueAt;
    },
  };
}

export type DueSince = ReturnType<typeof makeDueSince>;
