import type { DatedEvaluation } from '../../../application/execution/tick/trigger-prices.js';
import { conditionFields } from '../../../domain/order/conditions/conditions.js';
import { CONFIRMATION_RANGES, type TriggerGuards } from '../../../domain/order/conditions/guards.js';
import type { ConditionFields } from '../../../domain/order/conditions/rules.js';
import { isPast, ORDER_STATUSES, type CancelReason, type Order } from '../../../domain/order/order.js';
import type { TokenBook } from '../../../domain/metadata-record/token-book.js';
import type { OrderHandle, OrderUuid } from '../../../domain/order/ids.js';
import type { ExecutionQuote } from '../../../domain/order/swap-transaction.js';
import { address, contractId } from '../operation/common-schemas.js';
import {
  always,
  digits,
  flag,
  list,
  number,
  object,
  oneOf,
  ref,
  rounded,
  text,
  time,
  units,
  whole,
  wordOf,
  type JsonSchema,
  type WireOf,
} from '../operation/schema.js';
import { field, fields, named, optional, within } from '../operation/shape.js';
import { ORDER_TOKEN } from './token-shapes.js';

const txid = (description: string) => ref<string>('Txid', description);

const CANCEL_REASONS: Readonly<Record<CancelReason, string>> = {
  owner: 'the owner cancelled it',
  expired: 'validTo passed',
  'max-age': 'it was open for 90 days',
  oco: 'another order of its one-cancels-other group ran',
};

/** The parts of a trigger, as orders are placed and returned with them. */
export const TRIGGER = {
  conditionToken: text('token whose price is watched, by contract id; * for a time window alone'),
  targetPrice: text('decimal number, 0 or more, up to 18 decimals: the price to reach', {
    pattern: '^(0|[1-9][0-9]{0,38})(\\.[0-9]{1,18})?$',
    'x-unit': 'baseAsset per conditionToken',
  }),
  direction: wordOf({ gt: 'at or above the target', lt: 'at or below it' }, 'when the trigger fires'),
  baseAsset: text('what the price is counted in: a contract id, or USD'),
} as const satisfies Readonly<Record<keyof ConditionFields, JsonSchema>>;

const FRACTION = { minimum: 0, 'x-unit': 'fraction' } as const;

/** The bounds of a swap, as orders are placed and returned with them. */
export const BOUNDS = {
  slippage: number(
    'how far the swap’s amounts may move before the chain aborts it, instead of the server’s own setting; such an order takes only routes that the chain can hold to it',
    { ...FRACTION, maximum: 0.5 },
  ),
  maxPriceImpact: number(
    'the order waits while the price impact of its swap is above; when absent, 0.05 for an order that runs by itself, and no bound for an execute',
    { ...FRACTION, maximum: 1 },
  ),
} as const satisfies Readonly<Record<string, JsonSchema>>;

const DOLLARS = { minimum: 0, 'x-unit': 'US dollars' } as const;

/** What holds a price trigger back, as orders are placed and returned with it. */
export const GUARDS = {
  minLiquidityUsd: number(
    'the trigger does not fire while the pools of conditionToken, or of baseAsset, hold less; when absent, SLUICE_MIN_LIQUIDITY_USD, which is 1000 by default',
    DOLLARS,
  ),
  confirm: object(
    {
      blocks: whole('still met on the reserves of so many blocks after the run', CONFIRMATION_RANGES.blocks),
      runs: whole('met in so many consecutive five-minute runs', CONFIRMATION_RANGES.runs),
      minutes: whole('met by the average over the runs of so long', CONFIRMATION_RANGES.minutes),
    },
    {
      optional: ['blocks', 'runs', 'minutes'],
      description:
        'how long the price must hold before the order is sent: one of the three; blocks: 2 when absent',
    },
  ),
} as const satisfies Readonly<Record<keyof TriggerGuards, JsonSchema>>;

interface ExecutionQuoteView {
  readonly quote: ExecutionQuote;
  readonly tokens: TokenBook;
}

const inQuote = ({ quote }: ExecutionQuoteView) => quote;

const EXECUTION_QUOTE = fields<ExecutionQuoteView>()(
  {
    ...within(inQuote, {
      amountIn: rounded('input; loses digits beyond 2^53', { 'x-unit': 'smallest units of inputToken' }),
      amountOut: rounded('output; loses digits beyond 2^53', { 'x-unit': 'smallest units of outputToken' }),
      amountInExact: field(units('input, exact'), ({ amountIn }) => amountIn),
      amountOutExact: field(units('output, exact'), ({ amountOut }) => amountOut),
      timestamp: field(time('when it was quoted'), ({ quotedAt }) => quotedAt),
      slippage: number('how far the amounts may move before the chain aborts the swap', {
        minimum: 0,
        maximum: 0.5,
        'x-unit': 'fraction',
      }),
      protected: optional(
        flag(
          'whether the chain holds the swap to amountOut less slippage; false: a subnet copy is paid by a vault that no post-condition binds',
        ),
      ),
    }),
    path: field(list(ORDER_TOKEN.ref(), 'tokens from input to output'), ({ quote, tokens }) =>
      quote.path.map((id) => tokens.describe(id)),
    ),
    ...within(inQuote, { vaults: list(contractId('vault'), 'one per hop') }),
  },
  { description: 'the quote that the swap was built on; present once it was sent' },
);

const REASONS = Object.keys({
  manual: true,
  'waiting-window': true,
  'waiting-price': true,
  'price-missing': true,
  'price-stale': true,
  'price-thin': true,
  'low-liquidity': true,
  'waiting-confirmation': true,
  'no-route': true,
  'below-minimum': true,
  'price-impact': true,
  'unprotected-route': true,
  'insufficient-balance': true,
  'owner-in-flight': true,
  'too-many-failures': true,
  'order-spent': true,
  'terms-changed': true,
  'worth-unknown': true,
  'worth-too-high': true,
  'chain-unreachable': true,
  'backing-off': true,
  due: true,
  'broadcast-unknown': true,
  expired: true,
  'max-age': true,
} satisfies Readonly<Record<DatedEvaluation['reason'], true>>);

const EVALUATION = fields<DatedEvaluation>()(
  {
    at: time('when it was evaluated'),
    state: wordOf(
      {
        manual: 'only its owner sends it',
        waiting: 'for its window or its price, or for its price to be confirmed',
        held: 'its price cannot be relied on',
        'backing-off': 'an attempt failed; the next one is scheduled',
        ready: 'the next pass of the executor takes it',
        sending: 'its swap is stored and is sent until its outcome is known',
        ended: 'the next pass of the executor cancels it',
      },
      'where it is in its life',
    ),
    reason: text(`${REASONS.slice(0, -1).join(', ')} or ${REASONS.at(-1)}`),
    ratio: optional(text('price of conditionToken in baseAsset, rounded down to 18 decimals; waiting-price')),
    distance: optional(text('how far the ratio has to move, as a signed fraction of itself; waiting-price')),
    token: optional(contractId('the token whose price is missing, stale or thin, or whose liquidity is low')),
    opensAt: optional(time('when the window opens; waiting-window')),
    attempts: optional(whole('failed attempts that count; backing-off', { minimum: 0 })),
    retryAt: optional(time('when it is tried again; backing-off, waiting-confirmation')),
    amountOut: optional(ref<string>('Units', 'what the swap would have given; below-minimum')),
    minAmountOut: optional(ref<string>('Units', 'what it had to give; below-minimum')),
    priceImpact: optional(number('of the swap at the last attempt; price-impact', FRACTION)),
    maxPriceImpact: optional(number('the largest at which it is sent; price-impact', FRACTION)),
    liquidityUsd: optional(number('of the token in pools; low-liquidity', DOLLARS)),
    minLiquidityUsd: optional(number('below which the trigger does not fire; low-liquidity', DOLLARS)),
    confirmed: optional(whole('blocks, runs or minutes so far; waiting-confirmation', { minimum: 0 })),
    confirm: optional(whole('how many it takes; waiting-confirmation', { minimum: 0 })),
    unit: optional(oneOf(['blocks', 'runs', 'minutes'], 'what is counted; waiting-confirmation')),
    average: optional(text('average ratio over the minutes; waiting-confirmation')),
    txid: optional(txid('the stored swap; sending')),
  },
  { description: 'why an open order is not sent right now; only where a single order is read' },
);

/** An order as one reader sees it. */
export interface OrderView {
  readonly order: Order;
  /** Shown as uuid; see `idFor`. */
  readonly id: OrderUuid | OrderHandle;
  readonly tokens: TokenBook;
  readonly evaluation?: DatedEvaluation | undefined;
}

interface WholeView extends OrderView {
  readonly condition: ConditionFields | undefined;
}

const inTerms = ({ order }: OrderView) => order.terms;

/** An order as every read returns it: never its signature. */
export const ORDER = named(
  'Order',
  fields<WholeView>()(
    {
      uuid: field(
        ref<string>(
          'Uuid',
          'as signed by the owner, for callers who named it so and for the owner; for everyone else the handle',
        ),
        ({ id }) => id,
      ),
      ...within(inTerms, {
        handle: ref<string>('Uuid', 'its public id; a path may name it'),
        owner: address('who signed the order'),
        inputToken: contractId('the subnet token that is paid'),
        outputToken: contractId('the token that is bought'),
        amountIn: units('input'),
        recipient: address('who is paid'),
        router: contractId('the multihop contract that the signature is for'),
      }),
      ...within(({ condition }: WholeView) => condition, {
        conditionToken: optional(TRIGGER.conditionToken),
        targetPrice: optional(TRIGGER.targetPrice),
        direction: optional(TRIGGER.direction),
        baseAsset: optional(TRIGGER.baseAsset),
      }),
      ...within(inTerms, {
        validFrom: optional(time('the executor does not send it before this time')),
        validTo: optional(time('not sent at or after this time')),
      }),
      ...within(({ order }: OrderView) => order.terms.strategy, {
        strategyId: optional(text('groups orders of one plan')),
        strategyType: optional(text('such as dca, range, target, split, batch')),
        strategyDescription: optional(text('the plan in words')),
        strategyPosition: optional(whole('place in the plan, from 1', { minimum: 1 })),
        strategySize: optional(whole('orders in the plan', { minimum: 1 })),
      }),
      ...within(inTerms, {
        clientOrderId: optional(text('the owner’s own id')),
        minAmountOut: optional(
          units(
            'least output: a quote below it is never sent, and the chain aborts a swap that would pay less',
          ),
        ),
        slippage: optional(BOUNDS.slippage),
        maxPriceImpact: optional(BOUNDS.maxPriceImpact),
        minLiquidityUsd: optional(GUARDS.minLiquidityUsd),
        confirm: optional(GUARDS.confirm),
      }),
      ...within(({ order }: OrderView) => (isPast(order) ? { ...order, ...order.imported } : order), {
        status: oneOf(ORDER_STATUSES, 'open → broadcasted → confirmed or failed; or open → cancelled'),
        createdAt: time('when it was placed'),
        txid: optional(txid('the swap’s transaction; from broadcasted on')),
        broadcastedAt: optional(time('when a node accepted the swap')),
        confirmedAt: optional(time('when the swap was found mined')),
        failedAt: optional(time('when the swap was found aborted')),
        blockHeight: optional(whole('block of the swap; confirmed and failed', { minimum: 0 })),
        blockTime: optional(whole('time of that block; confirmed and failed', { 'x-unit': 'Unix seconds' })),
        executedAmountIn: optional(units('what was paid; confirmed')),
        executedAmountOut: optional(units('what was received; confirmed')),
        feeUstx: optional(
          digits(
            text('transaction fee, paid by the operator; confirmed, failed', {
              pattern: '^[0-9]+$',
              'x-unit': 'microSTX',
            }),
          ),
        ),
        failureReason: optional(text('the chain’s own words; failed')),
        cancelledAt: optional(time('when it was cancelled')),
        ending: optional(
          oneOf(
            ['owner'],
            'cancelled while its swap is under way: ends as cancelled, or as confirmed if the swap wins',
          ),
        ),
        cancelReason: optional(wordOf(CANCEL_REASONS, 'why it was cancelled')),
      }),
      metadata: optional(
        object(
          { quote: EXECUTION_QUOTE.schema },
          {
            optional: ['quote'],
            additionalProperties: true,
            description: 'the owner’s own object, and the quote',
          },
        ),
        metadataOf,
      ),
      evaluation: optional(EVALUATION.schema),
    },
    {
      description:
        'A swap order. Its signature is never returned. Fields that mean nothing to the server are returned as the owner sent them.',
      additionalProperties: true,
    },
  ),
);

function metadataOf({ order, tokens }: OrderView) {
  const quote =
    'quote' in order ? { quote: EXECUTION_QUOTE.write({ quote: order.quote, tokens }) } : undefined;
  const metadata: object | undefined = order.terms.metadata;
  return metadata === undefined && quote === undefined ? undefined : { ...metadata, ...quote };
}

/** An order as JSON: amounts are smallest units as text, times are ISO 8601. It may also hold fields of its owner's own. */
export type OrderResponse = WireOf<typeof ORDER>;

/**
 * The order as JSON, with its tokens as the book describes them. The owner's own fields are written first, so that none
 * of them overrides one of the server's.
 */
export function orderResponse(view: OrderView): OrderResponse {
  const { trigger, extra } = view.order.terms;
  const condition = trigger && conditionFields(trigger);
  return ORDER.write({ ...view, condition }, { ...extra });
}

/** The body of a response about one order. */
export const ORDER_BODY = object({ status: always('success'), data: ORDER.ref() });

export const orderBody = (view: OrderView): WireOf<typeof ORDER_BODY> => ({
  status: 'success',
  data: orderResponse(view),
});
