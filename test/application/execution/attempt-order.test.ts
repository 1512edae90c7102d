import { describe, expect, it } from '@jest/globals';
import { failedAttempt, type Attempt } from '../../../src/application/execution/tick/attempt-order.js';
import {
  afterDryRun,
  afterFailure,
  afterLimit,
  afterMiss,
  afterSibling,
} from '../../../src/domain/order/evaluation/retry-policy.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { T0, txidOf, uuidOf } from '../../support/builders.js';

const ATTEMPTS = 2;
const MOMENT = { now: new Date(T0), jitter: 0.5 };
const uuid = uuidOf(1);
const refused = { kind: 'broadcast-refused', reason: 'any' } as const;
const counted = ({ kind }: { readonly kind: string }) => ({ retry: afterFailure(ATTEMPTS, kind, MOMENT) });

type Failure = Parameters<typeof failedAttempt>[0];
type Consequence = Omit<Attempt, 'outcome'>;

const DRY_RUN = { kind: 'dry-run', nonce: 1n, feeUstx: toUnits(2n), amountOut: toUnits(3n) } as const;
const PAUSED = { isPaused: true, at: T0, by: 'alice@host' };

describe('failedAttempt', () => {
  it.each<[string, Failure, Consequence]>([
    ['no retry', { kind: 'execution-disabled' }, {}],
    ['no retry', { kind: 'order-expired', uuid }, {}],
    ['no retry', { kind: 'order-not-open', uuid, status: 'cancelled' }, {}],
    ['no retry', { kind: 'broadcast-unknown', txid: txidOf(1) }, {}],
    ['an uncounted retry', { kind: 'sibling-sent', uuid }, { retry: afterSibling(ATTEMPTS, MOMENT) }],
    ...(['owner-in-flight', 'too-many-failures'] as const).map((kind): [string, Failure, Consequence] => [
      'an uncounted retry',
      { kind },
      { retry: afterLimit(ATTEMPTS, kind, MOMENT) },
    ]),
    ['an outage', { kind: 'chain-unreachable', reason: 'time-out' }, { obstacle: 'unreachable' }],
    [
      'a counted retry',
      { kind: 'chain-unreachable', reason: 'vaults are unread', isPartial: true, retryAfterMs: 1_000 },
      counted({ kind: 'chain-unreachable' }),
    ],
    ['a full mempool', { kind: 'too-many-in-flight' }, { obstacle: 'in-flight' }],
    ['an uncounted retry', DRY_RUN, { retry: afterDryRun(ATTEMPTS, MOMENT) }],
    ['a brake', { kind: 'paused', position: PAUSED }, { obstacle: 'stopped' }],
    ['a brake', { kind: 'fee-limit-reached', per: 'day', until: T0 }, { obstacle: 'stopped' }],
    ['a brake', { kind: 'worth-limit-reached', until: T0 }, { obstacle: 'stopped' }],
    [
      'a brake',
      { kind: 'operator-balance-low', balanceUstx: toUnits(1n), leastUstx: 2n },
      { obstacle: 'stopped' },
    ],
    ['an outage', { ...refused, about: 'account' }, { obstacle: 'refusing' }],
    ['an outage', { ...refused, about: 'node' }, { obstacle: 'refusing' }],
    ['a counted retry', { ...refused, about: 'transaction' }, counted(refused)],
    ['a counted retry', { kind: 'no-route', reason: 'no-route' }, counted({ kind: 'no-route' })],
    [
      'a retry after the pause of half the price, with figures',
      { kind: 'below-minimum', amountOut: toUnits(1n), minAmountOut: toUnits(2n) },
      {
        retry: {
          ...afterMiss('below-minimum', 0.5, MOMENT),
          figures: { amountOut: '1', minAmountOut: '2' },
        },
      },
    ],
    [
      'a retry after the pause of a quarter of the price, with figures',
      { kind: 'price-impact', priceImpact: 0.5, maxPriceImpact: 0.25 },
      {
        retry: {
          ...afterMiss('price-impact', 0.25, MOMENT),
          figures: { priceImpact: 0.5, maxPriceImpact: 0.25 },
        },
      },
    ],
    ['a counted retry', { kind: 'unprotected-route' }, counted({ kind: 'unprotected-route' })],
    [
      'a counted retry with figures',
      { kind: 'insufficient-balance', shortfall: { balance: 1n, needed: 2n } },
      {
        retry: {
          ...afterFailure(ATTEMPTS, 'insufficient-balance', MOMENT),
          figures: { balance: '1', needed: '2' },
        },
      },
    ],
    ['a counted retry', { kind: 'swap-unprotectable' }, counted({ kind: 'swap-unprotectable' })],
  ])('returns %s for the failure %p', (_name, failure, consequence) => {
    expect(failedAttempt(failure, ATTEMPTS, MOMENT)).toEqual({ outcome: failure.kind, ...consequence });
  });
});
