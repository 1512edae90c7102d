import { print, printTable } from '../../adapters/terminal/index.js';
import type { ResponseOf } from '../../sdk/client/index.js';
import { nameOf } from '../../sdk/words/token-names.js';
import { amountOf } from '../../sdk/words/token-words.js';
import { NO_ROUTE_WORDS } from './no-route.js';
import { printJson, type JsonOption } from './result.js';
import { openClient, type ServerOption } from './service/service.js';
import { listTokens, tokenNamed } from './service/tokens.js';

type Depth = ResponseOf<'readDepth'>['data'];
type Direction = NonNullable<Depth['sells']>;
type Token = NonNullable<Depth['tokenIn']>;

/** Asks a running server for the depth of a pair. Returns the exit code: 3 if there is no route. */
export async function depth(
  pair: Readonly<Record<'tokenIn' | 'tokenOut', string>>,
  { url, json = false }: ServerOption & JsonOption,
): Promise<number> {
  const client = openClient({ url });
  const tokens = await listTokens(client, [pair.tokenIn, pair.tokenOut]);
  const found = await client.quotes.depth({
    tokenIn: tokenNamed(pair.tokenIn, tokens),
    tokenOut: tokenNamed(pair.tokenOut, tokens),
  });
  if (json) printJson(found);
  else if (found.reason !== undefined) print(`no route: ${NO_ROUTE_WORDS[found.reason] ?? found.reason}`);
  else {
    printDirection(found.sells, found.tokenIn!, found.tokenOut!);
    print('');
    printDirection(found.buys, found.tokenOut!, found.tokenIn!);
  }
  return found.reason === undefined ? 0 : 3;
}

function printDirection(found: Direction | undefined, sell: Token, buy: Token): void {
  if (found === undefined) return print(`nothing buys ${nameOf(buy)} with ${nameOf(sell)}`);
  const bounds = found.isEstimate ? ', at most' : '';
  print(`1 ${nameOf(sell)} buys ${Number(found.price.toPrecision(7))} ${nameOf(buy)} at best${bounds}`);
  if (found.levels.length === 0) return print('no amount moves the price');
  printTable(
    ['price falls by', 'sells', 'buys'],
    found.levels.map(({ fall, amountIn, amountOut }) => [
      `${Number((fall * 100).toFixed(2))}%`,
      amountOf(amountIn, sell),
      amountOf(amountOut, buy),
    ]),
  );
}
