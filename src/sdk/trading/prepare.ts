import type { NamedKind, TermsByKind } from '../client/orders/named-terms.js';
import { newUuid } from '../signing/new-uuid.js';
import {
  units,
  type SignedOrder,
  type Signer,
  type TradedToken,
  type UnsignedOrder,
} from '../signing/index.js';
import { isAll, wholeAmount } from './amounts.js';
import { readMarket, type MarketReader } from './market.js';
import { ordersOf } from './orders.js';
import { signedFor, type SigningFacts } from './signed.js';
import { requireObject } from './terms-error.js';
import { heldToken, soldToken, tokenNamed, type Holdings } from './tokens.js';

/** Network, tokens and routers as JSON. */
export interface ListedFacts {
  readonly network: string;
  readonly tokens: readonly { readonly contractId: string; readonly symbol: string }[];
  readonly routers: readonly { readonly id: string }[];
}

/** Context in which orders are prepared. */
export interface Preparing {
  readonly registry: ListedFacts;
  readonly client: MarketReader & {
    readonly balances: {
      get(
        address: string,
        tokens: readonly string[],
      ): Promise<{ readonly balances: Awaited<ReturnType<Holdings['balancesOf']>> }>;
    };
  };
  /** Address of the wallet that sells. */
  readonly owner: string;
  /** Current time in Unix milliseconds. */
  readonly now: () => number;
}

/** Orders that are ready to be signed. */
export interface Prepared {
  readonly orders: readonly (UnsignedOrder & { readonly uuid: string })[];
  /** Signs all of them, with one further signature of their terms. */
  readonly sign: (signer: Signer) => Promise<readonly SignedOrder[]>;
}

/** Kinds that are compared with the market before they are signed. */
const COMPARED: readonly NamedKind[] = ['stop', 'target', 'trail', 'stopAndTarget', 'bracket'];

const UNREAD = { quote: undefined, priceOf: () => undefined };

/** Makes the orders that terms describe. @throws TermsError, and SigningError like the functions of `sluice/signing`. */
export async function prepareOrders<K extends NamedKind>(
  kind: K,
  terms: TermsByKind[K],
  { registry, client, owner, now }: Preparing,
): Promise<Prepared> {
  requireObject('terms', terms);
  const facts = registry as SigningFacts;
  const { tokens } = facts;
  const balancesOf = async (ids: readonly string[]) => (await client.balances.get(owner, ids)).balances;
  const sellsAll = isAll(terms.amount);
  const amountOf = (copy: TradedToken) => (sellsAll ? 1n : BigInt(units(terms.amount, copy)));
  const sell = await heldToken('sell', terms.sell, tokens, { amountOf, balancesOf });
  // Exits sell what the entry buys, and orders sell subnet copies only.
  const buy = (kind === 'bracket' ? soldToken : tokenNamed)('buy', terms.buy, tokens);
  const sale = { inputToken: sell.contractId, outputToken: buy.contractId };
  const held = sellsAll ? (await balancesOf([sell.contractId]))[0]?.balance : undefined;
  const amount = wholeAmount(terms.amount, sell, held == null ? undefined : BigInt(held));
  const amountIn = units(amount, sell);
  const isCompared = COMPARED.includes(kind) || 'percentFromMarket' in terms;
  const market = isCompared ? await readMarket(client, { ...sale, amountIn }, tokens) : UNREAD;
  const orders = ordersOf(kind, { ...terms, amount }, { sell, buy, tokens, now, market }).map((order) => ({
    ...order,
    uuid: order.uuid ?? newUuid(),
  }));
  return { orders, sign: (signer) => signedFor(signer, orders, facts, now) };
}
