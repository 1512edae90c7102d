import { DocsIndex, type Section } from './docs-index.js';
import { loadDocs } from './load.js';

let loaded: Promise<DocsIndex> | undefined;

/** The index, loaded and built on the first search. */
export function docsIndex(): Promise<DocsIndex> {
  loaded ??= loadDocs<readonly Section[]>('search.json').then((sections) => DocsIndex.over(sections));
  loaded.catch(() => (loaded = undefined));
  return loaded;
}
