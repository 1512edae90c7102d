import type { TokenPrice } from '../../../sdk/client/index.js';
import type { MarketQuery } from './market-order.js';

/** Rows keep their places while prices change: a row that is about to be clicked must not be another's a moment later. */
export class KeptPlaces {
  readonly #places = new Map<string, number>();
  #query: MarketQuery | undefined;

  /**
   * The markets in the order in which they were first sorted for the query. Newer ones come last.
   *
   * @param isSeen whether the visitor is looking at them; if not, they move to their new places.
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
