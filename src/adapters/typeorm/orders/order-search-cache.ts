import { LRUCache } from 'lru-cache';
import type { SearchTerm } from '../../../domain/order/search.js';
import { countSearch, type Found } from './order-search-count.js';
import type { Queries } from '../database/queries.js';
import { sql } from '../database/sql.js';

/** Characters of what is kept: owners, uuids and lists of triples. */
const MAX_SIZE = 4_000_000;
const ENTRY_SIZE = 200;
const NAME_SIZE = 41;

interface Kept {
  readonly found: Found;
  /** The orders that it was found among. */
  readonly state: string;
}

/**
 * What recent searches found, for as long as no order changes: further pages of a search, and searches that many
 * callers make at once, are not counted again.
 */
export class SearchCache {
  private readonly kept = new LRUCache<string, Kept>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ found: { matches } }) => {
      const names = (matches.owners?.length ?? 0) + (matches.hits?.length ?? 0);
      return ENTRY_SIZE + matches.triples.text.length + names * NAME_SIZE;
    },
  });

  async find(queries: Queries, term: SearchTerm, ranks: readonly number[]): Promise<Found> {
    const key = `${ranks.join(',')} ${term}`;
    const state = await stateOf(queries);
    const kept = this.kept.get(key);
    if (kept?.state === state) return kept.found;
    const found = await countSearch(queries, term, ranks);
    // It is read in several statements, between which an order may have changed.
    if ((await stateOf(queries)) === state) this.kept.set(key, { found, state });
    return found;
  }
}

/** A text that is another one after any commit that added, removed or changed an order. */
async function stateOf(queries: Queries): Promise<string> {
  const state = queries.isPostgres
    ? sql`SELECT SUM(changes)::text AS state FROM order_counts WHERE tokens_id = 0`
    : sql`SELECT changes || ' ' || COALESCE((SELECT MAX(seq) FROM orders), 0) AS state FROM order_ids_progress`;
  const [row] = await queries.select<{ state: string }>(state);
  return row!.state;
}
