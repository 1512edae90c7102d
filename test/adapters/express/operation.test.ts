import { describe, expect, it } from '@jest/globals';
import { IsBoolean, IsDefined, IsIn, IsInt, IsNumber, IsString, Max, Min } from 'class-validator';
import express, { Router, type Response } from 'express';
import request from 'supertest';
import { err, ok } from '../../../src/domain/shared/result.js';
import type { Core } from '../../../src/application/core.js';
import type { InvalidOwner } from '../../../src/application/orders/read-orders.js';
import { operation } from '../../../src/adapters/express/operation/operation.js';
import { addRoutes } from '../../../src/adapters/express/operation/open-area.js';
import { outcomes, type ErrorOf } from '../../../src/adapters/express/schema/outcomes.js';
import { readBody } from '../../../src/adapters/express/requests/json-body.js';
import {
  describeParameters,
  parameterErrors,
  readParameters,
} from '../../../src/adapters/express/requests/parameters.js';
import { Param, Reads } from '../../../src/adapters/express/schema/request-class.js';
import { address } from '../../../src/adapters/express/schema/common-schemas.js';
import {
  always,
  orNull,
  text,
  time,
  whole,
  type WireOf,
} from '../../../src/adapters/express/schema/schema.js';
import { field, fields, optional, within } from '../../../src/adapters/express/schema/shape.js';
import { HttpError } from '../../../src/adapters/express/errors/problem.js';

class SomeQuery {
  @IsInt() @Min(1) @Max(50) @Param('orders per page') limit = 10;
  @IsNumber() @Min(0) @Param('dollars') minPrice?: number;
  @IsBoolean() @Param('more of everything') details = false;
  @IsIn(['asc', 'desc']) @Param('direction') sortOrder?: 'asc' | 'desc';

  @IsDefined({ message: 'Missing $property parameter' })
  @IsString({ message: 'Bad $property' })
  @Param('a contract id')
  token!: string;

  @Reads((ids) => (ids === '' ? err('none') : ok(ids.split(','))), { message: 'Bad ids' })
  @Param('ids')
  ids?: readonly string[];
}

class PageQuery extends SomeQuery {
  @IsString() @Param(address('whose orders'), { cause: 'owner is given more than once' }) owner?: string;
}

const read = (query: Record<string, unknown>) => ({ ...readParameters({ token: 'x', ...query }, SomeQuery) });

describe('readParameters', () => {
  it('converts each value to the type of its schema and fills in defaults', () => {
    expect(read({})).toEqual({ limit: 10, details: false, token: 'x' });
    const all = { limit: '50', minPrice: '1e-3', details: 'true', sortOrder: 'desc', ids: 'a,b', other: '1' };
    expect(read(all)).toEqual({
      limit: 50,
      minPrice: 0.001,
      details: true,
      sortOrder: 'desc',
      token: 'x',
      ids: ['a', 'b'],
    });
  });

  it.each([
    [{ limit: '0' }, 'Invalid limit parameter: must be a whole number from 1 to 50'],
    [{ limit: '01' }, 'Invalid limit parameter: must be a whole number from 1 to 50'],
    [{ limit: ['1', '2'] }, 'Invalid limit parameter: must be a whole number from 1 to 50'],
    [{ minPrice: '-1' }, 'Invalid minPrice parameter: must be a number, 0 or more'],
    [{ details: '1' }, 'Invalid details parameter: must be true or false'],
    [{ sortOrder: 'up' }, 'Invalid sortOrder parameter: must be asc or desc'],
    [{ token: '' }, 'Missing token parameter'],
    [{ token: undefined }, 'Missing token parameter'],
    [{ token: ['a', 'b'] }, 'Bad token'],
    [{ ids: '' }, 'Bad ids'],
    [{ details: '1', limit: '0' }, 'Invalid limit parameter: must be a whole number from 1 to 50'],
  ])('rejects %j with the sentence of the first bad parameter', (query, sentence) => {
    const reading = () => read(query);
    expect(reading).toThrow(HttpError);
    expect(reading).toThrow(sentence);
  });

  it('checks what a class declares before what it inherits, as class-validator does', () => {
    const reading = () => readParameters({ limit: '0', owner: ['a', 'b'] }, PageQuery);
    expect(reading).toThrow('Invalid owner parameter: must be one text');
  });

  it('does not compile where the property cannot hold what the parser returns', () => {
    class Wrong {
      // @ts-expect-error a list is not a text
      @Reads((raw) => ok([raw]))
      names?: string;
    }
    expect(describeParameters('query', Wrong)).toHaveLength(1);
  });
});

describe('readBody', () => {
  class Body {
    @IsDefined() @IsInt() @Min(1) @Param('how many') count!: number;
    @IsBoolean() @Param('all or none') atomic = false;
  }
  const read = (body: unknown) => {
    const headers: unknown[] = [];
    const res = { append: (...header: unknown[]) => headers.push(header) } as unknown as Response;
    return { ...readBody(body, res, Body), headers };
  };

  it('takes JSON as it is, fills in defaults and names what it ignores', () => {
    expect(read({ count: 2, other: 1 })).toEqual({
      count: 2,
      atomic: false,
      headers: [['X-Sluice-Ignored', 'other']],
    });
  });

  it.each([
    [[], 'body: must be a JSON object'],
    [{ cuont: 2 }, 'cuont: unknown; did you mean count?'],
    [{ count: '2' }, 'count: must be a whole number, 1 or more'],
    [{ count: 0 }, 'count: must be a whole number, 1 or more'],
    [{}, 'count: must be a whole number, 1 or more'],
    [{ count: 1, atomic: null }, 'atomic: must be true or false'],
    [{ count: 1, atomic: 'true' }, 'atomic: must be true or false'],
  ])('refuses %j, and quotes no value', (body, detail) => {
    let thrown: unknown;
    try {
      read(body);
    } catch (error) {
      thrown = error;
    }
    expect((thrown as HttpError).problem).toMatchObject({ status: 400, details: [detail] });
  });
});

describe('describeParameters and parameterErrors', () => {
  it('describe every parameter with its default and every sentence it may be rejected with', () => {
    expect(describeParameters('query', SomeQuery)[0]).toEqual({
      name: 'limit',
      in: 'query',
      required: false,
      description: 'orders per page',
      schema: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
    });
    expect(describeParameters('query', SomeQuery).filter(({ required }) => required)).toMatchObject([
      { name: 'token' },
    ]);
    expect(parameterErrors(SomeQuery).map(({ error, cause }) => `${error}: ${cause}`)).toContain(
      'Invalid limit parameter: must be a whole number from 1 to 50: limit is not a whole number from 1 to 50',
    );
  });
});

interface Person {
  readonly name: string;
  readonly age?: number;
}

const PERSON = fields<Person>()({
  name: text('name'),
  age: optional(whole('age', { minimum: 0 })),
});

describe('fields', () => {
  it('gives the schema, the serialiser and the type of one declaration', () => {
    expect(JSON.parse(JSON.stringify(PERSON.schema))).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', description: 'name' },
        age: { type: 'integer', description: 'age', minimum: 0 },
      },
      required: ['name'],
    });
    const wire: WireOf<typeof PERSON> = PERSON.write({ name: 'Ada' });
    expect(wire).toEqual({ name: 'Ada' });
    expect(JSON.stringify(PERSON.write({ name: 'Ada', age: 36 }, { own: 1 }))).toBe(
      '{"own":1,"name":"Ada","age":36}',
    );
  });

  it('does not compile with a getter of another type than the schema', () => {
    const wrong = fields<Person>()({
      // @ts-expect-error a name is not a number
      name: field(whole('name'), ({ name }) => name),
      // @ts-expect-error a field that may be absent is optional
      age: field(whole('age'), ({ age }) => age),
    });
    expect(Object.keys(wrong.schema.properties ?? {})).toEqual(['name', 'age']);
  });

  it('does not compile when the source has no such property of the type of the schema', () => {
    const wrong = fields<Person>()({
      // @ts-expect-error a name is not a number
      name: whole('name'),
      // @ts-expect-error a property that may be absent is optional
      age: whole('age'),
      // @ts-expect-error there is no such property
      height: optional(whole('height')),
    });
    expect(Object.keys(wrong.schema.properties ?? {})).toEqual(['name', 'age', 'height']);
  });
});

describe('within', () => {
  interface Team {
    readonly lead: { readonly name: string; readonly since?: Date };
    readonly spare: Person | undefined;
  }
  const TEAM = fields<Team>()({
    ...within(({ lead }: Team) => lead, { name: text('name'), since: orNull(time('since when')) }),
    ...within(({ spare }: Team) => spare, { age: optional(whole('age')) }),
    kind: always('team'),
  });

  it('writes properties of a part of the source, and leaves them out if the part is undefined', () => {
    const since = new Date('2026-11-01T00:00:00Z');
    expect(TEAM.write({ lead: { name: 'Ada', since }, spare: { name: 'Bo', age: 7 } })).toEqual({
      name: 'Ada',
      since: '2026-11-01T00:00:00.000Z',
      age: 7,
      kind: 'team',
    });
    const alone = TEAM.write({ lead: { name: 'Ada' }, spare: undefined });
    expect(alone).toEqual({ name: 'Ada', since: null, kind: 'team' });
    expect(Object.keys(alone)).toEqual(['name', 'since', 'kind']);
  });

  it('does not compile if the part has no such property, or one of another type', () => {
    const wrong = within(({ lead }: Team) => lead, {
      // @ts-expect-error there is no such property
      height: orNull(whole('height')),
      // @ts-expect-error a date is not a text
      since: optional(text('since when')),
    });
    expect(Object.keys(wrong)).toEqual(['height', 'since']);
  });
});

describe('outcomes', () => {
  it('sends each kind as the table of errors does, with … for what depends on the request', () => {
    expect(outcomes<InvalidOwner>()(['invalid-owner'])).toEqual([
      {
        status: 400,
        code: 'invalid-owner',
        error: 'Invalid owner parameter: …',
        cause: 'owner is not an address of this network',
      },
    ]);
    const cases = outcomes<ErrorOf<Core['prices']['history']>>()([
      { kind: 'invalid-history-request', parameter: 'to', cause: 'to is not a time' },
      'token-not-priced',
    ]);
    expect(cases.map(({ error, cause }) => [error, cause])).toEqual([
      ['Invalid to parameter: …', 'to is not a time'],
      ['This token was never priced', 'the token was never priced, or is unknown'],
    ]);
  });

  it('does not compile without every kind of the use case', () => {
    // @ts-expect-error token-not-priced is missing
    const incomplete = outcomes<ErrorOf<Core['prices']['history']>>()(['invalid-history-request']);
    expect(incomplete).toHaveLength(1);
  });
});

describe('operation', () => {
  const hello = operation({
    id: 'hello',
    path: '/people/{name}',
    summary: 'Greets',
    params: { name: text('a name') },
    response: { description: 'A person.', schema: PERSON.schema, caching: 'no-cache' },
    otherwise: {
      status: 503,
      description: 'Too young.',
      schema: PERSON.schema,
      when: ({ age = 0 }) => age < 18,
    },
    curl: '"$BASE/people/ada"',
    handle: ({ age }: { readonly age: number }, { params }) => PERSON.write({ name: params.name, age }),
  });
  const newest = operation({
    ...{ id: 'newest', summary: 'The newest', curl: '' },
    path: '/people/new',
    response: { description: 'A person.', schema: PERSON.schema },
    handle: () => ({ name: 'New' }),
  });
  const appOf = (age: number) => {
    const router = Router();
    addRoutes(router, [hello, newest], { age });
    return express().use(router);
  };

  it('describes its parameters, responses and the errors that any such operation may send', () => {
    expect(hello.parameters).toMatchObject([{ name: 'name', in: 'path', required: true }]);
    expect(hello.responses.map(({ caching }) => caching)).toEqual(['no-cache', 'no-store']);
    expect(hello.errors.map(({ code }) => code)).toEqual(['malformed-request', 'internal']);
  });

  it('sends the body with its status, and the caching of that response', async () => {
    const adult = await request(appOf(36)).get('/people/ada');
    expect([adult.status, adult.body, adult.get('cache-control')]).toEqual([
      200,
      { name: 'ada', age: 36 },
      'no-cache',
    ]);
    const child = await request(appOf(5)).get('/people/ada');
    expect([child.status, child.get('cache-control')]).toEqual([503, 'no-store']);
  });

  it('serves a fixed path before one with a parameter, in whatever order they are declared', async () => {
    expect((await request(appOf(36)).get('/people/new')).body).toEqual({ name: 'New' });
  });
});
