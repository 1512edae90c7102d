import { describe, expect, it } from '@jest/globals';
import { differingFields, parseOrderSelection } from '../../../src/domain/order/lists/order-selection.js';
import { A_SUBNET_TOKEN, A_TOKEN } from '../../support/builders.js';
import { sha256 } from '../../support/sha256.js';

const WSTX = `${A_TOKEN}-wstx` as typeof A_TOKEN;
const parse = (input: Readonly<Record<string, unknown>>) =>
  parseOrderSelection(input, { network: 'devnet', sha256, wstx: WSTX });

describe('parseOrderSelection', () => {
  it.each([
    [{}, {}],
    [{ strategyId: 'plan' }, { strategyId: 'plan' }],
    [
      { inputToken: A_SUBNET_TOKEN, outputToken: '.stx' },
      { inputToken: A_SUBNET_TOKEN, outputToken: '.stx' },
    ],
    [{ outputToken: WSTX }, { outputToken: '.stx' }],
    [{ pair: `${A_TOKEN},.stx` }, { pair: [A_TOKEN, '.stx'] }],
    [{ pair: `${WSTX},${A_TOKEN}` }, { pair: ['.stx', A_TOKEN] }],
  ])('reads %j', (input, selection) => {
    expect(parse(input)).toEqual({ ok: true, value: selection });
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['a field that is null', { strategyId: null }, 'strategyId'],
    ['an empty text', { strategyId: '' }, 'strategyId'],
    ['a number', { strategyId: 5 }, 'strategyId'],
    ['a text that is too long', { strategyId: 'x'.repeat(201) }, 'strategyId'],
    ['a control character', { strategyId: 'a\u0000' }, 'strategyId'],
    ['a list of tokens', { inputToken: [A_TOKEN] }, 'inputToken'],
    [
      'a token of another network',
      { inputToken: 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS.a' },
      'inputToken',
    ],
    ['a null token', { outputToken: null }, 'outputToken'],
    ['a pair of one token', { pair: A_TOKEN }, 'pair'],
    ['a pair of three', { pair: `${A_TOKEN},.stx,${A_SUBNET_TOKEN}` }, 'pair'],
    ['a pair of the same token twice', { pair: `.stx,${WSTX}` }, 'pair'],
    ['a pair with a malformed token', { pair: '.stx,welsh' }, 'pair'],
    ['a list as pair', { pair: [A_TOKEN, '.stx'] }, 'pair'],
    ['an empty pair', { pair: '' }, 'pair'],
    ['a mistyped field', { strategyid: 'plan' }, 'strategyid'],
    ['an unknown field', { owner: 'me' }, 'owner'],
  ])('refuses %s, which would otherwise select more than was meant', (_, input, field) => {
    expect(parse(input)).toMatchObject({ ok: false, error: { problems: [{ field }] } });
  });
});

describe('differingFields', () => {
  const body = { strategyId: 'plan', inputToken: A_TOKEN };

  it.each<[boolean, string, Readonly<Record<string, unknown>>]>([
    [true, 'the same fields, with others beside them', { ...body, action: 'cancel_orders' }],
    [false, 'one field less', { strategyId: 'plan' }],
    [false, 'one field more', { ...body, outputToken: A_TOKEN }],
    [false, 'another value', { ...body, strategyId: 'Plan' }],
    [false, 'none of them', {}],
  ])('is %j for %s', (same, _, signed) => {
    expect(differingFields(signed, body).length === 0).toBe(same);
    expect(differingFields(body, signed).length === 0).toBe(same);
  });

  it('distinguishes a null value from an absent field', () => {
    expect(differingFields({ strategyId: null }, {})).toEqual(['strategyId']);
  });
});
