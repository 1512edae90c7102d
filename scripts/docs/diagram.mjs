// Mermaid diagrams as SVG, drawn when the docs are built: a page then needs no script for them.
import { renderMermaidSVG } from 'beautiful-mermaid';

/** Its styles are in docs.css, where a page's Content-Security-Policy allows them, and its font is the page's. */
const STYLE = /<style>[\s\S]*?<\/style>/g;

/** Labels of edges are not laid out: they need space between the nodes. */
const SPACE = { nodeSpacing: 150, layerSpacing: 60 };
const MESSAGE = /^(\s*\w+--?>>\w+: )/;

/** Writes the numbers that `autonumber` asks for, which the drawing leaves out. */
function numbered(source) {
  if (!/^\s*autonumber$/m.test(source)) return source;
  let n = 0;
  return source
    .split('\n')
    .map((line) => line.replace(MESSAGE, (arrow) => `${arrow}${++n}. `))
    .join('\n');
}

/** The diagram as a figure with its source. Ids are those of the page's n-th diagram. */
export function diagram(source, n, figure) {
  const svg = renderMermaidSVG(numbered(source), /^stateDiagram/.test(source) ? SPACE : {})
    .replace(STYLE, '')
    .replace(/^(<svg[^>]*?) style="[^"]*"/, `$1 role="img" aria-label="Diagram ${n}; its source follows"`)
    .replace(/(?<![\w-])(id="|url\(#|href="#)/g, `$1d${n}-`)
    .replace(/\n\s*/g, '\n');
  return `<figure class="diagram">${svg}<details><summary>Source of the diagram</summary>${figure(source, { language: 'mermaid' })}</details></figure>\n`;
}
