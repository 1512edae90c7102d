// Writes the tables in the docs that explain why an order waits, using the words of the page and the terminal.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

/** Pages with a generated part between `<!-- words: name -->` and `<!-- /words -->`. */
export const PAGES = ['docs/how-to/why-does-my-order-not-run.md', 'docs/reference/orders.md'];

const code = (text) => `\`${text}\``;
const table = (titles, rows) =>
  [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const TABLES = {
  reasons: ({ EVALUATED }) =>
    table(
      ['`state`', '`reason`', 'Its figures'],
      Object.entries(EVALUATED).map(([reason, { state, facts = [] }]) => [
        ...[code(state), code(reason)],
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

/** The page with its tables rewritten from the words. */
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
