// What the search of the docs finds: each section of each page, and each operation.
import MiniSearch from 'minisearch';

/** The page loads the index with the same options. */
export const OPTIONS = { fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading', 'route'] };
/** Long texts such as the table of all errors would be most of the index. */
const MOST_WORDS = 150;
const WORD = /[\p{L}\p{N}_-]{3,30}/gu;

/** The first different words of a text. */
const wordsOf = (text) => [...new Set(text.toLowerCase().match(WORD) ?? [])].slice(0, MOST_WORDS).join(' ');

export function searchIndex(sections) {
  const index = new MiniSearch(OPTIONS);
  index.addAll(sections.map((section, id) => ({ ...section, id, text: wordsOf(section.text) })));
  return { options: OPTIONS, index: index.toJSON() };
}
