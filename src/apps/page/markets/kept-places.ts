import type { TokenPrice } from '../../../sdk/client/index.js';
import type { MarketQuery } from './market-order.js';

/** Keeps rows in place while prices change, so that the row under the pointer does not change just before a click. */
export class KeptPlaces {
  readonly #places = new Map<string, number>();
  #query: MarketQuery | undefined;

  /**
   * The markets in the order in which they were first sorted for the query. Those added since come last.
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
