import { describe, expect, it } from '@jest/globals';
import { DESCRIPTIONS, describeAreas } from '../../../src/adapters/express/app/descriptions.js';
import { areaInBrief, llmsIndex } from '../../../src/adapters/express/description/brief.js';
import { llmsText } from '../../../src/adapters/express/description/llms.js';
import type { JsonSchema } from '../../../src/adapters/express/schema/model.js';
import { OPERATIONS } from './described.js';

const TEXT = llmsText({ areas: DESCRIPTIONS });

/** The section below the operation's heading. */
function sectionOf(heading: string): string {
  const [, after] = TEXT.split(`\n### ${heading}\n`);
  expect([heading, after]).toEqual([heading, expect.any(String)]);
  return after!.split(/\n##/)[0]!;
}

const limitsOf = ({ minimum, maximum, minLength, maxLength, pattern, default: byDefault }: JsonSchema) =>
  [minimum, maximum, minLength, maxLength, pattern, byDefault].filter((limit) => limit !== undefined);

describe.each(
  OPERATIONS.map(({ operation, path }) => [`${operation.method.toUpperCase()} ${path}`, operation] as const),
)('llms-full.txt on %s', (heading, operation) => {
  const section = sectionOf(heading);
  const lines = section.split('\n');

  it('has every parameter with its limits, unit and values', () => {
    for (const { name, in: place, description, schema } of operation.parameters ?? []) {
      const line = lines.find((one) => one.startsWith(`- ${name} (${place}`));
      expect([name, line]).toEqual([name, expect.stringContaining(description)]);
      for (const part of [...limitsOf(schema), ...(schema.enum ?? []), schema['x-unit'] ?? ''])
        expect(line).toContain(String(part));
    }
  });

  it('has every error with its status, code, sentence and cause', () => {
    for (const { status, code, error, cause } of operation.errors)
      expect(lines).toContainEqual(expect.stringContaining(`${status} ${code} "${error}": ${cause}`));
  });

  it('has every response, the rules, the limit of the body, the caching and an example', () => {
    for (const { status, description, caching } of operation.responses) {
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^Response ${status}, `)));
      expect(section).toContain(description);
      expect(section).toContain(caching);
    }
    for (const rule of operation.rules ?? []) expect(lines).toContain(rule);
    if (operation.body !== undefined) expect(section).toContain(`${operation.body.maxBytes} bytes`);
    expect(lines).toContain(`Example: curl -s ${operation.curl}`);
  });

  it('has the fields that a wallet signs', () => {
    for (const name of Object.keys(operation.signedFields ?? {}))
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^- ${name} \\(`)));
  });
});

describe('llms-full.txt', () => {
  it('has every schema with every field', () => {
    for (const { schemas } of DESCRIPTIONS) {
      for (const [name, { properties = {} }] of Object.entries(schemas)) {
        const [, after = ''] = TEXT.split(`\n${name} (`);
        const block = after.split('\n\n')[0]!;
        for (const field of Object.keys(properties))
          expect([name, block]).toEqual([name, expect.stringContaining(`\n- ${field} (`)]);
      }
    }
  });

  it('states the rules that callers often miss', () => {
    for (const rule of [
      'A missing route is not an error',
      'stx_signMessage',
      'SIP-018',
      'Retry-After',
      'BASE=http',
    ])
      expect(TEXT).toContain(rule);
  });

  it('is readable text without undefined values, of bounded length', () => {
    expect(TEXT).not.toMatch(/undefined|\[object|NaN/);
    expect(TEXT.length).toBeLessThan(430_000);
  });

  it('leaves out areas that are not served', () => {
    const swapOnly = llmsText({ areas: describeAreas(['swap']) });
    expect(swapOnly).toContain('### GET /swap/api/v1/quote');
    expect(swapOnly).not.toContain('/prices/api/v1');
  });
});

const bytesOf = (text: string) => Buffer.byteLength(text);

describe.each(DESCRIPTIONS.map((area) => [area.mount || '/', area] as const))(
  'llms.txt of %s',
  (_mount, area) => {
    const text = areaInBrief(area);

    it('is less than 30 KB, and readable', () => {
      expect(bytesOf(text)).toBeLessThan(30_000);
      expect(text).not.toMatch(/undefined|\[object|NaN/);
    });

    it('names every operation with its parameters of the query, the fields that a wallet signs and its errors', () => {
      for (const { method, path, parameters = [], signedFields = {}, errors } of area.operations) {
        const [, after = ''] = text.split(`\n### ${method.toUpperCase()} ${area.mount}${path}\n`);
        const section = after.split('\n##')[0]!;
        const named = [
          ...parameters.filter((each) => each.in === 'query').map(({ name }) => name),
          ...Object.keys(signedFields),
        ];
        for (const name of named) expect([name, section]).toEqual([name, expect.stringContaining(name)]);
        for (const { status, code } of errors) expect(text).toContain(`${status} ${code}`);
      }
    });

    it('names every field of every body', () => {
      for (const { body } of area.operations) {
        const ref = body?.schema.$ref?.split('/').at(-1);
        const { properties = {} } = (ref === undefined ? body?.schema : area.schemas[ref]) ?? {};
        for (const field of Object.keys(properties)) expect(text).toMatch(new RegExp(`\\b${field}\\b`));
      }
    });
  },
);

describe('llms.txt of the process', () => {
  const text = llmsIndex({ areas: DESCRIPTIONS });

  it('lists every operation and where its area and the whole are described, in less than 20 KB', () => {
    expect(bytesOf(text)).toBeLessThan(20_000);
    for (const { operation, path } of OPERATIONS)
      expect(text).toContain(`- ${operation.method.toUpperCase()} ${path}: ${operation.summary}`);
    for (const { mount } of DESCRIPTIONS) expect(text).toContain(`${mount}/llms.txt`);
    expect(text).toContain('/llms-full.txt');
  });
});
