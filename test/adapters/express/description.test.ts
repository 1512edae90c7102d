import { describe, expect, it } from '@jest/globals';
import { codeOf, ERRORS, REMEDIES } from '../../../src/adapters/express/errors/codes.js';
import type { Kind } from '../../../src/adapters/express/errors/row.js';
import { DESCRIPTIONS, describeAreas } from '../../../src/adapters/express/app/descriptions.js';
import { errorsPage } from '../../../src/adapters/express/app/errors-page.js';
import { COMMON_SCHEMAS } from '../../../src/adapters/express/schema/components.js';
import { openApiDocument } from '../../../src/adapters/express/description/openapi.js';
import { problemOf, STATUS } from '../../../src/adapters/express/errors/errors.js';
import type { JsonSchema } from '../../../src/adapters/express/schema/model.js';
import { refName } from '../../../src/adapters/express/schema/schema.js';
import { anyError } from '../../../src/adapters/express/schema/outcomes.js';
import { DOCUMENT, OPERATIONS, strictAjv } from './described.js';

/** Every object in the value, with its path. */
function* objectsIn(value: unknown, at = '#'): Generator<[string, Readonly<Record<string, unknown>>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Readonly<Record<string, unknown>>];
  for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, `${at}/${name}`);
}

describe('the page of errors', () => {
  it('has a cause and an operation for every code, and no code that nothing gives', () => {
    const sections = errorsPage({ areas: DESCRIPTIONS }).split('\n### ').slice(1);
    const codes = sections.map((section) => section.slice(1, section.indexOf('`', 1)));
    expect(codes).toEqual(Object.keys(REMEDIES));
    for (const section of sections) expect(section).toMatch(/\n- .+: .+/);
  });

  it('spells every code in lower case with -, except for those that clients already knew', () => {
    const known = new Set<string>(
      Object.keys(ERRORS)
        .map((kind) => codeOf(kind as Kind))
        .filter((code) => code === code.toUpperCase()),
    );
    expect(known.size).toBe(8);
    for (const code of Object.keys(REMEDIES))
      if (!known.has(code)) expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });
});

describe('the OpenAPI document', () => {
  const ajv = strictAjv().addSchema({ $id: 'document', components: DOCUMENT.components });

  it('has references to existing schemas only', () => {
    const names = Object.keys(DOCUMENT.components.schemas);
    const refs = [...objectsIn(DOCUMENT)].flatMap(([at, { $ref }]) =>
      typeof $ref === 'string' ? [[at, $ref]] : [],
    );
    expect(refs.length).toBeGreaterThan(50);
    for (const [at, ref] of refs) {
      expect([at, names.map((name) => `#/components/schemas/${name}`)]).toEqual([
        at,
        expect.arrayContaining([ref]),
      ]);
    }
  });

  it('references every schema', () => {
    const text = JSON.stringify(DOCUMENT);
    const unused = Object.keys(DOCUMENT.components.schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    );
    expect(unused).toEqual([]);
  });

  it.each(Object.keys(DOCUMENT.components.schemas))('has a valid JSON Schema 2020-12 for %s', (name) => {
    expect([ajv.validateSchema({ ...DOCUMENT.components.schemas[name] }), ajv.errors]).toEqual([true, null]);
    expect(() => ajv.compile({ $ref: `document#/components/schemas/${name}` })).not.toThrow();
  });

  it('lists each parameter of a path exactly once', () => {
    for (const { operation, path } of OPERATIONS) {
      const { parameters = [] } = operation;
      const inText = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([path, parameters.filter((one) => one.in === 'path').map(({ name }) => name)]).toEqual([
        path,
        inText,
      ]);
      const keys = parameters.map((one) => `${one.in} ${one.name}`);
      expect([path, new Set(keys).size]).toEqual([path, keys.length]);
      const optionalInPath = parameters.filter((one) => one.in === 'path' && !one.required);
      expect([path, optionalInPath]).toEqual([path, []]);
    }
  });

  it('has parameter and body schemas that compile', () => {
    for (const { operation } of OPERATIONS) {
      const { parameters = [], body } = operation;
      for (const schema of [...parameters.map((one) => one.schema), ...(body ? [body.schema] : [])]) {
        const { $ref, ...own } = schema;
        const compile = () => ajv.compile({ ...own, ...($ref !== undefined && { $ref: `document${$ref}` }) });
        expect(compile).not.toThrow();
      }
    }
  });

  it('has the members that OpenAPI 3.1 requires', () => {
    expect(DOCUMENT).toMatchObject({
      openapi: '3.1.0',
      info: { title: expect.any(String), version: expect.any(String) },
    });
    const tags = DOCUMENT.tags.map(({ name }) => name);
    for (const item of Object.values(DOCUMENT.paths)) {
      for (const [method, { operationId, responses, tags: own, security }] of Object.entries(item)) {
        expect([operationId, ['get', 'post', 'patch', 'delete'].includes(method)]).toEqual([
          operationId,
          true,
        ]);
        expect(own.every((tag) => tags.includes(tag))).toBe(true);
        expect(Object.keys(responses).every((status) => /^[2-5]\d\d$/.test(status))).toBe(true);
        expect(Object.values(responses).every(({ description }) => description.length > 0)).toBe(true);
        const schemes = security.flatMap((set) => Object.keys(set));
        expect(schemes.every((name) => name in DOCUMENT.components.securitySchemes)).toBe(true);
      }
    }
  });

  it('uses every name of an operation, schema and route once', () => {
    const ids = OPERATIONS.map(({ operation }) => operation.id);
    expect(new Set(ids).size).toBe(ids.length);
    const names = [COMMON_SCHEMAS, ...DESCRIPTIONS.map(({ schemas }) => schemas)].flatMap((one) =>
      Object.keys(one),
    );
    expect(new Set(names).size).toBe(names.length);
    const routes = OPERATIONS.map(
      ({ operation, path }) => `${operation.method} ${path.replace(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('describes every error of the core', () => {
    const described = new Set(
      OPERATIONS.flatMap(({ operation }) => operation.errors.map(({ code }) => code)),
    );
    const codes = (Object.keys(STATUS) as (keyof typeof STATUS)[]).map(
      (kind) => problemOf(anyError({ kind })).code,
    );
    // The code of an order inside the answer about a batch, never of an answer.
    expect(codes.filter((code) => !described.has(code))).toEqual(['batch-refused']);
  });
});

describe('describeAreas', () => {
  it('leaves out areas that are not served', () => {
    expect(describeAreas(['swap']).map(({ name }) => name)).toEqual(['root', 'swap']);
    expect(describeAreas(DESCRIPTIONS.map(({ name }) => name))).toEqual(DESCRIPTIONS);
    const document = openApiDocument({ areas: describeAreas([]), version: '1' });
    const paths = [
      '/',
      '/healthz',
      '/readyz',
      '/time',
      '/metrics',
      '/openapi.json',
      '/llms.txt',
      '/llms-full.txt',
      '/devnet',
    ];
    expect(Object.keys(document.paths)).toEqual(paths);
  });
});

describe('the fields of every schema', () => {
  const described = ({ $ref, description }: JsonSchema): boolean =>
    description !== undefined ||
    ($ref !== undefined && DOCUMENT.components.schemas[refName($ref)]?.description !== undefined);

  it('have a description', () => {
    const silent = [...objectsIn(DOCUMENT)].flatMap(([at, { properties }]) =>
      // A field may have the name `properties`, too.
      at.includes('/examples/') || at.endsWith('/properties')
        ? []
        : Object.entries((properties ?? {}) as Record<string, JsonSchema>)
            .filter(([, schema]) => !described(schema))
            .map(([name]) => `${at}/${name}`),
    );
    expect(silent).toEqual([]);
  });
});
