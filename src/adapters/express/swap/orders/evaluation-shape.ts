import type { DatedEvaluation } from '../../../../application/execution/tick/evaluate.js';
import { EVALUATED, titlesOf } from '../../../../sdk/words/reasons.js';
import { STOPS } from '../../../../sdk/words/stops.js';
import { contractId } from '../../schema/common-schemas.js';
import {
  always,
  list,
  number,
  oneOf,
  openWordOf,
  ref,
  text,
  time,
  whole,
  wordOf,
} from '../../schema/schema.js';
import { fields, optional } from '../../schema/shape.js';
import { DOLLARS, FRACTION } from './order-terms-shapes.js';

const txid = (description: string) => ref<string>('Txid', description);

/** Reason why an open order is not sent right now. */
export const EVALUATION = fields<DatedEvaluation>()(
  {
    at: time('when it was evaluated'),
    state: wordOf(
      {
        manual: 'only its owner sends it',
        waiting: 'for its window or its price, or for its price to be confirmed',
        held: 'its price cannot be relied on',
        'backing-off': 'an attempt failed; the next one is scheduled',
        ready: 'the next pass of the executor takes it, unless stoppedBy says what stops it',
        sending: 'its swap is stored and is sent until its outcome is known',
        ended: 'the next pass of the executor cancels it',
      },
      'where it is in its life',
    ),
    reason: openWordOf(titlesOf(EVALUATED), 'why it is not sent'),
    ratio: optional(text('price of conditionToken in baseAsset, rounded down to 18 decimals; waiting-price')),
    distance: optional(text('how far the ratio has to move, as a signed fraction of itself; waiting-price')),
    token: optional(contractId('the token whose price is missing, stale or thin, or whose liquidity is low')),
    opensAt: optional(time('when the window opens; waiting-window')),
    attempts: optional(whole('failed attempts that count; backing-off', { minimum: 0 })),
    retryAt: optional(time('when it is tried again; backing-off, waiting-confirmation, own-pool')),
    amountOut: optional(ref<string>('Units', 'what the swap would have given; below-minimum')),
    minAmountOut: optional(ref<string>('Units', 'what it had to give; below-minimum')),
    priceImpact: optional(number('of the swap at the last attempt; price-impact', FRACTION)),
    maxPriceImpact: optional(number('the largest at which it is sent; price-impact', FRACTION)),
    balance: optional(
      ref<string>(
        'Units',
        'what the owner has of inputToken, less what swaps under way take; insufficient-balance',
      ),
    ),
    needed: optional(ref<string>('Units', 'what the order pays; insufficient-balance')),
    liquidityUsd: optional(
      number('of the token in pools; low-liquidity, and in the other pools; own-pool', DOLLARS),
    ),
    minLiquidityUsd: optional(
      number('below which nothing triggers the order; low-liquidity, own-pool', DOLLARS),
    ),
    confirmed: optional(
      whole('blocks, runs or minutes so far; waiting-confirmation, own-pool', { minimum: 0 }),
    ),
    confirm: optional(whole('how many it takes; waiting-confirmation, own-pool', { minimum: 0 })),
    unit: optional(oneOf(['blocks', 'runs', 'minutes'], 'what is counted; waiting-confirmation, own-pool')),
    average: optional(text('average ratio over the minutes; waiting-confirmation, own-pool')),
    pools: optional(
      list(contractId('a pool'), 'the pools that the order itself would trade through; own-pool'),
    ),
    ratioWithout: optional(
      text('the ratio without these pools; own-pool, absent where the others give no usable price'),
    ),
    isPaused: optional(always(true, 'the operator has paused new swaps: it is sent after the pause; ready')),
    stoppedBy: optional(
      wordOf(
        titlesOf(STOPS),
        'what stops all new swaps, of which GET /api/v1/sending says more: it is sent after that; ready',
      ),
    ),
    txid: optional(txid('the stored swap; sending')),
  },
  { description: 'why an open order is not sent right now; only where a single order is read' },
);
