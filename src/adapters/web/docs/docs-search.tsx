import type MiniSearch from 'minisearch';
import type { AsPlainObject, Options } from 'minisearch';
import { useState } from 'preact/hooks';
import { loadDocs } from './load.js';

interface Found {
  readonly title: string;
  readonly heading: string;
  readonly route: string;
}

const MOST_SHOWN = 12;
/** The index has no shorter words. */
const SHORTEST_WORD = 3;
/** What the reader looks for is rather in a title than in a text. */
const HOW = {
  processTerm: (word: string) => (word.length < SHORTEST_WORD ? null : word.toLowerCase()),
  prefix: true,
  fuzzy: 0.15,
  combineWith: 'AND',
  boost: { title: 3, heading: 2 },
} as const;

let index: Promise<MiniSearch> | undefined;

/** The index and what reads it are loaded when someone searches. */
function searchIndex(): Promise<MiniSearch> {
  index ??= Promise.all([
    import('minisearch'),
    loadDocs<{ options: Options; index: AsPlainObject }>('search.json'),
  ]).then(([{ default: Search }, { options, index: stored }]) => Search.loadJS(stored, options));
  index.catch(() => (index = undefined));
  return index;
}

/** The search of the docs: a field, and links to the sections found. */
export function DocsSearch() {
  const [found, setFound] = useState<readonly Found[]>();
  const [problem, setProblem] = useState('');
  const search = async (text: string) => {
    if (text.trim() === '') return setFound(undefined);
    try {
      const results = (await searchIndex()).search(text, HOW) as unknown as readonly Found[];
      setProblem('');
      setFound(results.slice(0, MOST_SHOWN));
    } catch {
      setProblem('The search could not be loaded.');
    }
  };
  return (
    <search class="docs-search">
      <label for="docs-search">Search the docs</label>
      <input
        id="docs-search"
        type="search"
        autocomplete="off"
        onFocus={() => void searchIndex().catch(() => undefined)}
        onInput={({ currentTarget }) => void search(currentTarget.value)}
      />
      <p class="docs-note" role="status">
        {problem !== ''
          ? problem
          : found === undefined
            ? ''
            : `${found.length === 0 ? 'Nothing' : found.length} found`}
      </p>
      {found !== undefined && (
        <ul>
          {found.map(({ title, heading, route }) => (
            <li key={route}>
              <a href={route}>
                {heading === '' ? title : heading}
                {heading !== '' && <small>{title}</small>}
              </a>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
