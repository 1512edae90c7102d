import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { docsFiles } from '../../scripts/docs/files.mjs';
import { DocsIndex, type Section } from '../../src/apps/page/docs/docs-index.js';
import { OPERATIONS } from '../adapters/express/described.js';

interface Page {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly { readonly id: string; readonly title: string }[];
}
interface Index {
  readonly rooms: readonly {
    readonly id: string;
    readonly title: string;
    readonly pages: readonly { readonly id: string; readonly file: string }[];
  }[];
  readonly areas: readonly { readonly operations: readonly { readonly id: string }[] }[];
}
interface Body {
  readonly mediaType: string;
  readonly fields: readonly { readonly path: string; readonly type: string; readonly required: boolean }[];
  readonly examples: readonly { readonly value: unknown }[];
}
interface ApiOperation {
  readonly id: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly body?: Body;
  readonly response: Body;
  readonly errors: readonly { readonly code: string; readonly sentence: string; readonly cause: string }[];
  readonly curl: string;
}

const files = docsFiles();
const read = <T>(name: string): T => JSON.parse(files.get(name)!) as T;
const index = read<Index>('index.json');
const routeOf = (room: string, id: string) => `#/docs/${room}/${id}`;
const pages = new Map([
  ['#/docs/', read<Page>('home.json')],
  ...index.rooms.flatMap(({ id: room, pages: of }) =>
    of.map(({ id, file }) => [routeOf(room, id), read<Page>(file)] as const),
  ),
]);
const operations = read<{ areas: readonly { operations: readonly ApiOperation[] }[] }>(
  'api.json',
).areas.flatMap((area) => area.operations);
const hrefs = ({ html }: Page) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);
const idsOf = ({ html }: Page) => [...html.matchAll(/(?<![\w-])id="([^"]*)"/g)].map(([, id]) => id!);

describe('the docs in the page of the server', () => {
  it('hold every page of docs but the decisions', () => {
    const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'docs'])
      .toString()
      .trim()
      .split('\n')
      .filter((file) => existsSync(file) && /^docs\/(?!adr\/|README).*\.md$/.test(file));
    const held = index.rooms.flatMap(({ id: room, pages: of }) =>
      of.map(({ id }) => `docs/${room}/${id}.md`),
    );
    expect([...held].sort()).toEqual(tracked.sort());
    for (const { title, html } of pages.values()) expect([title, html.length > 200]).toEqual([title, true]);
  });

  it('have rooms in the order of docs/README.md, each with a title', () => {
    expect(index.rooms.map(({ id, title }) => [id, title])).toEqual([
      ['tutorials', 'Tutorials'],
      ['how-to', 'How-to'],
      ['reference', 'Reference'],
      ['explanation', 'Explanation'],
    ]);
    expect(index.rooms[0]!.pages[0]!.id).toBe('first-limit-order');
  });

  it.each([...pages])(
    'link from %s only to pages, headings and files that are there, or abroad',
    (_, page) => {
      const broken = hrefs(page).filter((href) => {
        if (href.startsWith('https://')) return false;
        const [, room, id, anchor] = /^#\/docs\/(?:([\w-]+)\/([\w-]+)(?:\/(.+))?|(?:api)?)$/.exec(href) ?? [
          href,
        ];
        if (href === '#/docs/' || href === '#/docs/api') return false;
        const target = pages.get(routeOf(room ?? '', id ?? ''));
        return target === undefined || (anchor !== undefined && !idsOf(target).includes(anchor));
      });
      expect(broken).toEqual([]);
      expect(new Set(idsOf(page)).size).toBe(idsOf(page).length);
    },
  );

  it('link files of the repository that are no pages to the repository', () => {
    const abroad = hrefs(pages.get('#/docs/explanation/architecture')!);
    expect(abroad).toContain(
      'https://github.com/sluice-dex/sluice/blob/main/docs/adr/0012-replace-by-fee.md',
    );
  });

  it('show the examples that a page links whole, on that page', () => {
    const { html } = pages.get('#/docs/tutorials/price-chart')!;
    expect(html).toContain('href="#/docs/tutorials/price-chart/file-price-charthtml"');
    expect(html).toContain('<details class="file" id="file-price-charthtml">');
    expect(html).toContain('&lt;!doctype html&gt;');
  });

  it('draw every diagram, with its source, and without styles or addresses of their own', () => {
    const { html } = pages.get('#/docs/explanation/how-an-order-runs')!;
    expect(html.match(/<svg /g)).toHaveLength(3);
    expect(html).toContain('language-mermaid');
    for (const page of pages.values())
      expect(page.html).not.toMatch(/<style|fonts\.googleapis|<svg[^>]* style=/);
  });

  it('hold no element that pages of Markdown cannot make', () => {
    const allowed = new Set(
      'a blockquote br caption code del details div em figcaption figure h1 h2 h3 h4 h5 hr li ol p pre strong summary table tbody td th thead tr ul'.split(
        ' ',
      ),
    );
    for (const [route, { html }] of pages) {
      const plain = html.replace(/<svg [\s\S]*?<\/svg>/g, '');
      const others = [...plain.matchAll(/<\/?([a-z][\w-]*)/gi)].filter(([, name]) => !allowed.has(name!));
      expect([route, others.map(([tag]) => tag)]).toEqual([route, []]);
      expect(html).not.toMatch(/\son\w+="|javascript:/i);
    }
  });

  it('hold every operation of the interface with its sample, a response and an example', () => {
    expect(operations.map(({ id }) => id).sort()).toEqual(
      OPERATIONS.map(({ operation }) => operation.id).sort(),
    );
    for (const { id, curl, response, body } of operations) {
      expect([id, curl.includes('curl')]).toEqual([id, true]);
      expect([id, response.examples.length > 0]).toEqual([id, true]);
      if (body !== undefined)
        expect([id, body.examples.length > 0, body.fields.length > 0]).toEqual([id, true, true]);
    }
    expect(index.areas.flatMap((area) => area.operations.map(({ id }) => id))).toEqual(
      operations.map(({ id }) => id),
    );
  });

  it('list the fields of bodies and responses flat, with types and paths', () => {
    const operation = operations.find(({ id }) => id === 'priceHistory')!;
    expect(operation.parameters.map(({ name }) => name)).toContain('interval');
    const rows = operation.response.fields.map(({ path, type, required }) => [path, type, required]);
    expect(rows).toContainEqual(['candles[].open', 'number', true]);
    expect(rows).toContainEqual(['candles[].filled', 'true', false]);
    expect(rows).toContainEqual(['quote', '"usd" | "sbtc"', true]);
    const codes = operation.errors.map(({ code }) => code);
    expect(codes).toEqual(
      expect.arrayContaining(['invalid-history-request', 'token-not-priced', 'internal']),
    );
    for (const { errors } of operations)
      for (const { code, sentence, cause } of errors)
        expect([code, typeof sentence, typeof cause]).toEqual([code, 'string', 'string']);
  });

  describe('have a search', () => {
    let search: DocsIndex;
    beforeAll(async () => {
      search = await DocsIndex.over(read<readonly Section[]>('search.json'));
    });

    it.each([
      ['postgres', '#/docs/how-to/run-on-postgres'],
      ['priceHistory', '#/docs/api/priceHistory'],
      ['POST /swap/api/v1/orders/new', '#/docs/api/placeOrder'],
      ['reverse proxy', '#/docs/how-to/deploy-and-upgrade/behind-a-reverse-proxy'],
      ['nginx', '#/docs/how-to/deploy-and-upgrade/behind-a-reverse-proxy'],
      ['HTTP 409', '#/docs/reference/errors/by-http-status'],
      ['production', '#/docs/how-to/deploy-and-upgrade'],
      ['fees', '#/docs/explanation/fees'],
      ['what does a swap cost', '#/docs/explanation/fees'],
      ['webhooks', '#/docs/reference/webhooks'],
      ['slipage', '#/docs/explanation/glossary/slippage'],
    ])('the docs in the page of the server have a search whose first ten for “%s” have %s', (text, route) => {
      const found = search.find(text).best.map((one) => one.route);
      expect(found.slice(0, 10)).toContain(route);
    });

    it.each([
      ['webhook signature', '#/docs/how-to/receive-webhooks'],
      ['rate limit', '#/docs/reference/limits'],
      ['cancel order', '#/docs/reference/change-orders'],
    ])(
      'the docs in the page of the server have a search that for “%s” leads to %s before codes of errors',
      (text, start) => {
        const routes = search.find(text).best.map(({ route }) => route);
        const first = routes.findIndex((route) => route.startsWith(start));
        const error = routes.findIndex((route) => route.startsWith('#/docs/reference/errors'));
        expect(first).toBeGreaterThan(-1);
        expect(error === -1 || first < error).toBe(true);
      },
    );

    it('the docs in the page of the server have a search that shows twenty, and how many there are', () => {
      const { best, total } = search.find('order');
      expect([best.length, total > 50]).toEqual([20, true]);
    });

    it('the docs in the page of the server have a search that marks what it found in an excerpt, without marks of code', () => {
      const { best } = search.find('SLUICE_PUBLIC_URL');
      const hits = best[0]!.excerpt.filter(({ isHit }) => isHit).map(({ text }) => text);
      expect(hits).toContain('SLUICE_PUBLIC_URL');
      for (const { title, heading, text } of read<readonly Section[]>('search.json'))
        expect(title + heading + text).not.toContain('`');
    });

    it('the docs in the page of the server have a search that leads to pages about the word before sections and texts with it', () => {
      const { best } = search.find('webhooks');
      expect(best.slice(0, 2).map(({ heading }) => heading)).toEqual(['', '']);
    });
  });

  it('are the same bytes for the same sources', () => {
    expect([...docsFiles()]).toEqual([...files]);
  });
});
