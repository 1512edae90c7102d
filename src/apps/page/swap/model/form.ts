import type { ListedToken } from '../../../../sdk/client/index.js';

/** Way in which tokens are sold. */
export type Kind = 'now' | 'limit' | 'exits' | 'recurring';

export type Validity = 'hour' | 'day' | 'month' | 'open' | 'times';

/** Times within which an order may be sent, by choice, ms. */
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
  /** Whole tokens. */
  readonly amount: string;
  /** Percent. */
  readonly slippage: string;
  /** Percent. */
  readonly maxImpact: string;
  readonly validity: Validity;
  /** In the format of `datetime-local`, in the visitor's zone. */
  readonly from: string;
  readonly to: string;
  /** The limit. */
  readonly price: string;
  /** Token that the limit is the price of. */
  readonly priceOf: 'sell' | 'buy';
  /** Token whose price a limit order also waits for: none, the one sold, or the one bought. */
  readonly triggerOn: 'none' | 'sell' | 'buy';
  readonly triggerSide: 'above' | 'below';
  /** Dollars. */
  readonly triggerPrice: string;
  /** Unit of the prices of stop and target. */
  readonly exitUnit: 'usd' | 'buy';
  readonly stopPrice: string;
  readonly targetPrice: string;
  /** Whole tokens; if empty, the slippage alone applies. */
  readonly stopLeast: string;
  readonly targetLeast: string;
  readonly runs: string;
  readonly every: string;
  readonly everyUnit: EveryUnit;
  readonly startAt: string;
}

export const EMPTY_FORM: Form = {
  kind: 'now',
  sell: undefined,
  buy: undefined,
  amount: '',
  slippage: '',
  maxImpact: '5',
  validity: 'hour',
  from: '',
  to: '',
  price: '',
  priceOf: 'sell',
  triggerOn: 'none',
  triggerSide: 'above',
  triggerPrice: '',
  exitUnit: 'usd',
  stopPrice: '',
  targetPrice: '',
  stopLeast: '',
  targetLeast: '',
  runs: '4',
  every: '1',
  everyUnit: 'week',
  startAt: '',
};

/** A swap now ends soon if the market moves away; an order that waits for a price may wait. */
export const validityOf = (kind: Kind): Validity => (kind === 'now' ? 'hour' : 'month');

/** The reverse swap: it sells what this one buys. */
export const flipped = (form: Form): Form => ({
  ...form,
  sell: form.buy,
  buy: form.sell,
  amount: '',
  price: '',
  triggerPrice: '',
  stopPrice: '',
  targetPrice: '',
  stopLeast: '',
  targetLeast: '',
});

/** Whether an order can sell the token: it must be a subnet copy. */
export const isSellable = (token: ListedToken): boolean => token.type === 'SUBNET';

/** The subnet copy of a plain token; undefined if none. */
export const copyOf = (token: ListedToken, tokens: readonly ListedToken[]): ListedToken | undefined =>
  tokens.find(({ type, base }) => type === 'SUBNET' && base === token.contractId);
