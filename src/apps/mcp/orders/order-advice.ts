import type { Token } from '../../../domain/market/registry.js';
import type { Client, Order } from '../../../sdk/client/index.js';
import { decimal } from '../../../sdk/signing/index.js';
import { promisedBy } from '../../../sdk/trading/index.js';
import type { Terms } from '../../../sdk/words/order.js';
import { percentOf } from '../../../sdk/words/numbers.js';
import { amountOf } from '../../../sdk/words/token-words.js';
import { promisedWords, type Market } from '../../../sdk/words/warnings.js';
import { balanceOf } from '../owner.js';

/** A sale, and what its owner has. */
export interface Sale {
  readonly client: Client;
  readonly owner: string;
  /** The subnet copy that is sold. */
  readonly sell: Token;
  readonly buy: Token;
  /** Smallest units of all orders together. */
  readonly amountIn: bigint;
  /** Balance of the copy, smallest units; undefined if unknown. */
  readonly balance: bigint | undefined;
  /** The order that the sale takes the place of. */
  readonly replaced?: Pick<Order, 'handle'> | undefined;
}

/** Distance from the market, a fraction, below which a stop is probably sold at once. */
const NEAR = 0.01;

/** Sentence about what the market pays for the amount now; empty without a quote. */
export function marketWords(
  quote: Market['quote'],
  { sell, buy, amountIn }: Pick<Sale, 'sell' | 'buy' | 'amountIn'>,
  isStop: boolean,
): readonly string[] {
  if (quote === undefined) return [];
  if (quote.amountOutExact === '0') return ['The market has no route for this amount now.'];
  const floor = isStop
    ? ' A stop is not a price floor: it sells at what the market pays once its price is reached.'
    : '';
  return [
    `The market now pays ${amountOf(quote.amountOutExact, buy)} for ${amountOf(amountIn, sell)}, with a price impact of ${percentOf(quote.priceImpact, 2)}.${floor}`,
  ];
}

/** Warning of a stop or target so near to the market that it is sent almost at once. */
export function nearWords(orders: readonly Terms[], market: Pick<Market, 'priceOf'>): readonly string[] {
  return orders.flatMap(({ conditionToken, targetPrice, baseAsset = 'USD', after }) => {
    if (typeof conditionToken !== 'string' || conditionToken === '*' || after !== undefined) return [];
    const now = market.priceOf(conditionToken, baseAsset);
    const far = Math.abs(Number(targetPrice) / (now ?? 0) - 1);
    return far < NEAR
      ? [`Its price is only ${percentOf(far, 2)} from the market: it may be sent at once.`]
      : [];
  });
}

/** Warnings of what the sale leaves out or what is sold twice: the balance in the wallet, and other open orders. */
export async function holdingWords(sale: Sale, isAll: boolean): Promise<readonly string[]> {
  const { client, owner, sell, balance, amountIn, replaced } = sale;
  const [wallet, promised] = await Promise.all([
    isAll ? inWallet(sale) : 0n,
    promisedBy(client.orders.all({ owner, status: 'open', inputToken: sell.contractId }), replaced?.handle),
  ]);
  const twice = promisedWords({ promised, amountIn, balance }, (units) => amountOf(units, sell));
  return [
    ...(wallet > 0n
      ? [
          `${decimal(wallet, sell.decimals)} ${sell.symbol} more are in the wallet, outside the subnet, and are not sold: orders sell only what is deposited (prepare_move).`,
        ]
      : []),
    ...(promised === undefined ? ['Open orders cannot be read now: they may sell the same balance.'] : []),
    ...(twice === undefined ? [] : [twice]),
  ];
}

const inWallet = async ({ client, owner, sell: { base } }: Sale): Promise<bigint> =>
  (base && (await balanceOf(client, owner, { contractId: base }))) || 0n;
