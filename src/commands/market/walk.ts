/** What a trader holds and sells. */
export interface Coin {
  /** Of the copy on the subnet, which is what signed orders spend. */
  readonly contractId: string;
  /** Smallest units at the start. */
  readonly startUnits: bigint;
}

export interface Trade {
  readonly sell: string;
  readonly buy: string;
  /** Smallest units of what is sold. */
  readonly amount: bigint;
}

/** Parts of a million. */
const PPM = 1_000_000;
const SMALLEST_PPM = 0.005 * PPM;
const LARGEST_PPM = 0.06 * PPM;
/** How fast a mood fades, so that no coin is in favour for ever. */
const FADING = 0.9;

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A trader whose favour for each coin wanders: of two coins the one in less favour is sold for the other, 0.5% to 6% of
 * what was held at the start, and never more than is held. Answers undefined when neither can be sold.
 */
export function makeWalk(coins: readonly Coin[], random: () => number) {
  const moods = new Map(coins.map(({ contractId }) => [contractId, 0]));
  const pick = (from: readonly Coin[]): Coin => from[Math.floor(random() * from.length)]!;

  return (held: ReadonlyMap<string, bigint>): Trade | undefined => {
    for (const [coin, mood] of moods) moods.set(coin, FADING * mood + random() - 0.5);
    const one = pick(coins);
    const other = pick(coins.filter((coin) => coin !== one));
    const share = BigInt(Math.floor(SMALLEST_PPM + random() * (LARGEST_PPM - SMALLEST_PPM)));
    const byFavour = [one, other].sort((a, b) => moods.get(a.contractId)! - moods.get(b.contractId)!);
    for (const [sold, bought] of [byFavour, byFavour.toReversed()] as [Coin, Coin][]) {
      const amount = (sold.startUnits * share) / BigInt(PPM);
      if (amount > 0n && amount <= (held.get(sold.contractId) ?? 0n))
        return { sell: sold.contractId, buy: bought.contractId, amount };
    }
    return undefined;
  };
}
