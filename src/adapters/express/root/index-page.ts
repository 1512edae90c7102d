/** Path of a part of the process, with its description. */
export interface Link {
  readonly path: string;
  readonly about: string;
}

/** Facts that a page about the process shows. */
export interface IndexFacts {
  readonly version: string;
  readonly areas: readonly (Link & { readonly name: string })[];
  readonly links: readonly Link[];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

const row = ({ path, about }: Link): string =>
  `<tr><td><a href="${escaped(path)}">${escaped(path)}</a></td><td>${escaped(about)}</td></tr>`;

const table = (links: readonly Link[]): string => `<table>${links.map(row).join('\n')}</table>`;

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}' +
  'td{padding:.2rem 1.5rem .2rem 0;vertical-align:top}';

/** The page of the process for people, in HTML. */
export const indexPage = ({ version, areas, links }: IndexFacts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sluice</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Sluice ${escaped(version)}</h1>
<p>Orders, routes, prices and metadata of a decentralised exchange on Stacks.</p>
<h2>Areas</h2>
${table(areas)}
<h2>This process</h2>
${table(links)}
</body>
</html>
`;
