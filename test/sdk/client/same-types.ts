import type { Code } from '../../../src/adapters/express/errors/codes.js';
import type * as served from '../../../src/adapters/express/index.js';
import type * as client from '../../../src/sdk/client/index.js';

/** `true` where each of the two types fits the other. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : 'the service has less') : 'the client has less';

type Fits<A, B> = [A] extends [B] ? true : 'the client has less';

/** Compiled only: the written types are those that the compiler derives from the same operations. */
export const SAME_TYPES: {
  readonly order: Same<client.OwnOrder, served.OrderResponse>;
  readonly event: Same<client.OrderEvent, served.OrderEventResponse>;
  /** The described opcodes are fewer than all numbers. */
  readonly quote: Fits<client.ResponseOf<'quoteRoute'>, served.QuoteResponse>;
  readonly balances: Same<client.ResponseOf<'getBalances'>, served.BalancesResponse>;
  readonly results: Same<client.ResponseOf<'readResults'>, served.PortfolioResultsResponse>;
  readonly fills: Same<client.ResponseOf<'listFills'>, served.FillListResponse>;
  readonly orders: Same<client.ResponseOf<'listOrders'>, served.OrderListResponse>;
  readonly executed: Same<client.ResponseOf<'executeOrder'>, served.ExecuteOrderResponse>;
  readonly cancelled: Same<client.ResponseOf<'cancelOrders'>, served.CancelOrdersResponse>;
  readonly strategies: Same<client.ResponseOf<'listStrategies'>, served.StrategyListResponse>;
  readonly strategy: Same<client.ResponseOf<'getStrategy'>['data'], served.StrategyResponse>;
  readonly key: Same<client.ApiKey, served.ApiKeyResponse>;
  readonly created: Same<client.ResponseOf<'createApiKey'>, served.CreateApiKeyResponse>;
  readonly prices: Same<client.PriceList, served.PriceListResponse>;
  readonly price: Same<client.TokenPrice, served.TokenPriceResponse>;
  readonly history: Same<client.ResponseOf<'priceHistory'>, served.PriceHistoryResponse>;
  readonly health: Same<client.PriceHealth, served.PriceHealthResponse>;
  readonly trades: Same<client.Trades, served.TradesResponse>;
  readonly figures: Same<client.ResponseOf<'vaultFigures'>, served.VaultFiguresResponse>;
  readonly vaults: Same<client.ResponseOf<'listVaults'>, served.VaultsResponse>;
  readonly status: Same<client.OperatorStatus, served.OperatorStatusResponse>;
  readonly costs: Same<client.ResponseOf<'readCosts'>, served.CostsResponse>;
  readonly session: Same<client.ResponseOf<'signInOperator'>, served.SessionResponse>;
  readonly switch: Same<client.SendingSwitch, served.SwitchResponse>;
  readonly registry: Same<client.ResponseOf<'readRegistry'>, served.RegistryResponse>;
  readonly metadata: Same<client.MetadataList, served.MetadataListResponse>;
  readonly findings: Same<client.ResponseOf<'lintMetadata'>, served.MetadataLintResponse>;
  readonly safety: Same<client.TokenSafety, served.TokenSafetyResponse>;
  readonly codes: Same<client.ServiceCode, Code>;
} = {
  order: true,
  event: true,
  quote: true,
  balances: true,
  results: true,
  fills: true,
  orders: true,
  executed: true,
  cancelled: true,
  strategies: true,
  strategy: true,
  key: true,
  created: true,
  prices: true,
  price: true,
  history: true,
  health: true,
  trades: true,
  figures: true,
  vaults: true,
  status: true,
  costs: true,
  session: true,
  switch: true,
  registry: true,
  metadata: true,
  findings: true,
  safety: true,
  codes: true,
};
