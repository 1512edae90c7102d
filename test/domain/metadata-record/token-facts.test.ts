import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MetadataRecord } from '../../../src/domain/metadata-record/metadata-record.js';
import { savedAtMs } from '../../../src/domain/metadata-record/metadata-record.js';
import { describeToken, tokenFacts } from '../../../src/domain/metadata-record/token-facts.js';
import type { Token } from '../../../src/domain/market/registry.js';
import { A_TOKEN } from '../../support/builders.js';

describe('tokenFacts', () => {
  it.each<[string, MetadataRecord, object]>([
    ['an empty record', {}, {}],
    [
      'a new record',
      { name: 'N', image: 'i', description: 'd', properties: { symbol: 'S', decimals: 6, identifier: 'id' } },
      { name: 'N', image: 'i', description: 'd', symbol: 'S', decimals: 6, identifier: 'id' },
    ],
    [
      'an old record',
      { symbol: 'S', decimals: '8', identifier: 'id' },
      { symbol: 'S', decimals: 8, identifier: 'id' },
    ],
    [
      'a record of both ages',
      {
        symbol: 'OLD',
        decimals: 1,
        identifier: 'old',
        properties: { symbol: 'NEW', decimals: '0', identifier: 'new' },
      },
      { symbol: 'NEW', decimals: 0, identifier: 'new' },
    ],
    ['a half-filled one', { symbol: 'S', properties: { symbol: ' ', decimals: null } }, { symbol: 'S' }],
    ['unusable fields', { name: 5, image: [], description: null, properties: [], decimals: -1 }, {}],
    ['decimals out of range', { decimals: 19, properties: { decimals: 1.5 } }, {}],
    ['decimals in other writing', { decimals: '6.0', properties: { decimals: '+6' } }, {}],
    ['blanks around', { name: ' N ' }, { name: 'N' }],
    ['an image given as data', { image: `data:image/png;base64,${'A'.repeat(3_000)}` }, {}],
  ])('reads %s', (_, record, facts) => {
    expect(tokenFacts(record)).toStrictEqual(facts);
  });

  it('reads any record and never throws', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('name', 'symbol', 'decimals', 'properties'), fc.jsonValue()),
        (record) => {
          const { name, decimals } = tokenFacts(record as MetadataRecord);
          expect(name === undefined || name.trim() !== '').toBe(true);
          expect(
            decimals === undefined || (Number.isInteger(decimals) && decimals >= 0 && decimals <= 18),
          ).toBe(true);
        },
      ),
    );
  });
});

describe('describeToken', () => {
  const token: Token = {
    contractId: A_TOKEN,
    symbol: 'R',
    name: 'Registry',
    decimals: 6,
    identifier: 'asset',
  };

  it('returns the same token object when there are no facts', () => {
    expect(describeToken(token, new Map())).toBe(token);
  });

  it('prefers the texts of the metadata and the decimals of the registry', () => {
    const facts = tokenFacts({ name: 'Meta', image: 'i', properties: { symbol: 'M', decimals: 8 } });
    expect(describeToken(token, new Map([[A_TOKEN as string, facts]]))).toStrictEqual({
      ...token,
      name: 'Meta',
      symbol: 'M',
      image: 'i',
    });
  });
});

describe('savedAtMs', () => {
  it.each([
    [1750913233229, 1750913233229],
    ['1750913233229', 1750913233229],
    ['2026-11-20T12:00:00.000Z', Date.UTC(2026, 10, 20, 12)],
    ['yesterday', undefined],
    ['', undefined],
    [null, undefined],
    [{}, undefined],
  ])('reads %j', (lastUpdated, ms) => {
    expect(savedAtMs({ lastUpdated })).toBe(ms);
  });

  it('returns undefined when the record has no usable time', () => {
    expect(savedAtMs({})).toBeUndefined();
  });
});
