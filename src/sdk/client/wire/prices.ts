// Written by `npm run docs:client` from the description of the HTTP interface. Do not edit.
import type { ContractId } from './common.js';

/** Token price as JSON. */
export interface TokenPrice {
  /** The token. */
  readonly contractId: ContractId;
  /** Symbol; not unique. */
  readonly symbol: string;
  /** Name. */
  readonly name: string;
  /** Address of an image. */
  readonly image?: string;
  /** Digits after the point of a whole token. 0 to 18. */
  readonly decimals: number;
  /** Present on a subnet copy. */
  readonly type?: 'SUBNET';
  /** The token whose price a subnet copy has. */
  readonly base?: ContractId;
  /** Price of a whole token. Unit: dollars. */
  readonly usd: number;
  /** Price of a whole token; times 100,000,000 for sats. Unit: sBTC. */
  readonly sbtc: number;
  /** Change of usd. */
  readonly change: {
    /** Change over 1h; null without enough history. Unit: percent. */
    readonly '1h': number | null;
    /** Change over 24h; null without enough history. Unit: percent. */
    readonly '24h': number | null;
    /** Change over 7d; null without enough history. Unit: percent. */
    readonly '7d': number | null;
    /** Change over 30d; null without enough history. Unit: percent. */
    readonly '30d': number | null;
  };
  /** What the pools hold of the token. Unit: dollars. At least 0. */
  readonly liquidityUsd: number;
  /** Lost by buying for about a dollar and selling straight back; null where not measured. Unit: percent. */
  readonly roundTripLoss: number | null;
  /** roundTripLoss is over 25: little money moves the price. */
  readonly thin: boolean;
  /** When it was last priced. ISO 8601. */
  readonly updatedAt: string;
  /** updatedAt is more than 15 minutes ago. */
  readonly stale: boolean;
  /** Closes of each four hours of seven days, oldest first; on single tokens, and on lists with sparkline=1. */
  readonly sparkline?: readonly (number | null)[];
}

/** Price list as JSON. */
export interface PriceList {
  /** A bitcoin in the newest run; null before the first. Unit: dollars. */
  readonly btcUsd: number | null;
  /** The newest run; null before the first. ISO 8601. */
  readonly updatedAt: string | null;
  /** How many tokens follow. At least 0. */
  readonly count: number;
  /** By liquidity, most first; equal ones by contract id. */
  readonly tokens: readonly TokenPrice[];
}

/** Candle as JSON. */
export interface Candle {
  /** Start; aligned to UTC, weeks to Monday. Unit: Unix seconds. */
  readonly time: number;
  /** First price. Unit: quote. */
  readonly open: number;
  /** Highest. Unit: quote. */
  readonly high: number;
  /** Lowest. Unit: quote. */
  readonly low: number;
  /** Last price. Unit: quote. */
  readonly close: number;
  /** Prices in the candle; 0 when filled. At least 0. */
  readonly points: number;
  /** Present with fill=previous where there was no price. */
  readonly filled?: true;
}

/** History as JSON. */
export interface History {
  /** The token. */
  readonly token: ContractId;
  /** Length of a candle. */
  readonly interval: '5m' | '1h' | '4h' | '1d' | '1w';
  /** What prices are in. */
  readonly quote: 'usd' | 'sbtc';
  /** How many candles follow. At least 0. */
  readonly count: number;
  /** Oldest first. */
  readonly candles: readonly Candle[];
}

/** Prices at as JSON. */
export interface PricesAt {
  /** As they were sent, in the same sequence. */
  readonly times: readonly number[];
  /** As they were sent, each once. */
  readonly tokens: readonly {
    /** The token, as it was sent. */
    readonly contractId: string;
    /** Whether it was ever priced. */
    readonly known: boolean;
    /** One for each of the times: the newest price at that time, null where none was recorded in the 24 hours before. */
    readonly prices: readonly ({
      /** When it was recorded. Unit: Unix seconds. */
      readonly time: number;
      /** Price of a whole token. Unit: dollars. */
      readonly usd: number;
      /** Price of a whole token. Unit: sBTC. */
      readonly sbtc: number;
    } | null)[];
  }[];
}

/** Price health as JSON. */
export interface PriceHealth {
  /** Prices were recorded within 15 minutes. */
  readonly ok: boolean;
  /** The newest run; null before the first. ISO 8601. */
  readonly lastRecordedAt: string | null;
  /** Age of that run. Unit: seconds. At least 0. */
  readonly ageSeconds: number | null;
  /** Registered tokens that the newest run priced. At least 0. */
  readonly tokensPriced: number;
  /** Tokens of the registry. At least 0. */
  readonly tokensRegistered: number;
  /** The newest run priced a smaller share of them than the operator’s threshold. */
  readonly degraded: boolean;
  /** Registered tokens that the newest run did not price. */
  readonly unpriced: readonly {
    /** The token. */
    readonly contractId: ContractId;
    /** Symbol; not unique. */
    readonly symbol: string;
    /** Why it has no price. no-vault: no registered vault holds it; vaults-not-routed: the router trades through none of its vaults; no-route: no path of 4 hops or fewer joins it with sBTC; vaults-silent: vaults that join it with sBTC, or that hold it, do not respond; unsellable: what was bought sells for nothing; insufficient-liquidity: 1,000 dollars do not buy a unit; not-in-run: the newest run does not tell: registered since, or imported. */
    readonly reason:
      | 'no-vault'
      | 'vaults-not-routed'
      | 'no-route'
      | 'vaults-silent'
      | 'unsellable'
      | 'insufficient-liquidity'
      | 'not-in-run';
  }[];
  /** The last run of this process, if it failed. */
  readonly lastFailure?: {
    /** When. ISO 8601. */
    readonly at: string;
    /** Why. */
    readonly reason: string;
  };
}

/** Prices after a run, as streams send them. */
export interface PricesEvent {
  /** The run. ISO 8601. */
  readonly at: string;
  /** A bitcoin in the run. Unit: dollars. */
  readonly btcUsd: number;
  /** As in the price list, without sparklines. */
  readonly prices: readonly TokenPrice[];
}

/** Its operations by id: what each takes and returns. */
export interface PricesOperations {
  /** `GET /prices/api/v1/prices`: Current prices of all tokens, most liquidity first. */
  readonly listPrices: {
    readonly area: 'prices';
    readonly method: 'GET';
    readonly path: '/api/v1/prices';
    readonly access: 'anyone';
    readonly query: {
      /** Only these: contract ids, separated by commas. */
      readonly tokens?: string | undefined;
      /** 1 adds the field sparkline. Default `0`. */
      readonly sparkline?: '0' | '1' | undefined;
    };
    readonly response: PriceList;
  };
  /** `GET /prices/api/v1/prices/stream`: Follow current prices as server-sent events. */
  readonly followPrices: {
    readonly area: 'prices';
    readonly method: 'GET';
    readonly path: '/api/v1/prices/stream';
    readonly access: 'anyone';
    readonly query: {
      /** The id of the last event that was received, to continue behind it; the header Last-Event-ID comes first. */
      readonly lastEventId?: string | undefined;
      /** Another name of lastEventId, which comes first. */
      readonly after?: string | undefined;
      /** Only these: up to 100 contract ids, separated by commas. */
      readonly tokens?: string | undefined;
    };
    readonly response: string;
  };
  /** `GET /prices/api/v1/prices/{contractId}`: Current price of one token, with its sparkline. */
  readonly getPrice: {
    readonly area: 'prices';
    readonly method: 'GET';
    readonly path: '/api/v1/prices/{contractId}';
    readonly access: 'anyone';
    readonly params: {
      /** The token’s contract id; .stx for STX. */
      readonly contractId: string;
    };
    readonly response: TokenPrice;
  };
  /** `GET /prices/api/v1/prices/{contractId}/history`: Candles of a token: open, high, low, close. */
  readonly priceHistory: {
    readonly area: 'prices';
    readonly method: 'GET';
    readonly path: '/api/v1/prices/{contractId}/history';
    readonly access: 'anyone';
    readonly params: {
      /** The token’s contract id; .stx for STX. */
      readonly contractId: string;
    };
    readonly query: {
      /** Length of a candle. Default `1h`. */
      readonly interval?: '5m' | '1h' | '4h' | '1d' | '1w' | undefined;
      /** What prices are in. Default `usd`. */
      readonly quote?: 'usd' | 'sbtc' | undefined;
      /** Start of the window: Unix seconds, or an ISO 8601 time, UTC where it names no zone. */
      readonly from?: string | undefined;
      /** End of the window, not included: Unix seconds, or an ISO 8601 time, UTC where it names no zone; now when absent. */
      readonly to?: string | undefined;
      /** How many of the newest candles are kept. 1 to 2000. Default `500`. */
      readonly limit?: number | undefined;
      /** Repeats the close before in intervals without a price, with points 0 and filled true. */
      readonly fill?: 'previous' | undefined;
    };
    readonly response: History;
  };
  /** `GET /prices/api/v1/prices/at`: Prices that several tokens had at several times. */
  readonly pricesAt: {
    readonly area: 'prices';
    readonly method: 'GET';
    readonly path: '/api/v1/prices/at';
    readonly access: 'anyone';
    readonly query: {
      /** 1 to 50 contract ids, separated by commas; .stx for STX. */
      readonly tokens: string;
      /** 1 to 100 times, separated by commas: Unix seconds, or ISO 8601, UTC where they name no zone; none in the future. */
      readonly times: string;
    };
    readonly response: PricesAt;
  };
  /** `GET /prices/api/v1/health`: Are prices being recorded, and which tokens have none. */
  readonly priceHealth: {
    readonly area: 'prices';
    readonly method: 'GET';
    readonly path: '/api/v1/health';
    readonly access: 'anyone';
    readonly response: PriceHealth;
  };
}
