import type { DatedEvaluation } from '../../../application/execution/tick/trigger-prices.js';
import { conditionFields } from '../../../domain/order/conditions/conditions.js';
import type { ConditionFields } from '../../../domain/order/conditions/rules.js';
import {
  ORDER_STATUSES,
  type CancelReason,
  type Order,
  type OrderTerms,
  type Strategy,
} from '../../../domain/order/order.js';
import type { ExecutionQuote } from '../../../domain/order/swap-transaction.js';
import { address, contractId } from '../operation/common-schemas.js';
import {
  always,
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
  type JsonSchema,
  type WireOf,
} from '../operation/schema.js';
import { field, fields, named, optional } from '../operation/shape.js';

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

const iso = (date: Date): string => date.toISOString();
const digits = (value: bigint): string => value.toString();

type NameIn<U> = U extends unknown ? keyof U & string : never;
type ValueIn<U, K extends string> = Extract<U, Readonly<Record<K, unknown>>>[K];

/** Reads a property that only some members of a union have, undefined in the others. */
function partOf<S, U extends object>(memberOf: (source: S) => U) {
  function part<K extends NameIn<U>>(name: K): (source: S) => ValueIn<U, K> | undefined;
  function part<K extends NameIn<U>, T>(
    name: K,
    write: (value: ValueIn<U, K>) => T,
  ): (source: S) => T | undefined;
  function part<K extends NameIn<U>>(name: K, write?: (value: ValueIn<U, K>) => unknown) {
    return (source: S): unknown => {
      const value = (memberOf(source) as Partial<Record<K, ValueIn<U, K>>>)[name];
      return value === undefined || write === undefined ? value : write(value);
    };
  }
  return part;
}

const EXECUTION_QUOTE = fields<ExecutionQuote>()(
  {
    amountIn: field(
      number('input; loses digits beyond 2^53', { 'x-unit': 'smallest units of inputToken' }),
      ({ amountIn }) => Number(amountIn),
    ),
    amountOut: field(
      number('output; loses digits beyond 2^53', { 'x-unit': 'smallest units of outputToken' }),
      ({ amountOut }) => Number(amountOut),
    ),
    amountInExact: field(units('input, exact'), ({ amountIn }) => amountIn.toString()),
    amountOutExact: field(units('output, exact'), ({ amountOut }) => amountOut.toString()),
    timestamp: field(time('when it was quoted'), ({ quotedAt }) => quotedAt.toISOString()),
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

const REASONS = Object.keys({
  manual: true,
  'waiting-window': true,
  'waiting-price': true,
  'price-missing': true,
  'price-stale': true,
  'price-thin': true,
  'no-route': true,
  'below-minimum': true,
  'insufficient-balance': true,
  'order-spent': true,
  'chain-unreachable': true,
  'backing-off': true,
  due: true,
  'broadcast-unknown': true,
  expired: true,
  'max-age': true,
} satisfies Readonly<Record<DatedEvaluation['reason'], true>>);

const fact = partOf((evaluation: DatedEvaluation) => evaluation);

const EVALUATION = fields<DatedEvaluation>()(
  {
    at: field(time('when it was evaluated'), ({ at }) => at.toISOString()),
    state: wordOf(
      {
        manual: 'only its owner sends it',
        waiting: 'for its window or its price',
        held: 'its price cannot be relied on',
        'backing-off': 'an attempt failed; the next one is scheduled',
        ready: 'the next pass of the executor takes it',
        sending: 'its swap is stored and is sent until its outcome is known',
        ended: 'the next pass of the executor cancels it',
      },
      'where it is in its life',
    ),
    reason: text(`${REASONS.slice(0, -1).join(', ')} or ${REASONS.at(-1)}`),
    ratio: optional(
      text('price of conditionToken in baseAsset, rounded down to 18 decimals; waiting-price'),
      fact('ratio'),
    ),
    distance: optional(
      text('how far the ratio has to move, as a signed fraction of itself; waiting-price'),
      fact('distance'),
    ),
    token: optional(contractId('the token whose price is missing, stale or thin'), fact('token')),
    opensAt: optional(time('when the window opens; waiting-window'), fact('opensAt', iso)),
    attempts: optional(whole('failed attempts that count; backing-off', { minimum: 0 }), fact('attempts')),
    retryAt: optional(time('when it is tried again; backing-off'), fact('retryAt', iso)),
    txid: optional(txid('the stored swap; sending'), fact('txid')),
  },
  { description: 'why an open order is not sent right now; only where a single order is read' },
);

interface OrderView {
  readonly order: Order;
  readonly condition: ConditionFields | undefined;
  readonly evaluation?: DatedEvaluation | undefined;
}

const term =
  <K extends keyof OrderTerms>(name: K) =>
  ({ order }: OrderView): OrderTerms[K] =>
    order.terms[name];

const label =
  <K extends keyof Strategy>(name: K) =>
  ({ order }: OrderView): Strategy[K] =>
    order.terms.strategy[name];

const inState = partOf(({ order }: OrderView) => order);

/** An order as every read returns it: never its signature. */
export const ORDER = named(
  'Order',
  fields<OrderView>()(
    {
      uuid: field(ref<string>('Uuid', 'chosen and signed by the owner'), term('uuid')),
      owner: field(address('who signed the order'), term('owner')),
      inputToken: field(contractId('the subnet token that is paid'), term('inputToken')),
      outputToken: field(contractId('the token that is bought'), term('outputToken')),
      amountIn: field(units('input'), ({ order }) => order.terms.amountIn.toString()),
      recipient: field(address('who is paid'), term('recipient')),
      router: field(contractId('the multihop contract that the signature is for'), term('router')),
      conditionToken: optional(TRIGGER.conditionToken, ({ condition }) => condition?.conditionToken),
      targetPrice: optional(TRIGGER.targetPrice, ({ condition }) => condition?.targetPrice),
      direction: optional(TRIGGER.direction, ({ condition }) => condition?.direction),
      baseAsset: optional(TRIGGER.baseAsset, ({ condition }) => condition?.baseAsset),
      validFrom: optional(time('the executor does not send it before this time'), ({ order }) =>
        order.terms.validFrom?.toISOString(),
      ),
      validTo: optional(time('not sent at or after this time'), ({ order }) =>
        order.terms.validTo?.toISOString(),
      ),
      strategyId: optional(text('groups orders of one plan'), label('strategyId')),
      strategyType: optional(text('such as dca, range, target, split, batch'), label('strategyType')),
      strategyDescription: optional(text('the plan in words'), label('strategyDescription')),
      strategyPosition: optional(
        whole('place in the plan, from 1', { minimum: 1 }),
        label('strategyPosition'),
      ),
      strategySize: optional(whole('orders in the plan', { minimum: 1 }), label('strategySize')),
      clientOrderId: optional(text('the owner’s own id'), term('clientOrderId')),
      minAmountOut: optional(units('least output; a quote below it is never sent'), ({ order }) =>
        order.terms.minAmountOut?.toString(),
      ),
      status: field(
        oneOf(ORDER_STATUSES, 'open → broadcasted → confirmed or failed; or open → cancelled'),
        ({ order }) => order.status,
      ),
      createdAt: field(time('when it was placed'), ({ order }) => order.createdAt.toISOString()),
      txid: optional(txid('the swap’s transaction; from broadcasted on'), inState('txid')),
      broadcastedAt: optional(time('when a node accepted the swap'), inState('broadcastedAt', iso)),
      confirmedAt: optional(time('when the swap was found mined'), inState('confirmedAt', iso)),
      failedAt: optional(time('when the swap was found aborted'), inState('failedAt', iso)),
      blockHeight: optional(
        whole('block of the swap; confirmed and failed', { minimum: 0 }),
        inState('blockHeight'),
      ),
      blockTime: optional(
        whole('time of that block; confirmed and failed', { 'x-unit': 'Unix seconds' }),
        inState('blockTime'),
      ),
      executedAmountIn: optional(units('what was paid; confirmed'), inState('executedAmountIn', digits)),
      executedAmountOut: optional(
        units('what was received; confirmed'),
        inState('executedAmountOut', digits),
      ),
      feeUstx: optional(
        text('transaction fee, paid by the operator; confirmed', {
          pattern: '^[0-9]+$',
          'x-unit': 'microSTX',
        }),
        inState('feeUstx', digits),
      ),
      failureReason: optional(text('the chain’s own words; failed'), inState('failureReason')),
      cancelledAt: optional(time('when it was cancelled'), inState('cancelledAt', iso)),
      cancelReason: optional(wordOf(CANCEL_REASONS, 'why it was cancelled'), inState('cancelReason')),
      metadata: optional(
        object(
          { quote: EXECUTION_QUOTE.schema },
          {
            optional: ['quote'],
            additionalProperties: true,
            description: 'the owner’s own object, and the quote',
          },
        ),
        ({ order }) => metadataOf(order),
      ),
      evaluation: optional(EVALUATION.schema, ({ evaluation }) => evaluation && EVALUATION.write(evaluation)),
    },
    {
      description:
        'A swap order. Its signature is never returned. Fields that mean nothing to the server are returned as the owner sent them.',
      additionalProperties: true,
    },
  ),
);

function metadataOf(order: Order) {
  const quote = 'quote' in order ? { quote: EXECUTION_QUOTE.write(order.quote) } : undefined;
  const metadata: object | undefined = order.terms.metadata;
  return metadata === undefined && quote === undefined ? undefined : { ...metadata, ...quote };
}

/** An order as JSON: amounts are smallest units as text, times are ISO 8601. It may also hold fields of its owner's own. */
export type OrderResponse = WireOf<typeof ORDER>;

/** The order as JSON. The owner's own fields are written first, so that none of them overrides one of the server's. */
export function orderResponse(order: Order, evaluation?: DatedEvaluation): OrderResponse {
  const { trigger, extra } = order.terms;
  const condition = trigger && conditionFields(trigger);
  return ORDER.write({ order, condition, evaluation }, { ...extra });
}

/** The body of a response about one order. */
export const ORDER_BODY = object({ status: always('success'), data: ORDER.ref() });

export const orderBody = (order: Order, evaluation?: DatedEvaluation): WireOf<typeof ORDER_BODY> => ({
  status: 'success',
  data: orderResponse(order, evaluation),
});
