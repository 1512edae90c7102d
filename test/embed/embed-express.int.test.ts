import { expect, it } from '@jest/globals';
import { runExample } from '../support/run-example.js';

it('docs/examples/embed-express.mjs confirms an order in an Express app with routes of its own', async () => {
  expect(await runExample('embed-express')).toEqual([
    'own route: our own route',
    'server of openapi.json: /dex',
    'order: confirmed',
  ]);
});
