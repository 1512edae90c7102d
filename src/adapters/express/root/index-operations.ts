import type { AreaDescription } from '../schema/model.js';
import { operation, SENT } from '../operation/operation.js';
import { list, object, text } from '../schema/schema.js';
import { wordsOperation } from '../operation/words-operation.js';
import { indexPage, type IndexFacts, type Link } from './index-page.js';

/** Facts about the process that `/` shows. */
export interface ProcessFacts {
  /** Version of the program. */
  readonly version: string;
  /** The areas that the process serves. */
  readonly areas: readonly Pick<AreaDescription, 'name' | 'mount' | 'title'>[];
}

export interface IndexParts extends ProcessFacts {
  readonly links: readonly Link[];
}

const link = { path: text('path on this host'), about: text('title') };

const INDEX = object({
  name: text('Sluice'),
  version: text('the program’s version'),
  areas: list(object({ name: text('the area’s name'), ...link }), 'the areas that this process serves'),
  links: list(object(link), 'other paths'),
});

/** Policy without scripts, and without an upgrade to https, which would break the links on a server without https. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const showIndex = operation({
  id: 'showIndex',
  path: '/',
  summary: 'Index of the process: its version, areas and links',
  rules: ['A page in HTML for callers that prefer text/html, as browsers do.'],
  response: { description: 'The index.', schema: INDEX, caching: 'public, max-age=60' },
  curl: '"$BASE/"',
  origins: () => '*',
  handle: ({ version, areas, links }: IndexParts, { req, res }) => {
    const facts: IndexFacts = {
      version,
      areas: areas.map(({ name, mount, title }) => ({ name, path: `${req.baseUrl}${mount}/`, about: title })),
      links: links.map(({ path, about }) => ({ path: `${req.baseUrl}${path}`, about })),
    };
    res.vary('Accept');
    if (req.accepts(['application/json', 'text/html']) !== 'text/html') return { name: 'Sluice', ...facts };
    res.set({ 'Cache-Control': 'public, max-age=60', 'Content-Security-Policy': PAGE_POLICY });
    res.type('html').send(indexPage(facts));
    return SENT;
  },
});

/** The interface in plain words. */
export interface WordsParts {
  readonly llmsIndex: () => string;
  /** The whole interface as text for language models. */
  readonly llmsText: () => string;
}

export const describeInWords = wordsOperation({
  id: 'describeInWords',
  path: '/llms.txt',
  summary: 'Index of the interface in plain words, for language models and people',
  curl: '"$BASE/llms.txt"',
  words: ({ llmsIndex }: WordsParts) => llmsIndex(),
});

export const describeWhole = wordsOperation({
  id: 'describeWhole',
  path: '/llms-full.txt',
  summary: 'The whole interface in plain words, with every field and error',
  curl: '"$BASE/llms-full.txt"',
  words: ({ llmsText }: WordsParts) => llmsText(),
});
