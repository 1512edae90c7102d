import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A fenced block of a page. */
export interface Fence {
  readonly page: string;
  readonly language: string;
  /** What follows the language: `not-run`, `fragment`, or the example that the code is taken from. */
  readonly mark: string;
  readonly code: string;
}

const FENCE = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm;

export const fencesOf = (page: string): readonly Fence[] =>
  [...readFileSync(page, 'utf8').matchAll(FENCE)].map(([, language, mark = '', code]) => ({
    page,
    language: language!,
    mark,
    code: code!,
  }));

/** The pages that readers follow: README and all of docs but the decisions. */
export const PAGES: readonly string[] = execFileSync('git', [
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  '--',
  'README.md',
  'docs/*.md',
])
  .toString()
  .trim()
  .split('\n')
  .filter((page) => !page.startsWith('docs/adr/'));

export const ALL_FENCES: readonly Fence[] = PAGES.flatMap(fencesOf);

/** The fences that are JavaScript or TypeScript. */
export const CODE: readonly Fence[] = ALL_FENCES.filter(({ language }) =>
  ['js', 'ts', 'mjs', 'typescript', 'javascript'].includes(language),
);
