import type { DatedEvaluation } from '../../../../application/execution/tick/evaluate.js';
import type { OrderReport } from '../../../../application/reports/read-report.js';
import { conditionFields } from '../../../../domain/order/conditions/conditions.js';
import type { Mark } from '../../../../domain/order/conditions/marks.js';
import { trailingAt, type Trailing } from '../../../../domain/order/conditions/trail.js';
import type { ConditionFields } from '../../../../domain/order/conditions/rules.js';
import { ENDINGS, isDormant, isPast, ORDER_STATUSES, type Order } from '../../../../domain/order/order.js';
import { leftOver } from '../../../../domain/order/lifecycle/exits.js';
import { namesOf } from '../../../../domain/order/terms/names.js';
import type { TokenBook } from '../../../../domain/metadata-record/token-book.js';
import type { OrderHandle, OrderUuid } from '../../../../domain/order/ids.js';
import type { ExecutionQuote } from '../../../../domain/order/swap-transaction.js';
import { address, contractId } from '../../schema/common-schemas.js';
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
  type WireOf,
} from '../../schema/schema.js';
import { field, fields, named, optional, within } from '../../schema/shape.js';
import { CANCELS } from '../../../../sdk/words/lifecycle.js';
import { KIND_WORDS, ROLE_WORDS } from '../../../../sdk/words/kinds.js';
import { EVALUATION } from './evaluation-shape.js';
import { BOUNDS, GUARDS, TRIGGER } from './order-terms-shapes.js';
import { EXECUTION_REPORT } from './report-shape.js';
import { ORDER_TOKEN } from './token-shapes.js';

const txid = (description: string) => ref<string>('Txid', description);

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
      timestamp: field(time('time of the quote'), ({ quotedAt }) => quotedAt),
      slippage: number('distance that the amounts may move before the chain aborts the swap', {
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
  { description: 'the quote on which the swap was based; present once it was sent' },
);

const TRAILING = fields<Trailing>()(
  {
    mark: text('the highest confirmed price since the order was placed, or the lowest for direction gt', {
      'x-unit': 'baseAsset per conditionToken',
    }),
    markedAt: time('run that set the mark'),
    stop: optional(
      text('price at which the order is triggered; absent before the mark has reached activationPrice', {
        'x-unit': 'baseAsset per conditionToken',
      }),
    ),
  },
  { description: 'stop of an open order with trail; absent before a price is confirmed' },
);

/** An order as one reader sees it. */
export interface OrderView {
  readonly order: Order;
  /** Id shown as the order's uuid; see `idFor`. */
  readonly id: OrderUuid | OrderHandle;
  readonly tokens: TokenBook;
  readonly evaluation?: DatedEvaluation | undefined;
  /** Present if the reader asked for the order itself, and it trails a price. */
  readonly mark?: Mark | undefined;
  /** Present if the reader asked for reports, and the order has one. */
  readonly report?: OrderReport | undefined;
}

interface WholeView extends OrderView {
  readonly condition: ConditionFields | undefined;
}

const inTerms = ({ order }: OrderView) => order.terms;

const entryOf = ({ order: { terms }, id }: OrderView) =>
  id === terms.uuid ? terms.after?.uuid : terms.after?.handle;

const namesIn = ({ order, tokens }: OrderView) => namesOf(order.terms, (id) => tokens.listed(id)?.base);

/** An order as every read returns it, without its signature. */
export const ORDER = named(
  'Order',
  fields<WholeView>()(
    {
      uuid: field(
        ref<string>('Uuid', 'as signed, for the owner and for callers who named it; the handle for others'),
        ({ id }) => id,
      ),
      ...within(inTerms, {
        handle: ref<string>('Uuid', 'public id, also accepted in paths'),
        owner: address('signer of the order'),
        inputToken: contractId('the subnet token to sell'),
        outputToken: contractId('the token to buy'),
        amountIn: units('input'),
        recipient: address('payee'),
        router: contractId('the multihop contract that the signature is for'),
      }),
      ...within(({ condition }: WholeView) => condition, {
        conditionToken: optional(TRIGGER.conditionToken),
        targetPrice: optional(TRIGGER.targetPrice),
        direction: optional(TRIGGER.direction),
        baseAsset: optional(TRIGGER.baseAsset),
        trail: optional(TRIGGER.trail),
        activationPrice: optional(TRIGGER.activationPrice),
      }),
      ...within(inTerms, {
        validFrom: optional(time('the executor does not send it before this time')),
        validTo: optional(time('not sent at or after this time')),
      }),
      after: optional(
        ref<string>(
          'Uuid',
          'entry that must be confirmed before the order is sent, under the name that the reader sees of orders',
        ),
        entryOf,
      ),
      activatedAt: optional(
        time('time from which the entry of this exit is confirmed'),
        ({ order }) => order.activation?.at,
      ),
      leftOver: optional(
        units('inputToken that the entry of this exit bought beyond what the exit sells'),
        ({ order }) => leftOver(order),
      ),
      ...within(namesIn, {
        kind: wordOf(KIND_WORDS, 'kind of the order by its terms: that of its plan, if the plan has one'),
        role: optional(wordOf(ROLE_WORDS, 'part that the order plays in its plan; absent for a lone order')),
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
        integrator: optional(text('tag of the program that placed the order')),
        minAmountOut: optional(
          units(
            'least output: a quote below it is never sent, and the chain aborts a swap that would pay less',
          ),
        ),
        slippage: optional(BOUNDS.slippage),
        maxPriceImpact: optional(BOUNDS.maxPriceImpact),
        minLiquidityUsd: optional(GUARDS.minLiquidityUsd),
        confirm: optional(GUARDS.confirm),
        replaces: optional(
          ref<string>('Uuid', 'handle of the order that was cancelled as this one was placed'),
        ),
        revision: optional(
          whole(
            'number of these terms among those that the owner has signed; an amendment has a higher one',
            { minimum: 1 },
          ),
        ),
      }),
      ...within(({ order }: OrderView) => (isPast(order) ? { ...order, ...order.imported } : order), {
        status: oneOf(ORDER_STATUSES, 'open → broadcasted → confirmed or failed; or open → cancelled'),
        createdAt: time('time of placement'),
        txid: optional(txid('the swap’s transaction; from broadcasted on')),
        broadcastedAt: optional(time('time at which a node accepted the swap')),
        confirmedAt: optional(time('time at which the swap was found mined')),
        failedAt: optional(time('time at which the swap was found aborted, or its signature used elsewhere')),
        blockHeight: optional(
          whole('block of the swap, or of what used the signature; confirmed and failed', { minimum: 0 }),
        ),
        blockTime: optional(whole('time of that block; confirmed and failed', { 'x-unit': 'Unix seconds' })),
        executedAmountIn: optional(units('amount paid; confirmed')),
        executedAmountOut: optional(units('amount received; confirmed')),
        feeUstx: optional(
          digits(
            text('transaction fee, paid by the operator; confirmed, failed', {
              pattern: '^[0-9]+$',
              'x-unit': 'microSTX',
            }),
          ),
        ),
        failureReason: optional(
          text('the chain’s own words, or spent-elsewhere: another transaction used the signature; failed'),
        ),
        cancelledAt: optional(time('time of the cancellation')),
        ending: optional(
          oneOf(
            ENDINGS,
            'cancelled while its swap is in progress, or may be: ends as cancelled, or as confirmed if the swap is mined first',
          ),
        ),
        cancelReason: optional(wordOf(CANCELS, 'reason of the cancellation')),
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
      trailing: optional(TRAILING.schema, trailingOf),
      evaluation: optional(EVALUATION.schema),
      report: optional(
        EXECUTION_REPORT.ref(
          'report on its execution, if asked for; absent without a fill, or while it is made',
        ),
        ({ report, tokens }) => report && { ...report, tokens },
      ),
    },
    {
      description:
        'A swap order. Its signature is never returned. Fields unknown to the server are returned as sent.',
      additionalProperties: true,
    },
  ),
);

function trailingOf({ order, mark }: OrderView) {
  const { status, terms } = order;
  if (status !== 'open' || terms.trigger?.kind !== 'trail' || mark === undefined) return undefined;
  if (isDormant(order)) return undefined;
  return trailingAt(terms.trigger, mark);
}

function metadataOf({ order, tokens }: OrderView) {
  const quote =
    'quote' in order ? { quote: EXECUTION_QUOTE.write({ quote: order.quote, tokens }) } : undefined;
  const metadata: object | undefined = order.terms.metadata;
  return metadata === undefined && quote === undefined ? undefined : { ...metadata, ...quote };
}

/** An order as JSON: amounts are smallest units as text, times are ISO 8601. It may also hold fields that its owner added. */
export type OrderResponse = WireOf<typeof ORDER>;

/**
 * The order as JSON, with its tokens as the book describes them. The owner's own fields are written first, so none of them can
 * override the server's.
 */
export function orderResponse(view: OrderView): OrderResponse {
  const { trigger, extra } = view.order.terms;
  const condition = trigger && conditionFields(trigger);
  // An order that lacks one of these must not show one that its owner made up.
  const { role: _, after: _1, activatedAt: _2, leftOver: _3, report: _4, ...own } = extra;
  return ORDER.write({ ...view, condition }, own);
}

export const ORDER_BODY = object({ status: always('success'), data: ORDER.ref() });

export const orderBody = (view: OrderView): WireOf<typeof ORDER_BODY> => ({
  status: 'success',
  data: orderResponse(view),
});
