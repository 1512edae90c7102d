import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readDoc } from '../../scripts/docs/tree.mjs';

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .trim()
  .split('\n')
  .filter((file) => existsSync(file));
const documents = tracked.filter((file) => file.endsWith('.md'));
const text = (file: string) => readFileSync(file, 'utf8');

/** A page of docs as its readers have it. */
const whole = (file: string) => (file.startsWith('docs/') ? readDoc(file.slice('docs/'.length)) : text(file));

const LINK = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
const SOURCE = /`([\w-]+(?:\/[\w-]+)*\.(?:ts|mjs|cjs|clar))`/g;

const anchorsOf = (file: string): string[] =>
  [...whole(file).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Whether a source file of the repository has this path, or ends with it. */
const isSource = (path: string) => tracked.some((file) => file === path || file.endsWith(`/${path}`));

describe.each(documents)('%s', (document) => {
  it('links only to files and headings that exist', () => {
    const broken = [...text(document).matchAll(LINK)].filter(([, path, anchor]) => {
      const target = path === '' ? document : normalize(join(dirname(document), path!));
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('names only source files that exist', () => {
    const missing = [...text(document).matchAll(SOURCE)].filter(([, path]) => !isSource(path!));
    expect(missing.map(([name]) => name)).toEqual([]);
  });
});

describe('docs/README.md', () => {
  it('links every page of docs but the decisions, which it links as a folder', () => {
    const linked = [...text('docs/README.md').matchAll(LINK)].map(([, path]) =>
      normalize(join('docs', path!)),
    );
    const pages = documents.filter((file) => /^docs\/(?!adr\/|README)/.test(file));
    expect(pages.filter((page) => !linked.includes(page))).toEqual([]);
  });
});
