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

/** Details of the reasons why an order is not sent. */
export const REASON_DETAILS = {
  ratio: optional(text('price of conditionToken in baseAsset, rounded down to 18 decimals; waiting-price')),
  distance: optional(
    text('distance that the ratio must move, as a signed fraction of itself; waiting-price'),
  ),
  token: optional(contractId('the token whose price is missing, stale or thin, or whose liquidity is low')),
  amountOut: optional(ref<string>('Units', 'output that the swap would have given; below-minimum')),
  minAmountOut: optional(ref<string>('Units', 'least output of the order; below-minimum')),
  priceImpact: optional(number('of the swap at the last attempt; price-impact', FRACTION)),
  maxPriceImpact: optional(number('the highest at which it is sent; price-impact', FRACTION)),
  balance: optional(
    ref<string>(
      'Units',
      'the owner’s balance of inputToken, less what swaps in progress take; insufficient-balance',
    ),
  ),
  needed: optional(ref<string>('Units', 'input of the order; insufficient-balance')),
  liquidityUsd: optional(
    number('of the token in pools; low-liquidity, and in the other pools; own-pool', DOLLARS),
  ),
  minLiquidityUsd: optional(
    number('below which nothing triggers the order; low-liquidity, own-pool', DOLLARS),
  ),
  confirmed: optional(
    whole('blocks, runs or minutes so far; waiting-confirmation, own-pool', { minimum: 0 }),
  ),
  confirm: optional(whole('number needed; waiting-confirmation, own-pool', { minimum: 0 })),
  unit: optional(
    oneOf(['blocks', 'runs', 'minutes'], 'unit that is counted; waiting-confirmation, own-pool'),
  ),
  average: optional(text('average ratio over the minutes; waiting-confirmation, own-pool')),
  pools: optional(
    list(contractId('a pool'), 'the pools that the order itself would trade through; own-pool'),
  ),
  ratioWithout: optional(
    text('the ratio without these pools; own-pool, absent if the others give no usable price'),
  ),
};

/** Reason why an open order is not sent right now. */
export const EVALUATION = fields<DatedEvaluation>()(
  {
    at: time('time of the evaluation'),
    state: wordOf(
      {
        manual: 'only its owner sends it',
        waiting: 'for its window or its price, or for its price to be confirmed',
        held: 'its price is not reliable',
        'backing-off': 'an attempt failed; the next one is scheduled',
        ready: 'the next pass of the executor takes it, unless stoppedBy says what stops it',
        sending: 'its swap is stored and is sent until its outcome is known',
        ended: 'the next pass of the executor cancels it',
      },
      'stage of the order',
    ),
    reason: openWordOf(titlesOf(EVALUATED), 'reason why it is not sent'),
    opensAt: optional(time('opening of the window; waiting-window')),
    attempts: optional(whole('failed attempts that count; backing-off', { minimum: 0 })),
    retryAt: optional(time('time of the next attempt; backing-off, waiting-confirmation, own-pool')),
    ...REASON_DETAILS,
    isPaused: optional(
      always(true, 'the operator has paused new swaps: the order is sent after the pause; ready'),
    ),
    stoppedBy: optional(
      wordOf(
        titlesOf(STOPS),
        'obstacle to all new swaps, explained by GET /api/v1/sending: the order is sent afterwards; ready',
      ),
    ),
    txid: optional(txid('the stored swap; sending')),
  },
  { description: 'reason why an open order is not sent right now; only in reads of a single order' },
);
