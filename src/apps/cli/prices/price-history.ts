import { print, printNote, printTable } from '../../../adapters/terminal/index.js';
import type { Candle, CandleQuery } from '../../../sdk/client/index.js';
import { printJson, type JsonOption } from '../result.js';
import { openClient, type ServerOption } from '../service/service.js';
import { listTokens, tokenNamed } from '../service/tokens.js';
import { sparkline } from './sparkline.js';

export interface PriceHistoryOptions extends ServerOption, JsonOption {
  readonly interval: NonNullable<CandleQuery['interval']>;
  readonly quote: NonNullable<CandleQuery['quote']>;
  readonly from?: Date;
  readonly to?: Date;
  readonly limit: number;
}

const LONGEST_LINE = 72;

/** Prints the candles of a token and, on a terminal, a line chart of its closing prices. Returns the exit code: 3 if there are none. */
export async function priceHistory(name: string, options: PriceHistoryOptions): Promise<number> {
  const client = openClient(options);
  const token = tokenNamed(name, await listTokens(client, [name]));
  const { interval, quote, from, to, limit } = options;
  const candles = await client.prices.history(token, { interval, quote, from, to, limit });
  if (options.json === true) printJson({ token, interval, quote, candles });
  else if (candles.length === 0) printNote(`no price of ${name} was recorded in this time`);
  else {
    printTable(['start', 'open', 'high', 'low', 'close', 'prices'], candles.map(cellsOf));
    if (process.stdout.isTTY === true) printLine(candles, quote);
  }
  return candles.length === 0 ? 3 : 0;
}

/** Cells of a candle, with the numbers exactly as the service returns them: every digit of a price counts. */
const cellsOf = ({ time, open, high, low, close, points }: Candle): readonly string[] => [
  new Date(time * 1_000).toISOString(),
  ...[open, high, low, close, points].map(String),
];

function printLine(candles: readonly Candle[], quote: string): void {
  const closes = candles.map(({ close }) => close);
  const width = Math.min(LONGEST_LINE, process.stdout.columns || LONGEST_LINE);
  print('');
  print(sparkline(closes, width));
  print(`closes from ${Math.min(...closes)} to ${Math.max(...closes)} ${quote === 'usd' ? 'USD' : 'sBTC'}`);
}
