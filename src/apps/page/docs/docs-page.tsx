import { render, type RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { CopyButton } from '../parts/copy.js';
import { isNarrow } from '../live/narrow.js';
import { registry } from '../live/registry.js';
import type { Route } from '../route.js';
import { ApiView } from './api-operation.js';
import { arriveAt } from './arrive.js';
import { DocsSearch } from './docs-search.js';
import { forThisServer } from './here.js';
import type { DocsIndex, DocsPage } from './model.js';
import { WithDocs } from './load.js';

const HOME = { room: '', id: '', file: 'home.json' };

/** The page of the docs that the part of the address after `#/docs/` names, such as `how-to/sign/with-a-key` or `api/priceHistory`. */
export function View({ route }: { readonly route: Route }) {
  const path = route.rest.join('/');
  const [room = '', id = '', ...anchor] = path.split('/').filter((part) => part !== '');
  const [isSearching, setSearching] = useState(false);
  const nav = useRef<HTMLElement>(null);
  return (
    <WithDocs<DocsIndex> file="index.json">
      {(index) => (
        <div class="docs">
          <nav class="docs-nav" aria-label="Docs" ref={nav}>
            <DocsSearch anchor={anchor.join('/')} onShown={setSearching} />
            {/* Collapsed again on each page that a phone shows, since the contents would fill the first screen. */}
            <details class="docs-contents" key={path} open={!isNarrow()} hidden={isSearching}>
              <summary>Contents</summary>
              <Tree index={index} room={room} id={id} nav={nav} />
            </details>
          </nav>
          <article class="docs-page">
            {room === 'api' ? (
              <ApiView index={index} id={id} />
            ) : (
              <Page index={index} room={room} id={id} anchor={anchor.join('/')} />
            )}
          </article>
        </div>
      )}
    </WithDocs>
  );
}

interface TreeProps {
  readonly index: DocsIndex;
  readonly room: string;
  readonly id: string;
  /** Element that scrolls the contents. */
  readonly nav: RefObject<HTMLElement | null>;
}

/** Scrolls the link into view within its container, without scrolling the page. */
function bringInSight({ offsetTop, offsetHeight }: HTMLElement, holder: HTMLElement): void {
  const { scrollTop, clientHeight } = holder;
  if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
    holder.scrollTop = offsetTop - clientHeight / 2;
}

function Tree({ index, room, id, nav }: TreeProps) {
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (current) bringInSight(current, nav.current!);
  }, [nav, room, id]);
  const current = (is: boolean) => (is ? ({ 'aria-current': 'page' } as const) : {});
  return (
    <>
      <a href="#/docs/" {...current(room === '')}>
        Start
      </a>
      {index.rooms.map(({ id: of, title, pages }) => (
        <details key={`${of}${of === room}`} open={of === room || (room === '' && of === 'tutorials')}>
          <summary>{title}</summary>
          <ul>
            {pages.map((page) => (
              <li key={page.id}>
                <a href={`#/docs/${of}/${page.id}`} {...current(of === room && page.id === id)}>
                  {page.title}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
      <a href="#/docs/api" {...current(room === 'api')}>
        HTTP operations
      </a>
    </>
  );
}

function Page({ index, room, id, anchor }: { index: DocsIndex; room: string; id: string; anchor: string }) {
  const pages = index.rooms.find((one) => one.id === room)?.pages ?? [];
  const file = room === '' ? HOME.file : pages.find((page) => page.id === id)?.file;
  if (file === undefined)
    return (
      <>
        <h1>There is no such page</h1>
        <p>
          The docs have no page {room}/{id}. <a href="#/docs/">All pages</a>
        </p>
      </>
    );
  return (
    <WithDocs<DocsPage> file={file}>
      {(page) => (
        <Content page={page} route={room === '' ? '#/docs' : `#/docs/${room}/${id}`} anchor={anchor} />
      )}
    </WithDocs>
  );
}

function Content({ page, route, anchor }: { page: DocsPage; route: string; anchor: string }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const named = anchor === '' ? null : document.getElementById(anchor);
    const title = content.current?.querySelector('h1')?.textContent ?? '';
    if (title !== '') document.title = `${title} · Sluice`;
    const target = named ?? content.current?.querySelector<HTMLElement>('h1');
    if (target) arriveAt(target, named === null);
  }, [page, anchor]);
  const here = registry.value;
  // Runs again once the server's own tokens are known.
  useEffect(() => finishBlocks(content.current!), [page, here]);
  const sections = page.headings.filter(({ depth }) => depth === 2);
  return (
    <>
      {/* Safe because the build renders the HTML from the repository's Markdown, which contains no raw HTML. */}
      <div lang="en" ref={content} dangerouslySetInnerHTML={{ __html: page.html }} />
      {sections.length > 2 && (
        <nav class="docs-sections" aria-label="On this page">
          <h2>On this page</h2>
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`${route}/${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

/** Completes a page's code blocks with this server's address and with copy buttons. Returns a function that removes the buttons. */
function finishBlocks(page: HTMLElement): () => void {
  const hosts = [...page.querySelectorAll<HTMLElement>('figure.code .code-frame')].map((frame) => {
    const code = frame.querySelector('code')!;
    const text = forThisServer(code.textContent);
    if (text !== code.textContent) code.textContent = text;
    const host = frame.appendChild(document.createElement('span'));
    render(<CopyButton text={text} label="code" />, host);
    return host;
  });
  return () => {
    for (const host of hosts) {
      render(null, host);
      host.remove();
    }
  };
}
