import type { Client } from '../../../sdk/client/index.js';
import type { Token } from '../../../domain/market/registry.js';
import type { Devnet } from '../service/service.js';
import { isSpendable } from './exchange.js';
import { quoteSwap } from './quote.js';

/** A token's current price, and its change since the start, both without pool fees. */
export interface LivePrice {
  readonly symbol: string;
  readonly usd: number;
  readonly changePercent: number;
}

/** Divisor of a wallet's holding. The resulting amount, which is quoted, is too small to move a pool. */
const QUOTED_SHARE = 2_000n;

/** Current prices, from quotes, because recorded prices are up to five minutes old. */
export class LivePrices {
  private readonly started = new Map<string, number>();
  private newest: readonly LivePrice[] = [];

  constructor(
    private readonly client: Client,
    private readonly devnet: Devnet,
  ) {}

  /** The price of every token that has one, most changed first. */
  current(): readonly LivePrice[] {
    return this.newest;
  }

  /** Quotes every token again. @throws ClientError if the server does not quote. */
  async refresh(): Promise<void> {
    const { tokens } = this.devnet;
    const dollar = tokens.find(({ symbol }) => symbol === DOLLAR);
    if (dollar === undefined) return;
    const prices: LivePrice[] = [];
    for (const token of tokens.filter(isSpendable)) {
      const usd = token.symbol === DOLLAR ? undefined : await this.usdOf(token, dollar);
      if (usd === undefined) continue;
      const start = this.started.get(token.contractId) ?? usd;
      this.started.set(token.contractId, start);
      prices.push({ symbol: token.symbol, usd, changePercent: (100 * usd) / start - 100 });
    }
    this.newest = prices.sort((a, b) => Math.abs(b.changePercent) - Math.abs(a.changePercent));
  }

  /** Price of a token in dollars; undefined without a route. */
  private async usdOf(token: Token, dollar: Token): Promise<number | undefined> {
    const held = BigInt(this.devnet.accounts[0]?.balances[token.contractId] ?? 0);
    const amount = held / QUOTED_SHARE;
    if (amount === 0n) return undefined;
    const { reason, amountOutExact } = await quoteSwap(this.client, { sell: token, buy: dollar, amount });
    if (reason !== undefined) return undefined;
    const dollars = Number(amountOutExact) / 10 ** dollar.decimals;
    return dollars / (Number(amount) / 10 ** token.decimals);
  }
}

const DOLLAR = 'USDd';

export const dollarsOf = ({ usd }: LivePrice): string => (usd >= 1_000 ? usd.toFixed(0) : usd.toPrecision(4));

/** The change in percent, such as `+0.61%`. */
export function changeOf({ changePercent }: Pick<LivePrice, 'changePercent'>): string {
  const text = changePercent.toFixed(2);
  if (Number(text) === 0) return '0.00%';
  return `${changePercent < 0 ? '' : '+'}${text}%`;
}

/** The first parts, as many as fit on a line of this width, separated by two spaces. */
export function fitted(parts: readonly string[], width: number): string {
  let line = '';
  for (const part of parts) {
    const longer = line === '' ? part : `${line}  ${part}`;
    if (longer.length > width) break;
    line = longer;
  }
  return line;
}
