import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A page of the docs as MCP lists it. */
export interface DocResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: 'text/markdown';
}

/** The pages of the docs. */
export interface Docs {
  readonly list: readonly DocResource[];
  /** Returns the text of a page, or of one of its parts; undefined if there is no such page or part. */
  readonly read: (uri: string) => Promise<string | undefined>;
}

/** Folders of pages for people and programs that trade. */
const ROOMS = ['tutorials', 'how-to', 'reference', 'explanation'];
/** The pages to read first. */
const FIRST = ['skill', 'how-to/use-with-an-agent', 'how-to/why-does-my-order-not-run'];
const SCHEME = 'sluice://docs/';
/** Longest text of one read, characters. A longer page has parts. */
const PART = 30_000;

/** The pages below a folder `docs`; none if there is no such folder. Files are read when asked for. */
export function docsIn(folder: URL): Docs {
  const found = existsSync(folder)
    ? ['skill', ...ROOMS.flatMap((room) => pagesOf(folder, room))].filter((name) =>
        existsSync(fileOf(folder, name)),
      )
    : [];
  const names = [
    ...FIRST.filter((name) => found.includes(name)),
    ...found.filter((name) => !FIRST.includes(name)),
  ];
  return {
    list: names.map((name) => ({
      ...{ uri: `${SCHEME}${name}`, name, mimeType: 'text/markdown' },
      title: name.replace(/^.*\//, '').replaceAll('-', ' '),
    })),
    read: async (uri) => {
      const [, name = '', part = '1'] =
        /^sluice:\/\/docs\/([a-z/-]+)(?:\?part=([1-9][0-9]?))?$/.exec(uri) ?? [];
      // Only names of the list reach the disk.
      return names.includes(name)
        ? partOf(await readFile(fileOf(folder, name), 'utf8'), name, Number(part))
        : undefined;
    },
  };
}

/** The skill is beside the docs, where agents look for it. */
const fileOf = (folder: URL, name: string) =>
  new URL(name === 'skill' ? '../skills/sluice/SKILL.md' : `${name}.md`, folder);

function pagesOf(folder: URL, room: string): readonly string[] {
  const path = new URL(`${room}/`, folder);
  if (!existsSync(path)) return [];
  const names = readdirSync(path).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => `${room}/${name.replace(/\.md$/, '')}`);
}

function partOf(text: string, name: string, part: number): string | undefined {
  const parts = Math.ceil(text.length / PART);
  if (part > parts) return undefined;
  const own = text.slice((part - 1) * PART, part * PART);
  return part === parts
    ? own
    : `${own}\n\n(Continued in ${SCHEME}${name}?part=${part + 1}, of ${parts} parts.)`;
}
