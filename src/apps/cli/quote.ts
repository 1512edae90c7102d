import { print, printTable } from '../../adapters/terminal/index.js';
import type { Client, Quote } from '../../sdk/client/index.js';
import { NO_ROUTE_WORDS } from './no-route.js';
import { units } from '../../sdk/signing/index.js';
import { tellSplit } from './quote-split.js';
import { printJson, type JsonOption } from './result.js';
import { openClient, type ServerOption } from './service/service.js';
import { isContractId } from '../../domain/market/named-token.js';
import { allTokens, findToken, listTokens, tokenNamed } from './service/tokens.js';
import { nameOf } from '../../sdk/words/token-names.js';
import { amountOf } from '../../sdk/words/token-words.js';
import { ofOption, UsageError } from './usage-error.js';

export interface QuoteOptions extends ServerOption, JsonOption {
  readonly slippage?: string;
  /** Whether the amount is in smallest units. */
  readonly units?: boolean;
  /** Whether the amount is the least to be bought. */
  readonly out?: boolean;
  /** Whether the amount may be divided between routes. */
  readonly split?: boolean;
}

/** Asks a running server for a quote. Returns the exit code: 3 if there is no route. */
export async function quote(wanted: Wanted, options: QuoteOptions): Promise<number> {
  const { url, slippage, json = false, out = false } = options;
  const client = openClient({ url });
  const read = options.units === true ? inUnits : inWholeTokens;
  const { amount, ...sides } = await read(client, wanted, out);
  const bounded = slippage !== undefined && { slippage: Number(slippage) };
  if (options.split === true) {
    if (out) throw new UsageError('--split divides an amount to sell: leave out --out');
    return tellSplit(await client.quotes.split({ ...sides, amount, ...bounded }), json);
  }
  const found = await client.quotes.get({
    ...sides,
    ...(out ? { amountOut: amount } : { amount }),
    ...bounded,
  });
  if (json) printJson(found);
  else if (found.reason !== undefined) print(`no route: ${NO_ROUTE_WORDS[found.reason] ?? found.reason}`);
  else printQuote(found);
  return found.reason === undefined ? 0 : 3;
}

/** Swap to quote. Tokens are contract ids or symbols. */
interface Wanted {
  readonly tokenIn: string;
  readonly tokenOut: string;
  readonly amount: string;
}

/** Reads what to quote; `isOut` if the amount is of the token to buy. */
type Read = (client: Client, wanted: Wanted, isOut: boolean) => Promise<Wanted>;

const inUnits: Read = async (client, { tokenIn, tokenOut, amount }) => {
  if (!/^[1-9]\d*$/.test(amount))
    throw new UsageError(`${amount}: smallest units are a whole number above 0`);
  const tokens = await listTokens(client, [tokenIn, tokenOut]);
  return { tokenIn: tokenNamed(tokenIn, tokens), tokenOut: tokenNamed(tokenOut, tokens), amount };
};

/** Converts whole tokens to smallest units, with the decimals from the server's token list. */
const inWholeTokens: Read = async (client, { tokenIn, tokenOut, amount }, isOut) => {
  const tokens = await allTokens(client);
  const [counted, other] = isOut ? [tokenOut, tokenIn] : [tokenIn, tokenOut];
  if (isContractId(counted) && !tokens.some(({ contractId }) => contractId === counted))
    throw new UsageError(
      `the server does not list ${counted}, nor its decimals: give smallest units with --units`,
    );
  const token = findToken(counted, tokens);
  const inSmallest = ofOption('<amount>', () => units(amount, token));
  if (inSmallest === '0') throw new UsageError('<amount>: must be above 0');
  const [known, named] = [token.contractId, tokenNamed(other, tokens)];
  return isOut
    ? { tokenIn: named, tokenOut: known, amount: inSmallest }
    : { tokenIn: known, tokenOut: named, amount: inSmallest };
};

function printQuote({ path, hops, ...totals }: Quote): void {
  const [sell, buy] = [path[0]!, path.at(-1)!];
  const [sells, buys] = [amountOf(totals.amountInExact, sell), amountOf(totals.amountOutExact, buy)];
  print(`${sells} buys ${buys}`);
  const { minimumReceived } = totals;
  if (minimumReceived !== undefined)
    print(`at least ${amountOf(minimumReceived, buy)} with the slippage that is allowed`);
  print(`price impact ${share(totals.priceImpact)}`);
  if (totals.blockHeight !== undefined) print(`as of block ${totals.blockHeight}, ${totals.asOf}`);
  print('');
  printTable(
    ['hop', 'vault', 'fee', 'sells', 'buys'],
    hops.map(({ vault, tokenIn, tokenOut }, n) => [
      String(n + 1),
      vault.name,
      share(vault.fee / 1_000_000),
      nameOf(tokenIn),
      nameOf(tokenOut),
    ]),
  );
}

const share = (fraction: number): string => `${(100 * fraction).toFixed(2)}%`;
