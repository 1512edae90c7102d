import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '../../../src/domain/shared/canonical-json.js';
import type { Json, JsonObject } from '../../../src/domain/shared/json.js';

describe('canonicalJson', () => {
  it.each<[string, Json, string]>([
    [
      'the example of RFC 8785, section 3.2.2',
      {
        numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
        string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
        literals: [null, true, false],
      },
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    ],
    [
      'the names of RFC 8785, section 3.2.3, by UTF-16 code units',
      {
        '\u20ac': 'Euro Sign',
        '\r': 'Carriage Return',
        '\ufb33': 'Hebrew Letter Dalet With Dagesh',
        '1': 'One',
        '\ud83d\ude00': 'Emoji: Grinning Face',
        '\u0080': 'Control',
        '\u00f6': 'Latin Small Letter O With Diaeresis',
      },
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign","\ud83d\ude00":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    ],
    [
      'nested objects',
      { b: { d: [], c: {} }, a: [{ z: 1, y: '' }] },
      '{"a":[{"y":"","z":1}],"b":{"c":{},"d":[]}}',
    ],
    ['minus zero', -0, '0'],
    ['names that are numbers', { 10: 0, 9: 0 }, '{"10":0,"9":0}'],
  ])('writes %s', (_, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('writes equal values as equal text in any order of their names, and different values as different text', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (a, b) => {
          const reversed = Object.fromEntries(Object.entries(a).reverse());
          expect(canonicalJson(reversed as JsonObject)).toBe(canonicalJson(a as JsonObject));
          expect(JSON.parse(canonicalJson(a as JsonObject))).toEqual(JSON.parse(JSON.stringify(a)));
          const areEqual = canonicalJson(a as JsonObject) === canonicalJson(b as JsonObject);
          expect(areEqual).toBe(
            canonicalJson(JSON.parse(JSON.stringify(a)) as Json) === canonicalJson(b as JsonObject),
          );
        },
      ),
    );
  });
});
