// Generates the docs as static files for the page of the server, from the repository's docs alone.
import { readFileSync } from 'node:fs';
import { readApi } from './api.mjs';
import { renderPage } from './render.mjs';
import { searchSections } from './search-index.mjs';
import { HOME, readDoc, readHome, readRooms } from './tree.mjs';

const ROUTE = '#/docs';

/**
 * All pages as HTML, with their rooms and their routes by file.
 *
 * @param home the route of the start page; `routeOf` gives those of the others, and `anchorMark` stands before an anchor
 */
export function renderedDocs({ home, routeOf, anchorMark }) {
  const rooms = readRooms();
  const pages = rooms.flatMap((room) => room.pages);
  const facts = JSON.parse(readFileSync('package.json', 'utf8'));
  const routes = new Map([[HOME.file, home], ...pages.map((page) => [page.file, routeOf(page)])]);
  const rendered = [readHome(), ...pages].map((page) => ({
    ...page,
    ...renderPage(page, { routes, anchorMark, facts }),
  }));
  return { rooms, routes, rendered };
}

/** The files by name, below dist/web/docs. The same sources always give the same bytes. */
export function docsFiles() {
  const { rooms, routes, rendered } = renderedDocs({
    home: `${ROUTE}/`,
    routeOf: ({ room, id }) => `${ROUTE}/${room}/${id}`,
  });
  const api = readApi(JSON.parse(readDoc('reference/openapi.json')));
  const sections = [...sectionsOf(rendered, routes), ...operationsOf(api)];
  const files = {
    'index.json': {
      rooms: rooms.map(({ id, title, about, pages: of }) => ({
        ...{ id, title, about },
        pages: of.map((page) => ({ id: page.id, title: page.title, file: nameOf(page) })),
      })),
      areas: api.areas.map(({ name, title, operations }) => ({
        ...{ name, title },
        operations: operations.map(({ id, method, path, summary }) => ({ id, method, path, summary })),
      })),
    },
    'api.json': api,
    'search.json': searchSections(sections),
    ...Object.fromEntries(rendered.map((page) => [nameOf(page), bodyOf(page)])),
  };
  return new Map(Object.entries(files).map(([name, content]) => [name, `${JSON.stringify(content)}\n`]));
}

const nameOf = ({ room, id }) => (room === '' ? `${id}.json` : `${room}/${id}.json`);

const bodyOf = ({ title, html, headings }) => ({
  ...{ title, html },
  headings: headings
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(({ depth, id, title: of }) => ({ depth, id, title: of })),
});

/** The sections of rendered pages, each with its route, for the search. */
export const sectionsOf = (pages, routes, anchorMark = '/') =>
  pages.flatMap(({ file, title, headings }) =>
    headings.map(({ depth, id, title: heading, text }) => ({
      ...{ title, heading: depth === 1 ? '' : heading, text },
      route: depth === 1 ? routes.get(file) : `${routes.get(file).replace(/\/$/, '')}${anchorMark}${id}`,
    })),
  );

/** Text without the marks of code. */
const plain = (text) => text.replaceAll('`', '');

const operationsOf = ({ areas }) =>
  areas.flatMap(({ title, operations }) =>
    operations.map(({ id, method, path, summary, rules }) => ({
      ...{ title, heading: `${method} ${path}`, text: plain([summary, id, ...rules].join(' ')) },
      route: `${ROUTE}/api/${id}`,
    })),
  );
