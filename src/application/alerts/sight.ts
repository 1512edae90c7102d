import { balanceReach, flagReach, moveReach, priceReach, type AlertReach } from '../../domain/alert/reach.js';
import { watchName, type Watch } from '../../domain/alert/watch.js';
import { usableRatio } from '../../domain/order/conditions/guards.js';
import { markRuns } from '../../domain/order/conditions/marks.js';
import { GRID_SECONDS, gridPointAt } from '../../domain/price-series/price.js';
import type { Clock, Ports } from '../../ports/index.js';
import { makeRecordedRatios, recordedRatios } from '../execution/tick/recorded-ratios.js';
import { priceOfList } from '../execution/tick/trigger-prices.js';
import type { PriceList, PriceListCache } from '../prices/price-list-cache.js';
import type { CoreSettings } from '../settings.js';
import type { makeReadBalances } from '../wallets/read-balances.js';

export type SightSettings = Pick<CoreSettings, 'minLiquidityUsd' | 'confirmBlocks'>;

interface Needs {
  readonly clock: Clock;
  readonly store: Ports['prices'];
  readonly prices: Pick<PriceListCache, 'current' | 'list' | 'refresh'>;
  readonly readBalances: ReturnType<typeof makeReadBalances>;
}

type WatchOf<K extends Watch['kind']> = Extract<Watch, { readonly kind: K }>;

/**
 * Finds how far watches have reached. Prices pass the guards of triggers: neither stale nor thin, backed by the server's least
 * liquidity, and held by as many recorded runs as confirm the marks of trailing orders, so no pool needs to be told from another.
 */
export function makeSight(
  { clock, store, prices, readBalances }: Needs,
  { minLiquidityUsd, confirmBlocks }: SightSettings,
) {
  const recorded = makeRecordedRatios(store);
  const held = markRuns({ blocks: confirmBlocks });
  let moves: { readonly run: Date; readonly reaches: Map<string, AlertReach | undefined> } | undefined;

  const usable = ({ token, baseAsset }: Pick<WatchOf<'price'>, 'token' | 'baseAsset'>, list: PriceList) =>
    usableRatio({ conditionToken: token, baseAsset }, priceOfList(list), minLiquidityUsd);

  /** Reads the history of each token once a run, as far back as the longest of its watches. */
  const moveOf = async (
    { token, seconds }: WatchOf<'move'>,
    all: readonly Watch[],
    list: PriceList,
  ): Promise<AlertReach | undefined> => {
    const run = list.run?.at;
    if (run === undefined || usable({ token, baseAsset: 'USD' }, list) === undefined) return undefined;
    if (moves?.run.getTime() !== run.getTime()) moves = { run, reaches: new Map() };
    const { reaches } = moves;
    const name = (length: number) => watchName({ kind: 'move', token, seconds: length });
    if (!reaches.has(name(seconds))) {
      const lengths = all.flatMap((each) =>
        each.kind === 'move' && each.token === token ? [each.seconds] : [],
      );
      const runsIn = (length: number) => length / GRID_SECONDS + held;
      const runs = runsIn(Math.max(seconds, ...lengths));
      const ratios = await recordedRatios(store, { conditionToken: token, baseAsset: 'USD', run, runs });
      for (const length of [seconds, ...lengths])
        reaches.set(name(length), moveReach(ratios.slice(0, runsIn(length)), held));
    }
    return reaches.get(name(seconds));
  };

  const balanceOf = async ({
    token,
    owner,
    direction,
  }: WatchOf<'balance'>): Promise<AlertReach | undefined> => {
    const read = await readBalances({ address: owner, tokens: token });
    const balance = read.ok ? read.value.balances[0]?.balance : undefined;
    return balance === undefined ? undefined : balanceReach(direction, balance);
  };

  return {
    /** The price list, with the newest run of any process. */
    prices: (): Promise<PriceList> => {
      const isNewest = prices.current()?.run?.at.getTime() === gridPointAt(clock.now()).getTime();
      return isNewest ? prices.list() : prices.refresh();
    },

    /**
     * Returns how far the watch has reached by what is known now; undefined if that is unknown. A price is that of the newest run,
     * which may still be unconfirmed.
     *
     * @param all the watches that are looked at together with this one.
     */
    newest: async (watch: Watch, all: readonly Watch[], list: PriceList): Promise<AlertReach | undefined> => {
      switch (watch.kind) {
        case 'price':
          return priceReach(watch.direction, [usable(watch, list)]);
        case 'move':
          return moveOf(watch, all, list);
        case 'stale':
        case 'thin': {
          const priced = list.tokens.find(({ token }) => token === watch.token);
          if (priced === undefined || (watch.kind === 'thin' && priced.stale)) return undefined;
          return flagReach(priced[watch.kind]);
        }
        case 'balance':
          return balanceOf(watch);
      }
    },

    /** Returns how far the watch has reached in all runs that confirm a price; for any other watch, what was found. */
    confirmed: async (watch: Watch, found: AlertReach, list: PriceList): Promise<AlertReach | undefined> => {
      const run = list.run?.at;
      if (watch.kind !== 'price') return found;
      if (run === undefined) return undefined;
      const { token: conditionToken, baseAsset, direction } = watch;
      return priceReach(direction, await recorded.ratios({ conditionToken, baseAsset, run, runs: held }));
    },
  } as const;
}

export type Sight = ReturnType<typeof makeSight>;
