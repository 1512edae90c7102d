// Mermaid diagrams as SVG, drawn when the docs are built: a page then needs no script for them.
import { renderMermaidSVG } from 'beautiful-mermaid';

/** Its styles are in docs.css, where a page's Content-Security-Policy allows them, and its font is the page's. */
const STYLE = /<style>[\s\S]*?<\/style>/g;

/** The diagram as a figure with its source. Ids are those of the page's n-th diagram. */
export function diagram(source, n, figure) {
  const svg = renderMermaidSVG(source)
    .replace(STYLE, '')
    .replace(/^(<svg[^>]*?) style="[^"]*"/, `$1 role="img" aria-label="Diagram ${n}; its source follows"`)
    .replace(/(?<![\w-])(id="|url\(#|href="#)/g, `$1d${n}-`)
    .replace(/\n\s*/g, '\n');
  return `<figure class="diagram">${svg}<details><summary>Source of the diagram</summary>${figure(source, { language: 'mermaid' })}</details></figure>\n`;
}
