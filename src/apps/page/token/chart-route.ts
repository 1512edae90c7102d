/** Intervals of a candle, with their words. */
export const INTERVALS = [
  ['5m', '5 min'],
  ['1h', '1 h'],
  ['4h', '4 h'],
  ['1d', '1 d'],
  ['1w', '1 w'],
] as const;
/** Currencies of prices, with their words. */
export const QUOTES = [
  ['usd', 'Dollars'],
  ['sbtc', 'sBTC'],
] as const;

export type Interval = (typeof INTERVALS)[number][0];
export type Quote = (typeof QUOTES)[number][0];

/** Choice of what the chart shows. */
export interface ChartChoice {
  readonly interval: Interval;
  readonly quote: Quote;
}

const FIRST: ChartChoice = { interval: '1h', quote: 'usd' };

/** Chart choice in the query of an address. Missing or unknown values mean hourly candles in dollars. */
export function chartChoice(query: URLSearchParams): ChartChoice {
  return {
    interval: known(INTERVALS, query.get('interval')) ?? FIRST.interval,
    quote: known(QUOTES, query.get('in')) ?? FIRST.quote,
  };
}

/** The query of an address with this choice, without defaults. */
export function chartQuery({ interval, quote }: ChartChoice): Readonly<Record<string, string>> {
  return {
    ...(interval !== FIRST.interval && { interval }),
    ...(quote !== FIRST.quote && { in: quote }),
  };
}

const known = <T extends string>(
  options: readonly (readonly [T, string])[],
  text: string | null,
): T | undefined => options.find(([option]) => option === text)?.[0];
