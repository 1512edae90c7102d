// Fails on words that CONTRIBUTING.md replaces, so that comments, titles, log lines and docs stay in plain English.
// The list is in that file, in the fence marked `words`: a pattern, two or more spaces, and the replacement.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const GUIDE = 'CONTRIBUTING.md';
const CHECKED = ['*.ts', '*.tsx', '*.mjs', '*.cjs', '*.js', '*.clar', '*.md', '*.sh', '.ci/run'];

/** Rules of the guide as `{ pattern, instead }`. Each pattern matches whole words, in upper or lower case. */
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

/** All matches in the text as `{ line, word, instead }`. Lines count from 1. */
export function findWords(text, rules) {
  return text
    .split('\n')
    .flatMap((content, index) =>
      rules.flatMap(({ pattern, instead }) =>
        [...content.matchAll(pattern)].map(([word]) => ({ line: index + 1, word, instead })),
      ),
    );
}

const BARE = '(What|How|When|Where|Why|Which|Who|Whose|It|Its|They|Their|Both|This|That|These|Those)\\b';
const DOCSTRING = new RegExp(`/\\*\\*\\s*(?:\\*\\s*)?${BARE}`, 'g');
const HELPER =
  'text|whole|number|flag|time|units|digits|rounded|price|count|amount|fee|contractId|address|txid|list|object|always|wordOf|ref|Param|IsLimit';
const DESCRIPTION = new RegExp(
  `(?:\\b(?:description|summary|about):\\s*|\\b(?:${HELPER})\\((?:[\\w.()]+,\\s*)?)['"\`](?!this server\\b)${BARE}`,
  'gi',
);

const found = (pattern, instead) => (text) =>
  [...text.matchAll(pattern)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    word: match[1],
    instead,
  }));

/** Docstrings that begin with a question word or a pronoun instead of a noun, in the form in which {@link findWords} returns matches. */
export const findBareDocstrings = found(DOCSTRING, 'the noun that the name means');

/** Descriptions of the HTTP interface that begin with a question word or a pronoun. That of a flag may begin with "whether". */
export const findBareDescriptions = found(DESCRIPTION, 'a noun first');

/** The guide with its word list blanked out, so that the list does not match itself. */
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
  const matches = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const words = findWords(file === GUIDE ? withoutList(text) : text, rules);
    const bare = /^src\/(?!sdk\/client\/wire\/|adapters\/typeorm\/migrations\/).*\.tsx?$/.test(file)
      ? findBareDocstrings(text)
      : [];
    const descriptions = file.startsWith('src/adapters/express/') ? findBareDescriptions(text) : [];
    return [...words, ...bare, ...descriptions].map((match) => ({ file, ...match }));
  });
  for (const { file, line, word, instead } of matches)
    console.log(`${file}:${line}  "${word}": write ${instead}`);
  if (matches.length > 0) {
    console.log(`\n${matches.length} words to replace; the list is in ${GUIDE}`);
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main();
