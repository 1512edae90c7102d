import type MiniSearch from 'minisearch';
import { excerptOf, type Piece } from './excerpt.js';

/** Section or operation of the documents, as scripts/build-docs.mjs writes it. */
export interface Section {
  /** Title of the page, or of the area to which the operation belongs. */
  readonly title: string;
  /** Heading of the section; empty for the beginning of a page. */
  readonly heading: string;
  readonly text: string;
  readonly route: string;
}

/** A section found, with the excerpt that contains the hits. */
export interface Found extends Pick<Section, 'title' | 'heading' | 'route'> {
  readonly excerpt: readonly Piece[];
}

/** The best of the sections found, and the total number found. */
export interface FoundSections {
  readonly best: readonly Found[];
  readonly total: number;
}

const MOST_SHOWN = 20;
/** Shorter words and these common ones occur in nearly every text, so the search ignores them. */
const SHORTEST_WORD = 3;
const COMMON = new Set(
  'and are can does for how not the this that was what when where which with you'.split(' '),
);

/** Matches a word. A name such as SLUICE_PUBLIC_URL is matched whole; its parts are indexed as words too. */
const WORD = /[\p{L}\p{N}_]+/gu;
const wordsOf = (text: string): string[] => text.match(WORD) ?? [];
const withParts = (text: string): string[] =>
  wordsOf(text).flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]));

const FIELDS = ['page', 'heading', 'within', 'text'];
/** Options of the search: pages about the words rank before sections about them, and such sections before mere mentions. */
const HOW = {
  boost: { page: 12, heading: 4, within: 1.5 },
  tokenize: wordsOf,
  prefix: true,
  fuzzy: (word: string) => (word.length > 5 ? 0.15 : false),
} as const;

/** Weights of routes: pages that lead to a goal rank before those that list everything, and codes of errors come last. */
const WEIGHTS: readonly (readonly [place: RegExp, weight: number])[] = [
  [/\breference\/errors\b/, 0.05],
  [/\b(?:tutorials|how-to)\//, 1.5],
];
const weightOf = ({ route }: Section): number => WEIGHTS.find(([place]) => place.test(route))?.[1] ?? 1;

const termOf = (word: string): string | null => {
  const term = word.toLowerCase();
  return term.length < SHORTEST_WORD || COMMON.has(term) ? null : term;
};

/** Full-text index of the sections. */
export class DocsIndex {
  private constructor(
    private readonly sections: readonly Section[],
    private readonly index: MiniSearch,
  ) {}

  static async over(sections: readonly Section[]): Promise<DocsIndex> {
    const { default: Search } = await import('minisearch');
    const index = new Search({ fields: FIELDS, tokenize: withParts, processTerm: termOf });
    index.addAll(
      sections.map(({ title, heading, text }, id) => ({
        ...{ id, text, heading },
        page: heading === '' ? title : '',
        within: heading === '' ? '' : title,
      })),
    );
    return new DocsIndex(sections, index);
  }

  /** The sections with all of the words, or else those with some of them. */
  find(text: string): FoundSections {
    const how = { ...HOW, boostDocument: (id: unknown) => weightOf(this.sections[id as number]!) };
    const whole = this.index.search(text, { ...how, combineWith: 'AND' });
    const results = whole.length > 0 ? whole : this.index.search(text, { ...how, combineWith: 'OR' });
    const best = results.slice(0, MOST_SHOWN).map(({ id, terms }) => {
      const { title, heading, route, text: body } = this.sections[id as number]!;
      return { title, heading, route, excerpt: excerptOf(body, terms) };
    });
    return { best, total: results.length };
  }
}
