/** Sale of one token for another, both named as people name them. */
export interface NamedSale {
  /** Token to sell: a symbol such as `STX`, or a contract id. Orders sell the subnet copy of a token, which is found. */
  readonly sell: string;
  /** Token to receive: a symbol, which means the token and not its subnet copy, or a contract id. */
  readonly buy: string;
  /**
   * Amount to sell, in whole tokens as decimal text: `'1.5'`, or `'1.5 STX'`, whose symbol is checked; `'all'` for the whole balance of
   * the subnet copy.
   */
  readonly amount: string;
  /**
   * Largest price impact at which it is sent, a fraction or percent: `'0.1'` or `'10%'`. Above it the order waits, also a stop. Default
   * 5%.
   */
  readonly maxPriceImpact?: string | undefined;
}

/** Worst acceptable output, as decimal text: one of the two. */
export interface LeastOutput {
  /** Least output in all, in whole tokens of `buy`; `'0'` accepts any amount. */
  readonly atLeast?: string | undefined;
  /** Largest loss against the quote at the time of sending, a fraction or percent; `'1%'` if neither is given. Not a bound on the price itself. */
  readonly slippage?: string | undefined;
}

/** Rate between the two tokens of a sale. */
export interface NamedRate {
  /**
   * Worst rate to accept, with the token that counts it, which says the direction: selling USDd for sBTC, `'101000 USDd'` is that many
   * USDd for each sBTC, and `'0.0000099 sBTC'` that much sBTC for each USDd.
   */
  readonly price?: string | undefined;
}

/** Time from which, and time until which, an order may be sent. */
export interface NamedWindow {
  /** Default: from now on. */
  readonly window?:
    | {
        /** Earliest time. Default: at once. */
        readonly from?: Date | undefined;
        /** Time from which it is no longer sent. Default: never. */
        readonly to?: Date | undefined;
      }
    | undefined;
}

/** Names of a single order. */
export interface NamedIds {
  /** Id of the order. Default: a random one. The same terms with the same id are placed once, however often the call is repeated. */
  readonly uuid?: string | undefined;
  /** Name of your own, unique among your open orders: `client:` and this finds the order. */
  readonly clientOrderId?: string | undefined;
}

/** Price of a token at which something happens: one of the two. */
export interface NamedLevel {
  /** Price of a whole token, in dollars or in the token of `in`, as decimal text. */
  readonly price?: string | undefined;
  /** Distance from the current price in percent, -99 to 10,000: `-10` is ten percent below. */
  readonly percentFromMarket?: number | undefined;
}

/** Unit of prices. */
export interface NamedUnit {
  /** Token that counts the prices: a symbol or a contract id. Default `USD`. */
  readonly in?: string | undefined;
}

/** Sale at what the market pays. Without an end of its window it ends after an hour, so that it is not sent later at another price. */
export interface MarketTerms extends NamedSale, LeastOutput, NamedWindow, NamedIds {}

/** Sale at a limit or better. Exactly one of `price`, `atLeast` and `percentFromMarket` says what that is. */
export interface LimitTerms extends NamedSale, NamedRate, NamedWindow, NamedIds {
  /** Least output in all, in whole tokens of `buy`, above 0. */
  readonly atLeast?: string | undefined;
  /** Output relative to what the market pays for the amount now, in percent, above 0 to 10,000: `5` wants five percent more. */
  readonly percentFromMarket?: number | undefined;
}

/** Sale when the price of the sold token reaches a level. */
export interface LevelTerms extends NamedSale, LeastOutput, NamedLevel, NamedUnit, NamedWindow, NamedIds {}

/** Sale when the price of the sold token has fallen from its highest. */
export interface TrailTerms extends NamedSale, LeastOutput, NamedUnit, NamedWindow, NamedIds {
  /** Distance from the highest confirmed price since the order was placed, with its unit: `'5%'`, `'500bp'`, or a price such as `'0.05 USD'`. */
  readonly fallsFromHigh: string;
  /** Price from which the stop counts. Default: at once. */
  readonly activation?: string | undefined;
}

/** Level of an exit, and its worst acceptable output. */
export interface NamedExit extends NamedLevel, LeastOutput {}

/** A target and a stop for the same tokens, each of which cancels the other. */
export interface StopAndTargetTerms extends NamedSale, NamedUnit, NamedWindow {
  /** Level below the market. */
  readonly stop: NamedExit;
  /** Level above the market. */
  readonly target: NamedExit;
  /** Name of the pair. Default: a new one. */
  readonly strategyId?: string | undefined;
}

/** Times of the orders of a plan. */
interface PlanTerms extends NamedSale, LeastOutput, NamedRate {
  /** Time from which the first is sent. Default: now. */
  readonly startAt?: Date | undefined;
  /** Name of the plan. Default: a new one. */
  readonly strategyId?: string | undefined;
}

/** Sale in equal parts over a span of time. `atLeast` is for all parts together. */
export interface TwapTerms extends PlanTerms {
  /** Number of parts, 2 to 100. */
  readonly parts: number;
  /** Milliseconds from the start of the first part to the end of the last; at least a minute for each part. */
  readonly spanMs: number;
  /** Longest delay of a part, as a share of its slot, 0 to 0.9. Default 0.5. */
  readonly delay?: number | undefined;
  /** Seed of the delays, a whole number from 0. Default: a random one. */
  readonly seed?: number | undefined;
  /** Whether a part that was not sent in its slot is skipped, the default, or stays open until the span ends. */
  readonly late?: 'skip' | 'catch-up' | undefined;
}

/** The same sale again and again. */
export interface RecurringTerms extends PlanTerms {
  /** Number of orders, 2 to 100. Each sells `amount`. */
  readonly runs: number;
  /** Milliseconds between two orders, 1,000 or more. */
  readonly everyMs: number;
}

/** A limit order, and a target and a stop for what it buys. Exits sell what the entry guarantees. */
export interface BracketTerms extends Omit<LimitTerms, keyof NamedIds>, NamedUnit {
  /** Level at which to sell what was bought, above the entry's price. */
  readonly target: NamedExit;
  /** Level below it, or a stop that follows the price. */
  readonly stop: NamedExit | (LeastOutput & Pick<TrailTerms, 'fallsFromHigh' | 'activation'>);
  /** Name of the plan. Default: a new one. */
  readonly strategyId?: string | undefined;
}

/** Terms by kind of order. */
export interface TermsByKind {
  readonly market: MarketTerms;
  readonly limit: LimitTerms;
  readonly stop: LevelTerms;
  readonly target: LevelTerms;
  readonly trail: TrailTerms;
  readonly stopAndTarget: StopAndTargetTerms;
  readonly twap: TwapTerms;
  readonly recurring: RecurringTerms;
  readonly bracket: BracketTerms;
}

/** Kind of an order, or of a group of orders that are placed together. */
export type NamedKind = keyof TermsByKind;

/** New terms of an open order. Those that are not named stay. */
export interface NamedChanges extends LeastOutput, NamedWindow {
  /** Of a limit the rate with the token that counts it, as in {@link NamedRate}; of a stop or target its price in the order's unit. */
  readonly price?: string | undefined;
  /** In place of `price`, as in {@link LimitTerms} and {@link NamedLevel}. */
  readonly percentFromMarket?: number | undefined;
  /** Distance of a trailing stop, as in {@link TrailTerms}. */
  readonly fallsFromHigh?: string | undefined;
  /** Largest price impact at which it is sent, a fraction or percent. */
  readonly maxPriceImpact?: string | undefined;
}
