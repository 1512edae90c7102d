import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lintMetadata } from '../../../src/domain/metadata-record/lint.js';
import { mergeMetadata } from '../../../src/domain/metadata-record/merge.js';
import type { MetadataRecord } from '../../../src/domain/metadata-record/metadata-record.js';
import { T0 } from '../../support/builders.js';

const SOUND: MetadataRecord = {
  sip: 16,
  name: 'Welsh',
  description: 'a dog',
  image: 'https://example.org/dog.png',
  properties: { symbol: 'WELSH', decimals: 6 },
  lastUpdated: '2026-11-20T12:00:00.000Z',
};

const without = (field: string): MetadataRecord =>
  Object.fromEntries(Object.entries(SOUND).filter(([name]) => name !== field));

describe('lintMetadata', () => {
  it('warns of a symbol and decimals that the registry lists otherwise', () => {
    const record = { ...SOUND, properties: { symbol: 'USDC', decimals: 2 } };
    const findings = lintMetadata(record, { symbol: 'QRTZ', decimals: 8 });
    expect(findings.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'warning symbol-renamed',
      'warning decimals-differ',
    ]);
    expect(findings[0]!.message).toContain('QRTZ');
    expect(lintMetadata(SOUND, { symbol: 'WELSH', decimals: 6 })).toEqual([]);
  });

  it('finds nothing in a complete record', () => {
    expect(lintMetadata(SOUND)).toEqual([]);
  });

  it.each<[MetadataRecord, string[]]>([
    [without('name'), ['error name-missing name']],
    [{ ...SOUND, name: '' }, ['error name-missing name']],
    [{ ...SOUND, name: 5 }, ['error field-invalid name']],
    [without('sip'), ['warning sip-missing sip']],
    [{ ...SOUND, sip: 10 }, ['warning sip-not-16 sip']],
    [{ ...SOUND, sip: '16' }, ['error field-invalid sip', 'warning sip-not-16 sip']],
    [without('description'), ['warning description-missing description']],
    [without('image'), ['warning image-missing image']],
    [{ ...without('image'), image_data: '<svg/>' }, []],
    [{ ...SOUND, image: 'http://example.org/dog.png' }, ['error image-scheme image']],
    [{ ...SOUND, image: 'javascript:alert(1)' }, ['error image-scheme image']],
    [{ ...SOUND, image: 'data:text/html,x' }, ['error image-scheme image']],
    [{ ...SOUND, image: '/dog.png' }, ['error image-scheme image']],
    [{ ...SOUND, image: 'ipfs://cid' }, []],
    [{ ...SOUND, image: 'data:image/png;base64,AA' }, []],
    [{ ...SOUND, external_url: 'javascript:x' }, ['warning link-scheme external_url']],
    [{ ...SOUND, external_url: 'http://example.org' }, []],
    [
      without('properties'),
      ['warning symbol-missing properties.symbol', 'warning decimals-missing properties.decimals'],
    ],
    [{ ...SOUND, properties: { symbol: 'W', decimals: '6' } }, ['warning decimals-text properties.decimals']],
    [
      { ...SOUND, properties: { symbol: 'W', decimals: 6.5 } },
      ['error decimals-invalid properties.decimals'],
    ],
    [
      { ...SOUND, properties: { symbol: 'W', decimals: 'six' } },
      ['error decimals-invalid properties.decimals'],
    ],
    [
      { ...without('properties'), symbol: 'W', decimals: '6' },
      ['warning decimals-text decimals', 'warning fields-at-top symbol', 'warning fields-at-top decimals'],
    ],
    [{ ...SOUND, symbol: 'OTHER' }, ['warning fields-differ symbol']],
    [{ ...SOUND, symbol: 'WELSH', decimals: 6 }, []],
    [{ ...SOUND, attributes: [{ value: 1 }] }, ['error field-invalid attributes[0].trait_type']],
    [{ ...SOUND, localization: { locales: ['en'] } }, ['error localization-uri-missing localization.uri']],
    [
      { ...SOUND, localization: { uri: 'ipfs://one' } },
      [
        'warning localization-uri-locale localization.uri',
        'warning localization-locales-missing localization.locales',
      ],
    ],
    [{ ...SOUND, localization: { uri: 'ipfs://{locale}', locales: ['en'] } }, []],
    [{ ...SOUND, localization: { uri: 5, locales: ['en'] } }, ['error field-invalid localization.uri']],
    [without('lastUpdated'), ['warning last-updated-missing lastUpdated']],
    [{ ...SOUND, lastUpdated: '1750913233229' }, ['warning last-updated-milliseconds lastUpdated']],
    [{ ...SOUND, lastUpdated: 1750913233229 }, ['warning last-updated-milliseconds lastUpdated']],
  ])('given %j, returns the findings %j', (record, expected) => {
    const findings = lintMetadata(record);
    expect(findings.map(({ severity, code, field }) => `${severity} ${code} ${field}`)).toEqual(expected);
    expect(findings.every(({ message }) => message !== '')).toBe(true);
  });

  const anyRecord = fc.dictionary(
    fc.constantFrom(
      'name',
      'sip',
      'image',
      'decimals',
      'properties',
      'localization',
      'attributes',
      'lastUpdated',
    ),
    fc.jsonValue(),
  ) as fc.Arbitrary<MetadataRecord>;

  it('returns findings for any record and never throws', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        for (const { field, message } of lintMetadata(record)) expect([field, message]).not.toContain('');
      }),
    );
  });

  it('finds no invalid field in a record accepted for saving', () => {
    fc.assert(
      fc.property(anyRecord, (patch) => {
        const merged = mergeMetadata({ name: 'N' }, patch, T0);
        const codes = merged.ok ? lintMetadata(merged.value).map(({ code }) => code) : [];
        expect(codes).not.toContain('field-invalid');
        expect(codes).not.toContain('name-missing');
      }),
    );
  });
});
