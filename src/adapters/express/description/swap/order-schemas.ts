import type { OrderEventType } from '../../../../domain/order/events.js';
import { ORDER_STATUSES, type CancelReason } from '../../../../domain/order/order.js';
import { address, contractId } from '../../operation/common-schemas.js';
import type { JsonSchema } from '../../operation/model.js';
import {
  list,
  number,
  object,
  oneOf,
  ref,
  text,
  time,
  units,
  whole,
  wordOf,
} from '../../operation/schema.js';

const CANCEL_REASONS: Readonly<Record<CancelReason, string>> = {
  owner: 'the owner cancelled it',
  expired: 'validTo passed',
  'max-age': 'it was open for 90 days',
  oco: 'another order of its one-cancels-other group ran',
};

const EVENT_TYPES: Readonly<Record<OrderEventType, string>> = {
  created: 'placed',
  waiting: 'why an order that fires is not sent yet; once for each change of the reason',
  'swap-stored': 'a signed swap is stored and will be sent',
  'swap-refused': 'the node refused the swap; the order is open again',
  broadcasted: 'a node has the swap',
  'fee-raised': 'the swap is stored once more for a higher fee; either transaction may be mined',
  'swap-given-up': 'no node takes the swap: its nonce is used for nothing; it may still be mined',
  'txid-changed': 'another transaction of the same swap took its place',
  confirmed: 'the swap is mined',
  failed: 'the swap was mined and aborted',
  reopened: 'the swap is proven dead; the order is open again',
  orphaned: 'the swap’s block is no longer canonical; the swap is on its way again',
  cancelled: 'ended without a swap',
};

/** The parts of an order that its owner chooses and every read shows. */
export const TRIGGER_AND_LABELS = {
  conditionToken: text('token whose price is watched, by contract id; * for a time window alone'),
  targetPrice: text('decimal number, 0 or more, up to 18 decimals: the price to reach', {
    pattern: '^(0|[1-9][0-9]{0,38})(\\.[0-9]{1,18})?$',
    'x-unit': 'baseAsset per conditionToken',
  }),
  direction: wordOf({ gt: 'at or above the target', lt: 'at or below it' }, 'when the trigger fires'),
  baseAsset: text('what the price is counted in: a contract id, or USD'),
} as const;

const EXECUTION_QUOTE = object(
  {
    amountIn: number('input; loses digits beyond 2^53', { 'x-unit': 'smallest units of inputToken' }),
    amountOut: number('output; loses digits beyond 2^53', { 'x-unit': 'smallest units of outputToken' }),
    amountInExact: units('input, exact'),
    amountOutExact: units('output, exact'),
    timestamp: time('when it was quoted'),
    slippage: number('how far the amounts may move before the chain aborts the swap', {
      minimum: 0,
      maximum: 0.5,
      'x-unit': 'fraction',
    }),
    path: list(contractId('token'), 'tokens from input to output'),
    vaults: list(contractId('vault'), 'one per hop'),
  },
  { description: 'the quote that the swap was built on; present once it was sent' },
);

const SET_BY_OWNER = {
  uuid: ref('Uuid', 'the owner chose and signed it'),
  owner: address('who signed the order'),
  inputToken: contractId('the subnet token that is paid'),
  outputToken: contractId('the token that is bought'),
  amountIn: units('input'),
  recipient: address('who is paid'),
  router: contractId('the multihop contract that the signature is for'),
  ...TRIGGER_AND_LABELS,
  validFrom: time('not sent by itself before this time'),
  validTo: time('not sent at or after this time'),
  strategyId: text('groups orders of one plan'),
  strategyType: text('such as dca, range, target, split, batch'),
  strategyDescription: text('the plan in words'),
  strategyPosition: whole('place in the plan, from 1', { minimum: 1 }),
  strategySize: whole('orders in the plan', { minimum: 1 }),
  clientOrderId: text('the owner’s own id'),
  minAmountOut: units('least output; a quote below it is never sent'),
};

const EVALUATION = object(
  {
    at: time('when it was looked at'),
    state: wordOf(
      {
        manual: 'only its owner sends it',
        waiting: 'for its window or its price',
        held: 'its price cannot be relied on',
        'backing-off': 'an attempt failed; the next one has its time',
        ready: 'the next pass of the executor takes it',
        sending: 'its swap is stored and sent until its fate is known',
        ended: 'the next pass of the executor cancels it',
      },
      'where it stands',
    ),
    reason: text(
      'manual, waiting-window, waiting-price, price-missing, price-stale, price-thin, no-route, below-minimum, ' +
        'insufficient-balance, chain-unreachable, backing-off, due, broadcast-unknown, expired or max-age',
    ),
    ratio: text('price of conditionToken in baseAsset, rounded down to 18 decimals; waiting-price'),
    distance: text('how far the ratio has to move, as a signed fraction of itself; waiting-price'),
    token: contractId('whose price is missing, stale or thin'),
    opensAt: time('when the window opens; waiting-window'),
    attempts: whole('failed attempts that count; backing-off', { minimum: 0 }),
    retryAt: time('when it is tried again; backing-off'),
    txid: ref('Txid', 'the stored swap; sending'),
  },
  {
    optional: ['ratio', 'distance', 'token', 'opensAt', 'attempts', 'retryAt', 'txid'],
    description: 'why an open order is not sent right now; shown where one order is read',
  },
);

const SET_BY_SERVER = {
  status: oneOf(ORDER_STATUSES, 'open → broadcasted → confirmed or failed; or open → cancelled'),
  createdAt: time('when it was placed'),
  txid: ref('Txid', 'the swap’s transaction; from broadcasted on'),
  broadcastedAt: time('when a node took the swap'),
  confirmedAt: time('when the swap was found mined'),
  blockHeight: whole('block of the swap; confirmed and failed', { minimum: 0 }),
  blockTime: whole('time of that block; confirmed and failed', { 'x-unit': 'Unix seconds' }),
  executedAmountIn: units('what was paid; confirmed'),
  executedAmountOut: units('what was received; confirmed'),
  feeUstx: text('transaction fee, paid by the operator; confirmed', {
    pattern: '^[0-9]+$',
    'x-unit': 'microSTX',
  }),
  failedAt: time('when the swap was found aborted'),
  failureReason: text('the chain’s own words; failed'),
  cancelledAt: time('when it was cancelled'),
  cancelReason: wordOf(CANCEL_REASONS, 'why it was cancelled'),
  evaluation: EVALUATION,
  metadata: object(
    { quote: EXECUTION_QUOTE },
    { optional: ['quote'], additionalProperties: true, description: 'the owner’s own object, and the quote' },
  ),
};

const ALWAYS_THERE = [
  'uuid',
  'owner',
  'inputToken',
  'outputToken',
  'amountIn',
  'recipient',
  'router',
  'status',
  'createdAt',
];

const ORDER_FIELDS = { ...SET_BY_OWNER, ...SET_BY_SERVER };

export const ORDER_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Order: {
    type: 'object',
    description:
      'A swap order. Its signature is never shown. Fields that mean nothing to the server are returned as the owner sent them.',
    properties: ORDER_FIELDS,
    required: ALWAYS_THERE,
    additionalProperties: true,
  },
  OrderEvent: object(
    {
      seq: whole('counts an order’s events from 1, without gaps', { minimum: 1 }),
      at: time('when it happened'),
      type: wordOf(EVENT_TYPES, 'what happened'),
    },
    { additionalProperties: true, description: 'One line of an order’s log; further fields are its facts.' },
  ),
  Pagination: object(
    {
      total: whole('orders that match: exact, except that a search counts to 10,000', { minimum: 0 }),
      totalIsLowerBound: {
        const: true,
        description: 'present when more orders match the search than total says',
      },
      page: whole('this page, from 1', { minimum: 1 }),
      limit: whole('orders a page', { minimum: 1 }),
      totalPages: whole('total divided by limit, rounded up', { minimum: 0 }),
      hasNextPage: { type: 'boolean', description: 'whether another page follows' },
      hasPrevPage: { type: 'boolean', description: 'whether a page comes before' },
      nextCursor: text('where the next page starts, for the parameter cursor; with hasNextPage'),
    },
    { optional: ['totalIsLowerBound', 'nextCursor'] },
  ),
};
