import { printTable, print } from '../adapters/terminal/index.js';
import type { Token } from '../domain/market/registry.js';
import type { NoRouteReason } from '../domain/router/quote.js';
import { request } from './request.js';
import { asJson, type JsonOption } from './result.js';
import { listTokens, tokenNamed } from './tokens.js';
import { labelOf, wholeTokens } from './token-text.js';

export interface QuoteOptions extends JsonOption {
  /** Address of the server without a trailing slash. */
  readonly url: string;
  readonly slippage?: string;
}

interface Hop {
  readonly vault: { readonly name: string; readonly protocol?: string };
  readonly tokenIn: Token;
  readonly tokenOut: Token;
  readonly amountInExact?: string;
  readonly amountOutExact?: string;
}

interface Quote {
  readonly path: readonly Token[];
  readonly hops: readonly Hop[];
  readonly amountInExact: string;
  readonly amountOutExact: string;
  readonly minimumReceived?: string;
  readonly priceImpact: number;
  readonly reason?: string;
}

/** A reason that another version of the server gives is printed as it is. */
const WITHOUT_ROUTE: Readonly<Record<string, string>> = {
  'same-token': 'both tokens are the same one',
  'unknown-token': 'a token is neither listed nor in any vault',
  'no-route': 'no vaults join the two tokens',
  'amount-too-small': 'the amount is too small to buy a unit; sell more',
  'insufficient-liquidity': 'the vaults hold too little for this amount',
} satisfies Readonly<Record<NoRouteReason, string>>;

/** Asks a running server for a quote. Returns the exit code: 1 when there is no route. */
export async function quote(
  wanted: { readonly tokenIn: string; readonly tokenOut: string; readonly amount: string },
  { url, slippage, json = false }: QuoteOptions,
): Promise<number> {
  const tokens = await listTokens(url, [wanted.tokenIn, wanted.tokenOut]);
  const query = new URLSearchParams({
    tokenIn: tokenNamed(wanted.tokenIn, tokens),
    tokenOut: tokenNamed(wanted.tokenOut, tokens),
    amount: wanted.amount,
    ...(slippage !== undefined && { slippage }),
  });
  const { data } = await request<{ data: Quote }>(`${url}/swap/api/v1/quote?${query.toString()}`);
  if (json) print(asJson(data));
  else if (data.reason !== undefined) print(`no route: ${WITHOUT_ROUTE[data.reason] ?? data.reason}`);
  else printQuote(data);
  return data.reason === undefined ? 0 : 1;
}

function printQuote({ path, hops, ...totals }: Quote): void {
  const [sell, buy] = [path[0]!, path.at(-1)!];
  print(`${wholeTokens(totals.amountInExact, sell)} buys ${wholeTokens(totals.amountOutExact, buy)}`);
  const { minimumReceived } = totals;
  if (minimumReceived !== undefined)
    print(`at least ${wholeTokens(minimumReceived, buy)} with the slippage that is allowed`);
  print(`price impact ${(100 * totals.priceImpact).toFixed(2)}%`);
  print('');
  printTable(
    ['hop', 'vault', 'sells', 'buys'],
    hops.map(({ vault, tokenIn, tokenOut }, n) => [
      String(n + 1),
      vault.name,
      labelOf(tokenIn),
      labelOf(tokenOut),
    ]),
  );
}
