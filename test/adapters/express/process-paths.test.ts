import { describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { DESCRIPTIONS } from '../../../src/adapters/express/app/descriptions.js';
import { expectDescribed } from './described.js';
import { wholeApp } from './whole-app.js';

const whole = wholeApp();
const get = (path: string) => request(whole.app).get(path);

async function expectResponse(id: string, path: string, status = 200): Promise<void> {
  const response = await get(path);
  expect([path, response.status]).toEqual([path, status]);
  expectDescribed(id, response);
}

describe('the process’s own paths', () => {
  it('respond as described', async () => {
    await expectResponse('showIndex', '/');
    await expectResponse('isUp', '/healthz');
    await expectResponse('isReady', '/readyz');
    const unpriced = {
      tokens: 3,
      ofRegistered: 4,
      isDegraded: true,
      reasons: [{ reason: 'no-route', tokens: 3 }],
    };
    whole.setReadiness({ ready: true, reasons: [], unpriced });
    await expectResponse('isReady', '/readyz');
    whole.setReadiness({ ready: false, reasons: ['the database does not respond'], unpriced });
    await expectResponse('isReady', '/readyz', 503);
    await expectResponse('tellTime', '/time');
    await expectResponse('readMetrics', '/metrics');
    await expectResponse('showDevnet', '/devnet');
    await expectResponse('describeInterface', '/openapi.json');
  });
});

it('sends what has no ETag in full, also for If-None-Match: *', async () => {
  for (const path of ['/healthz', '/time', '/swap/', '/swap/api/v1/sending']) {
    const response = await get(path).set('If-None-Match', '*');
    expect([path, response.status, response.get('etag')]).toEqual([path, 200, undefined]);
  }
});

describe('the texts that describe the interface', () => {
  it.each([
    ['describeInterface', '/openapi.json'],
    ['describeInWords', '/llms.txt'],
    ['describeWhole', '/llms-full.txt'],
    ['describePrices', '/prices/llms.txt'],
    ['describeSwap', '/swap/llms.txt'],
  ])(
    'the texts that describe the interface of %s are served with an ETag, for which they are 304',
    async (id, path) => {
      const response = await get(path);
      expectDescribed(id, response);
      const again = await get(path).set('If-None-Match', response.get('etag')!);
      expect(again.status).toBe(304);
      expectDescribed(id, again);
    },
  );
});

interface Index {
  readonly areas: readonly { readonly path: string }[];
  readonly links: readonly { readonly path: string }[];
}

describe('the index of the process', () => {
  it('names the program, its version, and only paths that are served', async () => {
    whole.setReadiness({ ready: true, reasons: [] });
    const { body } = (await get('/')) as { body: Index };
    expect(body).toMatchObject({ name: 'Sluice', version: '1.2.3' });
    const paths = [...body.areas, ...body.links].map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['/swap/', '/llms.txt', '/openapi.json', '/devnet', '/healthz']),
    );
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  it('is a page with the same links for a browser, which asks for an icon, too', async () => {
    const { body } = (await get('/')) as { body: Index };
    const page = await get('/').set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect(page.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.get('vary')).toContain('Accept');
    expect(page.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
    for (const { path } of [...body.areas, ...body.links]) expect(page.text).toContain(`<a href="${path}">`);
    expect((await get('/favicon.ico')).status).toBe(204);
  });

  it('has the paths of the prefix that a host mounts it under', async () => {
    const host = express().use('/dex', whole.app);
    const { body } = (await request(host).get('/dex/')) as { body: Index };
    expect(body.areas[0]).toMatchObject({ path: '/dex/swap/' });
    expect(body.links[0]).toMatchObject({ path: '/dex/llms.txt' });
  });
});

describe('the index of an area', () => {
  it.each(['/swap', '/swap/', '/swap/api/v1', '/app/api/v0', '/prices/api/v1/'])(
    'lists its operations at %s',
    async (path) => {
      const response = await get(path);
      expectDescribed(
        path.startsWith('/app') ? 'indexVaults' : path.startsWith('/prices') ? 'indexPrices' : 'indexSwap',
        response,
      );
    },
  );

  it('has every operation with its whole path', async () => {
    const { body } = (await get('/swap')) as { body: { operations: readonly object[] } };
    const swap = DESCRIPTIONS.find(({ name }) => name === 'swap')!;
    expect(body.operations).toHaveLength(swap.operations.length - 1);
    expect(body.operations).toContainEqual({
      method: 'POST',
      path: '/swap/api/v1/orders/new',
      summary: expect.any(String),
    });
  });
});
