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

interface Named {
  readonly kind: OrderKind;
  readonly role?: OrderRole | undefined;
}

const TITLES: Readonly<Partial<Record<OrderKind, string>>> = { oco: 'OCO', twap: 'TWAP' };

/** Names of an order on one line: `OCO stop`, `TWAP slice`, `Trailing stop`. */
export function kindText({ kind, role }: Named): string {
  const title = TITLES[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ');
  return role === undefined ? title : `${title} ${role}`;
}
