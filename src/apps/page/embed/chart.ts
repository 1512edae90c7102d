import {
  CandlestickSeries,
  createChart,
  LineSeries,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Candle } from '../../../sdk/client/wire/prices.js';
import { decimalsOf, priceText } from './format.js';

export type Kind = 'line' | 'candles';

export interface PriceChart {
  /** Shows these candles, oldest first. The visible range stays if the reader has moved it. */
  show(candles: readonly Candle[], kind: Kind): void;
}

const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * Draws the chart in the element, in the page's colours. The page itself shows the attribution: its policy forbids the
 * library's styles.
 */
export function priceChart(element: HTMLElement): PriceChart {
  const chart = createChart(element, {
    autoSize: true,
    layout: {
      attributionLogo: false,
      background: { color: colour('--bg') },
      textColor: colour('--muted'),
      fontFamily: 'system-ui, sans-serif',
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colour('--line') } },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false, timeVisible: true },
  });
  let series: ISeriesApi<'Line' | 'Candlestick'> | undefined;
  let shown: Kind | undefined;
  return {
    show: (candles, kind) => {
      const isNew = shown !== kind;
      if (isNew) {
        if (series !== undefined) chart.removeSeries(series);
        series = addSeries(chart, kind);
        shown = kind;
      }
      const decimals = decimalsOf(candles.at(-1)?.close ?? 0);
      series!.applyOptions({
        priceFormat: {
          type: 'custom',
          minMove: 10 ** -decimals,
          formatter: (price: number) => priceText(price, decimals),
        },
      });
      series!.setData(candles.map((candle) => pointOf(candle, kind)));
      if (isNew) chart.timeScale().fitContent();
    },
  };
}

const addSeries = (chart: IChartApi, kind: Kind): ISeriesApi<'Line' | 'Candlestick'> => {
  const [up, down] = [colour('--good'), colour('--bad')];
  return kind === 'line'
    ? chart.addSeries(LineSeries, { color: colour('--accent'), lineWidth: 2 })
    : chart.addSeries(CandlestickSeries, {
        ...{ upColor: up, downColor: down, borderVisible: false },
        ...{ wickUpColor: up, wickDownColor: down },
      });
};

const pointOf = ({ time, open, high, low, close }: Candle, kind: Kind) =>
  kind === 'line'
    ? { time: time as UTCTimestamp, value: close }
    : { time: time as UTCTimestamp, open, high, low, close };
