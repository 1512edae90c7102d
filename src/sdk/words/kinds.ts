import type { OrderKind, OrderRole, PlanKind } from '../../domain/order/terms/names.js';

const PLANS: Readonly<Record<Exclude<PlanKind, 'batch'>, string>> = {
  bracket: 'an entry, and exits that wait for its confirmation and cancel each other',
  oco: 'one-cancels-other: sending one order of the plan cancels the others',
  recurring: 'equal sales at intervals',
  twap: 'one sale in slices over time',
};

/** Words for the kinds of plans. */
export const PLAN_WORDS: Readonly<Record<PlanKind, string>> = {
  ...PLANS,
  batch: 'orders that only share a strategyId',
};

/** Words for the kinds of orders. */
export const KIND_WORDS: Readonly<Record<OrderKind, string>> = {
  market: 'sent at once or at its time, at the market’s price',
  limit: 'for at least its minimum, or at a price that is good for its owner',
  stop: 'sent when the price turns against its owner',
  'trailing-stop': 'a stop that follows the price',
  conditional: 'sent at a price of a token that it neither sells nor buys',
  manual: 'sent only when its owner asks',
  ...PLANS,
};

/** Words for the roles of orders in their plans. */
export const ROLE_WORDS: Readonly<Record<OrderRole, string>> = {
  entry: 'its confirmation lets the exits of the plan be sent',
  stop: 'sells when the price turns against its owner',
  target: 'sells at a price that is good for its owner',
  slice: 'one of the sales of a plan',
};

/** The fields that name an order. */
interface Named {
  readonly kind: OrderKind;
  readonly role?: OrderRole | undefined;
  readonly conditionToken?: string | undefined;
  readonly direction?: 'gt' | 'lt' | undefined;
  readonly trail?: object | undefined;
  readonly strategyPosition?: number | undefined;
  readonly strategySize?: number | undefined;
}

const NAMES: Readonly<Record<OrderKind, string>> = {
  market: 'Market',
  limit: 'Limit',
  stop: 'Stop loss',
  'trailing-stop': 'Trailing stop',
  conditional: 'Conditional',
  manual: 'Manual',
  bracket: 'Exit',
  oco: 'One of two',
  recurring: 'Recurring buy',
  twap: 'TWAP part',
};

/** Name of an order, as people who trade know it: `Stop loss`, `Take profit`, `Limit`, `Buy 2 of 4`, `TWAP part 2 of 4`. */
export function orderName(order: Named): string {
  const { kind, role, conditionToken, direction, trail } = order;
  if (role === 'entry') return 'Entry';
  if (role === 'stop') return NAMES[trail === undefined ? 'stop' : 'trailing-stop'];
  if (role === 'target') return 'Take profit';
  if (role === 'slice') return sliceName(order);
  // Any price that is good for its owner makes a limit; of the sold token, that is a higher one.
  const isTarget = kind === 'limit' && conditionToken !== undefined && conditionToken !== '*';
  return isTarget && direction === 'gt' ? 'Take profit' : NAMES[kind];
}

function sliceName({ kind, strategyPosition, strategySize }: Named): string {
  if (strategyPosition === undefined) return NAMES[kind];
  const place = strategySize === undefined ? `${strategyPosition}` : `${strategyPosition} of ${strategySize}`;
  return `${kind === 'recurring' ? 'Buy' : NAMES[kind]} ${place}`;
}
