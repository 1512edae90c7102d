// Fails on words that CONTRIBUTING.md replaces, so that comments, titles, log lines and docs stay in plain English.
// The list lives there, in the fence marked `words`: a pattern, two or more spaces, what to write instead.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const GUIDE = 'CONTRIBUTING.md';
const CHECKED = ['*.ts', '*.tsx', '*.mjs', '*.cjs', '*.js', '*.clar', '*.md', '*.sh', '.ci/run'];

/** The rules of the guide: `{ pattern, instead }`. Each pattern matches whole words in any case. */
export function readRules(guide) {
  const fence = /^```words\n([\s\S]*?)^```/m.exec(guide)?.[1];
  if (fence === undefined) throw new Error(`${GUIDE} has no list of words`);
  return fence
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [pattern, instead] = line.trim().split(/\s{2,}/);
      if (instead === undefined) throw new Error(`${GUIDE}: "${line}" does not say what to write instead`);
      return { pattern: new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, 'gi'), instead };
    });
}

/** Every match in the text as `{ line, word, instead }`, lines from 1. */
export function findWords(text, rules) {
  return text
    .split('\n')
    .flatMap((content, index) =>
      rules.flatMap(({ pattern, instead }) =>
        [...content.matchAll(pattern)].map(([word]) => ({ line: index + 1, word, instead })),
      ),
    );
}

const DOCSTRING =
  /\/\*\*\s*(?:\*\s*)?(What|How|When|Where|Why|Which|Who|Whose|It|Its|They|Their|Both|This|That|These|Those)\b/g;

/** Docstrings that begin with a question word or a pronoun in place of the noun that the name means, as {@link findWords} has them. */
export const findBareDocstrings = (text) =>
  [...text.matchAll(DOCSTRING)].map(({ index, 1: word }) => ({
    line: text.slice(0, index).split('\n').length,
    word,
    instead: 'the noun that the name means',
  }));

/** The guide without its own list. */
const withoutList = (text) => text.replace(/^```words\n[\s\S]*?^```/m, (list) => list.replace(/[^\n]/g, ''));

function main() {
  const rules = readRules(readFileSync(GUIDE, 'utf8'));
  const files = execFileSync('git', [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    ...CHECKED,
  ])
    .toString()
    .trim()
    .split('\n');
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const words = findWords(file === GUIDE ? withoutList(text) : text, rules);
    const bare = /^src\/(?!sdk\/client\/wire\/|adapters\/typeorm\/migrations\/).*\.tsx?$/.test(file)
      ? findBareDocstrings(text)
      : [];
    return [...words, ...bare].map((match) => ({ file, ...match }));
  });
  for (const { file, line, word, instead } of found)
    console.log(`${file}:${line}  "${word}": write ${instead}`);
  if (found.length > 0) {
    console.log(`\n${found.length} words to replace; the list is in ${GUIDE}`);
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main();
