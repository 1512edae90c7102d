import { useRef, useState } from 'preact/hooks';
import { isNarrow } from '../live/narrow.js';
import { go } from '../route.js';
import { arriveAgain } from './arrive.js';
import { DocsIndex, type Found, type FoundSections, type Section } from './docs-index.js';
import { loadDocs } from './load.js';

interface SearchProps {
  /** The route's anchor. A result that links to the current route scrolls back to it. */
  readonly anchor: string;
  /** Called when results appear or disappear. While they are shown, they replace the contents. */
  readonly onShown: (isShown: boolean) => void;
}

/** The search of the docs: a field and links to the sections found. Enter opens the first; the arrow keys move between them. */
export function DocsSearch({ anchor, onShown }: SearchProps) {
  const [found, setFound] = useState<FoundSections>();
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState('');
  const whole = useRef<HTMLElement>(null);
  const newest = useRef('');

  const show = (is: boolean) => {
    setOpen(is);
    onShown(is);
  };
  const search = async (text: string): Promise<FoundSections | undefined> => {
    newest.current = text;
    let results: FoundSections | undefined;
    try {
      results = text.trim() === '' ? undefined : (await docsIndex()).find(text);
      setProblem('');
    } catch {
      setProblem('The search could not be loaded.');
    }
    if (newest.current !== text) return undefined;
    setFound(results);
    show(results !== undefined);
    return results;
  };
  /** Hides the results on a phone, where they would fill the screen above the page just opened. */
  const arrive = (route: string) => {
    if (isNarrow()) show(false);
    if (location.hash === route) arriveAgain(anchor);
  };
  const openFirst = async (text: string) => {
    const [first] = (await search(text))?.best ?? [];
    if (first === undefined) return;
    arrive(first.route);
    go(first.route);
  };
  return (
    <search class="docs-search" ref={whole} onKeyDown={(event) => walk(event, whole.current!)}>
      <label for="docs-search">Search the docs</label>
      <input
        id="docs-search"
        class="input"
        type="search"
        autocomplete="off"
        enterKeyHint="search"
        onFocus={() => {
          docsIndex().catch(() => undefined);
          if (found !== undefined) show(true);
        }}
        onInput={({ currentTarget }) => void search(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void openFirst(event.currentTarget.value);
        }}
      />
      <p class="muted" role="status">
        {problem !== '' ? problem : isOpen && found !== undefined ? countOf(found) : ''}
      </p>
      {isOpen && found !== undefined && <FoundList found={found.best} onOpen={arrive} />}
    </search>
  );
}

const countOf = ({ best, total }: FoundSections): string =>
  total === 0 ? 'Nothing found' : total > best.length ? `First ${best.length} of ${total}` : `${total} found`;

/** Moves the focus with the arrow keys between the field and the links below it. */
function walk(event: KeyboardEvent, within: HTMLElement): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const places = [...within.querySelectorAll<HTMLElement>('input, a')];
  const next = places[places.indexOf(document.activeElement as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

let loaded: Promise<DocsIndex> | undefined;

/** The index, loaded and built on the first search. */
function docsIndex(): Promise<DocsIndex> {
  loaded ??= loadDocs<readonly Section[]>('search.json').then((sections) => DocsIndex.over(sections));
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

interface FoundProps {
  readonly found: readonly Found[];
  readonly onOpen: (route: string) => void;
}

/** Sections that a search found, each with the words around the hit. */
const FoundList = ({ found, onOpen }: FoundProps) => (
  <ol class="docs-found">
    {found.map(({ title, heading, route, excerpt }) => (
      <li key={route}>
        <a href={route} onClick={() => onOpen(route)}>
          <strong>{heading === '' ? title : heading}</strong>
          {heading !== '' && <small>{title}</small>}
          <span>{excerpt.map(({ text, isHit }, n) => (isHit ? <mark key={n}>{text}</mark> : text))}</span>
        </a>
      </li>
    ))}
  </ol>
);
