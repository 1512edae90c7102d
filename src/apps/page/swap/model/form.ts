import type { ListedToken } from '../../../../sdk/client/index.js';

/** Way in which tokens are sold. */
export type Kind = 'now' | 'limit' | 'bracket' | 'exits' | 'trail' | 'recurring' | 'twap';

/** Whether orders of the kind are bound by a price that the visitor names. */
export const isLimited = (kind: Kind): boolean => kind === 'limit' || kind === 'bracket';

/** Whether the kind is a series of sales over time. */
export const isSpread = (kind: Kind): boolean => kind === 'recurring' || kind === 'twap';

export type Validity = 'hour' | 'day' | 'month' | 'open' | 'times';

/** Options for how long an order may be sent, ms. */
export const SPANS = { hour: 3_600_000, day: 86_400_000, month: 30 * 86_400_000 } as const;

/** The server ends an open order at this age. */
export const MOST_AGE_MS = 90 * 86_400_000;

export const EVERY = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
export type EveryUnit = keyof typeof EVERY;

/** Input of the visitor, as typed and chosen. */
export interface Form {
  readonly kind: Kind;
  readonly sell: ListedToken | undefined;
  readonly buy: ListedToken | undefined;
  /** Amount to sell, whole tokens. */
  readonly amount: string;
  /** Amount to buy, whole tokens, if it was typed: of a swap now, in place of the amount to sell; of a limit order, in place of its price. */
  readonly amountOut: string;
  /** Greatest slippage, percent. */
  readonly slippage: string;
  /** Greatest price impact, percent. */
  readonly maxImpact: string;
  readonly validity: Validity;
  /** Beginning of the time window, in the format of `datetime-local` and in the visitor's zone. */
  readonly from: string;
  readonly to: string;
  /** The limit of a limit order. */
  readonly price: string;
  /** Limit of a recurring plan; if empty, only the slippage limits it. */
  readonly planPrice: string;
  /** Token that the limits are the price of. */
  readonly priceOf: 'sell' | 'buy';
  /** Token whose price a limit order also waits for: none, the sold one, or the bought one. */
  readonly triggerOn: 'none' | 'sell' | 'buy';
  readonly triggerSide: 'above' | 'below';
  /** Price for which a limit order also waits, dollars. */
  readonly triggerPrice: string;
  /** Unit of the prices of stops and targets: dollars, or the token that they buy. */
  readonly exitUnit: 'usd' | 'buy';
  readonly stopPrice: string;
  readonly targetPrice: string;
  /** Least amount that the stop accepts, whole tokens; if empty, only the slippage limits it. */
  readonly stopLeast: string;
  readonly targetLeast: string;
  /** Prices of the stop and the target that begin once an entry is confirmed, of the token that it buys. */
  readonly thenStop: string;
  readonly thenTarget: string;
  /** Distance of a trailing stop from the highest price, percent. */
  readonly trailPercent: string;
  /** Price from which a trailing stop counts; if empty, it counts at once. */
  readonly trailFrom: string;
  readonly runs: string;
  readonly every: string;
  readonly everyUnit: EveryUnit;
  /** Number of parts in which an amount is sold over time. */
  readonly parts: string;
  /** Time over which they are sold. */
  readonly span: string;
  readonly spanUnit: EveryUnit;
  readonly startAt: string;
}

export const EMPTY_FORM: Form = {
  kind: 'now',
  sell: undefined,
  buy: undefined,
  amount: '',
  amountOut: '',
  slippage: '',
  maxImpact: '5',
  validity: 'hour',
  from: '',
  to: '',
  price: '',
  planPrice: '',
  priceOf: 'sell',
  triggerOn: 'none',
  triggerSide: 'above',
  triggerPrice: '',
  exitUnit: 'usd',
  stopPrice: '',
  targetPrice: '',
  stopLeast: '',
  targetLeast: '',
  thenStop: '',
  thenTarget: '',
  trailPercent: '5',
  trailFrom: '',
  runs: '4',
  every: '1',
  everyUnit: 'week',
  parts: '6',
  span: '6',
  spanUnit: 'hour',
  startAt: '',
};

/** Initial validity: an immediate swap ends soon if the market moves away, whereas an order that waits for a price gets a month. */
export const validityOf = (kind: Kind): Validity => (kind === 'now' ? 'hour' : 'month');

/** Whether the token is a balance to trade, from which an order can be paid: a subnet copy. */
export const isSellable = (token: ListedToken): boolean => token.type === 'SUBNET';
