import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { EXAMPLES } from '../../src/adapters/express/description/recorded-examples.js';
import { DOCUMENT, operationOf, OPERATIONS, validatorOf } from '../adapters/express/described.js';
import { PAGES } from './fences.js';
import { shownOperations, withExamples } from './written-examples.js';

const ids = OPERATIONS.map(({ operation }) => operation.id);

/**
 * Operations that describe the server itself. What streams send is text, which their page explains event by event; what charts of
 * others read is explained by its protocol, and a picture is no text.
 */
const UNSHOWN = /^(is|tellTime$|show(?!Devnet)|describe|index|follow|udf|embed|tokenLogo$)/;

/** Operations whose bodies are made like those of another one on their page; the page of every operation shows them. */
const LIKE_ANOTHER = [
  ...['placeOrders', 'listOrders', 'cancelOrder', 'amendOrder', 'readCancelAfter', 'disarmCancelAfter'],
  ...['listStrategies', 'quoteRoutes', 'getPrice', 'getLegacyPrice', 'revokeApiKey', 'signOutOperator'],
  ...['updateWebhook', 'rotateWebhookSecret', 'deleteWebhook', 'replayWebhookDeliveries', 'resumeSending'],
  ...['getAlert', 'rearmAlert', 'deleteAlert'],
];
const ON_NO_PAGE = ids.filter((id) => UNSHOWN.test(id) || LIKE_ANOTHER.includes(id));

describe('the examples of the OpenAPI document', () => {
  it('exist for every operation', () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual([...ids].sort());
  });

  it.each(ids)('fit their schema, and have the body that it takes: %s', (id) => {
    const { operation } = operationOf(id);
    const { request, response, confirmed } = EXAMPLES[id]!;
    expect(request !== undefined).toBe(operation.body !== undefined);
    const validate = validatorOf(operation.responses[0].schema);
    for (const body of confirmed === undefined ? [response] : [response, confirmed]) {
      validate(body);
      expect({ body, errors: validate.errors }).toEqual({ body, errors: null });
    }
  });

  it('hold no secret', () => {
    const text = JSON.stringify(EXAMPLES);
    const hex = [...text.matchAll(/\b(?:ck_live_|ck_test_|os_)?[0-9a-f]{64,}\b/g)].map(([found]) => found);
    const publicKeyOfAlice = '030d7bd8306787a6efa5812cc3a770721115285eedd14c590b3613a016be0f6ec9';
    expect(
      hex.filter(
        (found) => found !== publicKeyOfAlice && !/^(ck_live_|ck_test_|os_)?(0+|(f1)+)$/.test(found),
      ),
    ).toEqual([]);
  });

  it('are in the document', () => {
    const { get } = DOCUMENT.paths['/swap/api/v1/orders/{uuid}']!;
    const { examples } = get!.responses['200']!.content!['application/json']!;
    expect(Object.keys(examples!)).toEqual(['recorded', 'confirmed']);
  });
});

describe('the reference pages', () => {
  it('show the example of every operation that is not like another', () => {
    expect([...shownOperations()].sort()).toEqual(ids.filter((id) => !ON_NO_PAGE.includes(id)).sort());
  });

  it.each(PAGES)('show the examples as they were recorded (npm run docs:examples): %s', (page) => {
    expect(readFileSync(page, 'utf8')).toBe(withExamples(page, EXAMPLES));
  });
});
