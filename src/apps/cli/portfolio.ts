import { print, printTable } from '../../adapters/terminal/index.js';
import type { Portfolio } from '../../sdk/client/index.js';
import { nameOf } from '../../sdk/words/token-names.js';
import { amountOf } from '../../sdk/words/token-words.js';
import { printJson, type JsonOption } from './result.js';
import { openClient, type ServerOption } from './service/service.js';

/** Prints what a wallet holds, in dollars. Returns the exit code. */
export async function portfolio(
  address: string,
  { url, json = false }: ServerOption & JsonOption,
): Promise<number> {
  const found = await openClient({ url }).balances.portfolio(address);
  if (json) printJson(found);
  else printHoldings(found);
  return 0;
}

function printHoldings(found: Portfolio): void {
  if (found.tokens.length === 0) return print('no token of this exchange');
  printTable(['token', 'wallet', 'to trade', 'price', '24 hours', 'worth'], found.tokens.map(rowOf));
  print('');
  print(
    `${dollars(found.valueUsd)} in all${found.isComplete ? '' : ', of what has a price and a known balance'}`,
  );
}

const UNKNOWN = 'unknown';

function rowOf({ token, wallet, copies, usd, change24h, valueUsd }: Portfolio['tokens'][number]): string[] {
  const amount = (balance: string | null) => (balance === null ? UNKNOWN : amountOf(balance, token));
  return [
    nameOf(token),
    amount(wallet),
    copies.map(({ balance }) => amount(balance)).join(', '),
    usd === null ? '' : dollars(usd),
    change24h === null ? '' : `${change24h.toFixed(2)}%`,
    valueUsd === null ? '' : dollars(valueUsd),
  ];
}

const dollars = (usd: number): string => `$${Number(usd.toPrecision(6)).toLocaleString('en-US')}`;
