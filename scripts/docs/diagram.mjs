// Draws Mermaid diagrams as SVG when the docs are built, so that a page needs no script for them.
import { renderMermaidSVG } from 'beautiful-mermaid';

/** Matches a diagram's styles. They are in docs.css instead, as the Content-Security-Policy requires, and the font is the page's. */
const STYLE = /<style>[\s\S]*?<\/style>/g;

/** Spacing of nodes. The layout ignores the labels of edges, which therefore need space between the nodes. */
const SPACE = { nodeSpacing: 150, layerSpacing: 60 };
const MESSAGE = /^(\s*\w+--?>>\w+: )/;

/** Adds the numbers that `autonumber` asks for, since the drawing library ignores it. */
function numbered(source) {
  if (!/^\s*autonumber$/m.test(source)) return source;
  let n = 0;
  return source
    .split('\n')
    .map((line) => line.replace(MESSAGE, (arrow) => `${arrow}${++n}. `))
    .join('\n');
}

/** The diagram as a figure, with its source. Its ids are those of the page's nth diagram. */
export function diagram(source, n, figure) {
  const svg = renderMermaidSVG(numbered(source), /^stateDiagram/.test(source) ? SPACE : {})
    .replace(STYLE, '')
    .replace(/^(<svg[^>]*?) style="[^"]*"/, `$1 role="img" aria-label="Diagram ${n}; its source follows"`)
    .replace(/(?<![\w-])(id="|url\(#|href="#)/g, `$1d${n}-`)
    .replace(/\n\s*/g, '\n');
  return `<figure class="diagram">${svg}<details><summary>Source of the diagram</summary>${figure(source, { language: 'mermaid' })}</details></figure>\n`;
}
