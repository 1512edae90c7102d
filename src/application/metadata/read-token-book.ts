import type { Registry } from '../../domain/market/registry.js';
import { TokenBook } from '../../domain/metadata-record/token-book.js';
import type { TokenFactsById } from '../../domain/metadata-record/token-facts.js';
import type { ReadTokenFacts } from './token-facts-cache.js';

/** Describes the tokens of a registry. Returns the same book until the registry changes or metadata is saved. */
export type ReadTokenBook = (registry: Registry) => Promise<TokenBook>;

/** Makes the reader. It rejects only if no metadata has been read yet, as `readFacts` does. */
export function makeReadTokenBook(readFacts: ReadTokenFacts): ReadTokenBook {
  let latest:
    { readonly registry: Registry; readonly facts: TokenFactsById; readonly book: TokenBook } | undefined;
  return async (registry) => {
    const facts = await readFacts();
    if (latest?.registry !== registry || latest.facts !== facts)
      latest = { registry, facts, book: new TokenBook(registry.tokens, facts) };
    return latest.book;
  };
}
