import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { otherNames } from '../../../src/adapters/express/requests/other-names.js';
import { wholeApp } from './whole-app.js';

const { app } = wholeApp();
const get = (path: string) => request(app).get(path);

/** A read of each area that has parameters. */
const READS = {
  swap: '/swap/api/v1/orders',
  prices: '/prices/api/v1/prices',
  legacy: '/invest/api/v1/prices',
  metadata: '/metadata/api/v1/metadata/list',
  udf: '/prices/udf/search',
};

describe('an unknown parameter', () => {
  it.each([
    [`${READS.swap}?ownr=x`, 'Unknown parameter ownr; did you mean owner?'],
    [`${READS.swap}?address=x`, 'Unknown parameter address; did you mean owner?'],
    [`${READS.prices}?token=x`, 'Unknown parameter token; did you mean tokens?'],
    [`${READS.prices}?ids=x`, 'Unknown parameter ids; did you mean tokens?'],
    [`${READS.legacy}?symbol=x`, 'Unknown parameter symbol; did you mean symbols?'],
    [`${READS.legacy}?minUsd=x`, 'Unknown parameter minUsd; did you mean minPrice?'],
    [`${READS.metadata}?deployer=x`, 'Unknown parameter deployer; did you mean principal?'],
    [`${READS.metadata}?princpal=x`, 'Unknown parameter princpal; did you mean principal?'],
    [`${READS.udf}?q=x`, 'Unknown parameter q; did you mean query?'],
  ])(
    'an unknown parameter that resembles a known one is refused in every area: %s',
    async (path, sentence) => {
      const response = await get(path);
      expect(response.status).toBe(400);
      expect(response.text).toContain(sentence);
    },
  );

  it.each(Object.values(READS))(
    'an unknown parameter that resembles no known one is ignored and named in a header: %s',
    async (path) => {
      const response = await get(`${path}?utm_source=x&_=1`);
      expect([response.status, response.get('x-sluice-ignored')]).toEqual([200, 'utm_source, _']);
    },
  );

  it('is named even if an operation has no parameters, and however it is written', async () => {
    const names = ['a\r\nb', '\u{1f600}'.repeat(100), ...Array.from({ length: 30 }, (_, n) => `x${n}`)];
    const query = names.map((name) => `${encodeURIComponent(name)}=1`).join('&');
    const ignored = (await get(`/app/api/v0/vaults?${query}`)).get('x-sluice-ignored')!;
    expect(ignored.split(', ')).toHaveLength(21);
    expect(ignored).toMatch(/^a%0D%0Ab, (%F0%9F%98%80){40}, x0, .*, \.\.\.$/);
  });

  it('is not looked for among the known ones', async () => {
    expect((await get(`${READS.swap}?limit=5&status=open`)).headers).not.toHaveProperty('x-sluice-ignored');
  });
});

describe('a parameter without a value', () => {
  it.each([
    `${READS.swap}?owner=&status=&search=&limit=&page=&sortBy=&from=&ids=&cursor=`,
    `${READS.prices}?tokens=&sparkline=`,
    `${READS.legacy}?token=&symbols=&limit=&minPrice=&details=`,
    `${READS.metadata}?principal=&limit=&cursor=`,
    `${READS.udf}?query=&limit=&type=&exchange=`,
  ])('counts as absent: %s', async (path) => {
    const response = await get(path);
    const without = await get(path.slice(0, path.indexOf('?')));
    expect([response.status, response.body]).toEqual([without.status, without.body]);
  });

  it('is missing if one is required', async () => {
    const response = await get('/swap/api/v1/quote?tokenIn=.stx&tokenOut=.stx&amount=');
    expect([response.status, response.body]).toMatchObject([400, { error: 'Missing amount parameter' }]);
  });
});

it('the documents show every other name that is refused', async () => {
  const page = await readFile('docs/reference/unknown-names.md', 'utf8');
  for (const [parameter, names] of otherNames())
    expect(page.replaceAll(/ +/g, ' ')).toContain(`| \`${parameter}\` | ${names.join(', ')} |`);
});
