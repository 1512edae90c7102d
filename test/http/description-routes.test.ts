import { describe, expect, it } from '@jest/globals';
import type { Router } from 'express';
import request from 'supertest';
import { OPERATIONS } from './described.js';
import { wholeApp } from './whole-app.js';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: Partial<Pick<Router, 'stack'>>;
}

/** What the description cannot name: every path answers these. */
const ANSWERED_EVERYWHERE = ['head', 'options', '_all'];

/** Method and path of every route below a router, as it is written there. */
function routesIn(stack: readonly Layer[]): readonly (readonly [string, string])[] {
  return stack.flatMap(({ route, handle }) => {
    if (route === undefined) return routesIn((handle.stack ?? []) as unknown as readonly Layer[]);
    const methods = Object.keys(route.methods).filter((method) => !ANSWERED_EVERYWHERE.includes(method));
    return methods.map((method) => [method, route.path] as const);
  });
}

const { app, areas } = wholeApp();

/** Paths without the names of their parameters. */
const shape = (path: string) => path.replace(/\{\w+\}|:\w+/g, '{}');

describe.each(areas.map((area) => [area.name, area] as const))('the area %s', (name, area) => {
  it('describes every route it has, and has every route it describes', () => {
    const prefixes = ['/api/v1', '/api', ''];
    const described = OPERATIONS.filter(({ area: owner }) => owner.name === name);
    const known = described.map(({ operation }) => `${operation.method} ${shape(operation.path)}`);
    const routes = routesIn(area.router.stack as unknown as readonly Layer[]);
    expect(routes.length).toBe(known.length);
    for (const [method, path] of routes) {
      const candidates = prefixes.map((prefix) => `${method} ${prefix}${shape(path)}`);
      expect([`${method} ${path}`, candidates.some((one) => known.includes(one))]).toEqual([
        `${method} ${path}`,
        true,
      ]);
    }
  });
});

describe.each(OPERATIONS.map(({ operation, path }) => [operation.method, path] as const))(
  '%s %s',
  (method, path) => {
    const asked = path.replace(/\{\w+\}/g, 'some');

    it('is routed', async () => {
      const response = await request(app)[method](asked);
      expect([asked, response.status, (response.body as { code?: string }).code]).not.toEqual([
        asked,
        404,
        'not-found',
      ]);
      expect(response.status).not.toBe(405);
    });

    it('is among the methods that OPTIONS tells', async () => {
      const response = await request(app).options(asked);
      expect(response.get('allow')?.toLowerCase().split(', ')).toContain(method);
    });

    it('knows no other method', async () => {
      const response = await request(app).put(asked);
      expect(response.status).toBe(405);
    });
  },
);
