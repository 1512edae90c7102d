import type { TokenPrice } from '../../../sdk/client/index.js';
import type { MarketQuery } from './market-order.js';

/** Rows keep their places while prices change: a row that is about to be clicked must not be another's a moment later. */
export class KeptPlaces {
  readonly #places = new Map<string, number>();
  #query: MarketQuery | undefined;

  /**
   * The markets, in their sequence for the query, as they were when it was made. Those that are new since come last.
   *
   * @param isSeen whether the visitor looks at them: while not, they take their new places.
   */
  arrange(sorted: readonly TokenPrice[], query: MarketQuery, isSeen: boolean): readonly TokenPrice[] {
    if (query !== this.#query || !isSeen) this.#places.clear();
    this.#query = query;
    for (const { contractId } of sorted)
      if (!this.#places.has(contractId)) this.#places.set(contractId, this.#places.size);
    const placeOf = ({ contractId }: TokenPrice) => this.#places.get(contractId)!;
    return [...sorted].sort((a, b) => placeOf(a) - placeOf(b));
  }
}
