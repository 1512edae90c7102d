/** A token that a trader holds and sells. */
export interface Coin {
  /** Contract id of the subnet copy, which signed orders spend. */
  readonly contractId: string;
  /** Holding at the start, in smallest units. */
  readonly startUnits: bigint;
}

export interface Trade<C extends Coin = Coin> {
  readonly sell: C;
  readonly buy: C;
  /** Amount to sell, in smallest units. */
  readonly amount: bigint;
}

/** A whole in parts per million. */
const PPM = 1_000_000;
const SMALLEST_PPM = 0.005 * PPM;
const LARGEST_PPM = 0.06 * PPM;
/** Factor by which a preference fades per trade, so no coin is preferred forever. */
const FADING = 0.9;

/**
 * Makes a trader whose preference for each coin is a random walk. Of two random coins, it sells the less preferred one for the
 * other: 0.5% to 6% of its initial holding, and never more than it holds. Returns undefined if neither can be sold.
 */
export function makeWalk<C extends Coin>(coins: readonly C[], random: () => number) {
  const preferences = new Map(coins.map(({ contractId }) => [contractId, 0]));
  const pick = (from: readonly C[]): C => from[Math.floor(random() * from.length)]!;

  return (held: ReadonlyMap<string, bigint>): Trade<C> | undefined => {
    for (const [coin, preference] of preferences) preferences.set(coin, FADING * preference + random() - 0.5);
    const one = pick(coins);
    const other = pick(coins.filter((coin) => coin !== one));
    const share = BigInt(Math.floor(SMALLEST_PPM + random() * (LARGEST_PPM - SMALLEST_PPM)));
    const trades = [
      { sell: one, buy: other, amount: (one.startUnits * share) / BigInt(PPM) },
      { sell: other, buy: one, amount: (other.startUnits * share) / BigInt(PPM) },
    ];
    return trades
      .sort((a, b) => preferences.get(a.sell.contractId)! - preferences.get(b.sell.contractId)!)
      .find(({ sell, amount }) => amount > 0n && amount <= (held.get(sell.contractId) ?? 0n));
  };
}
