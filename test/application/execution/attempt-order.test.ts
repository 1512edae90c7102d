import { describe, expect, it } from '@jest/globals';
import {
  consequenceOf,
  type AttemptConsequence,
} from '../../../src/application/execution/tick/attempt-order.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { txidOf, uuidOf } from '../../support/builders.js';

const uuid = uuidOf(1);
const refused = { kind: 'broadcast-refused', reason: 'any' } as const;

describe('consequenceOf', () => {
  it.each<[Parameters<typeof consequenceOf>[0], AttemptConsequence]>([
    [{ kind: 'execution-disabled' }, 'ended'],
    [{ kind: 'order-expired', uuid }, 'ended'],
    [{ kind: 'order-not-open', uuid, status: 'cancelled' }, 'ended'],
    [{ kind: 'broadcast-unknown', txid: txidOf(1) }, 'under-way'],
    [{ kind: 'sibling-sent', uuid }, 'under-way'],
    [{ kind: 'chain-unreachable', reason: 'time-out' }, 'obstacle'],
    [{ kind: 'too-many-in-flight' }, 'obstacle'],
    [{ ...refused, about: 'account' }, 'obstacle'],
    [{ ...refused, about: 'node' }, 'obstacle'],
    [{ ...refused, about: 'transaction' }, 'counts'],
    [{ kind: 'no-route', reason: 'no-route' }, 'counts'],
    [{ kind: 'below-minimum', amountOut: toUnits(1n), minAmountOut: toUnits(2n) }, 'counts'],
    [{ kind: 'insufficient-balance' }, 'counts'],
    [{ kind: 'swap-unprotectable' }, 'counts'],
  ])('for the failure %p returns %s', (failure, consequence) => {
    expect(consequenceOf(failure)).toBe(consequence);
  });
});
