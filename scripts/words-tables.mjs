// Writes the tables of the docs that say why an order waits, from the words that the page and the terminal use.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

/** Pages with a part between `<!-- words: name -->` and `<!-- /words -->`. */
export const PAGES = ['docs/how-to/why-does-my-order-not-run.md', 'docs/reference/swap.md'];

const code = (text) => `\`${text}\``;
const table = (titles, rows) =>
  [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const TABLES = {
  reasons: ({ EVALUATED, named }) =>
    table(
      ['`state`', '`reason`', 'Why it is not sent', 'Its figures'],
      Object.entries(EVALUATED).map(([reason, { state, title, facts = [] }]) => [
        ...[code(state), code(reason), named(title)],
        facts.map(code).join(', '),
      ]),
    ),
  helps: ({ EVALUATED, named }) =>
    table(
      ['`reason`', 'Why it is not sent', 'What helps'],
      Object.entries(EVALUATED).map(([reason, { title, help }]) => [code(reason), named(title), named(help)]),
    ),
  events: ({ EVENTS, titlesOf }) =>
    table(
      ['`type`', 'What happened'],
      Object.entries(titlesOf(EVENTS)).map(([type, text]) => [code(type), text]),
    ),
};

/** The page with its tables as the words have them. */
export const withTables = async (text, words, path) =>
  format(
    text.replace(
      /(<!-- words: (\w+) -->)[^]*?(<!-- \/words -->)/g,
      (_, start, name, end) => `${start}\n\n${TABLES[name](words)}\n\n${end}`,
    ),
    { ...(await resolveConfig(path)), filepath: path },
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = {
    ...(await import('../dist/sdk/words/lifecycle.js')),
    ...(await import('../dist/sdk/words/reasons.js')),
  };
  for (const path of PAGES)
    await writeFile(path, await withTables(await readFile(path, 'utf8'), words, path));
}
