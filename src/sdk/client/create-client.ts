import { alertsOf, type AlertsClient } from './owner/alerts.js';
import { balancesOf, type BalancesClient } from './wallet/balances.js';
import { connect, type ClientOptions } from './transport/connection.js';
import { Credentials } from './owner/credentials.js';
import { keysOf, type KeysClient } from './owner/keys.js';
import { metadataOf, type MetadataClient } from './owner/metadata.js';
import { operatorOf, type OperatorClient } from './owner/operator.js';
import { ordersOf } from './orders/orders.js';
import type { OrdersClient } from './orders/orders-client.js';
import { portfolioOf, type PortfolioClient } from './owner/portfolio.js';
import { pricesOf, type PricesClient } from './market/prices-client.js';
import { quotesOf, type QuotesClient } from './market/quotes.js';
import { subnetsOf, type SubnetsClient } from './wallet/subnets.js';
import { vaultsOf, type VaultsClient } from './market/vaults.js';
import { webhooksOf, type WebhooksClient } from './owner/webhooks.js';

/** Client of the whole service. Its calls reject with a {@link ClientError} only. */
export interface Client {
  /** Orders: placing by symbol or as signed, reading, following, cancelling. */
  readonly orders: OrdersClient;
  /** Best routes, and how much a pair can take. */
  readonly quotes: QuotesClient;
  /** Balances of wallets. */
  readonly balances: BalancesClient;
  /** Fills and results of an owner. */
  readonly portfolio: PortfolioClient;
  /** Deposits into subnets, and withdrawals. */
  readonly subnets: SubnetsClient;
  /** Prices, candles, trades and tickers. */
  readonly prices: PricesClient;
  /** Records of tokens. */
  readonly metadata: MetadataClient;
  /** Vaults, tokens and routers. */
  readonly vaults: VaultsClient;
  /** API keys of the wallet. */
  readonly keys: KeysClient;
  /** Webhooks of the wallet. */
  readonly webhooks: WebhooksClient;
  /** Alerts of the wallet. */
  readonly alerts: AlertsClient;
  /** Operator's view of the server. */
  readonly operator: OperatorClient;
}

/**
 * Creates a client of the whole service. Sends nothing yet. A page that needs one area can use that area's client, such as {@link
 * pricesClient}, and loads nothing else.
 *
 * @throws RangeError for an unknown or invalid option.
 * @example
 * const client = createClient({ baseUrl: 'https://dex.example.org', apiKey: 'ck_live_…' });
 * const { txid } = await client.orders.execute('7d3f0f6e-3f0d-4c2b-9a52-0f4b1f2f7c10');
 */
export function createClient(options: ClientOptions): Client {
  const connection = connect(options);
  const credentials = new Credentials(connection);
  return {
    orders: ordersOf(connection, credentials),
    quotes: quotesOf(connection),
    balances: balancesOf(connection),
    portfolio: portfolioOf(connection, credentials),
    subnets: subnetsOf(connection),
    prices: pricesOf(connection),
    metadata: metadataOf(connection),
    vaults: vaultsOf(connection),
    keys: keysOf(connection, credentials),
    webhooks: webhooksOf(connection, credentials),
    alerts: alertsOf(connection, credentials),
    operator: operatorOf(connection, credentials),
  };
}
