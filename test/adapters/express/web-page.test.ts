import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { createApp, webPage, type WebPageOptions } from '../../../src/adapters/express/index.js';
import { fixedClock } from '../../support/fixed-clock.js';

const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';
const SCRIPT = `export const words = '${'word '.repeat(500)}';`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sluice-page-'));
  await mkdir(path.join(folder, 'docs'));
  const files = {
    'index.html': '<!doctype html><title>The page</title><a href="{{service}}/llms.txt">in words</a>',
    'index.de.html': '<!doctype html><html lang="de"><title>Die Seite</title>',
    'app-ABCDEFGH.js': SCRIPT,
    'docs/index.json': '{"rooms":[]}',
    '.secret.json': '{}',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const appWith = (at: `/${string}`, options: Partial<WebPageOptions> = {}) =>
  createApp({
    areas: [],
    clock: fixedClock(),
    requestIds: () => 'id',
    readiness: async () => ({ ready: true, reasons: [] }),
    about: { version: '1.2.3', areas: [] },
    page: { path: at, router: webPage({ folder, version: '1.2.3', ...options }) },
  });

describe('the page for people', () => {
  it('is what browsers get at the root, and programs get the index', async () => {
    const app = appWith('/');
    const page = await request(app).get('/').set('Accept', HTML);
    expect([page.status, page.type, page.text]).toEqual([
      200,
      'text/html',
      expect.stringContaining('The page'),
    ]);
    expect(page.get('Vary')).toContain('Accept');
    const index = await request(app).get('/');
    expect([index.type, index.body]).toEqual([
      'application/json',
      expect.objectContaining({ version: '1.2.3' }),
    ]);
  });

  it('allows scripts and styles of this server alone, and no frame around it', async () => {
    const { headers } = await request(
      appWith('/', { hosts: { swap: 'swap.example.org' }, stacksApiUrl: 'http://127.0.0.1:3999/api' }),
    )
      .get('/')
      .set('Accept', HTML);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("connect-src 'self' swap.example.org:* http://127.0.0.1:3999;");
    expect(policy).toContain("manifest-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('keeps files whose name has a hash forever, and has others checked', async () => {
    const app = appWith('/');
    const script = await request(app).get('/page/app-ABCDEFGH.js');
    expect([script.status, script.get('Cache-Control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    const document = await request(app).get('/').set('Accept', HTML);
    expect(document.get('Cache-Control')).toBe('no-cache');
    const again = await request(app).get('/').set('Accept', HTML).set('If-None-Match', document.get('ETag')!);
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each([
    ['the browser’s own language', 'de-AT,de;q=0.9,en;q=0.5', undefined, 'Die Seite'],
    ['English for a browser that prefers it', 'en-GB,de;q=0.5', undefined, 'The page'],
    ['English for a browser of neither language', 'fr', undefined, 'The page'],
    ['English for a browser that names none', undefined, undefined, 'The page'],
    ['the language that was chosen on the page', 'en', 'a=b; sluice-language=de', 'Die Seite'],
    ['English if that was chosen', 'de', 'sluice-language=en', 'The page'],
    ['the browser’s language if the choice is unknown', 'de', 'sluice-language=xx', 'Die Seite'],
    [
      'the browser’s language if another cookie ends like the choice',
      'en',
      'x-sluice-language=de',
      'The page',
    ],
  ])('is in %s', async (_which, accepted, cookie, title) => {
    const asked = request(appWith('/')).get('/').set('Accept', HTML);
    if (accepted !== undefined) void asked.set('Accept-Language', accepted);
    if (cookie !== undefined) void asked.set('Cookie', cookie);
    const { text, headers } = await asked;
    expect(text).toContain(title);
    expect(headers['vary']).toContain('Accept-Language, Cookie');
  });

  it('has a tag for each language, so that a change of language loads it again', async () => {
    const inLanguage = (language: string) =>
      request(appWith('/')).get('/').set('Accept', HTML).set('Accept-Language', language);
    const english = await inLanguage('en');
    const german = await inLanguage('de').set('If-None-Match', english.get('ETag')!);
    expect([german.status, german.get('ETag')]).toEqual([
      200,
      expect.not.stringMatching(english.get('ETag')!),
    ]);
    expect((await inLanguage('de').set('If-None-Match', german.get('ETag')!)).status).toBe(304);
  });

  it('compresses its files', async () => {
    const script = await request(appWith('/')).get('/page/app-ABCDEFGH.js').set('Accept-Encoding', 'gzip');
    expect([script.get('Content-Encoding'), Number(script.get('Content-Length'))]).toEqual([
      'gzip',
      expect.any(Number),
    ]);
    expect(Number(script.get('Content-Length'))).toBeLessThan(SCRIPT.length / 4);
  });

  it.each([
    '/page/../package.json',
    '/page/%2e%2e/package.json',
    '/page/..%2fpackage.json',
    '/page/.secret.json',
    '/page/docs',
    '/page/docs/absent.json',
    '/page/index.html%00.js',
  ])('serves nothing at %s', async (at) => {
    expect((await request(appWith('/')).get(at)).status).toBe(404);
  });

  it('serves folders of files, and what the page must know of the server', async () => {
    const app = appWith('/', { service: '..', hosts: { swap: 'swap.example.org' } });
    expect((await request(app).get('/page/docs/index.json')).body).toEqual({ rooms: [] });
    expect((await request(app).get('/page/config.json')).body).toEqual({
      version: '1.2.3',
      service: '..',
      hosts: { swap: 'swap.example.org' },
      defaults: { slippage: 0.01, confirmBlocks: 2 },
    });
  });

  it('names the service in its document, for browsers without JavaScript', async () => {
    for (const service of ['.', '../..']) {
      const { text } = await request(appWith('/', { service })).get('/').set('Accept', HTML);
      expect(text).toContain(`<a href="${service}/llms.txt">`);
    }
  });

  it.each([
    ['/docs', './#/docs'],
    ['/docs/', '../#/docs'],
  ])('leads from %s to its documents', async (path, location) => {
    const { status, headers } = await request(appWith('/')).get(path);
    expect([status, headers['location']]).toEqual([302, location]);
  });

  it('is served below a path too, to which its address without a slash leads', async () => {
    const app = appWith('/ui');
    const short = await request(app).get('/ui').set('Accept', HTML);
    expect([short.status, short.get('Location')]).toEqual([308, 'ui/']);
    expect((await request(app).get('/ui/').set('Accept', HTML)).text).toContain('The page');
    expect((await request(app).get('/ui/page/app-ABCDEFGH.js')).status).toBe(200);
    // The root still tells what the process is.
    expect((await request(app).get('/').set('Accept', HTML)).text).toContain('Sluice 1.2.3');
  });

  it('can be mounted into a host’s own app', async () => {
    const host = express().use('/dex', webPage({ folder, version: '1.2.3' }));
    expect((await request(host).get('/dex/').set('Accept', HTML)).text).toContain('The page');
    expect((await request(host).get('/dex').set('Accept', HTML)).get('Location')).toBe('dex/');
  });

  it('is absent if it was not built', async () => {
    const app = appWith('/', { folder: path.join(folder, 'nowhere') });
    const page = await request(app).get('/').set('Accept', HTML);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Sluice 1.2.3')]);
  });
});
