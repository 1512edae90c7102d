// The catalogues of the page's words, one for each language besides English: `src/apps/page/words/de.json` has the German sentence for
// each English one. Run as a program, it fails on sentences without a translation, on translations without a sentence, and on those whose
// placeholders differ.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { translated, wordsOf } from './words.mjs';

const PAGE = 'src/apps/page';
const SOURCES = [`${PAGE}/**/*.{ts,tsx}`, `${PAGE}/index.html`, 'src/sdk/words/**/*.ts'];
/** The chart for other pages is in English. */
const ENGLISH = path.normalize(`${PAGE}/embed/`);

/** Languages of the page. English has no catalogue: its sentences are in the source. */
export const LANGUAGES = ['en', 'de'];

/** Sources with words of the page. */
export const sources = () =>
  globSync(SOURCES)
    .filter((file) => !file.startsWith(ENGLISH))
    .sort();

/** The catalogue of a language, English sentence by English sentence; undefined for English. */
export const catalogueOf = (language) =>
  language === 'en' ? undefined : JSON.parse(readFileSync(`${PAGE}/words/${language}.json`, 'utf8'));

/** A source with the sentences of a catalogue. Throws on a sentence that it lacks. */
export const inLanguage = (catalogue, file, text) =>
  translated(file, text, (key, line) => {
    if (!Object.hasOwn(catalogue, key)) throw new Error(`${file}:${line}: "${key}" has no translation`);
    return catalogue[key];
  });

/** Plugin of esbuild that replaces the page's words by those of a catalogue. */
export const wordsOfCatalogue = (catalogue) => {
  const known = new Set(sources().map((file) => path.resolve(file)));
  return {
    name: 'words of a catalogue',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.tsx?$/ }, ({ path: file }) =>
        known.has(file)
          ? {
              contents: inLanguage(catalogue, path.relative('.', file), readFileSync(file, 'utf8')),
              loader: file.endsWith('x') ? 'tsx' : 'ts',
            }
          : undefined,
      ),
  };
};

/** Problems of a catalogue, a line each, for sentences as {@link wordsOf} finds them. */
export function problemsOf(catalogue, sentences) {
  const found = new Set(sentences.map(({ key }) => key));
  return [
    ...sentences
      .filter(({ key }) => !Object.hasOwn(catalogue, key))
      .map(({ file, line, key }) => `${file}:${line}  no translation of "${key}"`),
    ...Object.entries(catalogue).flatMap(([key, text]) => [
      ...(found.has(key) ? [] : [`"${key}" is no sentence of the page`]),
      ...(namesIn(key) === namesIn(text) ? [] : [`"${key}" has other placeholders than "${text}"`]),
    ]),
  ];
}

const namesIn = (sentence) => (sentence.match(/\{\w+\}/g) ?? []).sort().join();

/** Problems of every catalogue, a line each. */
export const allProblems = () => {
  const sentences = sources().flatMap((file) =>
    wordsOf(file, readFileSync(file, 'utf8')).map((one) => ({ file, ...one })),
  );
  return LANGUAGES.map(catalogueOf).flatMap((one) => (one === undefined ? [] : problemsOf(one, sentences)));
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = allProblems();
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
