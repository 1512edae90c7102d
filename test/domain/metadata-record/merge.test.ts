import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeMetadata } from '../../../src/domain/metadata-record/merge.js';
import type { MetadataRecord } from '../../../src/domain/metadata-record/metadata-record.js';
import { MAX_RECORD_LENGTH } from '../../../src/domain/metadata-record/safe-json.js';
import { err, ok, unwrap } from '../../../src/domain/shared/result.js';
import { T0 } from '../../support/builders.js';

const NOW = T0.toISOString();
const STORED: MetadataRecord = {
  name: 'Welsh',
  description: 'a dog',
  decimals: '6',
  properties: { symbol: 'WELSH', decimals: 6 },
  unknown: { kept: [1] },
  lastUpdated: '1750913233229',
};

const refusal = (patch: unknown, stored: MetadataRecord | undefined = { name: 'Stored' }) => {
  const merged = mergeMetadata(stored, patch, T0);
  return merged.ok ? undefined : `${merged.error.field} ${merged.error.reason}`;
};

describe('mergeMetadata', () => {
  it('replaces the sent fields and keeps the others', () => {
    expect(mergeMetadata(STORED, { description: 'still a dog', new: null }, T0)).toEqual(
      ok({ ...STORED, description: 'still a dog', new: null, lastUpdated: NOW }),
    );
  });

  it('replaces properties as a whole', () => {
    expect(unwrap(mergeMetadata(STORED, { properties: { symbol: 'W' } }, T0))['properties']).toEqual({
      symbol: 'W',
    });
  });

  it('sets lastUpdated and ignores the sent contractId and lastUpdated', () => {
    const patch = { name: 'New', contractId: 'SP1.else', lastUpdated: 5 };
    expect(mergeMetadata(undefined, patch, T0)).toEqual(ok({ name: 'New', lastUpdated: NOW }));
  });

  it('refuses a result without a name', () => {
    expect(mergeMetadata(undefined, { description: 'x' }, T0)).toEqual(
      err({ kind: 'invalid-metadata', field: 'name', reason: 'is required' }),
    );
    expect(refusal({}, { description: 'x' })).toBe('name is required');
    expect(refusal({}, STORED)).toBeUndefined();
  });

  it('accepts stored fields that break the rules when they are not sent', () => {
    expect(refusal({ description: 'x' }, { name: 'Old', sip: 'sixteen', attributes: {} })).toBeUndefined();
  });

  it.each([
    [[], 'body must be a JSON object'],
    ['text', 'body must be a JSON object'],
    [null, 'body must be a JSON object'],
    [{ name: 5 }, 'name must be a string'],
    [{ name: ' ' }, 'name must not be empty'],
    [{ name: null }, 'name must be a string'],
    [{ description: ['x'] }, 'description must be a string'],
    [{ image: {} }, 'image must be a string'],
    [{ sip: '16' }, 'sip must be a number'],
    [{ attributes: {} }, 'attributes must be an array'],
    [{ attributes: ['x'] }, 'attributes[0] must be an object'],
    [
      { attributes: [{ trait_type: 'a', value: 1 }, { value: 1 }] },
      'attributes[1].trait_type must be a string',
    ],
    [{ attributes: [{ trait_type: 'a' }] }, 'attributes[0].value is required'],
    [
      { attributes: [{ trait_type: 'a', value: 1, display_type: 1 }] },
      'attributes[0].display_type must be a string',
    ],
    [{ properties: [] }, 'properties must be an object'],
    [{ properties: 'x' }, 'properties must be an object'],
    [{ localization: 'x' }, 'localization must be an object'],
    [{ localization: {} }, 'localization.uri is required'],
    [{ localization: { uri: 5 } }, 'localization.uri must be a string'],
    [{ localization: { uri: 'u', default: 5 } }, 'localization.default must be a string'],
    [{ localization: { uri: 'u', locales: 'en' } }, 'localization.locales must be an array'],
    [{ localization: { uri: 'u', locales: ['en', 5] } }, 'localization.locales[1] must be a string'],
    [{ external_url: 5 }, 'external_url must be a string'],
    [{ animation_url: 5 }, 'animation_url must be a string'],
    [{ image_data: 5 }, 'image_data must be a string'],
    [{ symbol: 5 }, 'symbol must be a string'],
    [{ identifier: 5 }, 'identifier must be a string'],
    [{ decimals: 'six' }, 'decimals must be a number'],
    [{ unknown: '\ud800' }, 'unknown must hold no unpaired surrogate'],
    [{ properties: { '\udc00': 1 } }, 'properties must hold no unpaired surrogate in a name'],
    [JSON.parse('{"big":1e999}'), 'big must be a number of usual size'],
    [JSON.parse('{"__proto__":{"admin":true}}'), '__proto__ is a name that is not allowed'],
    [JSON.parse('{"a":[{"constructor":1}]}'), 'a[0].constructor is a name that is not allowed'],
    [{ a: () => 1 }, 'a must be JSON'],
    [
      { a: 'x'.repeat(MAX_RECORD_LENGTH) },
      `body must not make the record longer than ${MAX_RECORD_LENGTH} characters`,
    ],
  ])('refuses %j', (patch, text) => {
    expect(refusal(patch)).toBe(text);
  });

  it.each([
    { decimals: '6' },
    { decimals: 6 },
    { name: '🐶' },
    { attributes: [{ trait_type: 'a', value: null }] },
    { localization: { uri: 'ipfs://{locale}', default: 'en', locales: [] } },
    { properties: { decimals: { any: 'thing' } } },
  ])('accepts %j', (patch) => {
    expect(refusal(patch)).toBeUndefined();
  });

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('refuses nesting beyond the limit at any depth: %s', (open, close) => {
    const nested = (depth: number): unknown =>
      JSON.parse(`{"deep":${open.repeat(depth)}1${close.repeat(depth)}}`);
    expect(refusal(nested(31))).toBeUndefined();
    for (const depth of [32, 33, 10_000]) {
      expect(refusal(nested(depth))).toBe('deep must not be nested more than 32 levels deep');
    }
  });

  const fields = fc
    .dictionary(fc.constantFrom('a', 'b', 'c', 'properties_', 'x y', '0'), fc.jsonValue({ maxDepth: 3 }))
    .filter((patch) => !/__proto__|constructor/.test(JSON.stringify(patch)));

  it('keeps every field that is not sent and stores every sent one', () => {
    fc.assert(
      fc.property(fields, fields, (stored, patch) => {
        const before = JSON.stringify([stored, patch]);
        const merged = unwrap(mergeMetadata({ name: 'N', ...stored }, patch, T0));
        expect(merged).toEqual({ name: 'N', ...stored, ...patch, lastUpdated: NOW });
        expect(JSON.stringify([stored, patch])).toBe(before);
      }),
    );
  });

  it('returns the same record for saves of different fields in any order', () => {
    const save = (stored: MetadataRecord, n: number) => unwrap(mergeMetadata(stored, { [`f${n}`]: n }, T0));
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5 }), (order) => {
        expect(order.reduce(save, { name: 'N' } as MetadataRecord)).toEqual(
          [1, 2, 3, 4, 5].reduce(save, { name: 'N' } as MetadataRecord),
        );
      }),
    );
  });

  it('accepts or refuses any JSON, and accepted records survive a JSON round trip', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const merged = mergeMetadata({ name: 'N' }, JSON.parse(text), T0);
        if (merged.ok) expect(JSON.parse(JSON.stringify(merged.value))).toEqual(merged.value);
      }),
    );
  });
});
