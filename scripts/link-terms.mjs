// Links each term of docs/explanation/glossary.md where it is first used on every page of docs. With --check it changes nothing,
// and fails if a link is missing. Terms are the headings of the glossary's first three sections, and the names after "Also:".
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { pathToFileURL } from 'node:url';

const GLOSSARY = 'docs/explanation/glossary.md';
const SECTIONS = ['Tokens and markets', 'Orders', 'Execution'];

/** The terms of a glossary as `{ anchor, pattern }`. A pattern matches the term and its other names, in singular and plural. */
export function readTerms(glossary) {
  return SECTIONS.flatMap((section) => {
    const [, text] =
      new RegExp(`^## ${section}\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(glossary) ?? [];
    if (text === undefined) throw new Error(`${GLOSSARY} has no section ${section}`);
    return [...text.matchAll(/^### (.+)\n\n(?:_Also: ([^_]+)\._)?/gm)].map(([, title, others]) => {
      const names = [title, ...(others?.split(', ') ?? [])].map((name) => name.replace(/\s+/g, '\\s+'));
      return {
        anchor: title.toLowerCase().replaceAll(' ', '-'),
        pattern: new RegExp(`(?<![\\w/.\`-])(?:${names.join('|')})s?(?![\\w\`-])`, 'i'),
      };
    });
  });
}

// Matches parts that stay unchanged: code, links, headings, tables, HTML comments, and generated parts with all their content.
const OPAQUE =
  /<!-- (?:example|fields) [\s\S]*?<!-- end of [\s\S]*?-->|^```[\s\S]*?^```$|`[^`\n]*`|!?\[[^\]]*\]\([^)]*\)|^#.*$|^\|.*$|^---$|<!--[\s\S]*?-->/gm;

/** The page with the first use of each term linked to the glossary at the address, unless the page already links the term. */
export function linkTerms(text, terms, address) {
  return terms.reduce((page, { anchor, pattern }) => {
    if (page.includes(`${address}#${anchor})`)) return page;
    const hidden = page.replace(OPAQUE, (part) => part.replace(/[^\n]/g, '\0'));
    const found = pattern.exec(hidden);
    if (found === null) return page;
    const end = found.index + found[0].length;
    return `${page.slice(0, found.index)}[${page.slice(found.index, end)}](${address}#${anchor})${page.slice(end)}`;
  }, text);
}

/** All pages of docs except the glossary and the decision records. */
const pages = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'docs/*.md'])
    .toString()
    .trim()
    .split('\n')
    .filter((page) => page !== GLOSSARY && !page.startsWith('docs/adr/'));

/** Pages on which a term is not linked, as `{ page, linked }`; `linked` is the text with all links. */
export function unlinkedPages() {
  const terms = readTerms(readFileSync(GLOSSARY, 'utf8'));
  return pages().flatMap((page) => {
    const text = readFileSync(page, 'utf8');
    const linked = linkTerms(text, terms, posix.relative(dirname(page), GLOSSARY));
    return linked === text ? [] : [{ page, linked }];
  });
}

function main() {
  const unlinked = unlinkedPages();
  if (!process.argv.includes('--check')) for (const { page, linked } of unlinked) writeFileSync(page, linked);
  for (const { page } of unlinked) console.log(page);
  if (unlinked.length > 0 && process.argv.includes('--check')) {
    console.log('\nthese pages use terms of the glossary without a link: `npm run docs:terms` adds them');
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main();
