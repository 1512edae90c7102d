import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { namesOf, ORDER_KINDS, ORDER_ROLES, planKindOf } from '../../../src/domain/order/terms/names.js';
import type { OrderTerms } from '../../../src/domain/order/order.js';
import { STX, type ContractId } from '../../../src/domain/shared/contract-id.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { A_SUBNET_TOKEN, A_TOKEN, AN_OWNER, handleFor, someTerms, uuidOf } from '../../support/builders.js';
import { anyOrder } from '../../support/order-arbitrary.js';
import { aPriceCondition, aTrailCondition, aWindowCondition } from '../../support/conditions.js';
import { runs } from '../../support/properties.js';

const A_BASE = `${AN_OWNER}.welsh` as ContractId;
const baseOf = (token: ContractId) => (token === A_SUBNET_TOKEN ? A_BASE : undefined);
const names = (terms: Partial<OrderTerms>) => namesOf(someTerms(terms), baseOf);
const when = (conditionToken: ContractId, direction: 'gt' | 'lt') => ({
  trigger: aPriceCondition(direction, '1', { conditionToken }),
});
const ANY_PRICE = { trigger: aWindowCondition() };
const A_TRAIL = { trigger: aTrailCondition('lt', { bps: 500 }, { conditionToken: A_BASE }) };
const AN_ENTRY = { uuid: uuidOf(8), handle: handleFor(uuidOf(8)) };
const OCO = { strategy: { strategyId: 'group' }, metadata: { oco: true } };

describe('namesOf', () => {
  it.each([
    ['no trigger', {}, { kind: 'manual' }],
    ['any price', ANY_PRICE, { kind: 'market' }],
    ['any price and a minimum of 0', { ...ANY_PRICE, minAmountOut: toUnits(0n) }, { kind: 'market' }],
    ['any price and a minimum', { ...ANY_PRICE, minAmountOut: toUnits(1n) }, { kind: 'limit' }],
    ['the base of the sold token rising', when(A_BASE, 'gt'), { kind: 'limit' }],
    ['the base of the sold token falling', when(A_BASE, 'lt'), { kind: 'stop' }],
    ['the sold token itself falling', when(A_SUBNET_TOKEN, 'lt'), { kind: 'stop' }],
    ['the bought token falling', when(A_TOKEN, 'lt'), { kind: 'limit' }],
    ['the bought token rising', when(A_TOKEN, 'gt'), { kind: 'stop' }],
    ['a third token', when(STX, 'lt'), { kind: 'conditional' }],
    ['a trail', A_TRAIL, { kind: 'trailing-stop' }],
    ['a group, and the sold token falling', { ...OCO, ...when(A_BASE, 'lt') }, { kind: 'oco', role: 'stop' }],
    [
      'a group, and the sold token rising',
      { ...OCO, ...when(A_BASE, 'gt') },
      { kind: 'oco', role: 'target' },
    ],
    [
      'a group, and the bought token rising',
      { ...OCO, ...when(A_TOKEN, 'gt') },
      { kind: 'oco', role: 'stop' },
    ],
    ['a group, and a trail of the sold token', { ...OCO, ...A_TRAIL }, { kind: 'oco', role: 'stop' }],
    ['a group, and any price', { ...OCO, ...ANY_PRICE }, { kind: 'oco' }],
    [
      'a plan of type dca',
      { strategy: { strategyId: 'p', strategyType: 'dca' }, ...ANY_PRICE },
      { kind: 'recurring', role: 'slice' },
    ],
    [
      'a plan of type twap',
      { strategy: { strategyId: 'p', strategyType: 'twap' }, ...when(A_BASE, 'lt') },
      { kind: 'twap', role: 'slice' },
    ],
    ['the type twap without a plan', { strategy: { strategyType: 'twap' } }, { kind: 'manual' }],
    [
      'a type that is a name of every object',
      { strategy: { strategyId: 'p', strategyType: 'constructor' } },
      { kind: 'manual' },
    ],
    [
      'a bracket without an entry of its own',
      { strategy: { strategyId: 'b', strategyType: 'bracket' }, ...ANY_PRICE },
      { kind: 'bracket', role: 'entry' },
    ],
    [
      'an entry, and the sold token falling',
      { strategy: { strategyId: 'b' }, after: AN_ENTRY, ...when(A_BASE, 'lt') },
      { kind: 'bracket', role: 'stop' },
    ],
    [
      'an entry, and the sold token rising',
      { strategy: { strategyId: 'b', strategyType: 'dca' }, after: AN_ENTRY, ...when(A_BASE, 'gt') },
      { kind: 'bracket', role: 'target' },
    ],
    [
      'an entry, and any price',
      { strategy: { strategyId: 'b' }, after: AN_ENTRY, ...ANY_PRICE },
      { kind: 'bracket' },
    ],
    ['a plan of another type', { strategy: { strategyId: 'p', strategyType: 'range' } }, { kind: 'manual' }],
  ] as [string, Partial<OrderTerms>, object][])('names an order by its terms: %s', (_, terms, expected) => {
    expect(names(terms)).toEqual(expected);
  });

  it('names every order, with a role only in a plan that has a kind', () => {
    fc.assert(
      fc.property(anyOrder(1), ({ terms }) => {
        const { kind, role } = namesOf(terms, baseOf);
        expect(ORDER_KINDS).toContain(kind);
        if (role !== undefined) {
          expect(ORDER_ROLES).toContain(role);
          expect(kind).toBe(planKindOf(terms));
        }
      }),
      { numRuns: runs(500) },
    );
  });
});
