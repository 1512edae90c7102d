// Renders Markdown as HTML for the page of the server, without HTML from the Markdown, with links within the page and ids of headings.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked } from 'marked';
import { diagram } from './diagram.mjs';
import { isExample, repositoryUrl } from './tree.mjs';

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (text) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]);

/** The anchor of a heading, in the form that repository hosts generate. */
const slugOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Returns a function that gives each heading of a page a unique id. */
function slugger() {
  const used = new Map();
  return (title) => {
    const slug = slugOf(title);
    const times = used.get(slug) ?? 0;
    used.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  };
}

const figure = (code, { name = '', language = '' } = {}) => {
  const caption = name === '' ? '' : `<figcaption>${escaped(name)}</figcaption>`;
  const label = escaped(name === '' ? `Code${language === '' ? '' : ` in ${language}`}` : name);
  const type = language === '' ? '' : ` class="language-${escaped(language)}"`;
  return `<figure class="code">${caption}<div class="code-frame"><pre tabindex="0" aria-label="${label}"><code${type}>${escaped(code)}</code></pre></div></figure>\n`;
};

const isAbroad = (href) => /^https?:\/\//.test(href);
const abroad = (href, text) =>
  `<a class="abroad" href="${escaped(href)}" target="_blank" rel="noopener noreferrer">${text}</a>`;

/**
 * Renders a page as HTML.
 *
 * @param page with its file and its Markdown
 * @param site the routes of all pages by file, what stands before an anchor in a route, and the package's facts
 * @returns `{ html, headings: [{ depth, id, title, text }] }`; the text of a heading is the plain text below it
 */
export function renderPage({ file, markdown }, { routes, anchorMark = '/', facts }) {
  const unique = slugger();
  const examples = new Map();
  const headings = [];
  let [diagrams, tables] = [0, 0];

  const hrefOf = (href) => {
    if (isAbroad(href)) return href;
    const [path, anchor] = href.split('#');
    const target = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path));
    const within = anchor === undefined ? '' : `${anchorMark}${anchor}`;
    if (routes.has(target)) return `${routes.get(target)}${within}`;
    if (!isExample(target)) return repositoryUrl(target, facts);
    examples.set(target, `file-${slugOf(posix.basename(target))}`);
    return `${routes.get(file)}${anchorMark}${examples.get(target)}`;
  };

  const marked = new Marked({
    gfm: true,
    renderer: {
      // The only HTML in the pages is comments that mark generated parts.
      html: ({ text }) => (/^<!--[\s\S]*-->\s*$/.test(text) ? '' : escaped(text)),
      heading({ tokens, depth }) {
        const title = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = unique(title);
        headings.push({ depth, id, title, text: '' });
        return `<h${depth} id="${escaped(id)}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const [to, text] = [hrefOf(href), this.parser.parseInline(tokens)];
        return isAbroad(to) ? abroad(to, text) : `<a href="${escaped(to)}">${text}</a>`;
      },
      image: ({ text }) => escaped(text),
      code({ text, lang = '' }) {
        const [language = '', name = ''] = lang.split(' ');
        if (language === 'mermaid') return diagram(text, ++diagrams, figure);
        return figure(text, { language, name: /\./.test(name) ? name : '' });
      },
      table(token) {
        const row = (cells, of) =>
          `<tr>${cells.map((cell) => `<${of}>${this.parser.parseInline(cell.tokens)}</${of}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table" tabindex="0" role="region" aria-label="Table ${++tables}"><table><thead>${row(token.header, 'th scope="col"').replaceAll('</th scope="col">', '</th>')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(markdown);
  addTexts(headings, marked.lexer(markdown));
  return { html: html + exampleFiles(examples), headings };
}

/** The complete example files that the page links, each in a disclosure element. */
const exampleFiles = (examples) =>
  [...examples]
    .map(([path, id]) => {
      const name = posix.basename(path);
      const code = figure(readFileSync(path, 'utf8'), { language: posix.extname(name).slice(1) });
      return `<details class="file" id="${id}"><summary>${escaped(name)}</summary>${code}</details>\n`;
    })
    .join('');

/** Adds to each heading the text up to the next one, without code, for the search to find. */
function addTexts(headings, tokens) {
  let n = -1;
  for (const token of tokens) {
    if (token.type === 'heading') n++;
    else if (n >= 0 && token.type !== 'code' && token.type !== 'html')
      headings[n].text += ` ${wordsOf(token)}`;
  }
}

function wordsOf(token) {
  if (token.type === 'html' || token.type === 'code') return '';
  if (token.type === 'table') return [...token.header, ...token.rows.flat()].map(wordsOf).join(' · ');
  const inner = [...(token.tokens ?? []), ...(token.items ?? [])];
  return inner.length > 0 ? inner.map(wordsOf).join(' ') : (token.text ?? '');
}
