import type { RequestListener } from 'node:http';
import request, { type Response } from 'supertest';

/** A candle as a chart holds it: time in milliseconds. */
export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface Bars {
  readonly bars: readonly Bar[];
  readonly noData: boolean;
  readonly nextTime?: number | undefined;
}

interface Columns {
  readonly s: string;
  readonly errmsg?: string;
  readonly nextTime?: number;
  readonly t: readonly number[];
  readonly o: readonly number[];
  readonly h: readonly number[];
  readonly l: readonly number[];
  readonly c: readonly number[];
}

export interface ResolvedSymbol {
  readonly name: string;
  readonly ticker: string;
  readonly pricescale: number;
  readonly supported_resolutions: readonly string[];
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly countBack?: number;
}

/**
 * Reads a datafeed as TradingView's UDFCompatibleDatafeed does: the body alone counts, whatever the status; the ticker of a
 * resolved symbol names it from then on; and a response of the greatest length is followed by requests for what is older.
 */
export function udfReader(app: RequestListener, seen: (response: Response) => void, maxBars = Infinity) {
  const send = async (path: string, query: object): Promise<unknown> => {
    const response = await request(app)
      .get(`/prices/udf/${path}`)
      .query(query)
      .set('Origin', 'https://charts.example');
    seen(response);
    return response.type === 'application/json' ? (response.body as unknown) : response.text;
  };

  const page = async (query: object): Promise<Bars> => {
    const columns = (await send('history', query)) as Columns;
    if (columns.s === 'no_data') return { bars: [], noData: true, nextTime: columns.nextTime };
    if (columns.s !== 'ok') throw new Error(columns.errmsg);
    const bars = columns.t.map((time, n) => ({
      time: time * 1000,
      open: columns.o[n]!,
      high: columns.h[n]!,
      low: columns.l[n]!,
      close: columns.c[n]!,
    }));
    return { bars, noData: false };
  };

  return {
    onReady: () =>
      send('config', {}) as Promise<{ supports_search: boolean; supported_resolutions: string[] }>,
    getServerTime: async () => parseInt((await send('time', {})) as string, 10),
    searchSymbols: async (input: string, exchange = '', type = '') => {
      const query = { limit: 30, query: input.toUpperCase(), type, exchange };
      const found = (await send('search', query)) as { ticker: string; symbol: string }[];
      return 's' in found ? [] : found;
    },
    resolveSymbol: async (symbol: string): Promise<ResolvedSymbol> => {
      const found = (await send('symbols', { symbol })) as ResolvedSymbol;
      if ('s' in found) throw new Error('unknown_symbol');
      return found;
    },
    getBars: async (symbol: string, resolution: string, { from, to, countBack }: Range): Promise<Bars> => {
      const query = {
        symbol,
        resolution,
        from,
        to,
        ...(countBack !== undefined && { countback: countBack }),
      };
      const first = await page(query);
      const bars = [...first.bars];
      let got = bars.length;
      let left = countBack;
      while (got === maxBars) {
        left = left === undefined ? undefined : left - got;
        const before = bars[0]!.time / 1000;
        const older = await page({ ...query, to: before, ...(left !== undefined && { countback: left }) });
        got = older.bars.length;
        bars.unshift(...older.bars);
      }
      return { ...first, bars };
    },
  };
}
