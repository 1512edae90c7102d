import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const LINK = / (?:href|src)="([^"]+)"/g;

describe('the docs as a site of static files', () => {
  it('link only pages, headings and files that are there, or abroad', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sluice-site-'));
    try {
      execFileSync(process.execPath, ['scripts/docs/site.mjs', folder]);
      const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.html'),
      );
      const broken = pages.flatMap((page) => {
        const text = readFileSync(path.join(folder, page), 'utf8');
        const links = [...text.matchAll(LINK)].map(([, link]) => link!);
        const own = links.filter((link) => !/^(?:https?:|\.\.?\/$)/.test(link));
        return own.filter((link) => !leads(folder, link)).map((link) => `${page}: ${link}`);
      });
      expect(broken).toEqual([]);
      expect(pages.length).toBeGreaterThan(60);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Whether a link, which is relative to the site's root, leads somewhere. */
function leads(folder: string, link: string): boolean {
  const [file = '', id] = link.split('#');
  const target = path.join(folder, file);
  return existsSync(target) && (id === undefined || readFileSync(target, 'utf8').includes(` id="${id}"`));
}
