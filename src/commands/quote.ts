import { print, printTable } from '../adapters/terminal/index.js';
import type { Quote } from '../client/index.js';
import type { NoRouteReason } from '../domain/router/quote.js';
import { asJson, type JsonOption } from './result.js';
import { openClient, type ServerOption } from './service/service.js';
import { listTokens, tokenNamed } from './service/tokens.js';
import { labelOf, wholeTokens } from './service/token-text.js';

export interface QuoteOptions extends ServerOption, JsonOption {
  readonly slippage?: string;
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
  const client = openClient({ url });
  const tokens = await listTokens(client, [wanted.tokenIn, wanted.tokenOut]);
  const found = await client.quotes.get({
    tokenIn: tokenNamed(wanted.tokenIn, tokens),
    tokenOut: tokenNamed(wanted.tokenOut, tokens),
    amount: wanted.amount,
    ...(slippage !== undefined && { slippage: Number(slippage) }),
  });
  if (json) print(asJson(found));
  else if (found.reason !== undefined) print(`no route: ${WITHOUT_ROUTE[found.reason] ?? found.reason}`);
  else printQuote(found);
  return found.reason === undefined ? 0 : 1;
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
